//go:build linux && (amd64 || arm64)

package hostile

import (
	"flag"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// usual returns a suite at the level for which nobody has to ask.
func usual(t *testing.T) *suite {
	confined, err := sandbox.New(sandbox.Usual())
	requireIs(t, err)
	return newSuite(t, sandbox.Usual(), confined)
}

// TestSeatsWaitAtTheSameTime: all four exhaust a limit of their own on wall-clock time. The first seat has the longest:
// when it is given up, nobody else is still waited for.
func TestSeatsWaitAtTheSameTime(t *testing.T) {
	tier.Long(t, "waits for several limits")
	s := usual(t)
	for _, name := range []string{"silent-pipes", "no-streams", "one-more"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var processes []*host.Process
			for seat := range 4 {
				o := host.Options{Limits: limits(frozen(match.Late, "")), TempDir: s.dir, Sandbox: s.sandbox}
				o.Limits.Wall, o.Limits.WallBank = time.Duration(4-seat)*time.Second, 0
				o.Limits.End = o.Limits.Wall
				p, err := host.Start(t.Context(), executable.Alone(filepath.Join(programs(t), "bots"), name), o)
				require.NoError(t, err)
				defer p.Close()
				processes = append(processes, p)
			}
			m, played := board(t), make(chan error, 1)
			go func() {
				_, err := match.Play(t.Context(), m, seated(processes))
				played <- err
			}()
			testkit.Await(t, "the end of the longest wait", processes[0].Ended)
			for seat, p := range processes {
				require.True(t, p.Ended(), "seat %d is waited for after the first", seat)
			}
			require.NoError(t, testkit.Receive(t, "the end of the match", played))
		})
	}
}

func seated(processes []*host.Process) []match.Player {
	players := make([]match.Player, len(processes))
	for i, p := range processes {
		players[i] = p.Player()
	}
	return players
}

// TestDeafToLargeStates: the States of Moria fill the pipe while the bot answers in time.
func TestDeafToLargeStates(t *testing.T) {
	tier.Long(t, "has a match of its own for one enemy")
	s := usual(t)
	m, err := moria.Game.Default().New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
	require.NoError(t, err)
	path := filepath.Join(programs(t), "bots")
	null := executable.Alone(path, "null")
	o := host.Options{Limits: limits(frozen(match.Late, "")), TempDir: s.dir, Sandbox: s.sandbox}
	processes, err := host.StartAll(t.Context(), []executable.Command{null, executable.Alone(path, "deaf"), null, null}, o)
	require.NoError(t, err)
	defer host.CloseAll(processes)
	ends(t, func() {
		result, err := match.Play(t.Context(), m, seated(processes))
		require.NoError(t, err)
		require.Len(t, result.Verdicts, 1)
		require.Equal(t, enemySeat, result.Verdicts[0].Seat)
		// It answers without knowing whether it is asked: sooner or later too early, or
		// while we still try to send.
		require.Contains(t, []match.Kind{match.Protocol, match.Late}, result.Verdicts[0].Kind)
	})
}

// TestTwins: four processes of one program, in two arenas at once, see nothing of each
// other, though each leaves marks wherever it may and looks for those of the others.
func TestTwins(t *testing.T) {
	tier.Long(t, "plays two matches of bots that look for each other")
	s := usual(t)
	for _, arena := range []string{"first", "second"} {
		t.Run(arena, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(programs(t), "bots")
			var output buffer
			var twins []executable.Command
			for seat := range 4 {
				twins = append(twins, executable.Alone(path, "marks", "seat="+arena+strconv.Itoa(seat)))
			}
			o := host.Options{Limits: limits(harmless), Output: &output, TempDir: s.dir, Sandbox: s.sandbox}
			processes, err := host.StartAll(t.Context(), twins, o)
			require.NoError(t, err)
			defer host.CloseAll(processes)
			result, err := match.Play(t.Context(), board(t), seated(processes))
			require.NoError(t, err)
			require.Empty(t, result.Verdicts)
			for seat := range 4 {
				require.Regexp(t, `seat `+strconv.Itoa(seat)+` \(.\): marks: only its own`, output.String())
			}
		})
	}
}

var seeds = flag.Int("seeds", 15, "how many bots of each kind TestRandomEnemies plays against")

// TestRandomEnemies plays matches against bots that speak HTTP/2 or lines wrongly, each in
// ways of its own.
func TestRandomEnemies(t *testing.T) {
	tier.Long(t, "plays many matches")
	s := usual(t)
	for _, e := range []enemy{{names: []string{"fuzzes-http2"}, in: goPlugin}, {names: []string{"fuzzes-lines"}}} {
		for seed := 1; seed <= *seeds; seed++ {
			b := s.start(t, e, end{kind: whatever}, e.names[0])
			b.command.Args = append(b.command.Args, "seed="+strconv.Itoa(seed))
			require.Equal(t, s.quiet, s.match(t, b).story, "%s, seed %d", e.names[0], seed)
			b.close(t)
		}
	}
}
