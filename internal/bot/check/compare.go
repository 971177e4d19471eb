package check

import (
	"fmt"

	"github.com/botarena/arena/internal/base/safe"
)

// difference is the first round in which two matches differ.
type difference struct{ round, first, second int }

// differ returns the first difference between the commands of two matches, or nil if
// there is none. Later differences mean nothing, since the states differ as well.
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
		return fmt.Sprintf("different commands in round %d", d.round)
	}
	return fmt.Sprintf("%s in round %d, the first time %d", safe.Count(d.second, "command"), d.round, d.first)
}
