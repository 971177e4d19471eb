package cli

import (
	"crypto/sha256"

	runnable "github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/words"
)

// contenders are the bots of a series, each once.
type contenders struct {
	list     []contender
	entrants []int // by seat of the first match: an index in list
}

// contender is one bot of a series.
type contender struct {
	name    string
	label   string // the name, with what was typed if another bot has the same name
	typed   string
	command runnable.Command
	version string
	sha256  [sha256.Size]byte
}

// labels are the names of the bots by seat, with what was typed where different bots
// have the same name.
func (c contenders) labels() []string {
	labels := make([]string, len(c.entrants))
	for seat, bot := range c.entrants {
		labels[seat] = c.list[bot].label
	}
	return labels
}

// newContenders tells bots apart by their programs, not by their names, which two
// versions of a bot often share.
func newContenders(l *seats) contenders {
	var c contenders
	numbers := make(map[string]int) // by path
	sharing := make(map[string]int) // by name
	for i, name := range l.names() {
		b := l.bots[i]
		number, seen := numbers[b.Command.Path]
		if !seen {
			number = len(c.list)
			numbers[b.Command.Path] = number
			sharing[name]++
			c.list = append(c.list, contender{
				name: name, label: name, typed: b.Typed, command: b.Command,
				version: l.processes[i].Description().Version, sha256: b.SHA256,
			})
		}
		c.entrants = append(c.entrants, number)
	}
	for i := range c.list {
		if one := &c.list[i]; sharing[one.name] > 1 {
			one.label = one.name + " (" + words.Name(one.typed) + ")"
		}
	}
	return c
}
