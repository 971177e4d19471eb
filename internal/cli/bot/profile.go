package bot

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/profile"
	"github.com/botarena/arena/internal/contest/lineup"

	"github.com/botarena/arena/internal/cli/shell"
)

type profileOptions struct {
	game, bot string
	opponents []string
	setup     shell.SetupFlags
	from      shell.BotFlags
	matches   int
	dir       string
	pprof     bool
}

// NewProfile returns the command arena profile.
func NewProfile(s *shell.Shell) *cobra.Command {
	o := &profileOptions{}
	c := &cobra.Command{
		Use:   "profile GAME BOT [OPPONENT...]",
		Short: "Show where a bot's CPU time goes",
		Long: `Play some matches of a bot, and show where its CPU time goes: by function if it is
written in Go, and by round. The slowest rounds are named, each with the command that
shows it in the viewer.

The bot moves on by one seat after each match, and every match uses the next seed. The
opponents fill the other seats in turn; without any it is demo, if the bots folder has it,
else the bot itself.

Bots are told the usual limits, or those of the flags, and the time that they use is
measured against those. But nobody is frozen before its bank has run out, and banks
are a minute at least.

The folder for the output gets the replay of each match, GAME-SEED-SEAT.arena, and for a
bot in Go cpu.pprof, with some 100 samples for each second of its CPU time.
For a bot in another language, the commands are printed that run it under the usual
profiler, on the slowest of these matches. docs/better.md has more.`,
		Example: `  arena profile orkisland mine
  arena profile orkisland demo null -n 20 --pprof`,
		Args:              shell.WantArgs(2, -1),
		ValidArgsFunction: s.CompleteGame(shell.CompleteBots),
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bot, o.opponents = args[0], args[1], args[2:]
			return o.run(c, s)
		},
	}
	o.setup.Register(s, c, "`SEED` of the first match (default: drawn at random)")
	o.from.Register(c)
	c.Flags().IntVarP(&o.matches, "matches", "n", 5, "play `N` matches")
	c.Flags().StringVarP(&o.dir, "output", "o", "profile", "`FOLDER` for replays and profile")
	c.Flags().BoolVar(&o.pprof, "pprof", false, "open the profile in the browser, with go tool pprof")
	shell.RenamedFlag(c, "http", "pprof")
	return c
}

// mostProfiled is how many matches are played at most. Each leaves a replay.
const mostProfiled = 1000

func (o *profileOptions) run(c *cobra.Command, s *shell.Shell) error {
	setup, err := o.Check(s)
	if err != nil {
		return err
	}
	options, err := o.from.Host()
	if err != nil {
		return err
	}
	if err := makeFolder(o.dir, c.Flags().Changed("output")); err != nil {
		return err
	}
	s.Err.Progress("starting the bots")
	told := options.Limits.Told()
	options.Limits, options.Told = profile.WithLongBanks(options.Limits), &told
	finder := o.from.Finder()
	finder.Game = setup.Game().Info().Name
	found, err := finder.FindAll(c.Context(), append([]string{o.bot}, o.opponents...))
	if err != nil {
		return lineup.StartError(c.Context(), found, err)
	}
	run := &profileRun{s: s, o: o, setup: setup, bot: found[0], options: options}
	taken, stopped := profile.Run{
		Bot: found[0], Opponents: found[1:], Seats: setup.Seats(), Seed: o.setup.Seed.Value, Matches: o.matches,
		Play: run.play,
	}.Take(c.Context())
	run.Taken = taken
	s.Err.Clear()
	untold := run.tell()
	if err := errors.Join(stopped, untold); err != nil || !o.pprof {
		return err
	}
	return o.openPprof(c.Context(), s)
}

// Check returns the setup that was typed. It draws a seed, and finds opponents, if none
// were given.
func (o *profileOptions) Check(s *shell.Shell) (engine.Setup, error) {
	game, err := s.FindGame(o.game)
	if err != nil {
		return nil, err
	}
	setup, err := o.setup.Setup(game)
	if err != nil {
		return nil, err
	}
	most := max(1, setup.Seats()-1)
	switch {
	case o.matches < 1 || o.matches > mostProfiled:
		return nil, shell.Misused("-n 5", "--matches: %d is not from 1 to %d", o.matches, mostProfiled)
	case o.from.NoLimits:
		return nil, shell.Misused("leave it out: the banks are a minute at least",
			"--no-limits: builds bots for a debugger, which take their time elsewhere")
	case len(o.opponents) > most:
		return nil, shell.Misused(fmt.Sprintf("name %s at most", safe.Count(most, "opponent")),
			"%s: one opponent too many for %s", o.opponents[most], safe.Count(setup.Seats(), "seat"))
	}
	if o.pprof {
		if _, err := exec.LookPath("go"); err != nil {
			return nil, shell.Misused("install it from https://go.dev/dl", "--pprof: needs Go, which is not installed")
		}
	}
	if len(o.opponents) == 0 {
		o.opponents = []string{o.bot}
		if slices.Contains(o.from.Places().Names(game.Info().Name), opponent) {
			o.opponents = []string{opponent}
		}
	}
	return setup, o.setup.Seed.Draw()
}

// makeFolder makes the folder for the files. It may be a link if the user has typed it, but nothing in it may.
func makeFolder(path string, typed bool) error {
	const fix = "-o FOLDER names another"
	if err := os.MkdirAll(path, 0o777); err != nil { //nolint:gosec // as mkdir does
		return hint.With(shell.FileError(path, err), fix)
	}
	if typed {
		path += string(filepath.Separator)
	}
	return shell.UnlinkedFolder(path, fix)
}
