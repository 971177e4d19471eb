// Package match has the commands about one match: playing it, watching it, and all that can be done with its replay.
package match

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/written"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

type playOptions struct {
	shell.MatchOptions
	output string
	record bool // the output is a record of the original program
	quiet  bool
	view   bool
	watch  shell.WatchFlags
	faults shell.FaultFlags
	files  string        // where what bots write is kept; "" if it is not
	clock  string        // how long the person may take
	person int           // the seat of the person who plays; -1 if there is none
	back   func() string // returns the command by which the person plays on from a round
}

// NewPlay returns the command arena play.
func NewPlay(s *shell.Shell) *cobra.Command {
	o := &playOptions{}
	c := &cobra.Command{
		Use:   "play GAME BOT...",
		Short: "Play one match",
		Long: `Play one match and record it.

A bot is a file (x.py, x.mjs, x.cc, x.jar, x.sh, x.wasm, a package x.bot, a program), a
folder with one, or the name of either in the bots folder; docs/bots.md lists them all. What needs
compiling is compiled first. A file or folder in the current folder comes before one
of the same name in the bots folder, where capital letters make no difference. If you name no
bots folder, the arena looks in bots, then in examples. demo, dummy, null and search come with
the arena: they play if no folder has a bot of that name. One bot can take several seats.

` + shell.KeptHelp + ` A file that -o names replaces an earlier one, but not
one that another arena is writing. If a match is stopped with Ctrl-C, the rounds played
so far are kept.

` + s.RecordHelp() + `With -i - the board is read from standard input. With -o - the record, or the replay
if the game has no records, is written to standard output, and the result to
standard error.

On every bot that is frozen, a report is written to the folder faults: what it was sent
and had answered, what it wrote, how it ended and what it used, with the command that
tries it again; see arena rerun. A folder holds 100 reports at most.

` + shell.KeepFilesHelp + `

With --view the match can be watched in the browser while it is played, and
afterwards until Ctrl-C. If one of the bots is me, you play in that seat, in the browser, at
the address that the arena prints for you. The match waits for your orders as long as it takes,
or as --clock says; then the orders given so far count. No bot is charged for that time. You can
take rounds back: the match goes on from there, with the bots started anew, and what was taken back
stays in the folder matches, unless the output is none; not with -o -. A bot that is called me has
to be typed as a path, ./me.`,
		Example: `  arena play orkisland demo demo null null
  arena play orkisland demo demo null null -s 42 --set nb_rounds=50
  arena play orkisland demo demo null null --view
  arena play orkisland me demo null null
  arena play orkisland me demo null null --clock 10s
  arena play orkisland demo demo null null -i - -o - < board > record`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Game, o.Bots = args[0], args[1:]
			o.person = slices.Index(o.Bots, lineup.Me)
			return play(c, s, o)
		},
	}
	o.Register(s, c, "`SEED` of the match (default: drawn at random)")
	c.Flags().StringVarP(&o.output, "output", "o", shell.InMatches,
		"`FILE` for the replay or record; - is standard output, \"none\" records nothing (default: a new one in matches)")
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "show neither progress nor what the bots write")
	c.Flags().BoolVar(&o.view, "view", false, "show the match in the browser while it is played")
	o.watch.Register(s, c)
	o.registerClock(c)
	o.faults.Register(c)
	shell.RegisterKeepFiles(c, &o.files)
	return c
}

