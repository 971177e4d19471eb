package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/branch"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/match/transcript"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

type rerunOptions struct {
	file, typed string // typed is "" for the bot of the match
	asRecorded  bool   // nobody has typed it
	seat        int    // -1: the first that was frozen
	attach      bool
	quiet       bool
	from        botFlags
}

func newRerun(s *program) *cobra.Command {
	o := &rerunOptions{}
	c := &cobra.Command{
		Use:   "rerun FILE [BOT]",
		Short: "Let a bot play in a recorded match again, and compare",
		Long: `Let a bot play in a recorded match again, and compare. FILE is a replay, such as that in
the report on a verdict. The bot gets the recorded States, whatever it answers, with the
random source and the limits of the match. So a fault can be had again, and a fix be tried,
in a second: a bot that plays by its State and s.Rand() alone gives the same commands.

It tells in which rounds the commands differ from the recorded ones, with those of the
first such round, and whether the bot fails, and in the same way as in the match. The exit
code is 0 if all commands are the same and the bot does not fail, else 1.

Without BOT it is the bot of that seat, by its recorded name in the bots folder, if it is still
the same program; name the BOT if it is another one by now. The bot is asked as far as the match
was recorded, or up to the round in which the seat was frozen.

With --attach the arena waits until a debugger is attached to the bot, or for Enter, and
there are no limits. The bot is built for a debugger, and runs without the sandbox, which
no debugger could enter: it has all your rights. docs/better.md shows it.`,
		Example: `  arena rerun match.arena --seat 2
  arena rerun match.arena --seat 2 examples/mine
  arena rerun faults/orkisland-42-2/match.arena --seat 2 examples/mine --attach`,
		Args: wantArgs(1, 2),
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return completeBots(c), cobra.ShellCompDirectiveDefault
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			if o.file = args[0]; len(args) > 1 {
				o.typed = args[1]
			}
			return o.run(c, s)
		},
	}
	o.from.register(c)
	f := c.Flags()
	f.IntVar(&o.seat, "seat", -1, "`SEAT` of the bot, from 0 (default: the first that was frozen, else 0)")
	f.BoolVar(&o.attach, "attach", false, "wait for a debugger; without limits and sandbox")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not show what the bot writes")
	return c
}

func (o *rerunOptions) run(c *cobra.Command, s *program) error {
	r, damage := s.readReplay(o.file)
	if r == nil {
		return damage
	}
	if err := o.check(r); err != nil {
		return err
	}
	options, err := o.options(c, s, r)
	if err != nil {
		return err
	}
	s.err.progress("starting the bot")
	l, err := o.start(c.Context(), r, options)
	if err != nil {
		return notFound(err, o.withBot())
	}
	defer l.Close()
	s.err.clear()
	if !o.asRecorded {
		o.from.noteOther(c.Context(), s, l.Bots[0], r.Seats[o.seat].SHA256)
	}
	if o.attach {
		if err := o.awaitDebugger(c.Context(), s, l, c.InOrStdin()); err != nil {
			return err
		}
	}
	out, err := rerun.Run(c.Context(), r, o.seat, l.Match()[0])
	if differs := new(replay.DifferenceError); errors.As(err, &differs) {
		return withHint(fmt.Errorf("%s: %w", safe.Name(o.file), err), safe.Shell("arena", "verify", o.file)+" says the same")
	}
	if err != nil {
		return err
	}
	o.tell(s, r, out)
	if damage == nil && !out.IsSame() {
		return errTold
	}
	return damage
}

// check finds the seat and, unless a bot was typed, the name of its bot.
func (o *rerunOptions) check(r *replay.Replay) error {
	if verdicts := r.Verdicts(); o.seat == -1 {
		if o.seat = 0; len(verdicts) > 0 {
			o.seat = verdicts[0].Seat
		}
	}
	if o.seat < 0 || o.seat >= len(r.Seats) {
		return misused("--seat 0", "--seat: there is no seat %d: %s has seats 0 to %d", o.seat, safe.Name(o.file), len(r.Seats)-1)
	}
	if o.attach && o.from.askedSandbox() && o.from.level != sandbox.None {
		return misused("leave out one of them", "--attach: contradicts --sandbox %s, which no debugger can enter", o.from.level)
	}
	if o.typed != "" {
		return nil
	}
	var err error
	o.asRecorded = true
	if o.typed, err = branch.BotOf(r, o.seat); err != nil {
		return misused(o.withBot(), "%w", err)
	}
	return nil
}

