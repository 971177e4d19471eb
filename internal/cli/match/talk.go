package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/terminal"
	"github.com/botarena/arena/internal/match/textboard"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
)

type talkOptions struct {
	game   string
	bots   []string
	setup  shell.SetupFlags
	from   shell.BotFlags
	seat   int
	output string
	faults shell.FaultFlags
	quiet  bool
	raw    bool
}

// NewTalk returns the command arena talk.
func NewTalk(s *shell.Shell) *cobra.Command {
	o := &talkOptions{}
	c := &cobra.Command{
		Use:   "talk GAME [BOT...]",
		Short: "Play one match by hand",
		Long: `Play one match by hand, against bots. Seats that no bot is named for have random
players.

In each round you see the scores, the board and your units, and type lines as a bot
writes them, such as

  do 3 north
  done

Help lists them, with a few words for people: undo, who 12, skip 10, auto. A line that
can't be read is told and may be typed again. There are no limits on your time.

With --raw, and if standard input is not a terminal, the arena writes the very lines
that a bot in your seat would get. A line that can't be read is answered by
"error COLUMN TEXT", which bots ignore, as they do lines that begin with "#". So
whatever can be connected to a pipe can try the line protocol. The limits in these
lines are those of the match; they do not apply to you.

The replay is recorded as by arena play.`,
		Example: `  arena talk orkisland
  arena talk orkisland demo --seat 1
  printf 'done\nskip 999\n' | arena talk orkisland`,
		Args:              shell.WantArgs(1, -1),
		ValidArgsFunction: s.CompleteGame(shell.CompleteBots),
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], args[1:]
			if !c.Flags().Changed("raw") {
				o.raw = !isTerminalInput(c.InOrStdin())
			}
			return o.play(c, s)
		},
	}
	o.setup.Register(s, c, "`SEED` of the match (default: drawn at random)")
	o.from.Register(c)
	f := c.Flags()
	f.IntVar(&o.seat, "seat", 0, "your `SEAT`")
	f.StringVarP(&o.output, "output", "o", shell.InMatches,
		"`FILE` for the replay; \"none\" records nothing (default: a new one in matches)")
	o.faults.Register(c)
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not show what the bots write")
	f.BoolVar(&o.raw, "raw", false, "write lines, not boards (default: unless standard input is a terminal)")
	return c
}

func isTerminalInput(from io.Reader) bool {
	file, ok := from.(*os.File)
	return ok && shell.IsTerminal(file)
}

// colours returns how many colours standard output shows.
func colours(s *shell.Shell) textboard.Colours {
	term := os.Getenv("COLORTERM")
	switch {
	case !shell.IsTerminal(s.Out.To), os.Getenv("NO_COLOR") != "", os.Getenv("TERM") == "dumb",
		runtime.GOOS == "windows" && os.Getenv("WT_SESSION") == "": // the old window shows the sequences
		return textboard.NoColours
	case term == "truecolor", term == "24bit":
		return textboard.AllColours
	}
	return textboard.FewColours
}

// Check returns the setup that was typed, or an error if it does not make a match.
func (o *talkOptions) Check(s *shell.Shell) (engine.Setup, error) {
	game, err := s.FindGame(o.game)
	if err != nil {
		return nil, err
	}
	setup, err := o.setup.Setup(game)
	if err != nil {
		return nil, err
	}
	seats := setup.Seats()
	switch {
	case o.output == shell.Standard:
		return nil, shell.Misused("leave it out", "-o -: standard output is for talking")
	case o.seat < 0 || o.seat >= seats:
		return nil, shell.Misused("--seat 0", "--seat: there is no seat %d: %s has seats 0 to %d", o.seat, game.Info().Name,
			seats-1)
	case len(o.bots) >= seats:
		return nil, shell.Misused("leave one out, since you take a seat", "%s for %s beside yours",
			safe.Count(len(o.bots), "bot"), safe.Count(seats-1, "seat"))
	}
	return setup, o.setup.Seed.Draw()
}

func (o *talkOptions) play(c *cobra.Command, s *shell.Shell) error {
	setup, err := o.Check(s)
	if err != nil {
		return err
	}
	options, err := o.from.Host()
	if err != nil {
		return err
	}
	if !o.quiet {
		options.Output = s.Err
	}
	t := &handMatch{o: o, program: s, setup: setup, options: options}
	defer t.Close()
	if len(o.bots) > 0 {
		s.Err.Progress("starting the bots")
		if err := t.start(c.Context(), o.bots); err != nil {
			return err
		}
		s.Err.Clear()
	}
	return t.play(c.Context(), c.InOrStdin())
}

