package match

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

type rerunOptions struct {
	file, typed string // typed is "" for the bot of the match
	asRecorded  bool   // nobody has typed it
	seat        int    // -1: the first that was frozen
	attach      bool
	quiet       bool
	files       string // where what the bot writes is kept; "" if it is not
	from        shell.BotFlags
}

// NewRerun returns the command arena rerun.
func NewRerun(s *shell.Shell) *cobra.Command {
	o := &rerunOptions{}
	c := &cobra.Command{
		Use:   "rerun [FILE] [BOT]",
		Short: "Let a bot play in a recorded match again, and compare",
		Long: `Let a bot play in a recorded match again, and compare. FILE is a replay, such as that in the
report on a verdict; without one it is the newest match of the folder matches. The bot gets
the recorded States, whatever it answers, with the random source and the limits of the match.
So you see a fault again, or try a fix, in a second: a bot that plays by its State and s.Rand()
alone gives the same commands.

It tells in which rounds the commands differ from the recorded ones, with those of the
first such round, and whether the bot fails, and in the same way as in the match. The exit
code is 0 if all commands are the same and the bot does not fail, else 1.

Without BOT it is the bot of that seat, by its recorded name in the bots folder, if it is still
the same program; name the BOT if it is another one by now. The bot is asked up to the last
recorded round, or up to the round in which the seat was frozen.

With --attach the arena waits until a debugger is attached to the bot, or for Enter, and
there are no limits. The bot is built for a debugger, and runs without the sandbox, which
no debugger could enter: it has all your rights. docs/better.md shows it.

` + shell.KeepFilesHelp,
		Example: `  arena rerun --seat 2
  arena rerun --seat 2 examples/mine
  arena rerun faults/orkisland-42-2/match.arena --seat 2 examples/mine --attach`,
		Args:              shell.WantArgs(0, 2),
		ValidArgsFunction: shell.CompleteBotsUpTo(2),
		RunE: func(c *cobra.Command, args []string) error {
			file, bot := fileAndBot(args)
			var err error
			if o.file, err = s.OrNewest(file); err != nil {
				return err
			}
			o.typed = bot
			return o.run(c, s)
		},
	}
	o.from.Register(c)
	f := c.Flags()
	shell.RegisterNumber(c, &o.seat, "seat", "`SEAT` of the bot, from 0 (default: the first that was frozen, else 0)")
	f.BoolVar(&o.attach, "attach", false, "wait for a debugger; without limits and sandbox")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not show what the bot writes")
	shell.RegisterKeepFiles(c, &o.files)
	return c
}

func (o *rerunOptions) run(c *cobra.Command, s *shell.Shell) error {
	r, damage := readReplay(s, o.file)
	if r == nil {
		return damage
	}
	if err := o.Check(r); err != nil {
		return err
	}
	options, err := o.Options(c, s, r)
	if err != nil {
		return err
	}
	s.Err.Progress("starting the bot")
	l, err := o.start(c.Context(), r, options)
	if err != nil {
		s.TellFiles(options.Keep)
		return shell.NotFound(err, o.withBot(r))
	}
	defer l.Close()
	s.Err.Clear()
	if !o.asRecorded {
		o.from.NoteOther(c.Context(), s, l.Bots[0], r.Seats[o.seat].SHA256)
	}
	if o.attach {
		if err := o.awaitDebugger(c.Context(), s, l, c.InOrStdin()); err != nil {
			return err
		}
	}
	out, err := rerun.Run(c.Context(), r, o.seat, l.Match()[0])
	if err != nil {
		return cmp.Or(differing(o.file, err), err)
	}
	o.tell(s, r, out)
	l.Close()
	shell.PrintFiles(s.Out, options.Keep.Kept())
	s.TellLeft(options.Keep.Kept())
	if damage == nil && !out.IsSame() {
		return shell.ErrTold
	}
	return damage
}

// Check finds the seat and, unless a bot was typed, the name of its bot.
func (o *rerunOptions) Check(r *replay.Replay) error {
	if verdicts := r.Verdicts(); o.seat == -1 {
		if o.seat = 0; len(verdicts) > 0 {
			o.seat = verdicts[0].Seat
		}
	}
	if err := r.CheckSeat(o.seat, o.file); err != nil {
		return shell.Misused("--seat 0", "--seat: %w", err)
	}
	if o.attach && o.from.AskedSandbox() && o.from.Level != sandbox.None {
		return shell.Misused("leave out one of them", "--attach: contradicts --sandbox %s, which no debugger can enter",
			o.from.Level)
	}
	if o.typed != "" {
		return nil
	}
	var err error
	o.asRecorded = true
	if o.typed, err = rerun.BotOf(r, o.seat); err != nil {
		return shell.Misused(o.withBot(r), "%w", err)
	}
	return nil
}

