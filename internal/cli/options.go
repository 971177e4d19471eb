package cli

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
)

// matchOptions is everything a match depends on.
type matchOptions struct {
	game  string
	bots  []string
	setup setupFlags
	from  botFlags
	json  bool
}

func (o *matchOptions) register(s *program, c *cobra.Command, seedDoc string) {
	o.setup.register(s, c, seedDoc)
	o.from.register(c)
	c.Flags().BoolVar(&o.json, "json", false, "print the result as JSON")
	c.Args = wantArgs(1, -1)
	c.ValidArgsFunction = s.completeGame(completeBots)
}

// completeBots completes the names in the bots folder.
func completeBots(c *cobra.Command) []string {
	dir, err := c.Flags().GetString("bots")
	if err != nil {
		return nil
	}
	names, _ := find.Finder{Dir: dir}.List()
	return names
}

// check returns the setup that was typed, or an error if it does not make a match. It
// draws a seed if none was given.
func (o *matchOptions) check(s *program, c *cobra.Command) (engine.Setup, error) {
	game, err := s.findGame(o.game)
	if err != nil {
		return nil, err
	}
	setup, err := o.setup.setup(game)
	if err != nil {
		return nil, err
	}
	if err := checkSeats(c, setup, o.bots); err != nil {
		return nil, err
	}
	return setup, o.setup.seed.draw()
}

// checkSeats returns an error, with the command to type, unless there is one bot for
// every seat.
func checkSeats(c *cobra.Command, setup engine.Setup, typed []string) error {
	seats, given := setup.Seats(), len(typed)
	if given == seats {
		return nil
	}
	fitting := slices.Clone(typed[:min(given, seats)])
	for i := 0; len(fitting) < seats; i++ { // a b becomes a a b b
		if given == 0 {
			fitting = append(fitting, "BOT")
			continue
		}
		fitting = append(fitting, typed[i%given])
	}
	if given > 0 {
		slices.SortStableFunc(fitting, func(a, b string) int { return slices.Index(typed, a) - slices.Index(typed, b) })
	}
	hint := fmt.Sprintf("give %d; one bot can take several seats: %s", seats,
		safe.Shell(append([]string{"arena", c.Name(), setup.Game().Info().Name}, fitting...)...))
	return misused(hint, "%s for %d seats", safe.Count(given, "bot"), seats)
}

// again returns the command that plays a match of these bots again.
func (o *matchOptions) again(bots []string, seed uint64) string {
	typed := append([]string{"arena", "play", o.game}, bots...)
	typed = append(typed, "-s", strconv.FormatUint(seed, 10))
	typed = append(typed, o.setup.words()...)
	return safe.Shell(append(typed, o.from.words()...)...)
}

// setupFor returns the setup that was typed.
func (o *matchOptions) setupFor(s *program) (engine.Setup, error) {
	game, err := s.findGame(o.game)
	if err != nil {
		return nil, err
	}
	return o.setup.setup(game)
}
