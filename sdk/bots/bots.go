// Package bots has the bots that come with the arena, to be played inside of another program, as in a test.
//
// Package demo is a copy of the program examples/demo, which no program can import. A bot of your own begins as a copy
// of that program: changes here are lost with the next go generate.
package bots

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots/demo"
	"github.com/botarena/arena/sdk/bots/dummy"
	"github.com/botarena/arena/sdk/bots/search"
)

//go:generate go test ./copies -update

// All returns the bots by their names. Each has one for every game that it plays.
func All() map[string][]sdk.Bot {
	return map[string][]sdk.Bot{
		"demo": demo.Bots(), "dummy": dummy.Bots(), "null": {sdk.Null}, "search": search.Bots(),
	}
}

// Of returns the bot of a name for a game, such as "dummy" for "orkisland". It fails if there is no such bot, or if
// that does not play the game; the first error lists the bots.
func Of(name, game string) (sdk.Bot, error) {
	all := All()
	if all[name] == nil {
		return sdk.Bot{}, fmt.Errorf("bots: no bot %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
	}
	for _, bot := range all[name] {
		if plays := bot.Info().Name; plays == game || plays == "" {
			return bot, nil
		}
	}
	return sdk.Bot{}, fmt.Errorf("bots: %s does not play %q", name, game)
}
