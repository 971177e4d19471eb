package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/sdk"
)

// conformName is the name under which this binary is the command conform.
const conformName = "conform"

// conform is the path of that command.
func conform(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), conformName)
	require.NoError(t, os.Symlink(self, program))
	return program
}

// TestMain makes this binary the marching bot in Go, over go-plugin and gRPC, and the command conform.
func TestMain(m *testing.M) {
	switch {
	case filepath.Base(os.Args[0]) == conformName:
		main()
		return
	case os.Getenv(botwire.CookieVariable) == "":
		os.Exit(testkit.Run(m))
	}
	sdk.Serve(
		sdk.Play(battleroyale.Bot, func(s *battleroyale.State, c *battleroyale.Commands) {
			march(s.Round(), s.Me(), 5, func(unit, order int) { c.Move(battleroyale.UnitID(unit), battleroyale.Dir(order)) })
		}),
		sdk.Play(moria.Bot, func(s *moria.State, c *moria.Commands) {
			march(s.Round(), s.Me(), 9, func(unit, order int) { c.Move(moria.UnitID(unit), moria.Dir(order)) })
		}),
		sdk.Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
			march(s.Round(), s.Me(), 5, func(unit, order int) { c.Move(orkisland.UnitID(unit), orkisland.Dir(order)) })
		}),
		sdk.Play(starships.Bot, func(s *starships.State, c *starships.Commands) {
			march(s.Round(), s.Me(), 10, func(unit, order int) {
				if order == 10 {
					c.Shoot(starships.UnitID(unit))
				} else {
					c.Move(starships.UnitID(unit), starships.Dir(order))
				}
			})
		}),
		sdk.Play(duel.Bot, func(s *duel.State, c *duel.Commands) {
			march(s.Round(), s.Me(), 4, func(unit, order int) { c.Move(duel.UnitID(unit), duel.Dir(order)) })
		}),
	)
}

// march gives ten commands, which mean something only now and then.
func march(round, me, words int, give func(unit, order int)) {
	for k := range 10 {
		unit := (7*k + me + round) % 40
		give(unit, 1+(3*round+unit+me)%words)
	}
}

// TestMatchesOfAllLanguagesAreTheSame plays each game with a bot of each language among bots in Go, at night with one
// in every seat, and compares all states with those of bots in Go alone.
func TestMatchesOfAllLanguagesAreTheSame(t *testing.T) {
	tier.Long(t, "plays each game in each language")
	self, err := os.Executable()
	require.NoError(t, err)
	inGo := map[string]executable.Command{"march": executable.Alone(self)}
	if tier.IsNight() { // that all answer the same is seen without matches, too
		inGo["conform"] = executable.Alone(conform(t))
	}
	for bot, command := range inGo {
		rivals := startSame(t, command, len(names))
		want := map[string][][8]byte{} // by game
		for _, game := range allGames() {
			want[game.Info().Name] = play(t, game, rivals)
		}
		for _, l := range append(languages, language{"sh", "sh", nil}) {
			t.Run(bot+"/"+l.name, func(t *testing.T) {
				l.needs(t)
				if l.name == "sh" {
					tier.Night(t, "shells are slow")
				}
				seats := 1
				if tier.IsNight() {
					seats = len(names)
				}
				processes := startSame(t, l.real(t, sdkOfAll(t), bot), seats)
				if !tier.IsNight() {
					processes = slices.Concat(rivals[:1], processes, rivals[1:])
				}
				for _, game := range allGames() {
					require.Equal(t, want[game.Info().Name], play(t, game, processes), game.Info().Name)
				}
			})
		}
	}
}

// real returns how the arena starts a bot of testdata.
func (l language) real(t *testing.T, sdk, bot string) executable.Command {
	t.Helper()
	if l.command == nil {
		return absolute(t, []string{l.tool, abs(t, "testdata/"+bot+".sh")})
	}
	c := absolute(t, l.command(t, sdk, bot))
	c.Env = append(c.Env, "PYTHONPATH="+os.Getenv("PYTHONPATH"), "PYTHONPYCACHEPREFIX="+os.Getenv("PYTHONPYCACHEPREFIX"))
	return c
}

// states keeps the states of a match, and counts the commands.
type states struct {
	hashes   [][8]byte
	commands int
}

func (s *states) Round(m engine.Match, r match.Round) {
	var d engine.Digest
	m.Digest(&d)
	s.hashes = append(s.hashes, d.Sum())
	for _, turn := range r.Turns {
		s.commands += turn.Commands.Len()
	}
}

// startSame starts a bot for some seats. Nothing is limited, so that the States tell no times, in which two runs
// differ.
func startSame(t *testing.T, command executable.Command, seats int) []*host.Process {
	t.Helper()
	usual := host.DefaultLimits()
	processes, err := host.StartAll(t.Context(), slices.Repeat([]executable.Command{command}, seats),
		host.Options{Limits: host.Limits{Start: usual.Start, End: usual.End}, TempDir: testkit.ShortDir(t)})
	require.NoError(t, err)
	t.Cleanup(func() { host.CloseAll(processes) })
	return processes
}

// play plays a match of bots that do the same.
func play(t *testing.T, game engine.Game, processes []*host.Process) [][8]byte {
	t.Helper()
	setup := storytest.Setup(t, game, 6)
	m, err := setup.New(names[:setup.Seats()], 5, engine.ChaCha8)
	require.NoError(t, err)
	var players []match.Player
	for _, p := range processes[:setup.Seats()] {
		require.NoError(t, p.Plays(game.Info()))
		players = append(players, p.Player())
	}
	var seen states
	result, err := match.Play(t.Context(), m, players, &seen)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Equal(t, 10*setup.Seats()*setup.Rounds(), seen.commands)
	return seen.hashes
}

// absolute returns the command with the absolute path of its program.
func absolute(t *testing.T, args []string) executable.Command {
	t.Helper()
	path, err := exec.LookPath(args[0])
	require.NoError(t, err)
	return executable.Command{Path: path, Args: append([]string{abs(t, path)}, args[1:]...)}
}