// start starts the bot that was typed, or the one that played.
func (o *rerunOptions) start(ctx context.Context, r *replay.Replay, options host.Options) (*lineup.Players, error) {
	if !o.asRecorded {
		return lineup.FindAndStart(ctx, o.from.finder(), r.Setup.Game().Info(), []string{o.typed}, options)
	}
	game := r.Setup.Game().Info()
	found, err := o.from.recorded(ctx, game.Name, o.typed, r.Seats[o.seat].SHA256)
	if err != nil {
		return nil, err
	}
	return lineup.Start(ctx, []find.Bot{found}, game, options)
}

// withBot is the command with a bot to be named.
func (o *rerunOptions) withBot() string {
	return safe.Shell("arena", "rerun", o.file, "--seat", strconv.Itoa(o.seat)) + " BOT"
}

// notFound explains how to name a bot that has another name than its file.
func notFound(err error, command string) error {
	missing := new(find.Error)
	if errors.As(err, &missing) && (missing.Fix == "" || strings.HasPrefix(missing.Problem, "no such file")) {
		return withHint(err, "name the bot: "+command)
	}
	return err
}

// options returns how the bot is run: with the limits of the match, but for those that
// were typed.
func (o *rerunOptions) options(c *cobra.Command, s *program, r *replay.Replay) (host.Options, error) {
	if o.attach {
		o.from.level, o.from.noLimits = sandbox.None, true
	}
	limits, told, err := o.from.limitsOf(c, r.Header)
	if err != nil {
		return host.Options{}, err
	}
	if o.attach {
		limits.End = 0 // a debugger may stop it there, too
		fmt.Fprintln(s.err, "note: without the sandbox, the bot has all your rights")
	}
	confined, err := o.from.confine()
	if err != nil {
		return host.Options{}, err
	}
	options := host.Options{Limits: limits, Told: &told, Sandbox: confined, Output: s.err}
	if o.quiet {
		options.Output = nil
	}
	return options, nil
}

// mostRecordedMemory is how much memory a bot gets because a replay says so, which may be a stranger's. It was the
// usual limit once.
const mostRecordedMemory = 1 << 30

// limitsOf returns the limits of a recorded match, but for those that were typed, and those that
// its bots were told.
func (f *botFlags) limitsOf(c *cobra.Command, h replay.Header) (limits, told host.Limits, err error) {
	told = transcript.LimitsOf(h)
	if limits, err = f.limits(); err != nil || f.noLimits {
		return limits, told, err
	}
	limits.StartCPU = min(told.StartCPU, limits.StartCPU)
	if h.Limits != nil && h.Limits.Memory > 0 && !c.Flags().Changed("mem") {
		limits.Memory = min(h.Limits.Memory, mostRecordedMemory)
	}
	var loose []string
	for flag, of := range map[string]struct{ to, from *time.Duration }{
		"cpu": {&limits.CPU, &told.CPU}, "bank": {&limits.Bank, &told.Bank},
		"wall": {&limits.Wall, &told.Wall}, "wall-bank": {&limits.WallBank, &told.WallBank},
	} {
		if c.Flags().Changed(flag) {
			continue
		}
		// Whoever made the replay chose it. Without a limit in the match, each is 0.
		if *of.from > *of.to || told.CPU == 0 {
			loose = append(loose, fmt.Sprintf("--%s %v", flag, *of.from))
			continue
		}
		*of.to = *of.from
	}
	f.noteLoose(c, told.CPU == 0, loose)
	return limits, told, nil
}

// noteLoose tells if a match had looser limits than those that hold now.
func (f *botFlags) noteLoose(c *cobra.Command, none bool, loose []string) {
	slices.Sort(loose)
	again := strings.Join(loose, " ")
	if none {
		again = "--no-limits"
	}
	if len(loose) > 0 && c.Flags().Lookup("no-limits") != nil {
		fmt.Fprintf(f.stderr(), "note: the match had looser limits than the usual ones, which hold now; the same again: %s\n", again)
	}
}

