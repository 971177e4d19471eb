package picture_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/picture"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestRoundAsText(t *testing.T) {
	m := play(t, duel.Game.Default(), "anna", "ben\x1b[2J")
	m.Played[20].Notes = [][]engine.Note{{
		{Kind: engine.MarkNote, At: engine.Pos{Row: 1, Col: 2}},
		{Kind: engine.ArrowNote, At: engine.Pos{Row: 1, Col: 2}, To: engine.Pos{Row: 3, Col: 4}},
		{Kind: engine.LabelNote, At: engine.Pos{Row: 1, Col: 2}, Text: "here\n"},
		{Kind: engine.LogNote, Unit: 3, Text: "hunts"},
		{Kind: engine.LogNote, Unit: -1, Text: "all is well"},
	}, nil}
	m.Played[20].Lines = [][]string{nil, {"panic:\tno idea"}}
	m.Played[20].Orders = append(m.Played[20].Orders, scene.Order{Seat: scene.Nobody, Unit: 9, Text: "east"})
	m.Played[20].Verdicts = []match.Verdict{{Seat: 1, Round: 20, Kind: "crashed", Detail: "exit status 2"}}
	var got bytes.Buffer
	require.NoError(t, picture.WriteText(&got, m, 19, 20, picture.Options{}))
	const golden = "testdata/duel.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

func TestTextLeavesOutWhatIsNotWanted(t *testing.T) {
	m := made()
	m.Played[0].Notes = [][]engine.Note{{{Kind: engine.LogNote, Unit: -1, Text: "secret"}}, nil}
	text := func(o picture.Options) string {
		var b bytes.Buffer
		require.NoError(t, picture.WriteText(&b, m, 0, picture.End, o))
		return b.String()
	}
	require.Contains(t, text(picture.Options{}), "secret")
	require.NotContains(t, text(picture.Options{NoNotes: true}), "secret")
	require.Contains(t, text(picture.Options{NoNotes: true}), "anna: unit 1, east: killed")
	require.NotContains(t, text(picture.Options{NoEvents: true}), "killed")
}
