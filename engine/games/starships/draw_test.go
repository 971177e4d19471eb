package starships

import (
	"github.com/botarena/arena/engine"
)

// say is a command of a player.
type say struct {
	player int
	Command
}

// step plays a round.
func step(u *universe, source engine.Source, commands ...say) *universe {
	turns := make([]engine.Turn[*Commands], players)
	for _, s := range commands {
		t := &turns[s.player]
		if t.Commands == nil {
			t.Commands = &Commands{}
		}
		t.Commands.given = append(t.Commands.given, s.Command)
	}
	return rules{}.Step(u, turns, engine.NewRand(source))
}