// noteOther tells if the bot is not the program that played. One that was built for a
// debugger never is; then the one counts that would have been built otherwise.
func (f *botFlags) noteOther(ctx context.Context, s *program, b find.Bot, recorded []byte) {
	if len(recorded) == 0 || bytes.Equal(b.SHA256[:], recorded) {
		return
	}
	if finder := f.finder(); finder.Debug {
		finder.Debug = false
		if usual, err := finder.Find(ctx, b.Typed); err == nil {
			b = usual
		}
		if bytes.Equal(b.SHA256[:], recorded) {
			return
		}
	}
	fmt.Fprintf(s.err, "note: %s is not the program that played: its SHA-256 is %.6x…, that of the match %.6x…\n", safe.Name(b.Typed), b.SHA256, recorded)
}

// mostShown is how many commands of a round are shown.
const mostShown = 20

// tell prints how the bot did.
func (o *rerunOptions) tell(s *program, r *replay.Replay, out rerun.Outcome) {
	name := fmt.Sprintf("seat %d (%s)", o.seat, r.Seats[o.seat].Name)
	if first := out.First; first != nil {
		fmt.Fprintf(s.out, "%s: other commands than recorded in round %d:\n\n", name, first.Round)
		printDifference(s, first, "recorded", "now", mostShown)
		fmt.Fprintf(s.out, "\n%s: %s answered, %d of them with other commands: %s\n",
			name, safe.Count(out.Rounds, "round"), len(out.Differs), listed(out.Differs))
	} else {
		fmt.Fprintf(s.out, "%s: %s answered, the recorded commands in all %d\n", name, safe.Count(out.Rounds, "round"), out.Compared)
	}
	switch was, is := out.Recorded, out.Fault; {
	case is == nil && was == nil:
	case is == nil:
		fmt.Fprintf(s.out, "no fault; the match had: %s: %s\n", shortVerdict(was), was.Detail)
	case was == nil:
		fmt.Fprintf(s.out, "%s: %s\nno such fault in the match\n", shortVerdict(is), is.Detail)
	case out.IsSameFault() && is.Detail == was.Detail:
		fmt.Fprintf(s.out, "%s: %s\nthe same fault as in the match\n", shortVerdict(is), is.Detail)
	case out.IsSameFault():
		fmt.Fprintf(s.out, "%s: %s\nthe same fault as in the match, which said: %s\n", shortVerdict(is), is.Detail, was.Detail)
	default:
		fmt.Fprintf(s.out, "%s: %s\nnot the fault of the match, which was: %s: %s\n", shortVerdict(is), is.Detail, shortVerdict(was), was.Detail)
	}
}

// printDifference prints recorded and new commands side by side, from a little before the
// first that differs, and so many at most.
func printDifference(s *program, d *rerun.Difference, recorded, now string, most int) {
	if d.Recorded == nil && d.Now == nil {
		return // the game has no words for them
	}
	at := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return ""
	}
	last := max(len(d.Recorded), len(d.Now))
	first := 0
	for first < last && at(d.Recorded, first) == at(d.Now, first) {
		first++
	}
	const before = 3
	from := max(0, first-before)
	to := min(last, from+most)
	t := newTable("", ">command", recorded, now)
	for i := from; i < to; i++ {
		mark := ""
		if at(d.Recorded, i) != at(d.Now, i) {
			mark = "*"
		}
		t.row(mark, strconv.Itoa(i), at(d.Recorded, i), at(d.Now, i))
	}
	t.print(s.out)
	if to < last {
		fmt.Fprintf(s.out, "and more commands (%s: %d, %s: %d)\n", recorded, max(0, len(d.Recorded)-to), now, max(0, len(d.Now)-to))
	}
}

// listed lists the first few rounds.
func listed(rounds []int) string {
	const most = 10
	var numbers []string
	for _, round := range rounds[:min(len(rounds), most)] {
		numbers = append(numbers, strconv.Itoa(round))
	}
	if len(rounds) > most {
		numbers = append(numbers, "…")
	}
	return strings.Join(numbers, ", ")
}
