package check

import (
	"fmt"

	"github.com/botarena/arena/internal/words"
)

// difference is the first round in which two matches differ.
type difference struct{ round, first, second int }

// differ compares the commands of two matches, nil if they are the same. What
// comes after the first difference means nothing: the states differ then.
func differ(first, second *played) *difference {
	for i, a := range first.rounds {
		if i >= len(second.rounds) {
			return &difference{i, a.commands, 0}
		}
		if b := second.rounds[i]; string(a.message) != string(b.message) {
			return &difference{i, a.commands, b.commands}
		}
	}
	return nil
}

func (d *difference) String() string {
	if d.first == d.second {
		return fmt.Sprintf("other commands in round %d", d.round)
	}
	return fmt.Sprintf("%s in round %d, the first time %d", words.Count(d.second, "command"), d.round, d.first)
}
