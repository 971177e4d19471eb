// Package terminal lets a person play a seat of a match by hand, by the lines of the line
// protocol, and shows the match for it as text.
package terminal

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/columns"
	"github.com/botarena/arena/internal/match/textboard"
)

// Screen shows the states of one match to one of its players, as text.
type Screen struct {
	schema  *schema
	colours textboard.Colours
	known   map[int]scene.Unit // every unit as it was last seen, by number
}

// NewScreen returns a screen for a match of a game.
func NewScreen(game engine.Game, colours textboard.Colours) (*Screen, error) {
	found, err := schemaOf(game.Info())
	if err != nil {
		return nil, err
	}
	return &Screen{found, colours, map[int]scene.Unit{}}, nil
}

// See takes note of a state. [Screen.Write] does so, too. A screen that saw every state
// knows whose the units are that are not on the board.
func (s *Screen) See(m engine.Match) {
	for _, u := range m.Scene().Units {
		s.known[u.ID] = u
	}
}

// Write writes the scores, the board and the player's units.
func (s *Screen) Write(to *bytes.Buffer, m engine.Match, player int) error {
	s.See(m)
	now, legend := m.Scene(), m.Legend()
	s.heading(to, m, now)
	writeTable(to, s.scores(m, now, legend))
	to.WriteByte('\n')
	textboard.Write(to, legend, now, player, s.colours)
	u, err := s.schema.of(m.StartMessage(), m.StateMessage())
	if err != nil {
		return err
	}
	to.WriteByte('\n')
	if own := owned(u.count, player, s.ownerIn(u)); len(own) > 0 {
		writeTable(to, u.table(s.schema.unit, legend, own, nil, s.kinds(legend, own)))
	} else {
		fmt.Fprintf(to, "you have no %s\n", s.schema.unit)
	}
	return nil
}

func (s *Screen) heading(to *bytes.Buffer, m engine.Match, now scene.Scene) {
	fmt.Fprintf(to, "%s, round %d of %d", m.Setup().Game().Info().Title, m.Round(), m.Rounds())
	if now.Caption != "" {
		fmt.Fprintf(to, ": %s", printable(now.Caption))
	}
	to.WriteByte('\n')
}

// Unit writes where a unit is and its other facts, or false if there is no such unit.
func (s *Screen) Unit(to *bytes.Buffer, m engine.Match, unit int) (bool, error) {
	s.See(m)
	return s.list(to, m, func(count int) []int {
		if unit < 0 || unit >= count {
			return nil
		}
		return []int{unit}
	})
}

// Units writes all units, and false if there are none.
func (s *Screen) Units(to *bytes.Buffer, m engine.Match) (bool, error) {
	s.See(m)
	return s.list(to, m, func(count int) []int {
		all := make([]int, count)
		for id := range all {
			all[id] = id
		}
		return all
	})
}

func (s *Screen) list(to *bytes.Buffer, m engine.Match, choose func(count int) []int) (bool, error) {
	u, err := s.schema.of(m.StartMessage(), m.StateMessage())
	if err != nil {
		return false, err
	}
	which := choose(u.count)
	if len(which) == 0 {
		return false, nil
	}
	labels, owner := labelsOf(m), s.ownerIn(u)
	name := func(unit int) string {
		seat := owner(unit)
		if seat < 0 || seat >= len(labels) {
			return "-"
		}
		return fmt.Sprintf("%d %s", seat, labels[seat])
	}
	writeTable(to, u.table(s.schema.unit, m.Legend(), which, name, s.kinds(m.Legend(), which)))
	return true, nil
}

// ownerIn returns the function that tells whose a unit is: by the schema, and in a game
// whose schema does not say so, by the scenes.
func (s *Screen) ownerIn(u *units) func(unit int) int {
	return func(unit int) int {
		if owner, ok := u.number("player", unit); ok {
			return owner
		}
		for _, c := range u.columns {
			if c.is == "player" {
				return scene.Nobody // a unit beyond those that have owners
			}
		}
		if known, ok := s.known[unit]; ok {
			return known.Owner
		}
		return scene.Nobody
	}
}

// kinds returns the function that names the kind of a unit, or nil if they are all of one.
func (s *Screen) kinds(legend scene.Legend, which []int) func(unit int) string {
	kind := func(unit int) string {
		known, ok := s.known[unit]
		if !ok || known.Kind < 0 || known.Kind >= len(legend.Units) {
			return "-"
		}
		return printable(legend.Units[known.Kind].Name)
	}
	for _, unit := range which {
		if kind(unit) != kind(which[0]) || len(which) == 1 {
			return kind
		}
	}
	return nil
}

// scores returns a table of the players with the numbers that the game shows.
func (s *Screen) scores(m engine.Match, now scene.Scene, legend scene.Legend) [][]string {
	places := engine.Places(m.Scores())
	titles := []string{"seat", "player", "place"}
	for _, name := range legend.Numbers {
		titles = append(titles, printable(name))
	}
	table := [][]string{titles}
	for seat, label := range labelsOf(m) {
		row := []string{strconv.Itoa(seat), label, strconv.Itoa(places[seat])}
		for i := range legend.Numbers {
			number := "-"
			if i < len(now.Numbers) && seat < len(now.Numbers[i]) {
				number = strconv.Itoa(now.Numbers[i][seat])
			}
			row = append(row, number)
		}
		table = append(table, row)
	}
	return table
}

func labelsOf(m engine.Match) []string {
	labels := scene.Labels(m.Seat(0).Names())
	for i := range labels {
		labels[i] = printable(labels[i])
	}
	return labels
}

// writeTable writes rows in columns. The first row has the titles. Columns of numbers are
// aligned to the right.
func writeTable(to *bytes.Buffer, rows [][]string) {
	right := make([]bool, len(rows[0]))
	for i := range right {
		right[i] = !slices.ContainsFunc(rows[1:], func(row []string) bool {
			_, err := strconv.Atoi(row[i])
			return err != nil && row[i] != "-"
		})
	}
	columns.Write(to, right, rows)
}

// printable returns a text in one line, without anything that controls a terminal.
func printable(text string) string {
	return strings.ReplaceAll(engine.Printable(text), "\t", " ")
}
