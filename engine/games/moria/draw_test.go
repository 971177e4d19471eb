package moria

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// placed is a unit of a drawing.
type placed struct {
	id     UnitID
	at     Pos
	health int // 0: all that it can have
	owner  int // of dwarves and wizards; -1: the one at the start
}

// dwarf and wizard are the first, second, ... of a clan at the start.
func dwarf(clan, k int, at Pos, health int) placed {
	return placed{UnitID(25*clan + k), at, health, -1}
}

func wizard(clan, k int, at Pos, health int) placed {
	return placed{UnitID(25*clan + 20 + k), at, health, -1}
}

const (
	firstOrc = 100
	aTroll   = 120
	theEvil  = 124
)

// draw makes a match on a mountain whose upper left corner, from row and column 2,
// is that of a drawing. The rest is granite. All units that are not given wait outside in the
// corners far away: dwarves and wizards on the lower frame, trolls on the right
// one. The Balrog is at (50, 50).
func draw(t *testing.T, drawing string, units ...placed) *match {
	t.Helper()
	s := rules{}.Default()
	s.board = newBoard()
	for i := range s.board.cells.Cells() {
		s.board.cells.Cells()[i] = granite
		if isFrame(s.board.cells.Pos(i)) {
			s.board.cells.Cells()[i] = outside
		}
	}
	for row, line := range strings.Fields(drawing) {
		for col := range line {
			p := Pos{Row: row + inner, Col: col + inner}
			s.board.cells.Set(p, cell(line[col]))
			require.Nil(t, s.board.checkCell(p, &s.settings), "%v", p)
		}
	}
	m := newMatch(s)
	for _, u := range units {
		m.put(u.id, u.at)
		unit := &m.units[u.id]
		unit.Health = fullHealth(unit.Kind)
		if u.health > 0 {
			unit.Health = u.health
		}
		if u.owner >= 0 {
			unit.Owner = u.owner
		}
	}
	if m.balrog().Pos == nowhere {
		m.put(theEvil, Pos{Row: 50, Col: 50})
	}
	for id := range m.units {
		if u := &m.units[id]; u.Pos == nowhere && u.Kind != Orc {
			m.put(u.ID, m.waitingRoom(u.Kind))
		}
	}
	m.count()
	return m
}

// waitingRoom is a free cell of the frame, the last for dwarves and wizards.
func (m *match) waitingRoom(k Kind) Pos {
	if k == Troll {
		p := Pos{Row: 20, Col: Size - 1}
		for !m.isFree(p) {
			p.Row += 3
		}
		return p
	}
	p := Pos{Row: Size - 1, Col: Size - 1}
	for !m.isFree(p) {
		if p.Col--; p.Col == 0 {
			p = Pos{Row: p.Row - 1, Col: Size - 1}
		}
	}
	return p
}

// say is a command of a player.
type say struct {
	player int
	unit   UnitID
	dir    Dir
}

// step plays a round.
func step(m *match, source engine.Source, said ...say) *match {
	return m.Step(turnsOf(said), engine.NewRand(source), nil)
}

func turnsOf(said []say) []engine.Turn[*Commands] {
	var given [clans][]Command
	for _, s := range said {
		given[s.player] = append(given[s.player], Command{s.unit, s.dir})
	}
	turns := make([]engine.Turn[*Commands], clans)
	for player := range turns {
		turns[player].Commands = orders(given[player]...)
	}
	return turns
}

// orders are commands as they come over the wire.
func orders(given ...Command) *Commands { return &Commands{list: commands.Of(given)} }

// during begins a round without playing it, to play parts of it.
func during(m *match, source engine.Source) *round {
	return newRound(m.clone(), engine.NewRand(source), nil)
}

// lowest is a source that always draws the lower end: the first clan's commands
// come first, damage is least, and an opened rock is an abyss. With highest it is
// the other way round.
type (
	lowest  struct{}
	highest struct{}
)

func (lowest) Draw(low, _ int) int   { return low }
func (highest) Draw(_, high int) int { return high }

// noDraws is a source for what is not random.
type noDraws struct{ t *testing.T }

func (n noDraws) Draw(low, high int) int {
	n.t.Fatalf("draw from %d to %d", low, high)
	return low
}

// counter counts the draws of another source, by interval.
type counter struct {
	engine.Source
	draws map[[2]int]int
}

func (c counter) Draw(low, high int) int {
	c.draws[[2]int{low, high}]++
	return c.Source.Draw(low, high)
}

func (m *match) where(id UnitID) Pos { return m.units[id].Pos }

// clanMoves are what dwarves and wizards did.
func (m *match) clanMoves() []Command {
	moves := []Command{}
	for _, one := range m.moves {
		if one.Unit < firstOrc {
			moves = append(moves, one)
		}
	}
	return moves
}

// requireReborn asserts that a unit has died and belongs to a clan now.
func requireReborn(t *testing.T, before, after *match, id UnitID, owner int) {
	t.Helper()
	u := after.units[id]
	require.Equal(t, owner, u.Owner)
	require.Equal(t, fullHealth(u.Kind), u.Health)
	require.NotEqual(t, before.where(id), u.Pos)
	require.Equal(t, outside, after.cells.At(u.Pos))
}

// generated begins a match.
func generated(t testing.TB, s *setup, source engine.Source) *match {
	t.Helper()
	m, err := s.New(engine.NewRand(source))
	require.NoError(t, err)
	return m
}
