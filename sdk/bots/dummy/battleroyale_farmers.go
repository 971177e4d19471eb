package dummy

import (
	"cmp"
	"slices"

	"github.com/botarena/arena/engine/games/battleroyale"
)

const (
	brave  = 0.4 // risk from which a farmer flees and into which it does not go
	shield = 0.5 // how much of the danger a knight of ours nearby cancels
	choice = 12  // how many tiles a farmer considers painting
	theirs = 0.4 // how much more a tile of an enemy is worth than one without owner
	edge   = 0.1 // worth of each side of a tile with nothing left to paint
	fear   = 0.1 // what danger takes from the worth of a tile
)

// paint sends all farmers. Those in danger choose first.
func (m *melee) paint(c *battleroyale.Commands) {
	slices.SortStableFunc(m.farmers, func(a, b int) int {
		return cmp.Compare(m.danger[m.at[b]], m.danger[m.at[a]])
	})
	for _, id := range m.farmers {
		if m.risk(m.at[id]) >= brave && m.flee(id, c) {
			continue
		}
		if d, tile := m.field(id); tile != none {
			m.claimed[tile] = true
			m.send(id, d, c)
		}
	}
}

func (m *melee) risk(tile int) float64 { return m.danger[tile] - shield*m.support[tile] }

// flee sends a farmer to the free tile beside it with the least danger. It returns
// false if no tile has less danger than the farmer's own.
func (m *melee) flee(id int, c *battleroyale.Commands) bool {
	best, least := battleroyale.None, m.danger[m.at[id]]
	for k, to := range m.beside[m.at[id]] {
		if m.isFree(to) && m.danger[to] < least {
			best, least = battleroyale.North+battleroyale.Dir(k), m.danger[to]
		}
	}
	if best == battleroyale.None {
		return false
	}
	m.send(id, best, c)
	return true
}

// field returns the best tile for a farmer to paint and the direction to it.
func (m *melee) field(id int) (d battleroyale.Dir, best int) {
	best = none
	value, seen := 0.0, 0
	safe := func(tile int) bool { return m.isFree(tile) && m.risk(tile) < brave }
	m.walk(m.at[id], safe, func(tile, steps int) bool {
		if steps == 0 || m.claimed[tile] || m.owner[tile] == m.me {
			return true
		}
		seen++
		if v := m.worth(tile) / (float64(steps) + 0.5); best == none || v > value {
			d, best, value = m.first[tile], tile, v
		}
		return seen < choice
	})
	return d, best
}

// worth returns the worth of painting a tile. A tile left alone among ours is worth
// more, as it saves the way back; so is one of an enemy, who loses it.
func (m *melee) worth(tile int) float64 {
	w := 1 - fear*m.danger[tile]
	if m.owner[tile] != none {
		w += theirs
	}
	for _, to := range m.beside[tile] {
		if to == none || m.owner[to] == m.me || m.claimed[to] {
			w += edge
		}
	}
	return w
}
