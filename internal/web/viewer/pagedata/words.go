package pagedata

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
)

// WordsOf returns what a unit of a game can be told. It fails if an order of the game is more than
// a unit and a word.
func WordsOf(game engine.Info) ([]Word, error) {
	schema, err := lines.Of(game)
	if err != nil {
		return nil, err
	}
	columns := schema.Words()
	if len(columns) != 2 || columns[0] != nil || columns[1] == nil {
		return nil, fmt.Errorf("%s: an order is more there than a unit and a word, and the page can't give it", game.Name)
	}
	commands, err := lines.Descriptor(game.Name, "Commands")
	if err != nil {
		return nil, err
	}
	steps, compass := lines.Steps(lines.Fields(commands)[1].Enum())
	if steps == nil {
		steps = compass
	}
	words := make([]Word, len(columns[1]))
	for i, word := range columns[1] {
		words[i].Word = word
		if k := slices.IndexFunc(steps, func(s lines.Step) bool { return s.Word == word }); k >= 0 {
			words[i].Rows, words[i].Cols = steps[k].Row, steps[k].Col
		}
	}
	return words, nil
}
