package commands_test

import (
	"fmt"

	"github.com/botarena/arena/engine/commands"
)

// heading is a command of some game.
type heading string

func (h heading) String() string { return string(h) }

// A refused command is sent all the same, and the bot can ask for those.
func ExampleList() {
	list := commands.New[heading](2, 2, nil)
	commands.Add(&list, "north", 0, true, heading("north"), "")
	commands.Add(&list, "south", 0, true, heading("south"), commands.ToldBefore)
	for _, refusal := range list.Refused() {
		fmt.Println(refusal)
	}
	fmt.Println(list.Len(), "commands")
	// Output:
	// unit 0, south: already has an order this round
	// 2 commands
}
