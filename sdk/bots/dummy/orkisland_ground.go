package dummy

import (
	"slices"

	"github.com/botarena/arena/engine/games/orkisland"
)

// none stands for no ork, no area, no city.
const none = -1

// ground is what does not change in a match. Cells are numbered row by row; the
// neighbours of a cell that is not water are always on the board, as its border
// is water.
type ground struct {
	cols   int
	beside [4]int // by direction: the difference to the next cell
	cost   []int  // by cell: the health that entering takes; none for water
	areas  []area // the cities and then the paths
	areaAt []int  // by cell: its area
	cities int    // number of cities

	queue [maxStep + 1][]int // for search: the cells to continue from, by length
	hunts [][]way            // for huntingWays
}

// area is a city or a path.
type area struct {
	id     int // the number of the city or path
	isPath bool
	ends   [2]int // of a path: the cities that it joins
	cells  []int
	points int   // per round, for the cells alone
	ways   []way // by cell: the way from there to the area
}

// owner returns the player that owns the area.
func (a *area) owner(s *orkisland.State) int {
	if a.isPath {
		return s.Path(a.id).Owner
	}
	return s.City(a.id).Owner
}

// way is the distance to a target.
type way struct {
	length int32 // what the search minimises: health lost and steps
	loss   int32 // health lost
}

const (
	far     = 1 << 29 // the length of a way that does not exist or is too long
	maxStep = 63      // the longest single step; costlier cells count as this
)

func newGround(s *orkisland.State) *ground {
	g := &ground{
		cols:   s.Cols(),
		beside: [4]int{-s.Cols(), s.Cols(), 1, -1}, // as in orkisland.Dirs
		cost:   make([]int, s.Rows()*s.Cols()),
		areaAt: slices.Repeat([]int{none}, s.Rows()*s.Cols()),
		cities: s.NumCities(),
	}
	for i := range g.cost {
		g.cost[i] = none
		if cost, ok := s.Cost(orkisland.Pos{Row: i / g.cols, Col: i % g.cols}); ok {
			g.cost[i] = cost
		}
	}
	for city := range s.Cities() {
		g.add(area{id: city.ID, points: s.Settings().BonusPerCityCell}, city.Cells())
	}
	for path := range s.Paths() {
		g.add(area{id: path.ID, isPath: true, ends: path.Ends, points: s.Settings().BonusPerPathCell}, path.Cells())
	}
	return g
}

func (g *ground) add(a area, cells []orkisland.Pos) {
	a.points *= len(cells)
	for _, p := range cells {
		a.cells = append(a.cells, g.index(p))
		g.areaAt[g.index(p)] = len(g.areas)
	}
	a.ways = make([]way, len(g.cost))
	g.search(a.ways, far, a.cells...)
	g.areas = append(g.areas, a)
}

func (g *ground) index(p orkisland.Pos) int { return p.Row*g.cols + p.Col }

// huntingWays returns room for the ways to an enemy, the same in every round.
func (g *ground) huntingWays(k int) []way {
	for len(g.hunts) <= k {
		g.hunts = append(g.hunts, make([]way, len(g.cost)))
	}
	return g.hunts[k]
}

// search finds for every cell the shortest way to the nearest target, if it is not
// longer than limit. Lengths are small numbers, so it keeps a list of cells for each
// instead of a heap.
func (g *ground) search(ways []way, limit int32, targets ...int) {
	for i := range ways {
		ways[i].length = far
	}
	for _, c := range targets {
		ways[c] = way{}
	}
	g.queue[0] = append(g.queue[0], targets...)
	waiting := len(targets)
	for length := int32(0); waiting > 0; length++ {
		now := &g.queue[length%(maxStep+1)]
		for i := 0; i < len(*now); i++ { // every step has a length of at least 1, so now can't grow
			if c := (*now)[i]; ways[c].length == length {
				waiting += g.spread(ways, c, limit)
			}
		}
		waiting -= len(*now)
		*now = (*now)[:0]
	}
}

// spread extends the ways that end in a cell by one step backwards, and returns how
// many cells it has put in the queue.
func (g *ground) spread(ways []way, c int, limit int32) (added int) {
	here := ways[c]
	length := min(here.length+int32(2*g.cost[c])+1, here.length+maxStep)
	if length > limit {
		return 0
	}
	for _, offset := range g.beside {
		if from := c + offset; g.cost[from] != none && length < ways[from].length {
			ways[from] = way{length, min(here.loss+int32(g.cost[c]), far)}
			g.queue[length%(maxStep+1)] = append(g.queue[length%(maxStep+1)], from)
			added++
		}
	}
	return added
}
