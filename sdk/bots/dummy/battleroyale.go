package dummy

import (
	"slices"

	"github.com/botarena/arena/engine/games/battleroyale"
)

// battleRoyale plays Battle Royale. In every round
//
//   - knights go first: they attack together; otherwise they keep together, rest, and
//     wait for enemies to come near (battleroyale_knights.go),
//   - farmers paint, each a tile of its own, and keep away from enemy knights
//     (battleroyale_farmers.go).
//
// It remembers the board (battleroyale_tiles.go) and nothing else.
type battleRoyale struct{ tiles *tiles }

func (b *battleRoyale) play(s *battleroyale.State, c *battleroyale.Commands) {
	if b.tiles == nil {
		b.tiles = newTiles(s)
	}
	m := newMelee(s, b.tiles)
	for _, id := range m.knights {
		m.attack(id, c)
	}
	for _, id := range m.knights {
		m.hunt(id, c)
	}
	m.paint(c)
}

// melee is the state of a round and what has been decided in it.
type melee struct {
	*tiles
	me      int
	low     int                 // least damage of an attack
	high    int                 // most damage
	full    int                 // health of an unhurt knight
	units   []battleroyale.Unit // by number
	at      []int               // by unit: where it stands
	knights []int               // ours
	farmers []int               // ours
	left    []float64           // by unit: its expected health after our attacks
	unit    []int               // by tile: the unit there, or none
	owner   []int               // by tile: the player whose colour it has
	danger  []float64           // by tile: from enemy knights
	support []float64           // by tile: from our knights
	taken   []bool              // by tile: whether a unit of ours is or will be there
	claimed []bool              // by tile: whether a farmer of ours is to paint it
}

func newMelee(s *battleroyale.State, t *tiles) *melee {
	n := len(t.beside)
	m := &melee{
		tiles:   t,
		me:      s.Me(),
		low:     s.Settings().DamageMin,
		high:    s.Settings().DamageMax,
		full:    s.Settings().KnightsHealth,
		units:   slices.Collect(s.Units()),
		at:      make([]int, s.NumUnits()),
		left:    make([]float64, s.NumUnits()),
		unit:    slices.Repeat([]int{none}, n),
		owner:   make([]int, n),
		danger:  make([]float64, n),
		support: make([]float64, n),
		taken:   make([]bool, n),
		claimed: make([]bool, n),
	}
	for knight := range s.Knights(m.me) {
		m.knights = append(m.knights, int(knight.ID))
	}
	for farmer := range s.Farmers(m.me) {
		m.farmers = append(m.farmers, int(farmer.ID))
	}
	for tile := range m.owner {
		m.owner[tile] = s.Cell(t.pos(tile)).Owner
	}
	for id, u := range m.units {
		m.at[id] = t.index(u.Pos)
		m.unit[m.at[id]] = id
		m.left[id] = float64(u.Health)
		m.taken[m.at[id]] = u.Owner == m.me
	}
	for id, u := range m.units {
		switch {
		case u.Kind != battleroyale.Knight:
		case u.Owner == m.me:
			m.feel(m.at[id], m.support)
		default:
			m.feel(m.at[id], m.danger)
		}
	}
	return m
}

// felt is how strongly a knight is felt on the tiles around it, by steps.
var felt = [...]float64{1, 1, 0.5, 0.15}

func (m *melee) feel(tile int, on []float64) {
	for _, near := range m.around(tile, len(felt)-1) {
		on[near.tile] += felt[near.steps]
	}
}

// isEnemy reports whether an enemy is on a tile.
func (m *melee) isEnemy(tile int) bool {
	id := m.unit[tile]
	return id != none && m.units[id].Owner != m.me
}

// isFree reports whether a unit of ours can go to a tile: it is not a wall, no unit is
// there, and no unit of ours will be.
func (m *melee) isFree(tile int) bool {
	return tile != none && !m.taken[tile] && m.unit[tile] == none
}

// send gives a command and notes where the unit will be.
func (m *melee) send(id int, d battleroyale.Dir, c *battleroyale.Commands) {
	c.Move(battleroyale.UnitID(id), d)
	if d == battleroyale.None {
		return
	}
	if to := m.beside[m.at[id]][d-battleroyale.North]; !m.isEnemy(to) {
		m.taken[m.at[id]] = false
		m.unit[m.at[id]] = none
		m.taken[to] = true
	}
}
