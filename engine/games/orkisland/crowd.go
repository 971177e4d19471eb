package orkisland

// crowd holds which ork is on which cell. It is a hash table, which is much smaller than
// a grid: looking ahead makes thousands of them.
//
// A place that an ork has left stays in the table, without an ork. There is room for
// all places of a round: for each ork, where it stands at first, where it goes and
// where it is reborn.
type crowd struct {
	places []place
	cols   int
}

// place is a cell and who is there.
type place struct {
	cell int32 // its number plus 1; 0 if this place is not used
	ork  int32 // -1 if there is none
}

const placesPerOrk = 4

func newCrowd(m *match) crowd {
	size := 1
	for size < placesPerOrk*len(m.units) {
		size *= 2
	}
	c := crowd{make([]place, size), m.board.size()}
	for id, u := range m.units {
		if u.Pos != nowhere {
			c.enter(u.Pos, UnitID(id))
		}
	}
	return c
}

// unitAt returns the ork on a cell, or -1 if there is none.
func (c crowd) unitAt(p Pos) UnitID {
	if at := c.find(p); at.cell != 0 {
		return UnitID(at.ork)
	}
	return -1
}

// enter puts an ork on a cell, leave takes the ork there off it.
func (c crowd) enter(p Pos, id UnitID) { *c.find(p) = place{c.number(p), int32(id)} }
func (c crowd) leave(p Pos)            { c.find(p).ork = -1 }

// find returns the place of a cell, or the unused one where it would be.
func (c crowd) find(p Pos) *place {
	const spread = 0x9e3779b1 // orks stand close together
	cell := c.number(p)
	for i := uint32(cell) * spread >> 8; ; i++ {
		if at := &c.places[int(i)&(len(c.places)-1)]; at.cell == cell || at.cell == 0 {
			return at
		}
	}
}

func (c crowd) number(p Pos) int32 { return int32(p.Row*c.cols+p.Col) + 1 }
