//go:build unix

package duel_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/proto/plugin"
	"github.com/botarena/arena/sdk"
)

// programs are what this test binary does when it is started as a bot under one
// of these names.
var programs = map[string]func(){
	"null":    func() { sdk.Serve(sdk.Null) },
	"random":  func() { sdk.Serve(sdk.Player(duel.Game.Info(), duel.Game.Random())) },
	"painter": func() { sdk.Serve(sdk.Play(duel.Bot, paint)) },
}

func TestMain(m *testing.M) {
	if os.Getenv(plugin.Handshake.MagicCookieKey) != "" {
		programs[filepath.Base(os.Args[0])]()
		return
	}
	os.Exit(m.Run())
}

// paint sends every unit to a cell beside it that is not ours yet, and at random if
// there is none.
func paint(s *duel.State, c *duel.Commands) {
	for _, u := range s.Units() {
		if u.Owner != s.Me() {
			continue
		}
		to := duel.Dir(s.Rand().Draw(int(duel.North), int(duel.West)))
		for d := duel.North; d <= duel.West; d++ {
			if p := d.From(u.Pos); s.IsOpen(p) && s.Painter(p) != s.Me() {
				to = d
			}
		}
		c.Move(u.ID, to)
	}
}

// record plays a match of four processes and returns the file of its replay.
func record(t *testing.T) []byte {
	t.Helper()
	setup, err := duel.Game.Default().With("nb_players", 4)
	require.NoError(t, err)
	header := replay.Header{Setup: setup, Seed: 7, Random: engine.ChaCha8, Arena: "test"}
	self, err := os.Executable()
	require.NoError(t, err)
	var paths []string
	for _, name := range []string{"painter", "random", "null", "random"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.Symlink(self, path))
		paths = append(paths, path)
		header.Seats = append(header.Seats, replay.Seat{Name: name})
	}
	processes, err := host.StartAll(t.Context(), paths, host.Options{Limits: host.DefaultLimits()})
	require.NoError(t, err)
	defer host.CloseAll(processes)
	var players []match.Player
	for _, p := range processes {
		players = append(players, p.Player())
	}

	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), m, players, w)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Equal(t, 1, result.Places[0], "the painter has a plan: %v", result.Scores)
	require.Equal(t, 4, result.Places[2], "null has none: %v", result.Scores)
	require.NoError(t, w.Close(result, true))
	return file.Bytes()
}

func read(t *testing.T, file []byte) *replay.Replay {
	t.Helper()
	r, err := replay.Read(bytes.NewReader(file), engine.NewGames(duel.Game))
	require.NoError(t, err)
	return r
}

func TestProcessesPlayAMatchThatIsVerified(t *testing.T) {
	file := record(t)
	r := read(t, file)
	require.Len(t, r.Rounds, duel.Game.Default().Rounds())
	require.NoError(t, r.Verify())
	require.Equal(t, timeless(r), timeless(read(t, record(t))), "a second run")

	_, err := replay.Read(bytes.NewReader(file), games.All())
	require.ErrorContains(t, err, "duel: no such game")
}

// timeless takes out of a replay what is not the same in every run: CPU times.
func timeless(r *replay.Replay) *replay.Replay {
	for _, round := range r.Rounds {
		for seat := range round.Turns {
			round.Turns[seat].Status = 0
			round.Receipts[seat].CPU, round.Receipts[seat].Wall = 0, 0
		}
	}
	return r
}

func TestChangedCommandIsNoticed(t *testing.T) {
	r := read(t, record(t))
	seat := 1
	changed := new(duel.Commands)
	changed.Move(seat*3, duel.North) // one unit goes, and two are told nothing
	r.Rounds[5].Turns[seat].Commands = changed
	var differs *replay.DifferenceError
	require.ErrorAs(t, r.Verify(), &differs)
	require.Equal(t, 5, differs.Round)
	require.Regexp(t, `^round 5: (unit|cell) \d+ differs$`, differs.Error())
}
