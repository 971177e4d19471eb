package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestRegeneration(t *testing.T) { // rules 10.44
	m, source := base(ship(0, 2, 5), thing('X', 2, 6), ammo(0, 4)), newClassic(1)
	for _, countdown := range []int{2, 1, 0} {
		m = step(m, source)
		require.Equal(t, Unit{0, 0, Pos{Row: 2, Col: 5}, 4, false, countdown}, m.units[0])
	}
	m = step(m, source)
	require.Equal(t, Unit{0, 0, Pos{Row: 8, Col: 22}, 4, true, 0}, m.units[0])
	alive(0, 8, 22)(t, m)
}

func TestQuickRegeneration(t *testing.T) { // rules 10.45, 10.46
	s := baseSettings()
	s.RoundsToRegenerate = 1
	m, source := build(s, ship(0, 2, 5), thing('X', 2, 6), ammo(0, 0)), newClassic(1)
	m = step(m, source)
	killed(0, 2, 5)(t, m)
	m = step(m, source)
	require.True(t, m.units[0].Alive)
	left(0)(t, m)
}

// counter counts the draws.
type counter struct {
	engine.Source
	draws int
}

func (c *counter) Draw(low, high int) int { c.draws++; return c.Source.Draw(low, high) }

func TestNoRoomForStarship(t *testing.T) { // rules 10.47
	s := baseSettings()
	s.RoundsToRegenerate = 1
	changes := []change{dead(0, 0)}
	for row := range 11 {
		for col := 0; col < 40; col += 2 {
			changes = append(changes, thing('X', row, col))
		}
	}
	m, source := build(s, changes...), &counter{Source: engine.NewChaCha8(1, 0)}
	for range 30 {
		source.draws = 0
		m = step(m, source)
		require.Equal(t, players+2*20, source.draws, "order, and 20 cells")
		require.False(t, m.units[0].Alive)
		require.Zero(t, m.units[0].Countdown)
	}
}

func TestStarshipsComeBackApart(t *testing.T) { // rules 10.48
	for seed := range uint64(50) {
		m := step(base(dead(1, 0), dead(2, 0), dead(5, 0)), newClassic(seed))
		var back []Pos
		for _, id := range []UnitID{1, 2, 5} {
			if m.units[id].Alive {
				back = append(back, m.units[id].Pos)
				require.True(t, m.setup.inWindow(m.units[id].Pos, 1))
			}
		}
		for a := range back {
			for b := range a {
				way := m.View(engine.Seat{}).Offset(back[a], back[b])
				require.True(t, max(way.Row, -way.Row) > 2 || max(way.Col, -way.Col) > 2, "%v", back)
			}
		}
	}
}

func TestStarshipsComeBackInOrder(t *testing.T) { // rules 10.48
	// Each gets its cell from a drawing that goes on where the one before ended.
	cells := scripted{3, 5, 3, 5, 6, 9}
	m := step(base(dead(1, 0), dead(2, 0)), &cells)
	alive(1, 3, 5)(t, m)
	alive(2, 6, 9)(t, m)
}

// scripted draws the lower end for the order, and then these numbers.
type scripted []int

func (s *scripted) Draw(low, high int) int {
	if high == players-1 {
		return low
	}
	n := (*s)[0]
	*s = (*s)[1:]
	return n
}

func TestBonusIsReplaced(t *testing.T) { // rules 10.49
	s := baseSettings()
	s.PointBonuses = 2
	m := step(build(s, ship(0, 2, 5), thing('P', 2, 6), thing('P', 5, 30)), newClassic(1))
	score(10, 0, 0, 0)(t, m)
	holds(PointBonus, 1, 28)(t, m)
	holds(PointBonus, 5, 30)(t, m)
}

func TestSurplusOfBonuses(t *testing.T) { // rules 10.50
	s := baseSettings()
	s.PointBonuses = 2
	m := step(build(s, ship(0, 2, 5), thing('P', 2, 6), thing('P', 5, 30), thing('P', 6, 30)), newClassic(1))
	require.Equal(t, []Pos{{Row: 5, Col: 30}, {Row: 6, Col: 30}}, m.View(engine.Seat{}).Find(PointBonus))
}

func TestMissingBonusesArePlaced(t *testing.T) { // rules 10.51
	s := baseSettings()
	s.PointBonuses, s.MissileBonuses = 1, 1
	m := step(build(s), newClassic(1))
	holds(MissileBonus, 1, 28)(t, m)
	holds(PointBonus, 4, 27)(t, m)
}

func TestShotBonusIsReplaced(t *testing.T) { // rules 10.52
	s := baseSettings()
	s.PointBonuses, s.MissileBonuses = 1, 1
	m := step(build(s, thing('M', 5, 11), thing('P', 5, 12), flying(0, 5, 10)), newClassic(1))
	missiles()(t, m)
	holds(Empty, 5, 11)(t, m)
	state := m.View(engine.Seat{})
	require.Equal(t, []Pos{{Row: 5, Col: 12}}, state.Find(PointBonus))
	require.Len(t, state.Find(MissileBonus), 1)
}

func TestNoOutside(t *testing.T) { // rules 10.53 (decided), 10.54
	s := baseSettings()
	s.Cols, s.WindowCols, s.PointBonuses = 20, 20, 1
	m := step(build(s, ship(4, 6, 5), thing('P', 6, 6), ship(0, 2, 0), ship(2, 4, 19)), newClassic(1), move(0, Slow),
		move(2, Fast))
	alive(0, 2, 0)(t, m)
	alive(2, 4, 1)(t, m)
	done(0, move(0, Slow))(t, m)
	done(1, move(2, Fast))(t, m)
	score(0, 0, 10, 0)(t, m)
	for range 30 {
		m = step(m, newClassic(1))
		require.Empty(t, m.View(engine.Seat{}).Find(PointBonus))
	}
}
