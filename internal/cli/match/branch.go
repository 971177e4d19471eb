package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// asRecorded stands for a seat that goes on with its recorded commands.
const asRecorded = "-"

type branchOptions struct {
	playOptions
	file   string
	round  int
	orders []string
}

// NewBranch returns the command arena branch.
func NewBranch(s *shell.Shell) *cobra.Command {
	o := &branchOptions{}
	c := &cobra.Command{
		Use:   "branch [FILE] --round ROUND [SEAT=BOT]...",
		Short: "Play on from a round of a recorded match, with other bots",
		Long: `Play on from a round of a recorded match, with other bots: what if? FILE is a replay; without
one it is the newest match of the folder matches. Up to the round the match is as it was; from
there on the bots play, each in its SEAT, with the random source and the limits of the match.
The result is a replay of its own.

A seat that is not named is played by its bot, by its recorded name in the bots folder, if it
is still the same program; else the arena says how it was named in the match. With SEAT=- its
recorded commands go on, whatever has become of the match by then, and with SEAT=me you play,
in the browser; see arena play, also for --clock. A seat that was frozen before the round stays so.

With --orders SEAT=ORDERS, a seat gives these orders from ROUND on, before its bot's or its
recorded ones count: lines as a bot writes them, with ; between them, or @FILE with such
lines. "done" with the number of a round ends the orders of that round.

All bots get the match from its first round on. So each knows what it would know if it had
played from the beginning; what it answers before the round does not count.`,
		Example: `  arena branch --round 120 1=examples/mine
  arena branch match.arena --round 120 1=examples/mine 0=- 2=- 3=- --view
  arena branch --round 120 1=me
  arena branch --round 120 --orders '1=do 5 north; do 7 east'`,
		ValidArgsFunction: shell.CompleteFirst(cobra.ShellCompDirectiveDefault),
		RunE: func(c *cobra.Command, args []string) error {
			file, bots := fileAndBots(args)
			var err error
			if o.file, err = s.OrNewest(file); err != nil {
				return err
			}
			o.Bots = bots
			if _, err := os.Stat(o.file); len(file) > 0 && errors.Is(err, fs.ErrNotExist) {
				return shell.Misused("1="+safe.Name(o.file)+" puts such a bot in seat 1",
					"%s: no such file, and not SEAT=BOT", o.file)
			}
			return o.run(c, s)
		},
	}
	o.From.Register(c)
	f := c.Flags()
	f.IntVar(&o.round, "round", 0, "play on from this `ROUND`, from 0")
	f.StringArrayVar(&o.orders, "orders", nil, "the first orders of a seat, as `SEAT=ORDERS` or SEAT=@FILE; repeatable")
	f.StringVarP(&o.output, "output", "o", shell.InMatches,
		"`FILE` for the replay; \"none\" records nothing (default: a new one in matches)")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show neither progress nor what the bots write")
	f.BoolVar(&o.view, "view", false, "show the match in the browser while it is played")
	o.watch.Register(s, c)
	o.registerClock(c)
	return c
}

func (o *branchOptions) run(c *cobra.Command, s *shell.Shell) error {
	if !c.Flags().Changed("round") {
		return shell.Misused("--round 120", "--round: from which one?")
	}
	r, damage := readReplay(s, o.file)
	if r == nil {
		return damage
	}
	if err := r.CheckFrom(o.round, o.file); err != nil {
		return shell.Misused("--round "+strconv.Itoa(len(r.Rounds)/2), "--round: %w", err)
	}
	if o.output == shell.Standard {
		return shell.Misused("leave it out, or -o FILE", "-o -: the replay of a branch goes to a file")
	}
	plan, err := o.plan(r)
	if err != nil {
		return err
	}
	options, err := o.Options(c, s, r)
	if err != nil {
		return err
	}
	if err := o.seatPerson(plan); err != nil {
		return err
	}
	if err := o.setClock(options.Limits); err != nil {
		return err
	}
	options.FromAsked = o.watch.Seat != nil
	audience, err := o.audience(c)
	if err != nil {
		return err
	}
	defer audience.Close()
	started, err := o.start(c.Context(), s, plan, options)
	if err != nil {
		return err
	}
	header := headerOn(plan, started, options)
	sitting := &sitting{
		playOptions: &o.playOptions, s: s, options: options, audience: audience, typed: o.output, seated: started,
		labels: header.Names(), reporter: faults.New(faults.Options{}), header: header, plan: plan,
	}
	err = sitting.play(c.Context())
	return audience.stay(c.Context(), s.Err, cmp.Or(differing(o.file, err), err))
}

// seatPerson makes the seat of the person, if one plays on.
func (o *branchOptions) seatPerson(plan *rerun.Plan) (err error) {
	o.person = slices.IndexFunc(plan.Players, func(p rerun.Player) bool { return p.Person })
	if o.person < 0 {
		return nil
	}
	o.view = true
	if o.watch.Seat, err = viewer.NewSeat(plan.Match.Setup.Game(), o.person); err != nil {
		return err
	}
	o.watch.Seat.Again = o.typedWith(o.file, strconv.Itoa(o.round), "BOT")
	o.back = func() string { return o.typedWith(o.output, backTo, lineup.Me) }
	return nil
}

