package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/host"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/replay"
)

type playOptions struct {
	matchOptions
	output string
	quiet  bool
}

func newPlay(s *streams) *cobra.Command {
	o := &playOptions{}
	c := &cobra.Command{
		Use:   "play GAME BOT...",
		Short: "Play one match",
		Long: `Play one match and record it.

A bot is the path of a program, the path of a folder with a Go program, which is
built first, or the name of one of those in the bots folder. A file or folder in
the current folder goes before one of the same name in the bots folder. One bot
can take several seats.

The replay is written while the match is played, over an earlier one of the same
name. A match that is stopped with Ctrl-C keeps what was played so far.`,
		Example: `  arena play orkisland examples/demo examples/demo examples/null examples/null
  arena play orkisland demo demo null null --bots examples -s 42 --set nb_rounds=50`,
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], args[1:]
			return play(c, s, o)
		},
	}
	o.register(c, "seed of the match; drawn if not given")
	c.Flags().StringVarP(&o.output, "output", "o", "match.arena", "`FILE` for the replay; \"none\" records nothing")
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "show neither progress nor what the bots write")
	return c
}

func play(c *cobra.Command, s *streams, o *playOptions) error {
	setup, err := o.check(c)
	if err != nil {
		return err
	}
	limits, err := o.from.limits()
	if err != nil {
		return err
	}
	options := host.Options{Limits: limits, Output: s.err}
	if o.quiet {
		options.Output = nil
	}
	lineup, err := startLineup(c.Context(), o.from.finder(), setup, o.bots, options)
	if err != nil {
		return err
	}
	defer lineup.close()
	return playMatch(c.Context(), s, o, setup, lineup)
}

// playMatch plays with bots that are running. Whatever becomes of the replay,
// the result is told first.
func playMatch(ctx context.Context, s *streams, o *playOptions, setup engine.Setup, l *lineup) error {
	m, err := setup.New(l.names(), o.setup.seed.value, engine.Randomness(o.setup.random))
	if err != nil {
		return err
	}
	header := replay.Header{
		Setup: setup, Seed: o.setup.seed.value, Random: engine.Randomness(o.setup.random),
		Seats: l.seats(), Arena: arenaVersion(),
	}
	record, err := newRecord(o.output, m, header)
	if err != nil {
		return err
	}
	watchers := record.watchers()
	if !o.quiet {
		watchers = append(watchers, roundProgress{s.err})
	}
	result, stopped := match.Play(ctx, m, l.players(), watchers...)
	unwritten := record.close(result, stopped == nil)
	s.err.clear()
	if o.json {
		err = printJSON(s.out, playJSON(o, header, l, result, stopped == nil))
	} else {
		printResult(s.out, o, header.Names(), result, stopped == nil)
	}
	printVerdicts(s.err, o, header.Names(), result.Verdicts)
	if stopped != nil {
		return stopped
	}
	if unwritten != nil {
		return unwritten
	}
	return err
}

func printResult(to io.Writer, o *playOptions, names []string, result match.Result, finished bool) {
	if finished {
		t := newTable(">place", "player", ">score", "verdict")
		for _, seat := range byPlace(result.Places) {
			verdict := ""
			if v := result.Verdict(seat); v != nil {
				verdict = fmt.Sprintf("%s in round %d", v.Kind, v.Round)
			}
			t.row(strconv.Itoa(result.Places[seat]), seated(names, seat), strconv.Itoa(result.Scores[seat]), verdict)
		}
		t.print(to)
	}
	fmt.Fprintf(to, "seed %d\n", o.setup.seed.value)
	if o.output != noReplay {
		fmt.Fprintf(to, "replay %s\n", o.output)
	}
}

// seated names a player; several may have the same name.
func seated(names []string, seat int) string {
	return fmt.Sprintf("%s (seat %d)", names[seat], seat)
}

// byPlace lists the seats from the first place to the last.
func byPlace(places []int) []int {
	var seats []int
	for place := range len(places) + 1 {
		for seat, p := range places {
			if p == place {
				seats = append(seats, seat)
			}
		}
	}
	return seats
}

func printVerdicts(to io.Writer, o *playOptions, names []string, verdicts []match.Verdict) {
	for _, v := range verdicts {
		fmt.Fprintf(to, "seat %d (%s): %s in round %d: %s\nhint: %s\n",
			v.Seat, names[v.Seat], v.Kind, v.Round, v.Detail, o.again(o.bots, o.setup.seed.value))
	}
}
