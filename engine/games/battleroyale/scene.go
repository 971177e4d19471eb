package battleroyale

import (
	"slices"

	"github.com/botarena/arena/engine/scene"
)

// The kinds of cells and of units, as indices in the legend.
const (
	ground = iota
	wall
)

var kinds = [...]Kind{Farmer, Knight}

// The events that can happen, as indices in the legend.
const (
	hit = iota
	beaten
	appeared
	healed
)

// Legend describes everything that scenes can show: a board of tiles, farmers and
// knights.
func (m *match) Legend() scene.Legend {
	return scene.Legend{
		Rows: m.colours.Rows(), Cols: m.colours.Cols(),
		WrapRows: true, WrapCols: true,
		Rules: "Land is points: farmers paint the tiles that they step on, and knights make enemies change sides.",
		Cells: []scene.Cell{
			ground: {
				Name: "tile", Glyph: string(rune(Empty)), Doc: "a point for the player in whose colour it is",
				Fill: earth, Over: grounds, Worth: 1,
			},
			wall: {
				Name: Wall.String(), Glyph: string(rune(Wall)), Doc: "nobody can enter it",
				Fill: masonry, Over: walls, Height: 1,
			},
		},
		Units: []scene.Kind{
			{
				Name: Farmer.String(), Glyph: string(rune(Farmer)), Doc: "paints the tiles that it enters; cannot attack",
				Plate: true, Shape: fork,
			},
			{
				Name: Knight.String(), Glyph: string(rune(Knight)), Doc: "attacks; whom it beats changes sides",
				Plate: true, Shape: helmet,
			},
		},
		Events: []scene.EventKind{
			hit:      {Name: "hit", Look: scene.Hit},
			beaten:   {Name: "beaten", Look: scene.Death, Major: true},
			appeared: {Name: "changed sides", Look: scene.Birth},
			healed:   {Name: "healed", Look: scene.Heal},
		},
		Signs:   []scene.Sign{{Name: "health", Form: scene.Bar}},
		Numbers: []string{"tiles", "farmers", "knights", "health"}, Holdings: []int{1, 2},
	}
}

// Scene returns what the match looks like now.
func (m *match) Scene() scene.Scene {
	s := scene.Scene{
		Cells:   make([]uint8, len(m.colours.Cells())),
		Owners:  slices.Clone(m.colours.Cells()),
		Units:   make([]scene.Unit, len(m.units)),
		Numbers: m.numbers(),
	}
	for cell, t := range m.board.tiles.Cells() {
		if t == Wall {
			s.Cells[cell] = wall
		}
	}
	for id, u := range m.units {
		s.Units[id] = scene.Unit{
			ID: id, Kind: slices.Index(kinds[:], u.Kind), Owner: u.Owner, Cell: m.cell(u.Pos),
			Signs: scene.Signs{scene.Of(u.Health, m.setup.settings.maxHealth(u.Kind))},
		}
	}
	return s
}

// numbers are those of the legend. The score is the number of tiles.
func (m *match) numbers() [][]int {
	players := m.setup.settings.Players
	farmers, knights, health := make([]int, players), make([]int, players), make([]int, players)
	for _, u := range m.units {
		if u.Kind == Farmer {
			farmers[u.Owner]++
		} else {
			knights[u.Owner]++
		}
		health[u.Owner] += u.Health
	}
	return [][]int{slices.Clone(m.scores), farmers, knights, health}
}