func play(c *cobra.Command, s *shell.Shell, o *playOptions) error {
	setup, err := o.Check(s, c)
	if err != nil {
		return err
	}
	if o.record, err = s.WantsRecord(setup.Game(), o.output); err != nil {
		return err
	}
	options, err := o.From.Host()
	if err != nil {
		return err
	}
	keep, err := shell.KeepFiles(o.files, func(seat int) string {
		return fmt.Sprintf("%s-%d-%d", setup.Game().Info().Name, o.Setup.Seed.Value, seat)
	})
	if err != nil {
		return err
	}
	if err := o.seatPerson(s, setup); err != nil {
		return err
	}
	if err := o.setClock(options.Limits); err != nil {
		return err
	}
	audience, err := o.audience(c)
	if err != nil {
		return err
	}
	defer audience.Close()
	if options.Keep = keep; !o.quiet {
		options.Output = s.Err
	}
	options.FromAsked = o.watch.Seat != nil
	s.Err.Progress("starting the bots")
	seats, err := lineup.FindAndStart(
		c.Context(), o.From.Finder(), setup.Game().Info(), o.Bots, o.person, options,
	)
	if err != nil {
		s.TellFiles(keep)
		return err
	}
	if o.From.NoLimits && !o.quiet {
		printProcesses(s.Err, seats)
	}
	sitting := &sitting{
		playOptions: o, s: s, options: options, audience: audience, typed: o.output, seated: seats,
		labels: seats.Lineup().Labels(), reporter: faults.New(o.faults.Options(&o.From, options)),
		header: shell.ReplayHeader(setup, o.Setup.Seed.Value, o.Setup.Random, seats.InReplay(), options),
		plan:   &rerun.Plan{Players: slices.Repeat([]rerun.Player{{Played: true}}, len(o.Bots))},
	}
	return audience.stay(c.Context(), s.Err, sitting.play(c.Context()))
}

// seatPerson makes the seat of the person, if one plays, who needs the page.
func (o *playOptions) seatPerson(s *shell.Shell, setup engine.Setup) (err error) {
	if o.person < 0 {
		return nil
	}
	if i := slices.Index(o.Bots[o.person+1:], lineup.Me); i >= 0 {
		return shell.Misused("put a bot into one of them", "me: takes seats %d and %d, and a person plays one", o.person,
			o.person+1+i)
	}
	if path, err := o.From.Finder().Locate(lineup.Me); err == nil {
		safe.Fprintf(s.Err, "note: me is you, and not the bot %s\n", path)
	}
	if o.watch.Seat, err = viewer.NewSeat(setup.Game(), o.person); err != nil {
		return err
	}
	again := slices.Clone(o.Bots)
	again[o.person] = "BOT"
	o.view, o.watch.Seat.Again, o.back = true, o.Again(again, o.Setup.Seed.Value), o.typedBack
	return nil
}

// backTo stands for the round in a command by which the person plays on from one.
const backTo = "ROUND"

// typedBack returns the command by which the person plays on from a round.
func (o *playOptions) typedBack() string {
	typed := []string{"arena", "branch", o.output, "--round", backTo}
	for seat, bot := range o.Bots {
		typed = append(typed, fmt.Sprintf("%d=%s", seat, bot))
	}
	return safe.Shell(typed...)
}

// printProcesses prints the numbers of the processes, for a debugger.
func printProcesses(to io.Writer, l *lineup.Players) {
	for i, name := range l.Names() {
		if l.Processes[i] == nil {
			continue
		}
		fmt.Fprintf(to, "seat %d (%s): process %d\n", i, name, l.Processes[i].PID())
	}
}

// audience returns the audience that the flags ask for, which may be empty.
func (o *playOptions) audience(c *cobra.Command) (*audience, error) {
	if o.view {
		return newAudience(&o.watch)
	}
	for _, flag := range []string{"http", "no-open"} {
		if c.Flags().Changed(flag) {
			return nil, shell.Misused("--view", "--%s: has no effect without --view", flag)
		}
	}
	return &audience{}, nil
}

// ended is how a match went.
type ended struct {
	replay.Header
	match.Result
	used     ask.Costs
	finished bool
	labels   []string // by seat
	reports  []faults.Report
	output   string // where it was kept
	record   bool   // as a record of the original program
	confined string // how the bots were, in one line; "" if that is not told
	files    []written.Seat
	seat     *viewer.Seat // of the person who has played; nil if there was none
}

