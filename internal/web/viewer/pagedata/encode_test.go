package pagedata_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/integration/pagedatatest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

var update = flag.Bool("update", false, "write the golden files anew")

// allGames returns the games of the arena, and the smallest one.
func allGames() []engine.Game { return append(games.All(), duel.Game) }

func readShow(t testing.TB, file []byte) *story.Story {
	t.Helper()
	s, err := story.Read(file, allGames())
	require.NoError(t, err)
	return s
}

// The page is given everything there is to see.
func TestPageHasTheScenes(t *testing.T) {
	for _, g := range allGames() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			s := readShow(t, storytest.Record(t, storytest.Setup(t, g, 60)))
			require.Len(t, s.Played, 60)
			require.True(t, s.Ended)
			pagedatatest.RequireShown(t, s, pagedatatest.ThroughJSON(t, pagedata.Encode(s)))
		})
	}
}

func TestPageHasTheRecordsOfOriginalPrograms(t *testing.T) {
	for _, path := range []string{"battleroyale/testdata/own.br.gz", "starships/testdata/own.res.gz"} {
		file, err := os.ReadFile("../../../../engine/games/" + path)
		require.NoError(t, err)
		s := readShow(t, file)
		require.NotEmpty(t, s.Played)
		pagedatatest.RequireShown(t, s, pagedatatest.ThroughJSON(t, pagedata.Encode(s)))
	}
}

func TestPlayersHaveLabels(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 1), "ben", "ben"))
	m := pagedatatest.ThroughJSON(t, pagedata.Encode(s))
	require.Equal(t, []string{"ben (0)", "ben (1)"}, []string{m.Players[0].Label, m.Players[1].Label})
	require.Equal(t, "ben", m.Players[1].Name)
	require.Equal(t, story.LookOf(1), m.Players[1].Look)
}

// The match has everything that data.go describes.
func TestEverythingThatCanChangeIsShown(t *testing.T) {
	nothing := scene.Scene{
		Cells: []uint8{0, 0, 1, 1}, Owners: []int8{-1, -1, 0, 1}, Caption: "night",
		Units: []scene.Unit{
			{ID: 2, Owner: 0, Cell: 1, Signs: scene.Signs{scene.Of(5, 9), scene.Of(3, 0)}, Note: "tired"},
			{ID: 4, Owner: 1, Cell: 3},
			{ID: 7, Cell: 2, Signs: scene.Signs{1: scene.Of(1, 0)}},
		},
		Numbers: [][]int{{0, 0}, {5, 6}},
		Window:  scene.Window{Rows: 1, Cols: 2},
	}
	all := scene.Scene{
		Cells: []uint8{1, 0, 1, 0}, Owners: []int8{0, -1, 1, 1},
		Units: []scene.Unit{
			{}, // new, though it is like none
			{ID: 1, Kind: 1, Owner: scene.Nobody, Cell: 3, Note: "new"},
			{ID: 2, Owner: 1, Cell: 0, Signs: scene.Signs{scene.Of(2, 9)}, Note: "tired"},
			{ID: 7, Cell: 0, Signs: scene.Signs{1: scene.Of(2, 0)}},
			{ID: 9, Signs: scene.Signs{1: scene.Of(4, 0)}},
		},
		Numbers: [][]int{{-3, 0}, {5, 7}},
	}
	whole := all
	whole.Window = scene.Window{Rows: 2, Cols: 2}
	s := &story.Story{
		Legend: scene.Legend{
			Rows: 2, Cols: 2, Cells: make([]scene.Cell, 2), Units: make([]scene.Kind, 2),
			Signs:   []scene.Sign{{Name: "health", Form: scene.Bar}, {Name: "shots", Form: scene.Dots}},
			Numbers: []string{"score", "food"},
		},
		Scenes: []scene.Scene{nothing, whole, whole},
		Played: []story.Happening{{Log: scene.Log{
			Orders: []scene.Order{
				{Seat: 0, Unit: 2, Text: "west", To: 0, Outcome: "moved"},
				{Seat: 0, Unit: 2, Text: "west", To: scene.Nowhere},
				{Seat: 1, Unit: 3, Text: "east", To: 3, Outcome: "no such unit", Failed: true},
				{Seat: 1, Unit: -1 << 31, To: scene.Nowhere, Failed: true},
			},
			Events: []scene.Event{
				{Kind: 1, Cell: 3, To: 0, Unit: 4, By: 2, Seat: 1, Text: "west"},
				{Cell: 1, To: scene.Nowhere, Unit: -1, By: -1, Seat: scene.Nobody},
			},
		}}, {}},
	}
	m := pagedatatest.ThroughJSON(t, pagedata.Encode(s))
	pagedatatest.RequireShown(t, s, m)
	require.Equal(t, pagedata.Round{Number: 1}, m.Played[1], "nothing happened")
	require.Equal(t, []string{"tired"}, m.Texts)
	require.Equal(t, []string{"new", "west", "moved", "east", "no such unit"}, m.Played[0].Texts, "each text once")
	require.Len(t, m.Played[0].Gone, 1, "none of those that new ones have come before")

	s.Scenes = []scene.Scene{nothing, all}
	s.Played = s.Played[:1]
	require.Equal(t, []int{0, 0, 2, 2}, pagedata.Encode(s).Played[0].Window, "a window over the whole board")
}

// The tests of the page read the file, too: they decode what Go writes, and draw its signs.
func TestPageFile(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 12), "anna", "<b>ben</b>"))
	for i := range s.Played { // which a match in this process doesn't have
		s.Played[i].Turns = []engine.Turn[engine.Commands]{{Status: engine.Status(1000 * i)}, {Status: 20000}}
		s.Played[i].Receipts = []match.Receipt{{CPU: time.Duration(i) * 50 * time.Microsecond}, {CPU: time.Millisecond}}
	}
	s.Played[3].Notes = [][]engine.Note{{{
		Kind: engine.ArrowNote, At: engine.Pos{Row: 1, Col: 2},
		To: engine.Pos{Row: 3, Col: 4}, Unit: -1,
	}}, {
		{Kind: engine.MarkNote, At: engine.Pos{Row: 7, Col: 7}, Unit: -1},
		{Kind: engine.LabelNote, At: engine.Pos{Row: 7, Col: 6}, Unit: -1, Text: "</script>"},
		{Kind: engine.LogNote, Unit: 3, Text: "where am I?"},
	}}
	for i, form := range scene.SignForms() {
		s.Legend.Signs = append(s.Legend.Signs, scene.Sign{Name: string(form), Form: form})
		for round := range s.Scenes {
			for unit := range s.Scenes[round].Units {
				s.Scenes[round].Units[unit].Signs[i] = scene.Of(1+(i+unit+round)%8, 9)
			}
		}
	}
	s.Played[3].Lines = [][]string{{"thinking", ""}, {"<i>hello</i>"}}
	s.Played[10].Verdicts = []match.Verdict{{Seat: 1, Round: 10, Kind: match.Crash, Detail: "exited with code 2"}}
	for i := range s.Played[10:] {
		s.Played[10+i].Turns[1].Status = engine.Frozen
		s.Played[10+i].Receipts[1] = match.Receipt{}
	}
	text, err := json.MarshalIndent(pagedata.Encode(s), "", " ")
	require.NoError(t, err)
	const path = "testdata/page.json"
	if *update {
		require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(text)+"\n", "type: go test ./internal/web/viewer/pagedata -update")
	pagedatatest.RequireShown(t, s, pagedatatest.ThroughJSON(t, pagedata.Encode(s)))
}
