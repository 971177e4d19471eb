package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/lineup"
)

// MatchOptions is everything a match depends on.
type MatchOptions struct {
	Game  string
	Bots  []string
	Setup SetupFlags
	From  BotFlags
	JSON  bool
}

// Register adds the flags of commands that play matches of a setup.
func (o *MatchOptions) Register(s *Shell, c *cobra.Command, seedDoc string) {
	o.Setup.Register(s, c, seedDoc)
	o.From.Register(c)
	c.Flags().BoolVar(&o.JSON, "json", false, "print the result as JSON")
	c.Args = WantArgs(1, -1)
	c.ValidArgsFunction = s.CompleteGame(CompleteBots)
}

// CompleteBots completes the names in the bots folder, and those of the bots that come with the arena.
func CompleteBots(c *cobra.Command) []string {
	dir, err := c.Flags().GetString("bots")
	if err != nil {
		return nil
	}
	from := BotFlags{Dir: dir, namedDir: func() bool { return c.Flags().Changed("bots") }}
	return from.Places().Names("")
}

// Check returns the setup that was typed, or an error if it does not make a match. It
// draws a seed if none was given.
func (o *MatchOptions) Check(s *Shell, c *cobra.Command) (engine.Setup, error) {
	game, err := s.FindGame(o.Game)
	if err != nil {
		return nil, err
	}
	setup, err := o.Setup.Setup(game)
	if err != nil {
		return nil, err
	}
	if err := CheckSeats(c, setup, o.Bots); err != nil {
		return nil, err
	}
	return setup, o.Setup.Seed.Draw()
}

// CheckSeats returns an error, with the command to type, unless there is one bot for
// every seat.
func CheckSeats(c *cobra.Command, setup engine.Setup, typed []string) error {
	seats, given := setup.Seats(), len(typed)
	if given == seats {
		return nil
	}
	problem, fix := safe.Count(given, "bot"), fmt.Sprintf("give %d; one bot can take several seats", seats)
	if apart := withoutCommas(typed); len(apart) > given {
		typed, given, fix = apart, len(apart), "put spaces between bots"
	}
	fitting := slices.Clone(typed[:min(given, seats)])
	for i := 0; len(fitting) < seats; i++ { // a b becomes a a b b
		if given == 0 || typed[i%given] == lineup.Me { // a person plays one seat
			fitting = append(fitting, "BOT")
			continue
		}
		fitting = append(fitting, typed[i%given])
	}
	if given > 0 && given != seats {
		slices.SortStableFunc(fitting, func(a, b string) int { return slices.Index(typed, a) - slices.Index(typed, b) })
	}
	command := safe.Shell(append([]string{"arena", c.Name(), setup.Game().Info().Name}, fitting...)...)
	return Misused(fix+": "+command, "%s for %d seats", problem, seats)
}

// withoutCommas returns the bots of lists with commas, as --field takes them; values of parameters have commas, too.
func withoutCommas(typed []string) (bots []string) {
	for _, list := range typed {
		if strings.Contains(list, "=") {
			bots = append(bots, list)
			continue
		}
		bots = append(bots, strings.FieldsFunc(list, func(r rune) bool { return r == ',' })...)
	}
	return bots
}

// Again returns the command that plays a match of these bots again.
func (o *MatchOptions) Again(bots []string, seed uint64) string {
	typed := append([]string{"arena", "play", o.Game}, bots...)
	typed = append(typed, "-s", strconv.FormatUint(seed, 10))
	typed = append(typed, o.Setup.words()...)
	return safe.Shell(append(typed, o.From.words()...)...)
}

// SetupFor returns the setup that was typed.
func (o *MatchOptions) SetupFor(s *Shell) (engine.Setup, error) {
	game, err := s.FindGame(o.Game)
	if err != nil {
		return nil, err
	}
	return o.Setup.Setup(game)
}
