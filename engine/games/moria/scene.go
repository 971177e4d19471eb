package moria

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine/scene"
)

// The kinds of cells in the legend. Rock that was hit comes after them, by the
// hits that are left, from 1.
const (
	outsideCell = iota
	caveCell
	treasureCell
	abyssCell
	graniteCell
	rockCell
)

// The events that can happen, as indices in the legend.
const (
	deathEvent = iota
	balrogEvent
	hitEvent
	digEvent
	treasureEvent
	conquestEvent
	rebirthEvent
	orcEvent
	healEvent
)

// The heights of the cells: the mountain stands around its caves.
const (
	depth = iota
	floor
	wall
	hardWall
)

// hitRocks returns the shapes of rock that opens after the given number of hits.
func hitRocks(hits, fresh int) []scene.Shape {
	level := len(cracks) - 1 - (hits-1)*len(cracks)/max(fresh-1, 1)
	var shapes []scene.Shape
	for _, r := range rocks {
		shapes = append(shapes, append(append(scene.Shape{}, r...), cracks[level]))
	}
	return shapes
}

// Legend describes everything that scenes can show. Rules 3, 7.
func (m *match) Legend() scene.Legend {
	l := scene.Legend{
		Rows: Size, Cols: Size,
		Rules: "Caves and treasures are points; who dies by an enemy joins its clan, and nobody can withstand the Balrog.",
		Cells: []scene.Cell{
			outsideCell: {Name: "outside", Glyph: ",", Fill: grass, Over: meadow, Height: floor},
			caveCell: {
				Name: "cave", Glyph: ".", Doc: "a point for the clan that owns it at the end",
				Fill: sand, Over: ground, Height: floor, Worth: 1,
			},
			treasureCell: {
				Name: "treasure", Glyph: "$",
				Doc:  fmt.Sprintf("points for the clan that takes it, for good: %d", m.setup.settings.TreasureValue),
				Fill: sand, Over: []scene.Shape{hoard}, Height: floor,
			},
			abyssCell: {
				Name: "abyss", Glyph: "~", Doc: "kills who falls into it; orcs come out of it",
				Fill: chasm, Over: pit, Height: depth,
			},
			graniteCell: {
				Name: "granite", Glyph: "#", Doc: "nobody can open it",
				Fill: block, Over: blocks, Height: hardWall,
			},
			rockCell: {
				Name: "rock", Glyph: "%", Doc: "dwarves open it by digging",
				Fill: stone, Over: rocks, Height: wall,
			},
		},
		Units: []scene.Kind{
			Dwarf: {
				Name: Dwarf.String(), Glyph: "D", Doc: "takes caves and treasures, digs, and fights",
				Plate: true, Shape: pickaxe,
			},
			Wizard: {
				Name: Wizard.String(), Glyph: "W", Doc: "heals those of its clan beside it; it cannot fight",
				Plate: true, Shape: hat,
			},
			Orc: {
				Name: Orc.String(), Glyph: "O", Doc: "hunts dwarves and wizards",
				Shape: orcHead,
			},
			Troll: {
				Name: Troll.String(), Glyph: "T", Doc: "hits harder than anybody else, and comes back when it dies",
				Shape: trollBody,
			},
			Balrog: {
				Name: "Balrog", Glyph: "B", Doc: "kills everybody on the eight cells around it; nothing harms it",
				Shape: demon, Reach: 1,
			},
		},
		Events: []scene.EventKind{
			deathEvent:    {Name: "killed", Look: scene.Death},
			balrogEvent:   {Name: "killed by the Balrog", Look: scene.Death, Major: true},
			hitEvent:      {Name: "hit", Look: scene.Hit},
			digEvent:      {Name: "rock opened", Look: scene.Break},
			treasureEvent: {Name: "treasure taken", Look: scene.Gain, Major: true},
			conquestEvent: {Name: "cell conquered", Look: scene.Capture},
			rebirthEvent:  {Name: "reborn", Look: scene.Birth},
			orcEvent:      {Name: "orc comes", Look: scene.Birth},
			healEvent:     {Name: "healed", Look: scene.Heal},
		},
		Signs:   []scene.Sign{{Name: "health", Form: scene.Bar}},
		Numbers: []string{"score", "cells", "treasures", "dwarves", "wizards"}, Holdings: []int{3},
	}
	fresh := m.setup.settings.RockResistance
	for hits := 1; hits < fresh; hits++ {
		l.Cells = append(l.Cells, scene.Cell{
			Name:  fmt.Sprintf("rock, %s it", opens(hits)),
			Glyph: "%", Fill: stone, Over: hitRocks(hits, fresh), Height: wall,
		})
	}
	return l
}

// opens describes how many hits open rock.
func opens(hits int) string {
	if hits == 1 {
		return "1 hit opens"
	}
	return fmt.Sprintf("%d hits open", hits)
}

// Scene returns what the match looks like now.
func (m *match) Scene() scene.Scene {
	s := scene.Scene{
		Cells:   make([]uint8, Size*Size),
		Owners:  make([]int8, Size*Size),
		Numbers: [][]int{m.Scores(), slices.Clone(m.owned), slices.Clone(m.treasures), m.members(Dwarf), m.members(Wizard)},
	}
	hoards, orcs := 0, 0
	for i, c := range m.cells.Cells() {
		s.Cells[i] = m.cellKind(c)
		s.Owners[i] = int8(c.owner())
		if c == treasure {
			hoards++
		}
	}
	for id, u := range m.units {
		if u.Pos == nowhere {
			continue
		}
		if u.Kind == Orc {
			orcs++
		}
		s.Units = append(s.Units, scene.Unit{
			ID: id, Kind: int(u.Kind), Owner: u.Owner, Cell: m.cells.Index(u.Pos),
			Signs: scene.Signs{scene.Of(u.Health, fullHealth(u.Kind))},
		})
	}
	s.Caption = fmt.Sprintf("%s left, %s", count(hoards, "treasure"), count(orcs, "orc"))
	return s
}

// members returns how many units of a type each clan has.
func (m *match) members(k Kind) []int {
	members := make([]int, m.setup.settings.Players)
	for _, u := range m.units {
		if u.Kind == k {
			members[u.Owner]++
		}
	}
	return members
}

// cellKind returns the kind of a cell in the legend.
func (m *match) cellKind(c cell) uint8 {
	fresh := m.setup.settings.RockResistance
	switch {
	case c.isRoom():
		return caveCell
	case c == treasure:
		return treasureCell
	case c == abyss:
		return abyssCell
	case c == granite:
		return graniteCell
	case c == outside:
		return outsideCell
	case c.hits(fresh) == fresh:
		return rockCell
	}
	return uint8(rockCell + c.hits(fresh))
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
