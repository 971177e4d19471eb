package orkisland

import (
	"sync"

	"github.com/botarena/arena/engine"
)

// crowd knows which ork is where. While an island changes it is open, and has a
// grid for that. Grids are much larger than all the rest of an island, so they
// are handed from one that is sealed to the next that is opened. Who asks a sealed
// island gets it a grid of its own.
type crowd struct {
	at    engine.Grid[int16] // for every cell, the id of the ork on it, or -1
	asked *occupants
}

type occupants struct {
	once sync.Once
	at   engine.Grid[int16]
}

// grids are for islands to come. All cells are free.
var grids sync.Pool

// open makes the island one that can be changed.
func (i *island) open() {
	if g, ok := grids.Get().(*engine.Grid[int16]); ok && g.Rows() == i.board.size() {
		i.at = *g
	} else {
		i.at = engine.NewGrid[int16](i.board.size(), i.board.size())
		i.at.Fill(-1)
	}
	i.asked = nil
	i.fill(i.at)
}

// seal makes the island one that can be handed out.
func (i *island) seal() {
	for _, u := range i.units {
		if u.Pos != nowhere {
			i.at.Set(u.Pos, -1)
		}
	}
	free := i.at
	grids.Put(&free)
	i.at = engine.Grid[int16]{}
	i.asked = new(occupants)
}

// fill puts the orks on a grid.
func (i *island) fill(at engine.Grid[int16]) {
	for id, u := range i.units {
		if u.Pos != nowhere {
			at.Set(u.Pos, int16(id))
		}
	}
}

// occupant is the id of the ork on a cell, -1 if there is none. The island must be
// sealed, and the cell on the board.
func (i *island) occupant(p Pos) int {
	i.asked.once.Do(func() {
		i.asked.at = engine.NewGrid[int16](i.board.size(), i.board.size())
		i.asked.at.Fill(-1)
		i.fill(i.asked.at)
	})
	return int(i.asked.at.At(p))
}

// put puts an ork on a cell, which must be free.
func (i *island) put(id int, p Pos) {
	i.units[id].Pos = p
	i.at.Set(p, int16(id))
}

// take takes an ork off the board.
func (i *island) take(id int) {
	i.at.Set(i.units[id].Pos, -1)
	i.units[id].Pos = nowhere
}
