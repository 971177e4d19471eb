package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/rerun"
	"github.com/botarena/arena/internal/words"
)

// asRecorded stands for a seat that goes on with its recorded commands.
const asRecorded = "-"

type branchOptions struct {
	playOptions
	file   string
	round  int
	orders []string
	byPage bool // a page has asked for it, and nobody has typed anything
}

func newBranch(s *program) *cobra.Command {
	o := &branchOptions{}
	c := &cobra.Command{
		Use:   "branch FILE --round ROUND [SEAT=BOT]...",
		Short: "Play on from a round of a recorded match, with other bots",
		Long: `Play on from a round of a recorded match, with other bots: what if? FILE is a replay. Up
to the round the match is as it was; from there on the bots play, each in its SEAT, with
the random source and the limits of the match. The result is a replay of its own.

A seat that is not named is played by its bot, by its recorded name in the bots folder, if it is
still the same program. With SEAT=- its recorded commands go on, whatever has become of the match by
then. A seat that was frozen before the round stays so.

With --orders SEAT=ORDERS, a seat gives these orders from ROUND on, before its bot's or its
recorded ones count: lines as a bot writes them, with ; between them, or @FILE with such
lines. "done" with the number of a round ends the orders of that round.

All bots get the match from its first round on. So each knows what it would know if it had
played from the beginning; what it answers before the round does not count.`,
		Example: `  arena branch match.arena --round 120 1=examples/mine
  arena branch match.arena --round 120 1=examples/mine 0=- 2=- 3=- --view
  arena branch match.arena --round 120 --orders '1=do 5 north; do 7 east'`,
		Args: wantArgs(1, -1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.file, o.bots = args[0], args[1:]
			return o.run(c, s)
		},
	}
	o.from.register(c)
	f := c.Flags()
	f.IntVar(&o.round, "round", 0, "first `ROUND` that is played anew, from 0")
	f.StringArrayVar(&o.orders, "orders", nil, "the first orders of a seat, as `SEAT=ORDERS` or SEAT=@FILE; repeatable")
	f.StringVarP(&o.output, "output", "o", "branch.arena", "`FILE` for the replay; \"none\" records nothing")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show neither progress nor what the bots write")
	f.BoolVar(&o.view, "view", false, "show the match in the browser while it is played")
	o.watch.register(s, c)
	return c
}

func (o *branchOptions) run(c *cobra.Command, s *program) error {
	if !c.Flags().Changed("round") {
		return misused("--round 120", "--round: from which one?")
	}
	r, damage := s.readReplay(o.file)
	if r == nil {
		return damage
	}
	if o.round < 0 || o.round > len(r.Rounds) {
		return misused("--round "+strconv.Itoa(len(r.Rounds)/2), "--round: there is no round %d: %s has rounds 0 to %d",
			o.round, words.Name(o.file), len(r.Rounds)-1)
	}
	if o.output == standard {
		return misused("-o branch.arena", "-o -: the replay of a branch goes to a file")
	}
	typed, err := o.typed(r)
	if err != nil {
		return err
	}
	orders, err := o.firstOrders(r)
	if err != nil {
		return err
	}
	options, err := o.options(c, s, r)
	if err != nil {
		return err
	}
	audience, err := o.audience(c)
	if err != nil {
		return err
	}
	defer audience.close()
	b := &branch{of: r, round: o.round, orders: orders}
	if err := b.start(c.Context(), s, o, typed, options); err != nil {
		return err
	}
	err = b.play(c.Context(), s, o, options, audience)
	b.bots.Close()
	if differs := new(replay.DifferenceError); errors.As(err, &differs) {
		err = withHint(fmt.Errorf("%s: %w", words.Name(o.file), err), words.Shell("arena", "verify", o.file)+" says the same")
	}
	return audience.stay(c.Context(), s.err, err)
}

// typed returns the bot of each seat as it is looked for, or asRecorded.
func (o *branchOptions) typed(r *replay.Replay) ([]string, error) {
	typed := make([]string, len(r.Seats))
	for _, arg := range o.bots {
		number, bot, found := strings.Cut(arg, "=")
		seat, err := strconv.Atoi(number)
		switch {
		case !found || err != nil || bot == "":
			return nil, misused("1=examples/mine puts that bot in seat 1", "%s: not SEAT=BOT", words.Name(arg))
		case seat < 0 || seat >= len(r.Seats):
			return nil, misused("0="+words.Name(bot), "%s: there is no seat %d: %s has seats 0 to %d", words.Name(arg), seat, words.Name(o.file), len(r.Seats)-1)
		case typed[seat] != "":
			return nil, misused("leave out one of them", "seat %d is named twice", seat)
		}
		typed[seat] = bot
	}
	for _, v := range r.Verdicts() {
		switch {
		case v.Round >= o.round:
		case typed[v.Seat] == "" || typed[v.Seat] == asRecorded:
			typed[v.Seat] = asRecorded
		default:
			return nil, staysFrozen(v)
		}
	}
	for seat := range typed {
		if typed[seat] != "" {
			continue
		}
		var err error
		if typed[seat], err = recordedBot(r, seat, o.withBot(seat)); err != nil {
			return nil, err
		}
	}
	return typed, nil
}

