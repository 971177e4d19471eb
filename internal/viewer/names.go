package viewer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine/scene"
)

// caller is what players are called in texts, by seat.
type caller []string

// callers calls players by their names, and those that share one by their seats
// too.
func callers(players []Player) caller {
	var call caller
	for seat, p := range players {
		same := func(other Player) bool { return other.Name == p.Name }
		switch first := slices.IndexFunc(players, same); {
		case p.Name == "":
			call = append(call, fmt.Sprintf("player %d", seat))
		case first < seat || slices.ContainsFunc(players[seat+1:], same):
			call = append(call, fmt.Sprintf("%s (%d)", p.Name, seat))
		default:
			call = append(call, p.Name)
		}
	}
	return call
}

var numbered = regexp.MustCompile(`\bplayer \d+\b`)

// text puts names in the place of "player 2".
func (c caller) text(text string) string {
	if !strings.Contains(text, "player ") {
		return text // most of them
	}
	return numbered.ReplaceAllStringFunc(text, func(found string) string {
		seat, err := strconv.Atoi(strings.TrimPrefix(found, "player "))
		if err != nil || seat >= len(c) {
			return found
		}
		return c[seat]
	})
}

// named is a copy of a log, with names in its texts.
func (c caller) named(log scene.Log) scene.Log {
	named := scene.Log{Orders: slices.Clone(log.Orders), Events: slices.Clone(log.Events)}
	for i := range named.Orders {
		named.Orders[i].Text, named.Orders[i].Outcome = c.text(named.Orders[i].Text), c.text(named.Orders[i].Outcome)
	}
	for i := range named.Events {
		named.Events[i].Text = c.text(named.Events[i].Text)
	}
	return named
}
