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

// Legend says what there can be to see: a board of tiles, farmers and knights.
func (rules) Legend(b *battle) scene.Legend {
	return scene.Legend{
		Rows: b.colours.Rows(), Cols: b.colours.Cols(),
		WrapRows: true, WrapCols: true,
		Cells: []scene.Cell{
			ground: {Name: "tile", Glyph: string(rune(Empty)), Fill: earth, Over: grounds},
			wall:   {Name: Wall.String(), Glyph: string(rune(Wall)), Fill: masonry, Over: walls, Height: 1},
		},
		Units: []scene.Kind{
			{Name: Farmer.String(), Glyph: string(rune(Farmer)), Plate: true, Shape: fork},
			{Name: Knight.String(), Glyph: string(rune(Knight)), Plate: true, Shape: helmet},
		},
		Events: []scene.EventKind{
			hit:      {Name: "hit", Look: scene.Hit},
			beaten:   {Name: "beaten", Look: scene.Death, Major: true},
			appeared: {Name: "changed sides", Look: scene.Birth},
			healed:   {Name: "healed", Look: scene.Heal},
		},
		Numbers: []string{"tiles", "farmers", "knights", "health"},
	}
}

// Scene is what there is to see, as the match stands.
func (rules) Scene(b *battle) scene.Scene {
	s := scene.Scene{
		Cells:   make([]uint8, len(b.colours.Cells())),
		Owners:  slices.Clone(b.colours.Cells()),
		Units:   make([]scene.Unit, len(b.units)),
		Numbers: b.numbers(),
	}
	for cell, t := range b.board.tiles.Cells() {
		if t == Wall {
			s.Cells[cell] = wall
		}
	}
	for id, u := range b.units {
		s.Units[id] = scene.Unit{
			ID: id, Kind: slices.Index(kinds[:], u.Kind), Owner: u.Owner, Cell: b.colours.Index(u.Pos),
			Health: u.Health, MaxHealth: b.settings.maxHealth(u.Kind),
		}
	}
	return s
}

// numbers are those of the legend. The score is the number of tiles.
func (b *battle) numbers() [][]int {
	players := b.settings.Players
	farmers, knights, health := make([]int, players), make([]int, players), make([]int, players)
	for _, u := range b.units {
		if u.Kind == Farmer {
			farmers[u.Owner]++
		} else {
			knights[u.Owner]++
		}
		health[u.Owner] += u.Health
	}
	return [][]int{slices.Clone(b.scores), farmers, knights, health}
}
