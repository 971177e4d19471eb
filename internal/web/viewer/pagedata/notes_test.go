package pagedata

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

func TestNotesAreForCellsOfTheBoard(t *testing.T) {
	e := NewEncoder(scene.Legend{Rows: 2, Cols: 3})
	at := func(row, col int) engine.Pos { return engine.Pos{Row: row, Col: col} }
	require.Equal(t, []Note{
		{Seat: 1, Kind: "mark", Cell: 5, To: -1, Unit: -1},
		{Seat: 1, Kind: "arrow", Cell: 0, To: 4, Unit: -1},
		{Seat: 1, Kind: "log", Cell: -1, To: -1, Unit: 12, Text: "<b>"},
		{Seat: 1, Kind: "chart", Cell: -1, To: -1, Unit: -1, Text: "army", Value: 2.5},
	}, e.notes([][]engine.Note{nil, {
		{Kind: engine.MarkNote, At: at(1, 2), Unit: -1},
		{Kind: engine.MarkNote, At: at(2, 0), Unit: -1},
		{Kind: engine.MarkNote, At: at(0, 3), Unit: -1},
		{Kind: engine.LabelNote, At: at(-1, 0), Unit: -1},
		{Kind: engine.ArrowNote, At: at(0, 0), To: at(1, 1), Unit: -1},
		{Kind: engine.ArrowNote, At: at(0, 0), To: at(1, -1), Unit: -1},
		{Kind: engine.LogNote, Unit: 12, Text: "<b>"},
		{Kind: engine.ChartNote, Unit: -1, Text: "army", Value: 2.5},
		{Kind: 99, Unit: -1},
	}}))
}