// typedWith returns the command with another file, another round, and somebody else in the person's seat.
func (o *branchOptions) typedWith(file, round, who string) string {
	typed := []string{"arena", "branch", file, "--round", round}
	for _, arg := range o.Bots {
		if seat, _, _ := strings.Cut(arg, "="); seat == strconv.Itoa(o.person) {
			arg = seat + "=" + who
		}
		typed = append(typed, arg)
	}
	return safe.Shell(typed...)
}

// plan reads who was typed to play on, and with which orders.
func (o *branchOptions) plan(r *replay.Replay) (*rerun.Plan, error) {
	named, err := o.named(r)
	if err != nil {
		return nil, err
	}
	orders, err := o.firstOrders(r)
	if err != nil {
		return nil, err
	}
	plan, err := rerun.NewPlan(r, o.round, named, orders)
	frozen, unknown := new(rerun.FrozenError), new(rerun.UnknownBotError)
	switch {
	case errors.As(err, &frozen):
		return nil, shell.Misused("--round "+strconv.Itoa(frozen.Verdict.Round), "%w", err)
	case errors.As(err, &unknown):
		return nil, shell.Misused(o.withBot(r, unknown.Seat), "%w", err)
	}
	return plan, err
}

// named reads who plays in the seats that were named.
func (o *branchOptions) named(r *replay.Replay) (map[int]rerun.Player, error) {
	named := make(map[int]rerun.Player)
	for _, arg := range o.Bots {
		number, bot, found := strings.Cut(arg, "=")
		seat, err := strconv.Atoi(number)
		noSeat := r.CheckSeat(seat, o.file)
		_, twice := named[seat]
		switch {
		case !found || err != nil || bot == "":
			return nil, shell.Misused("1=examples/mine puts that bot in seat 1", "%s: not SEAT=BOT", arg)
		case noSeat != nil:
			return nil, shell.Misused("0="+safe.Name(bot), "%s: %w", arg, noSeat)
		case twice:
			return nil, shell.Misused("leave out one of them", "seat %d is named twice", seat)
		case bot == asRecorded:
			named[seat] = rerun.Nobody
		case bot == lineup.Me:
			named[seat] = rerun.Player{Person: true}
		default:
			named[seat] = rerun.Player{Bot: bot}
		}
	}
	return named, nil
}

// withBot is the command with a bot to be named in a seat. The replay says how it was named in the match, and the
// others that nobody has named; nothing is started by that.
func (o *branchOptions) withBot(r *replay.Replay, seat int) string {
	typed := []string{"arena", "branch", o.file, "--round", strconv.Itoa(o.round)}
	for other, played := range r.Seats {
		i := slices.IndexFunc(o.Bots, func(arg string) bool { return strings.HasPrefix(arg, strconv.Itoa(other)+"=") })
		switch {
		case i >= 0 && other != seat:
			typed = append(typed, o.Bots[i])
		case played.Named != "":
			typed = append(typed, fmt.Sprintf("%d=%s", other, played.Named))
		}
	}
	again := safe.Shell(typed...)
	if r.Seats[seat].Named == "" {
		again += fmt.Sprintf(" %d=BOT", seat)
	}
	return fmt.Sprintf("%s, or %d=- for what it did", again, seat)
}

// fileAndBots tells the file that may come first from the bots that are named by their seats.
func fileAndBots(args []string) (file, bots []string) {
	if len(args) == 0 || seatAndBot().MatchString(args[0]) && !files.IsFile(args[0]) {
		return nil, args
	}
	return args[:1], args[1:]
}

var seatAndBot = late.Regexp(`^[0-9]+=`)

func (o *branchOptions) Options(c *cobra.Command, s *shell.Shell, r *replay.Replay) (host.Options, error) {
	limits, _, err := o.From.LimitsOf(c, r.Header)
	if err != nil {
		return host.Options{}, err
	}
	confined, err := o.From.Confine()
	if err != nil {
		return host.Options{}, err
	}
	options := host.Options{Limits: limits, Sandbox: confined, Output: s.Err}
	if o.quiet {
		options.Output = nil
	}
	return options, nil
}

// start starts the bots that play on.
func (o *branchOptions) start(ctx context.Context, s *shell.Shell, plan *rerun.Plan,
	options host.Options,
) (*lineup.Players, error) {
	s.Err.Progress("starting the bots")
	started, err := lineup.PlayOn(ctx, plan, o.From.Finder(), o.From.Folder(), options)
	s.Err.Clear()
	if missing := new(unfit.Error); errors.As(err, &missing) {
		isMissing := func(p rerun.Player) bool { return p.Bot == missing.Culprit.Raw() }
		if seat := slices.IndexFunc(plan.Players, isMissing); seat >= 0 {
			return nil, shell.NotFound(err, o.withBot(plan.Match, seat))
		}
	}
	return started, err
}

// headerOn describes a match that is played on.
func headerOn(plan *rerun.Plan, started *lineup.Players, options host.Options) replay.Header {
	h := shell.ReplayHeader(plan.Match.Setup, plan.Match.Seed, plan.Match.Random, started.InReplay(), options)
	h.Seats = plan.Seated(h.Seats)
	return h
}