// staysFrozen is why a seat can't be played on.
func staysFrozen(v match.Verdict) error {
	return misused("--round "+strconv.Itoa(v.Round), "seat %d was frozen in round %d, and stays so", v.Seat, v.Round)
}

// withBot is the command with a bot to be named.
func (o *branchOptions) withBot(seat int) string {
	typed := []string{"arena", "branch", o.file, "--round", strconv.Itoa(o.round)}
	for _, arg := range o.bots {
		if !isOf(arg, seat) {
			typed = append(typed, arg)
		}
	}
	return fmt.Sprintf("%s %d=BOT, or %d=- for what it did", words.Shell(typed...), seat, seat)
}

// isOf reports whether an argument names the bot of a seat.
func isOf(arg string, seat int) bool { return strings.HasPrefix(arg, strconv.Itoa(seat)+"=") }

func (o *branchOptions) options(c *cobra.Command, s *program, r *replay.Replay) (host.Options, error) {
	limits, _, err := o.from.limitsOf(c, r.Header)
	if err != nil {
		return host.Options{}, err
	}
	confined, err := o.from.confine()
	if err != nil {
		return host.Options{}, err
	}
	o.confined = confined.String()
	options := host.Options{Limits: limits, Sandbox: confined, Output: s.err}
	if o.quiet {
		options.Output = nil
	}
	return options, nil
}

// branch is a match that is played on from a round of another one.
type branch struct {
	of    *replay.Replay
	round int
	bots  *lineup.Players // those that play
	seats []int           // where they sit

	orders map[int]rerun.Orders // that come first, by seat
}

// start starts the bots that play.
func (b *branch) start(ctx context.Context, s *program, o *branchOptions, typed []string, options host.Options) error {
	s.err.progress("starting the bots")
	found, err := b.find(ctx, o, typed)
	if err == nil {
		b.bots, err = lineup.Start(ctx, found, b.of.Setup.Game().Info(), options)
	}
	s.err.clear()
	if missing := new(bots.Error); errors.As(err, &missing) && slices.Contains(typed, missing.Typed) {
		return notFound(err, o.withBot(slices.Index(typed, missing.Typed)))
	}
	return err
}

// find finds the bots that play: those that were typed, and those that played.
func (b *branch) find(ctx context.Context, o *branchOptions, typed []string) ([]bots.Bot, error) {
	var names []string
	var others []int // by index in names, the seats of those that nobody typed
	for seat, name := range typed {
		if name == asRecorded {
			continue
		}
		b.seats = append(b.seats, seat)
		if o.names(seat) {
			names = append(names, name)
		} else {
			others = append(others, seat)
		}
	}
	finder := o.from.finder()
	if o.byPage {
		finder = o.from.unnamed()
	}
	game := b.of.Setup.Game().Info().Name
	finder.Game = game
	named, err := finder.FindAll(ctx, names)
	if err != nil {
		return nil, lineup.StartError(ctx, nil, err)
	}
	found := make([]bots.Bot, 0, len(b.seats))
	for _, seat := range b.seats {
		if !slices.Contains(others, seat) {
			found, named = append(found, named[0]), named[1:]
			continue
		}
		one, err := o.from.recorded(ctx, game, typed[seat], b.of.Seats[seat].SHA256)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, nil
}

// names reports whether the bot of a seat was typed.
func (o *branchOptions) names(seat int) bool {
	return slices.ContainsFunc(o.bots, func(arg string) bool { return isOf(arg, seat) })
}

// header describes the branch.
func (b *branch) header(options host.Options) replay.Header {
	h := replayHeader(b.of.Setup, b.of.Seed, b.of.Random, b.bots, options)
	seats := slices.Clone(b.of.Seats)
	for i, seat := range b.seats {
		seats[seat] = h.Seats[i]
	}
	h.Seats = seats
	return h
}

func (b *branch) play(ctx context.Context, s *program, o *branchOptions, options host.Options, a *audience) error {
	header := b.header(options)
	m, err := header.Setup.New(header.Names(), header.Seed, header.Random)
	if err != nil {
		return err
	}
	record, err := s.newRecorder(o.output, false, m, header)
	if err != nil {
		return err
	}
	used := make(receipts, len(header.Seats))
	watchers := slices.Concat(record.watchers(), a.watchers(ctx, s.err, m, header), []match.Watcher{used})
	if !o.quiet {
		watchers = append(watchers, roundProgress{s.err})
	}
	result, stopped := b.match(ctx, m, watchers...)
	unwritten := record.close(result, stopped == nil)
	a.end(stopped)
	s.err.clear()
	o.print(s.out, ended{Header: header, Result: result, used: used, finished: stopped == nil, labels: header.Names()})
	for _, v := range result.Verdicts {
		fmt.Fprintln(s.err, verdictLine(header.Seats[v.Seat].Name, v))
	}
	return errors.Join(stopped, unwritten)
}

// match plays the match m, which has begun, with the bots of the branch.
func (b *branch) match(ctx context.Context, m engine.Match, watchers ...match.Watcher) (match.Result, error) {
	seats := make([]rerun.Seat, len(b.of.Seats))
	for i, p := range b.bots.Match() {
		seats[b.seats[i]].Bot = p
	}
	for seat, orders := range b.orders {
		seats[seat].Orders = orders
	}
	return rerun.Branch(ctx, b.of, b.round, m, seats, watchers...)
}
