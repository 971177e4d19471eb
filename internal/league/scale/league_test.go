package scale_test

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/process/host"
)

var (
	bots    = flag.Int("bots", 12, "`number` of bots in the league")
	workers = flag.Int("workers", 6, "`number` of workers, in one process")
	matches = flag.Int("matches", 60, "`number` of matches")
	length  = flag.Duration("length", 20*time.Millisecond, "`time` that a match takes at least")
	rounds  = flag.Int("rounds", 20, "`number` of rounds of a match")
	ladder  = flag.Bool("ladder", false, "let those play whose ranks are least certain")
	shares  = flag.Float64("check-share", 0.05, "`share` of the matches that are played again")
)

// TestLeague plays a league, ends it in the middle as a kill would, and plays on.
func TestLeague(t *testing.T) {
	folder := league.Folder(t.TempDir())
	_, err := folder.Make()
	require.NoError(t, err)
	s := begin(t, folder)
	say := func(sentence string) { t.Log(sentence) }
	o := broker.Options{Folder: folder.Workers(), Listen: testkit.Address(t.Cleanup), Say: say}
	b, over := playThere(t, folder, o)
	var invitations []string
	for number := range *workers {
		i, err := b.Invite(fmt.Sprintf("worker %d", number))
		require.NoError(t, err)
		invitations = append(invitations, i.String())
	}
	others := startWorkers(t, invitations)
	require.Eventually(t, func() bool { return len(over.Present()) == *workers }, time.Minute, 10*time.Millisecond)

	half := *matches / 2
	t.Log(play(t, s, over, half))
	require.NoError(t, over.Close())
	require.NoError(t, s.Close())

	begun := time.Now()
	s, err = store.Open(t.Context(), folder.Store(), store.Options{})
	require.NoError(t, err)
	defer s.Close() //nolint:errcheck // only read
	_, over = playThere(t, folder, o)
	defer over.Close() //nolint:errcheck // the league has all its matches
	require.Eventually(t, func() bool { return len(over.Present()) == *workers }, 2*time.Minute, 10*time.Millisecond)
	t.Logf("%v after the league has ended, all workers are back at another one", time.Since(begun))
	t.Log(play(t, s, over, *matches))
	t.Logf("the workers used %v CPU a match", others()/time.Duration(*matches))
	check(t, s, folder)
}

// course is how a part of a league went.
type course struct {
	matches int
	first   time.Duration // until the first match was played
	took    time.Duration // from the first match to the last
	all     time.Duration // with the last checks
	cpu     time.Duration // of this process
}

func (c course) String() string {
	return fmt.Sprintf("the first match after %v; then %d in %v: %.1f/s; %v CPU a match; all ended after %v",
		c.first, c.matches-1, c.took, float64(c.matches-1)/c.took.Seconds(), c.cpu/time.Duration(c.matches), c.all)
}

// play plays until there are so many matches.
func play(t *testing.T, s *store.Store, over league.Transport, matches int) course {
	t.Helper()
	var c course
	before, begun := cpuTime(), time.Now()
	r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches, Tell: func(e league.Event) {
		switch e.Kind {
		case league.Played:
			if c.matches++; c.matches == 1 {
				c.first = time.Since(begun)
			}
			c.took = time.Since(begun) - c.first
		case league.Refused, league.Failed, league.Revoked:
			t.Log(e.Kind, e.Worker, e.Reason)
		}
	}}
	require.NoError(t, r.Play(t.Context()))
	c.all, c.cpu = time.Since(begun), cpuTime()-before
	return c
}

func begin(t testing.TB, folder league.Folder) *store.Store {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", *rounds)
	require.NoError(t, err)
	s, err := store.Open(t.Context(), folder.Store(), store.Options{})
	require.NoError(t, err)
	l := store.League{
		Name: "scale", Keep: string(series.KeepFaults), Ladder: *ladder, Secret: []byte("secret"), Checks: *shares,
		Tournament: store.Tournament{
			Format: league.Balanced, First: 7,
			Conditions: store.Conditions{
				Game: "orkisland", Rules: orkisland.Game.Info().Version, Setup: setup.Text(), Random: engine.ChaCha8,
				Limits: host.DefaultLimits().Text(), Sandbox: "none",
			},
		},
	}
	l, err = s.BeginLeague(t.Context(), l, time.Now())
	require.NoError(t, err)
	for number := range *bots {
		program := programOf(number)
		path := filepath.Join(folder.Bots(), hex.EncodeToString(program[:]), "bot")
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))                                       //nolint:gosec // as a league's
		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\n# bot %d\n", number), 0o755)) //nolint:gosec // the same
		_, err := s.Enter(
			t.Context(), l.ID, store.Entrant{
				Entrant: played.Entrant{
					Name: fmt.Sprintf("bot %d", number), Program: program, Typed: hex.EncodeToString(program[:]) + "/bot",
				},
			})
		require.NoError(t, err)
	}
	return s
}

func programOf(number int) [32]byte { return [32]byte{byte(number), byte(number >> 8), 31: 1} }

func entrant(_ context.Context, _ string, program [32]byte) (store.Entrant, error) {
	return store.Entrant{Entrant: played.Entrant{Typed: hex.EncodeToString(program[:]) + "/bot"}}, nil
}

// check checks that each match is there once and that the schedule is fair, and logs what the table
// costs.
func check(t *testing.T, s *store.Store, folder league.Folder) {
	t.Helper()
	l, err := s.League(t.Context())
	require.NoError(t, err)
	tally := stats.NewTally(*bots)
	played := make([]int, *bots)
	next := 0
	for m, err := range s.Matches(t.Context(), l.ID) {
		require.NoError(t, err)
		require.Equal(t, next, m.Number, "none is missing, and none is there twice")
		next++
		for _, bot := range m.Seats {
			played[bot]++
		}
		tally.Add(m.Match)
	}
	require.Equal(t, *matches, next)
	if !*ladder {
		require.LessOrEqual(t, slices.Max(played)-slices.Min(played), 2)
	}
	before := cpuTime()
	summary := tally.Summary(stats.Options{Resamples: stats.DefaultResamples})
	require.Equal(t, *matches, summary.Matches)
	t.Logf("a table takes %v CPU; bots have played %d to %d matches", cpuTime()-before, slices.Min(played),
		slices.Max(played))
	info, err := os.Stat(folder.Store())
	require.NoError(t, err)
	t.Logf("the store has %d bytes a match", info.Size()/int64(*matches))
}
