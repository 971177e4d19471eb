package match

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// asBot is typed for the time that a bot has.
const asBot = "bot"

// A person needs a moment to see the board, and an hour is as good as any time.
const (
	leastClock = time.Second
	mostClock  = time.Hour
)

func (o *playOptions) registerClock(c *cobra.Command) {
	c.Flags().StringVar(&o.clock, "clock", "",
		"`TIME` for your orders of a round, such as 10s, or "+asBot+" for what bots have (default: the page chooses)")
	shell.Must(c.RegisterFlagCompletionFunc(
		"clock", cobra.FixedCompletions([]string{asBot, "10s"}, cobra.ShellCompDirectiveNoFileComp)))
}

// setClock gives the person the time that was typed. Without, the page chooses.
func (o *playOptions) setClock(limits host.Limits) error {
	clock := viewer.Clock{Round: limits.Wall, Bank: limits.WallBank, Now: time.Now, After: time.After}
	switch {
	case o.clock == "" && o.watch.Seat == nil:
		return nil
	case o.clock == "":
		for _, round := range []time.Duration{0, 10 * time.Second, 30 * time.Second, time.Minute} {
			o.watch.Seat.Clocks = append(o.watch.Seat.Clocks, viewer.Clock{Round: round, Now: clock.Now, After: clock.After})
		}
		if clock.Round > 0 {
			o.watch.Seat.Clocks = append(o.watch.Seat.Clocks, clock)
		}
		return nil
	case o.watch.Seat == nil:
		return shell.Misused("put "+lineup.Me+" into a seat", "--clock: no person plays")
	case o.clock == asBot && limits.Wall == 0:
		return shell.Misused("leave it out", "--clock %s: the bots have as long as they like, too", asBot)
	}
	if o.clock != asBot {
		round, err := time.ParseDuration(o.clock)
		if err != nil || round < leastClock || round > mostClock {
			return shell.Misused("--clock 10s, or --clock "+asBot, "--clock %s: not a time from %v to %v", o.clock, leastClock,
				mostClock)
		}
		clock.Round, clock.Bank = round, 0
	}
	o.watch.Seat.Clock = clock
	return nil
}