// handMatch is a match that somebody plays by hand, and the bots at it.
type handMatch struct {
	o       *talkOptions
	program *shell.Shell
	setup   engine.Setup
	options host.Options
	started []*lineup.Players
}

func (t *handMatch) Close() {
	for _, l := range t.started {
		l.Close()
	}
}

// start starts bots, which play until close.
func (t *handMatch) start(ctx context.Context, typed []string) error {
	l, err := lineup.FindAndStart(ctx, t.o.from.Finder(), t.setup.Game().Info(), typed, -1, t.options)
	if err == nil {
		t.started = append(t.started, l)
	}
	return err
}

// takeOver starts a bot that plays on in place of the person.
func (t *handMatch) takeOver(ctx context.Context, typed string) (match.Player, error) {
	if err := t.start(ctx, []string{typed}); err != nil {
		if fix := hint.Of(err); fix != "" {
			err = fmt.Errorf("%w; hint: %s", err, fix)
		}
		return nil, err
	}
	return t.started[len(t.started)-1].Match()[0], nil
}

// seat puts the bots into the seats beside the person's.
func (t *handMatch) seat() ([]replay.Seat, []match.Player) {
	var known []replay.Seat
	var playing []match.Player
	for _, l := range t.started {
		known, playing = l.InReplay(), l.Match()
	}
	return terminal.Seats(t.setup, t.o.seat, known, playing)
}

func (t *handMatch) play(ctx context.Context, from io.Reader) error {
	o := t.o
	infos, players := t.seat()
	header := shell.ReplayHeader(t.setup, o.setup.Seed.Value, o.setup.Random, infos, t.options)
	m, err := t.setup.New(header.Names(), header.Seed, header.Random)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	// Without this, the arena would die when the reader of a pipe goes, and leave its bots
	// behind. With it, writing fails.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	human, err := terminal.New(m, o.seat, terminal.Options{
		From: from, To: shell.Unchanged{Output: t.program.Out}, Raw: o.raw, Colours: colours(t.program),
		Echo: !isTerminalInput(from), Limits: t.options.Limits,
		Bot: t.takeOver, Stop: stop,
	})
	if err != nil {
		return err
	}
	players[o.seat] = human
	if o.output, err = shell.KeepIn(o.output, shell.KeptName(header)); err != nil {
		return err
	}
	record, err := t.program.NewRecorder(o.output, false, m, header)
	if err != nil {
		return err
	}
	used := make(ask.Costs, t.setup.Seats())
	reported := faults.New(o.faults.Options(&o.from, t.options)).Begin(header)
	result, stopped := match.Play(ctx, m, players, append(record.Watchers(), used, reported)...)
	unwritten := record.Close(result, stopped == nil)
	reports := reported.Write(result, stopped == nil, t.seated(players))
	t.tell(ended{
		Header: header, Result: result, used: used, finished: stopped == nil, labels: header.Names(), reports: reports,
		output: o.output,
	})
	return errors.Join(t.why(stopped, from), unwritten)
}

// seated returns who sits where, for reports. A player that is no bot can't be run again.
func (t *handMatch) seated(players []match.Player) []faults.Seat {
	typed := slices.Clone(t.o.bots)
	seats := make([]faults.Seat, len(players))
	for i, p := range players {
		seats[i].Player = p
		if i != t.o.seat && len(typed) > 0 {
			seats[i].Typed, typed = typed[0], typed[1:]
		}
	}
	return seats
}

// why returns the error with which the match was stopped, unless the person wanted that.
func (t *handMatch) why(stopped error, from io.Reader) error {
	ended := errors.Is(stopped, terminal.ErrEnded)
	switch {
	case errors.Is(stopped, terminal.ErrQuit), ended && isTerminalInput(from):
		return nil
	case ended:
		return hint.With(stopped, "a line \"quit\" ends a match, \"skip 999\" plays on without commands")
	case t.program.Out.Failed != nil:
		return shell.FileError("standard output", t.program.Out.Failed)
	}
	return stopped
}

// tell tells how the match went, not between the lines of the protocol.
func (t *handMatch) tell(out ended) {
	to := io.Writer(t.program.Out)
	if t.o.raw {
		to = t.program.Err
	}
	out.Print(to)
	for _, v := range out.Verdicts {
		t.program.TellFault(shell.VerdictLine(out.labels[v.Seat], v), shell.ReportOn(out.reports, v.Seat))
	}
	t.program.TellUnwritten(out.reports)
}