// start starts the bot that was typed, or the one that played.
func (o *rerunOptions) start(ctx context.Context, r *replay.Replay, options host.Options) (*lineup.Players, error) {
	if !o.asRecorded {
		return lineup.FindAndStart(ctx, o.from.Finder(), r.Setup.Game().Info(), []string{o.typed}, -1, options)
	}
	game := r.Setup.Game().Info()
	found, err := o.from.Folder().Recorded(ctx, game.Name, o.typed, r.Seats[o.seat].SHA256)
	if err != nil {
		return nil, err
	}
	return lineup.Start(ctx, []find.Bot{found}, game, options)
}

// withBot is the command with a bot to be named, as it was in the match if the replay says so. Nothing is started
// by that.
func (o *rerunOptions) withBot(r *replay.Replay) string {
	again := []string{"arena", "rerun", o.file, "--seat", strconv.Itoa(o.seat)}
	if named := r.Seats[o.seat].Named; named != "" {
		return safe.Shell(append(again, named)...)
	}
	return safe.Shell(again...) + " BOT"
}

// fileAndBot tells which of a replay and a bot were typed. One alone is the file if it ends like a replay.
func fileAndBot(args []string) (file []string, bot string) {
	switch {
	case len(args) == 2:
		return args[:1], args[1]
	case len(args) == 1 && !shell.IsReplay(args[0]):
		return nil, args[0]
	}
	return args, ""
}

// Options returns how the bot is run: with the typed limits, and those of the match for
// the rest.
func (o *rerunOptions) Options(c *cobra.Command, s *shell.Shell, r *replay.Replay) (host.Options, error) {
	if o.attach {
		o.from.Level, o.from.NoLimits = sandbox.None, true
	}
	limits, told, err := o.from.LimitsOf(c, r.Header)
	if err != nil {
		return host.Options{}, err
	}
	if o.attach {
		limits.End = 0 // a debugger may stop it there, too
		fmt.Fprintln(s.Err, "note: without the sandbox, the bot has all your rights")
	}
	confined, err := o.from.Confine()
	if err != nil {
		return host.Options{}, err
	}
	keep, err := shell.KeepFiles(o.files, func(int) string {
		return fmt.Sprintf("%s-%d-%d", r.Setup.Game().Info().Name, r.Seed, o.seat)
	})
	if err != nil {
		return host.Options{}, err
	}
	options := host.Options{Limits: limits, Told: &told, Sandbox: confined, Output: s.Err, Keep: keep}
	if o.quiet {
		options.Output = nil
	}
	return options, nil
}

// mostShown is how many commands of a round are shown.
const mostShown = 20

// tell prints how the bot did.
func (o *rerunOptions) tell(s *shell.Shell, r *replay.Replay, out rerun.Outcome) {
	name := fmt.Sprintf("seat %d (%s)", o.seat, r.Seats[o.seat].Name)
	if first := out.First; first != nil {
		fmt.Fprintf(s.Out, "%s: other commands than recorded in round %d:\n\n", name, first.Round)
		shell.PrintDifference(s, first, "recorded", "now", mostShown)
		fmt.Fprintf(s.Out, "\n%s: %s answered, %d of them with other commands: %s\n",
			name, safe.Count(out.Rounds, "round"), len(out.Differs), shell.Listed(out.Differs))
	} else {
		fmt.Fprintf(s.Out, "%s: %s answered, the recorded commands in all %d\n", name, safe.Count(out.Rounds, "round"),
			out.Compared)
	}
	switch was, is := out.Recorded, out.Fault; {
	case is == nil && was == nil:
	case is == nil:
		fmt.Fprintf(s.Out, "no fault; the match had: %s: %s\n", shell.ShortVerdict(was), was.Detail)
	case was == nil:
		fmt.Fprintf(s.Out, "%s: %s\nno such fault in the match\n", shell.ShortVerdict(is), is.Detail)
	case out.IsSameFault() && is.Detail == was.Detail:
		fmt.Fprintf(s.Out, "%s: %s\nthe same fault as in the match\n", shell.ShortVerdict(is), is.Detail)
	case out.IsSameFault():
		fmt.Fprintf(s.Out, "%s: %s\nthe same fault as in the match, which said: %s\n", shell.ShortVerdict(is), is.Detail,
			was.Detail)
	default:
		fmt.Fprintf(s.Out, "%s: %s\nnot the fault of the match, which was: %s: %s\n", shell.ShortVerdict(is), is.Detail,
			shell.ShortVerdict(was), was.Detail)
	}
}
