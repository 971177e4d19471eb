package cli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// sameButPaths is the script command "same-but-paths FILE FILE": it fails unless two
// results of a series are the same JSON, apart from the paths of the bots.
func sameButPaths(ts *testscript.TestScript, _ bool, args []string) {
	var texts [2]string
	for i, name := range args {
		var one tournament.SeriesJSON
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &one))
		for bot := range one.Bots {
			one.Bots[bot].Path = ""
		}
		text, err := json.Marshal(one)
		ts.Check(err)
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		ts.Fatalf("%s and %s differ:\n%s\n%s", args[0], args[1], texts[0], texts[1])
	}
}

// hostileStore is the script command "hostilestore FILE": it makes a store with all that a
// hostile bot, or whoever wrote the store, can put there as text. The latest tournament is
// the one with texts; before it are one with a match that can't be, and one of no game.
func hostileStore(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	to, err := store.Open(ctx, ts.MkAbs(args[0]), store.Options{})
	ts.Check(err)
	evil := []string{
		"=HYPERLINK(\"http://evil.example\")", "</script><img src=x onerror=alert(1)>", "\x1b[2J\nforged 1 2",
		"@SUM(1)\t+1",
	}
	result := store.Match{Match: played.Match{
		Result: match.Result{Places: []int{1, 1, 1, 1}, Scores: []int{-7, -7, -7, -7}},
		CPU:    slices.Repeat([]time.Duration{time.Second}, 4), MostCPU: make([]time.Duration, 4),
	}}
	for seat, detail := range evil {
		result.Verdicts = append(result.Verdicts, match.Verdict{Seat: seat, Kind: "crash", Round: 1, Detail: detail})
	}
	add := func(t store.Tournament, seats ...int) {
		t.Kind, t.Limits, t.Sandbox = store.KindSeries, evil[2], evil[2]
		t.Rules, t.Random = orkisland.Game.Info().Version, engine.ChaCha8
		for i, text := range evil {
			t.Entrants = append(
				t.Entrants, store.Entrant{Entrant: played.Entrant{
					Name: text, Version: text, Typed: text, Program: sha256.Sum256([]byte{byte(i)}),
				}})
		}
		t, err := to.Begin(ctx, t, time.UnixMilli(1))
		ts.Check(err)
		result.Planned = schedule.Planned{Seats: seats, Seed: 1<<64 - 1}
		result.Key = store.Facts{Seed: uint64(t.ID)}.Key()
		_, err = to.Add(ctx, t.ID, result, nil)
		ts.Check(err)
	}
	setup := orkisland.Game.Default().Text()
	add(store.Tournament{Conditions: store.Conditions{Game: "orkisland", Setup: setup}, First: 1}, 0, 1, 2, 3)
	add(store.Tournament{Conditions: store.Conditions{Game: "orkisland", Setup: setup}, First: 2}, 0, 1, 2, 9)
	add(store.Tournament{Conditions: store.Conditions{Game: evil[2], Setup: setup}}, 0, 1, 2, 3)
	add(store.Tournament{Conditions: store.Conditions{Game: "orkisland", Setup: setup}, First: 3}, 0, 1, 2, 3)
	ts.Check(to.Close())
}

func TestLimitsAreReadAsTheyWereWritten(t *testing.T) {
	usual := host.DefaultLimits()
	none := host.DefaultLimits()
	none.CPU, none.Bank, none.StartCPU, none.Wall, none.WallBank, none.Output, none.Memory = 0, 0, 0, 0, 0, 0, 0
	for _, limits := range []host.Limits{usual, none} {
		claimed, err := host.ReadLimits(limits.Text())
		require.NoError(t, err)
		read, err := claimed.Within(host.AnyLimits(true))
		require.NoError(t, err)
		require.Equal(t, limits, read)
	}
	for _, text := range []string{"", "cpu=1", usual.Text() + " more=1", "cpu=-1 bank=0", "bank=1 cpu=1"} {
		_, err := host.ReadLimits(text)
		require.ErrorContains(t, err, "limits that this arena does not know", text)
	}
}
