package scene_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestListsOfALegendAreNeverNull(t *testing.T) {
	text, err := json.Marshal(scene.Legend{})
	require.NoError(t, err)
	require.JSONEq(t, `{
		"rows": 0, "cols": 0, "wrapRows": false, "wrapCols": false,
		"cells": [], "units": [], "events": [], "signs": [], "numbers": []
	}`, string(text))

	text, err = json.Marshal(scene.Legend{Cells: []scene.Cell{{}, {Over: []scene.Shape{nil}}}, Units: []scene.Kind{{}}})
	require.NoError(t, err)
	require.NotContains(t, string(text), "null")
}

func TestALegendIsReadBack(t *testing.T) {
	legend := scene.Legend{
		Rows: 2, Cols: 3, WrapCols: true,
		Cells: []scene.Cell{{
			Name: "wood", Glyph: "f", Fill: scene.Colour{Light: "#bcd6a0", Dark: "#24402b"}, Height: 2,
			Over: []scene.Shape{{{D: "M8 4l5 9H3z", Fill: scene.Owner, Width: 1.5}}, {}},
		}},
		Units:   []scene.Kind{{Name: "ork", Glyph: "o", Plate: true, Shape: scene.Shape{{D: "M1 1h2", Stroke: scene.Ink}}}},
		Events:  []scene.EventKind{{Name: "killed", Look: scene.Death, Major: true}},
		Signs:   []scene.Sign{{Name: "health", Form: scene.Bar}, {Name: "shield", Form: scene.Ring, Colour: scene.Shade}},
		Numbers: []string{"score"},
	}
	text, err := json.Marshal(legend)
	require.NoError(t, err)
	require.Contains(t, string(text), `"fill":["#bcd6a0","#24402b"]`)
	require.Contains(t, string(text), `"stroke":["",""]`)
	require.Contains(t, string(text), `{"name":"health","form":"bar"}`, "a colour that is none takes no bytes")
	var again scene.Legend
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, legend, again)
}

func TestAColourThatIsNoPairIsRefused(t *testing.T) {
	var c scene.Colour
	require.Error(t, json.Unmarshal([]byte(`"#ffffff"`), &c))
}
