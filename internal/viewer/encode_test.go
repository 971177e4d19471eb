package viewer

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/replay"
)

var update = flag.Bool("update", false, "write the golden files anew")

// allGames are those of the arena, and the smallest one.
func allGames() []engine.Game { return append(games.All(), duel.Game) }

// setupOf is the default setup with another number of rounds.
func setupOf(t testing.TB, g engine.Game, rounds int) engine.Setup {
	t.Helper()
	setup := g.Default()
	for _, name := range []string{"nb_rounds", "nb_rnds"} {
		if changed, err := setup.With(name, rounds); err == nil {
			setup = changed
		}
	}
	require.Equal(t, rounds, setup.Rounds())
	return setup
}

// recordMatch plays a match of random players and returns its file.
func recordMatch(t testing.TB, setup engine.Setup, names ...string) []byte {
	t.Helper()
	header := replay.Header{Setup: setup, Seed: 7, Random: engine.ChaCha8, Arena: "test", CPU: 50 * time.Millisecond}
	for seat := range setup.Seats() {
		name := string(rune('a' + seat))
		if seat < len(names) {
			name = names[seat]
		}
		header.Seats = append(header.Seats, replay.Seat{Name: name, Version: "1"})
	}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), m, randomPlayers(setup), w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	return file.Bytes()
}

func randomPlayers(setup engine.Setup) []match.Player {
	players := make([]match.Player, setup.Seats())
	for seat := range players {
		players[seat] = match.Local(setup.Game().Random())
	}
	return players
}

func readShow(t testing.TB, file []byte) *Show {
	t.Helper()
	show, err := Read(file, allGames())
	require.NoError(t, err)
	return show
}

// What the page is given is all there is to see.
func TestPageHasTheScenes(t *testing.T) {
	for _, g := range allGames() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			show := readShow(t, recordMatch(t, setupOf(t, g, 60)))
			require.Len(t, show.Played, 60)
			require.True(t, show.Ended)
			requireShown(t, show, throughJSON(t, Encode(show)))
		})
	}
}

func throughJSON(t testing.TB, m Match) (again Match) {
	t.Helper()
	text, err := json.Marshal(m)
	require.NoError(t, err)
	require.NotContains(t, string(text), "null", "the page expects lists")
	require.NoError(t, json.Unmarshal(text, &again))
	return again
}

func requireShown(t *testing.T, show *Show, m Match) {
	t.Helper()
	scenes, logs := decode(m)
	require.Len(t, scenes, len(show.Scenes))
	require.Len(t, logs, len(show.Played))
	for i, s := range show.Scenes {
		require.Equal(t, normal(s), normal(scenes[i]), "frame %d", i)
	}
	for i, h := range show.Played {
		require.Equal(t, i, m.Played[i].Number)
		require.Equal(t, normalLog(h.Log), normalLog(logs[i]), "round %d", i)
		require.Len(t, m.Played[i].Used, 2*len(h.Statuses))
	}
}

// normal is a scene with nil for all that is empty.
func normal(s scene.Scene) scene.Scene {
	s.Cells, s.Owners = orNil(s.Cells), orNil(s.Owners)
	s.Units, s.Numbers = orNil(s.Units), orNil(s.Numbers)
	return s
}

func normalLog(l scene.Log) scene.Log {
	return scene.Log{Orders: orNil(l.Orders), Events: orNil(l.Events)}
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clip(list)
}

