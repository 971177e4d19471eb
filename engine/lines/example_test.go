package lines_test

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// The beginning of a match as one of its bots reads it.
func ExampleMatch() {
	m, err := duel.Game.Default().New([]string{"anna", "ben"}, 7, engine.ChaCha8)
	if err != nil {
		panic(err)
	}
	schema, err := lines.Of(duel.Game.Info())
	if err != nil {
		panic(err)
	}
	said, err := schema.NewMatch(m.StartMessage())
	if err != nil {
		panic(err)
	}
	text := said.AppendStart(nil, &arenav1.Seat{Me: 1, Names: m.Seat(1).Names(), Seed: m.Seat(1).Seed()})
	if text, err = said.AppendState(text, m.Round(), m.StateMessage(), m.Scores()); err != nil {
		panic(err)
	}
	fmt.Printf("%s", text)
	// Output:
	// match duel 1
	// me 1
	// name 0 anna
	// name 1 ben
	// seed 14510912034924764882
	// cpu_per_round 0
	// cpu_bank 0
	// wall_per_round 0
	// wall_bank 0
	// cpu_start 0
	// nb_players 2
	// nb_rounds 50
	// nb_units 3
	// rows 8
	// cols 8
	// board .........#....#....##......................##....#....#.........
	// round 0
	// unit_cells 63 52 27 4 26 21
	// paint ....1................1....10........................0..........0
	// scores 3 3
	// go 0
}

// A bot answers in lines, and the game gets its message. What is no line of the protocol is only printed.
func ExampleAnswer() {
	schema, err := lines.Of(duel.Game.Info())
	if err != nil {
		panic(err)
	}
	fmt.Println("a command:", schema.Usage())
	notes := new(engine.Debug)
	answer := schema.NewAnswer(notes)
	answer.Begin(0)
	for _, line := range []string{"thinking", "mark 2 3", "do 0 north", "do 1 up", "done 0"} {
		kind, err := answer.Line([]byte(line))
		switch {
		case err != nil: // a *lines.Error
			fmt.Println(err)
		case kind == lines.Print:
			fmt.Println("printed:", line)
		}
	}
	commands, err := duel.Game.DecodeCommands(answer.Commands())
	fmt.Println(commands.Len(), "command,", len(notes.Take()), "note", err)
	// Output:
	// a command: do UNIT DIRECTION
	// printed: thinking
	// line 4, column 6: "up" is not one of north, south, east, west
	// 1 command, 1 note <nil>
}
