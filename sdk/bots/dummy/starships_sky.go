package dummy

import "github.com/botarena/arena/engine/games/starships"

// horizon is how many rounds ahead a course is searched.
const horizon = 16

// sky is what can be foreseen of the universe. Cells are numbered row by row.
type sky struct {
	settings starships.Settings
	round    int
	left     int // rounds that are left

	// What never changes.
	col   []int       // by cell: its column
	paths [10][][]int // by direction and cell: the cells of a move; nil if it leaves the rows

	kind   []starships.Kind
	share  []int           // by cell with a bonus: our share of its worth, in thousandths
	rival  []int           // by cell with a bonus: the rounds until an enemy can have it
	hit    [horizon][]bool // by round ahead: a missile flies through before anybody moves
	stop   [horizon][]bool // by round ahead: a missile or a friend is there when we move
	danger [3][]int        // by round ahead, from 1: the cost of being there
	block  []int           // the cost of passing through now, as an enemy is there
}

// noRival marks bonuses that no enemy can have.
const noRival = 1 << 20

// look fills in the certain facts.
func (k *sky) look(s *starships.State) {
	k.settings, k.round, k.left = s.Settings(), s.Round(), s.Rounds()-s.Round()
	k.clear(s)
	for c := range k.kind {
		k.kind[c] = s.Cell(k.pos(c)).Kind
	}
	for _, p := range s.Find(starships.PointBonus, starships.MissileBonus) {
		c := k.cell(p)
		k.share[c], k.rival[c] = 1000, noRival
		for ship := range s.Units() {
			if n, ok := s.RoundsTo(ship.Pos, p); ok && ship.Alive && ship.Owner != s.Me() {
				k.rival[c] = min(k.rival[c], n)
			}
		}
	}
	for shot := range s.Missiles() {
		k.fly(shot.Pos)
	}
	for ship := range s.Starships(s.Me()) {
		k.stop[0][k.cell(ship.Pos)] = true // until it has moved
	}
}

func (k *sky) clear(s *starships.State) {
	if k.kind == nil {
		cells := s.Rows() * s.Cols()
		k.survey(s, cells)
		k.kind = make([]starships.Kind, cells)
		k.share, k.rival, k.block = make([]int, cells), make([]int, cells), make([]int, cells)
		for n := range horizon {
			k.hit[n], k.stop[n] = make([]bool, cells), make([]bool, cells)
		}
		for n := range k.danger {
			k.danger[n] = make([]int, cells)
		}
	}
	clear(k.share)
	clear(k.block)
	for n := range horizon {
		clear(k.hit[n])
		clear(k.stop[n])
	}
	for n := range k.danger {
		clear(k.danger[n])
	}
}

// survey works out the cells of all moves.
func (k *sky) survey(s *starships.State, cells int) {
	k.col = make([]int, cells)
	for c := range k.col {
		k.col[c] = c % k.settings.Cols
	}
	for _, d := range starships.Dirs() {
		k.paths[d] = make([][]int, cells)
		for c := range k.paths[d] {
			if !s.Has(s.Dest(k.pos(c), d)) {
				continue
			}
			path := []int{}
			for _, p := range s.Swept(k.pos(c), d) {
				path = append(path, k.cell(p))
			}
			k.paths[d][c] = path
		}
	}
}

// move returns the cell where a move ends, and the cells that it passes through. The
// end is -1 if the move leaves the rows.
func (k *sky) move(c int, d starships.Dir) (to int, swept []int) {
	swept = k.paths[d][c]
	switch {
	case swept == nil:
		return -1, nil
	case len(swept) == 0:
		return c, swept
	}
	return swept[len(swept)-1], swept
}

// fly marks the cells of a missile until it meets something that does not move, or a
// starship in this round.
func (k *sky) fly(p starships.Pos) {
	c := k.cell(p)
	for n := range horizon {
		for range 2 {
			c = k.ahead(c, 1)
			k.hit[n][c] = true
			if k.isSolid(c) || n == 0 && k.kind[c] == starships.Starship {
				return
			}
		}
		k.stop[n][c] = true
	}
}

// isSolid reports whether something in a cell stops missiles and stays there.
func (k *sky) isSolid(c int) bool {
	return k.kind[c] == starships.Asteroid || k.isBonus(c)
}

func (k *sky) isBonus(c int) bool {
	return k.kind[c] == starships.PointBonus || k.kind[c] == starships.MissileBonus
}

// claim keeps our other starships out of the course of one of ours, and away from its
// bonuses.
func (k *sky) claim(c *course) {
	k.stop[0][c.cells[0]] = false
	if len(c.cells) > 1 {
		k.stop[0][c.cells[1]] = true
	}
	for n := 1; n < len(c.cells) && n < horizon; n++ {
		k.stop[n][c.cells[n]] = true
	}
	const shared = 5
	for _, taken := range c.taken {
		k.share[taken] /= shared
	}
}

func (k *sky) cell(p starships.Pos) int { return p.Row*k.settings.Cols + p.Col }

func (k *sky) pos(c int) starships.Pos {
	return starships.Pos{Row: c / k.settings.Cols, Col: c % k.settings.Cols}
}

// ahead returns the cell some columns ahead, less than a whole lap.
func (k *sky) ahead(c, cols int) int {
	first := c - c%k.settings.Cols
	return first + (c-first+cols)%k.settings.Cols
}
