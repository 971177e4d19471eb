package orkisland

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine/scene"
)

// terrains are the kinds of cells in the legend, by their index there.
var terrains = [...]Terrain{Water, Sand, Grass, Forest, Path, City}

// docs say what the terrains do.
func (v *Settings) docs() [len(terrains)]string {
	joined := func(cities int) int { return componentPoints(v.FactorConnectedComponent, cities) }
	return [...]string{
		"nobody can enter it",
		"an ork that enters it loses health",
		"an ork that enters it loses health",
		"an ork that enters it loses health",
		fmt.Sprintf("pays its holder %d a round for each cell, and joins two cities of the same holder: two pay %d more, "+
			"three %d, each further one doubles it", v.BonusPerPathCell, joined(2), joined(3)),
		fmt.Sprintf("pays its holder %d a round for each cell, and %d more if it is joined to no other; "+
			"it belongs to whoever has most orks in it", v.BonusPerCityCell, joined(1)),
	}
}

var uses = map[Terrain]scene.Use{Path: scene.Road, City: scene.Place}

// The events that can happen, as indices in the legend.
const (
	killed = iota
	starved
	reborn
	cityTaken
	pathTaken
)

// Legend describes everything that scenes can show: an island, and orks. Land lies
// higher than water, what grows on it higher still, and what orks have built highest.
func (m *match) Legend() scene.Legend {
	v := &m.setup.settings
	pays := map[Terrain]int{Path: v.BonusPerPathCell, City: v.BonusPerCityCell}
	docs := v.docs()
	cells := make([]scene.Cell, len(terrains))
	for kind, t := range terrains {
		cells[kind] = scene.Cell{
			Name: t.String(), Glyph: string(rune(t)), Doc: docs[kind],
			Fill: fills[kind], Over: drawings[kind], Height: kind, Use: uses[t], Pays: pays[t],
		}
	}
	return scene.Legend{
		Rows: m.board.size(), Cols: m.board.size(),
		Rules: "Cities and paths pay their holders each round, and cities that a player's paths join pay far more.",
		Group: v.FactorConnectedComponent,
		Cells: cells,
		Units: []scene.Kind{{
			Name: "ork", Glyph: "o", Doc: "takes cities and paths by standing there, and fights by walking into an enemy",
			Plate: true, Shape: ork,
		}},
		Events: []scene.EventKind{
			killed:    {Name: "killed", Look: scene.Death},
			starved:   {Name: "starved", Look: scene.Death},
			reborn:    {Name: "reborn", Look: scene.Birth},
			cityTaken: {Name: "city taken", Look: scene.Capture, Major: true},
			pathTaken: {Name: "path taken", Look: scene.Capture},
		},
		Signs:   []scene.Sign{{Name: "health", Form: scene.Bar}},
		Numbers: []string{"score", "income", "cities", "paths", "orks", "health"}, Holdings: []int{2, 3}, Income: 1,
	}
}

// Scene returns what the match looks like now.
func (m *match) Scene() scene.Scene {
	s := scene.Scene{
		Cells:   make([]uint8, len(m.board.terrain.Cells())),
		Owners:  slices.Repeat([]int8{scene.Nobody}, len(m.board.terrain.Cells())),
		Units:   make([]scene.Unit, len(m.units)),
		Numbers: m.numbers(),
	}
	for cell, t := range m.board.terrain.Cells() {
		s.Cells[cell] = uint8(slices.Index(terrains[:], t))
	}
	m.board.own(s.Owners, &m.board.cities, m.cityOwners)
	m.board.own(s.Owners, &m.board.paths, m.pathOwners)
	for id, u := range m.units {
		s.Units[id] = scene.Unit{
			ID: id, Owner: u.Owner, Cell: m.board.terrain.Index(u.Pos),
			Signs: scene.Signs{scene.Of(u.Health, max(u.Health, m.setup.settings.InitialHealth))},
		}
	}
	return s
}

// own makes the owners of areas the owners of their cells.
func (b *board) own(cells []int8, a *areas, owners []int) {
	for id, owner := range owners {
		for _, p := range a.cells[id] {
			cells[b.terrain.Index(p)] = int8(owner)
		}
	}
}

// numbers returns the values of the legend's numbers. The income is what a round pays
// if no owner changes.
func (m *match) numbers() [][]int {
	income := m.perPlayer()
	for player, points := range m.incomes() {
		income[player] = points.Total()
	}
	cities, paths, orks, health := m.perPlayer(), m.perPlayer(), m.perPlayer(), m.perPlayer()
	for _, owner := range m.cityOwners {
		if owner >= 0 {
			cities[owner]++
		}
	}
	for _, owner := range m.pathOwners {
		if owner >= 0 {
			paths[owner]++
		}
	}
	for _, u := range m.units {
		orks[u.Owner]++
		health[u.Owner] += u.Health
	}
	return [][]int{slices.Clone(m.scores), income, cities, paths, orks, health}
}

// perPlayer returns a zero for every player.
func (m *match) perPlayer() []int { return make([]int, m.setup.settings.Players) }
