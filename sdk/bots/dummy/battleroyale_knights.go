package dummy

import "github.com/botarena/arena/engine/games/battleroyale"

const (
	knightly    = 6.0  // worth of a knight's conversion; a farmer's is 1
	wound       = 0.3  // worth of hurting, as part of a conversion
	tired       = 95   // a knight with this health or less hunts nobody
	battleReach = 4    // how many steps a knight goes for an enemy; others come by themselves
	company     = 8.0  // support below which a knight looks for others
	rally       = 10   // how many steps it looks for them
	deterred    = 3.0  // how much a knight is put off by superior enemies near a victim
	alarm       = 0.5  // danger in which a knight does not rest
	comfort     = 1.01 // how much better another tile must be to go there
)

// attack lets a knight attack the best enemy beside it, if there is one.
func (m *melee) attack(id int, c *battleroyale.Commands) {
	best, victim, value := battleroyale.None, none, 0.0
	for k, to := range m.beside[m.at[id]] {
		if to == none || !m.isEnemy(to) {
			continue
		}
		if v := m.prize(m.unit[to]); v > value {
			best, victim, value = battleroyale.North+battleroyale.Dir(k), m.unit[to], v
		}
	}
	if victim != none {
		m.left[victim] -= float64(m.low+m.high) / 2
		m.send(id, best, c)
	}
}

// prize returns the worth of attacking an enemy now.
func (m *melee) prize(enemy int) float64 {
	left := m.left[enemy]
	if left <= 0 {
		return wound * wound // most likely converted already
	}
	worth := 1.0
	if m.units[enemy].Kind == battleroyale.Knight {
		worth = knightly
	}
	return worth * (m.chance(left) + wound*float64(m.high)/left)
}

// chance returns the probability that an attack converts a unit of this health.
func (m *melee) chance(health float64) float64 {
	return min(1, max(0, (float64(m.high)-health+1)/float64(m.high-m.low+1)))
}

// hunt decides for a knight that does not attack. Knights win where they are many, so
// it is better to wait together for the enemy than to go and look for it.
func (m *melee) hunt(id int, c *battleroyale.Commands) {
	if c.Has(battleroyale.UnitID(id)) {
		return
	}
	here, health := m.at[id], m.units[id].Health
	if health <= tired || health < m.full && m.danger[here] == 0 {
		if m.danger[here] >= alarm {
			m.join(id, c)
		}
		return // to rest
	}
	d, prey := m.prey(id)
	switch {
	case prey == none && m.support[here] < company:
		m.gather(id, c)
	case prey == none:
	case m.danger[m.at[prey]]*0.8 > m.support[m.at[prey]]:
		m.join(id, c)
	default:
		m.send(id, d, c)
	}
}

// prey returns the enemy near a knight that is most worth hunting, and the direction to
// it.
func (m *melee) prey(id int) (d battleroyale.Dir, prey int) {
	prey = none
	best := 0.0
	m.walk(m.at[id], m.isFree, func(tile, steps int) bool {
		if steps > 0 && m.isEnemy(tile) {
			superior := max(0, m.danger[tile]-m.support[tile])
			if v := m.prize(m.unit[tile]) / float64(steps+2) / (1 + deterred*superior); v > best {
				d, prey, best = m.first[tile], m.unit[tile], v
			}
		}
		return steps < battleReach
	})
	return d, prey
}

// join lets a knight take a step to where it has more support; if there is none, the
// knight rests.
func (m *melee) join(id int, c *battleroyale.Commands) {
	best, most := battleroyale.None, m.support[m.at[id]]-m.danger[m.at[id]]
	for k, to := range m.beside[m.at[id]] {
		if !m.isFree(to) {
			continue
		}
		if v := m.support[to] - m.danger[to] - comfort; v > most {
			best, most = battleroyale.North+battleroyale.Dir(k), v
		}
	}
	if best != battleroyale.None {
		m.send(id, best, c)
	}
}

// gather lets a knight walk to other knights of ours.
func (m *melee) gather(id int, c *battleroyale.Commands) {
	best, value := battleroyale.None, 0.0
	m.walk(m.at[id], m.isFree, func(tile, steps int) bool {
		if u := m.unit[tile]; steps > 0 && u != none && m.units[u].Owner == m.me && m.units[u].Kind == battleroyale.Knight {
			if v := m.support[tile] / float64(steps+2); v > value {
				best, value = m.first[tile], v
			}
		}
		return steps < rally
	})
	if best != battleroyale.None {
		m.send(id, best, c)
	}
}