// A match that has all that data.go knows.
func TestAllThatCanChangeIsShown(t *testing.T) {
	nothing := scene.Scene{
		Cells: []uint8{0, 0, 1, 1}, Owners: []int8{-1, -1, 0, 1}, Caption: "night",
		Units:   []scene.Unit{{ID: 2, Owner: 0, Cell: 1, Health: 5, MaxHealth: 9, Note: "tired"}, {ID: 4, Owner: 1, Cell: 3}, {ID: 7, Cell: 2}},
		Numbers: [][]int{{0, 0}, {5, 6}},
		Window:  scene.Window{Rows: 1, Cols: 2},
	}
	all := scene.Scene{
		Cells: []uint8{1, 0, 1, 0}, Owners: []int8{0, -1, 1, 1},
		Units:   []scene.Unit{{ID: 1, Kind: 1, Owner: scene.Nobody, Cell: 3, Note: "new"}, {ID: 2, Owner: 1, Cell: 0, Health: 2, MaxHealth: 9, Note: "tired"}, {ID: 7, Cell: 0}, {ID: 9}},
		Numbers: [][]int{{-3, 0}, {5, 7}},
	}
	whole := all
	whole.Window = scene.Window{Rows: 2, Cols: 2}
	show := &Show{
		Legend: scene.Legend{Rows: 2, Cols: 2, Cells: make([]scene.Cell, 2), Units: make([]scene.Kind, 2), Numbers: []string{"score", "food"}},
		Scenes: []scene.Scene{nothing, whole, whole},
		Played: []Happening{{Log: scene.Log{
			Orders: []scene.Order{
				{Seat: 0, Unit: 2, Text: "west", To: 0, Outcome: "moved"},
				{Seat: 0, Unit: 2, Text: "west", To: scene.Nowhere},
				{Seat: 1, Unit: 99, Text: "east", To: 3, Outcome: "no such unit"},
				{Seat: 1, Unit: -1 << 31, To: scene.Nowhere},
			},
			Events: []scene.Event{{Kind: 1, Cell: 3, To: 0, Unit: 4, By: 2, Seat: 1, Text: "west"}, {Cell: 1, To: scene.Nowhere, Unit: -1, By: -1, Seat: scene.Nobody}},
		}}, {}},
	}
	m := throughJSON(t, Encode(show))
	requireShown(t, show, m)
	require.Equal(t, Round{Number: 1}, m.Played[1], "nothing happened")
	require.Equal(t, []string{"tired"}, m.Texts)
	require.Equal(t, []string{"new", "west", "moved", "east", "no such unit"}, m.Played[0].Texts, "each text once")

	show.Scenes = []scene.Scene{nothing, all}
	show.Played = show.Played[:1]
	require.Equal(t, []int{0, 0, 2, 2}, Encode(show).Played[0].Window, "a window over all of the board")
}

func TestNotesAreForCellsOfTheBoard(t *testing.T) {
	e := newEncoder(scene.Legend{Rows: 2, Cols: 3})
	at := func(row, col int) engine.Pos { return engine.Pos{Row: row, Col: col} }
	require.Equal(t, []Note{
		{Seat: 1, Kind: "mark", Cell: 5, Unit: -1},
		{Seat: 1, Kind: "arrow", Cell: 0, To: 4, Unit: -1},
		{Seat: 1, Kind: "log", Cell: -1, Unit: 12, Text: "<b>"},
	}, e.notes([][]engine.Note{nil, {
		{Kind: engine.MarkNote, At: at(1, 2), Unit: -1},
		{Kind: engine.MarkNote, At: at(2, 0), Unit: -1},
		{Kind: engine.MarkNote, At: at(0, 3), Unit: -1},
		{Kind: engine.LabelNote, At: at(-1, 0), Unit: -1},
		{Kind: engine.ArrowNote, At: at(0, 0), To: at(1, 1), Unit: -1},
		{Kind: engine.ArrowNote, At: at(0, 0), To: at(1, -1), Unit: -1},
		{Kind: engine.LogNote, Unit: 12, Text: "<b>"},
		{Kind: 99, Unit: -1},
	}}))
}

// The file is read by the page's own tests as well: what Go writes, they decode.
func TestPageFile(t *testing.T) {
	show := readShow(t, recordMatch(t, setupOf(t, duel.Game, 12), "anna", "<b>ben</b>"))
	for i := range show.Played { // what a match in this process has none of
		show.Played[i].Statuses = []engine.Status{engine.Status(1000 * i), 20000}
		show.Played[i].Receipts = []match.Receipt{{CPU: time.Duration(i) * 50 * time.Microsecond}, {CPU: time.Millisecond}}
	}
	show.Played[3].Notes = [][]engine.Note{{{Kind: engine.ArrowNote, At: engine.Pos{Row: 1, Col: 2}, To: engine.Pos{Row: 3, Col: 4}, Unit: -1}}, {
		{Kind: engine.MarkNote, At: engine.Pos{Row: 7, Col: 7}, Unit: -1},
		{Kind: engine.LabelNote, At: engine.Pos{Row: 7, Col: 6}, Unit: -1, Text: "</script>"},
		{Kind: engine.LogNote, Unit: 3, Text: "where am I?"},
	}}
	show.Played[3].Lines = [][]string{{"thinking", ""}, {"<i>hello</i>"}}
	show.Played[10].Verdicts = []match.Verdict{{Seat: 1, Round: 10, Kind: match.Crash, Detail: "exited with code 2"}}
	for i := range show.Played[10:] {
		show.Played[10+i].Statuses[1] = engine.Frozen
		show.Played[10+i].Receipts[1] = match.Receipt{}
	}
	text, err := json.MarshalIndent(Encode(show), "", " ")
	require.NoError(t, err)
	const path = "testdata/page.json"
	if *update {
		require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(text)+"\n", "type: go test ./internal/viewer -update")
	requireShown(t, show, throughJSON(t, Encode(show)))
}
