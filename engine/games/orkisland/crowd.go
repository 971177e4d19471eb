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

// newCrowd returns a table for one round, which is as small as it can be.
func newCrowd(m *match) crowd { return newCrowdOf(m, 4) }

// newWideCrowd returns a table for many rounds. It takes longer to make than newCrowd's,
// but with fewer places taken, each is found sooner.
func newWideCrowd(m *match) crowd { return newCrowdOf(m, 8) }

func newCrowdOf(m *match, placesPerOrk int) crowd {
	size := 1
	for size < placesPerOrk*len(m.units) {
		size *= 2
	}
	c := crowd{make([]place, size), m.board.size()}
	c.gather(m)
	return c
}

// gather puts all orks of a match on their cells. The table must be empty.
func (c crowd) gather(m *match) {
	for id := range m.units {
		if u := &m.units[id]; u.Pos != nowhere {
			c.enter(u.Pos, u.ID)
		}
	}
}

// gatherAgain is gather for a table that has been used.
func (c crowd) gatherAgain(m *match) {
	clear(c.places)
	c.gather(m)
}

// unitAt returns the ork on a cell, or -1 if there is none.
func (c crowd) unitAt(p Pos) UnitID { return c.find(p).unit() }

// enter puts an ork on a cell, leave takes the ork there off it.
func (c crowd) enter(p Pos, id UnitID) { *c.find(p) = c.placeOf(p, id) }
func (c crowd) leave(p Pos)            { c.find(p).ork = -1 }

// placeOf is the place of a cell that an ork stands on.
func (c crowd) placeOf(p Pos, id UnitID) place { return place{c.number(p), int32(id)} }

// unit returns the ork in a place, or -1 if there is none.
func (at *place) unit() UnitID {
	if at.cell == 0 {
		return -1
	}
	return UnitID(at.ork)
}

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