func (o *playOptions) tell(s *shell.Shell, out ended, l *lineup.Players) error {
	var err error
	to := io.Writer(s.Out)
	if o.output == shell.Standard {
		to = s.Err
	}
	if o.JSON {
		err = shell.PrintJSON(to, playJSON(o, out, l))
	} else {
		out.Print(to)
	}
	for _, v := range out.Verdicts {
		s.TellFault(shell.VerdictLine(out.labels[v.Seat], v), shell.ReportOn(out.reports, v.Seat))
	}
	s.TellUnwritten(out.reports)
	s.TellLeft(out.files)
	if o.files != "" && len(out.files) == 0 {
		fmt.Fprintln(s.Err, "note: no bot wrote a file")
	}
	if unknown := o.output == shell.NoReplay && o.Game == ""; len(out.Verdicts) > 0 && !unknown { // to arena branch
		fmt.Fprintf(s.Err, "hint: %s\n", o.closerLook(out))
	}
	return err
}

// isReplay reports whether the match is written as a replay to a file.
func (o *playOptions) isReplay() bool {
	return o.output != shell.NoReplay && o.output != shell.Standard && !o.record
}

// closerLook returns the command that shows what happened around the first verdict, or, if
// nothing was recorded, the one that plays the match again.
func (o *playOptions) closerLook(out ended) string {
	if !o.isReplay() {
		return o.Again(o.Bots, out.Seed)
	}
	first := out.Verdicts[0]
	return safe.Shell("arena", "replay", o.output, "--seat", strconv.Itoa(first.Seat), "--round",
		strconv.Itoa(first.Round))
}

func (out ended) Print(to io.Writer) {
	if out.finished {
		t := shell.NewTable(">place", "player", ">score", ">cpu", "verdict")
		for _, seat := range shell.ByPlace(out.Places) {
			t.Row(strconv.Itoa(out.Places[seat]), shell.Seated(out.labels, seat), strconv.Itoa(out.Scores[seat]),
				shell.ShownCPU(out.used, seat), shell.ShortVerdict(out.Verdict(seat)))
		}
		t.Print(to)
	}
	fmt.Fprintf(to, "seed %d\n", out.Seed)
	if out.confined != "" { // nothing runs outside in a match by hand against nobody
		fmt.Fprintf(to, "sandbox %s\n", out.confined)
	}
	switch {
	case out.output == shell.NoReplay || out.output == shell.Standard:
	case out.record:
		safe.Fprintf(to, "record %s\n", out.output)
	default:
		safe.Fprintf(to, "replay %s\n", out.output)
		fmt.Fprintf(to, "to watch it: %s\n", safe.Shell("arena", "view", out.output))
	}
	if out.seat != nil {
		fmt.Fprintf(to, "to let a bot try the same: %s\n", out.seat.Again)
	}
	shell.PrintFiles(to, out.files)
}

type playResultJSON struct {
	shell.MatchJSON
	Seats  []shell.SeatJSON `json:"seats"`
	Replay string           `json:"replay,omitempty"`
	Record string           `json:"record,omitempty"` // in place of a replay
}

func playJSON(o *playOptions, out ended, l *lineup.Players) playResultJSON {
	r := playResultJSON{
		MatchJSON: shell.NewMatchJSON(out.Header, out.Rounds, out.finished),
		Seats:     shell.NewSeatsJSON(out.Header, out.Result, out.used),
	}
	for seat := range r.Seats {
		r.Seats[seat].Path = l.Bots[seat].Command.Path
		if report := shell.ReportOn(out.reports, seat); report != nil {
			r.Seats[seat].Verdict.Report = report.Dir
		}
	}
	for i := range out.files {
		r.Seats[out.files[i].Seat].Files = &out.files[i].Files
	}
	switch {
	case o.output == shell.NoReplay:
	case o.record:
		r.Record = o.output
	default:
		r.Replay = o.output
	}
	return r
}
