package duel

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// The kinds of cells and the events that can happen, as indices in the legend.
const (
	ground, wall = 0, 1
	beaten       = 0
)

// Legend describes everything that scenes can show: the ground, and stones, sheets and
// blades.
func (m *match) Legend() scene.Legend {
	white := scene.Colour{Light: "#f4f1ea", Dark: "#2b2f36"}
	dark := scene.Colour{Light: "#6b6f76", Dark: "#11141a"}
	kind := func(name, glyph, path string) scene.Kind {
		return scene.Kind{Name: name, Glyph: glyph, Plate: true, Shape: scene.Shape{{D: path, Fill: scene.Ink}}}
	}
	return scene.Legend{
		Rows: m.paint.Rows(), Cols: m.paint.Cols(),
		Cells: []scene.Cell{
			ground: {Name: "ground", Glyph: ".", Fill: white}, wall: {Name: "wall", Glyph: "#", Fill: dark, Height: 1},
		},
		Units: []scene.Kind{
			kind(Rock.String(), "R", "M7 15l2-6 6-1 3 5-3 4H9z"),
			kind(Paper.String(), "P", "M8 6h8v12H8z"),
			kind(Scissors.String(), "S", "M7 6l10 12-2 1L6 8zM17 6L7 18l2 1 9-11z"),
		},
		Events:  []scene.EventKind{beaten: {Name: "beaten", Look: scene.Death, Major: true}},
		Numbers: []string{"score"},
	}
}

// Scene returns what the match looks like now.
func (m *match) Scene() scene.Scene {
	s := scene.Scene{Numbers: [][]int{m.Scores()}}
	for cell, paint := range m.paint.Cells() {
		kind := uint8(wall)
		if m.IsOpen(m.paint.Pos(cell)) {
			kind = ground
		}
		s.Cells = append(s.Cells, kind)
		owner := int8(scene.Nobody)
		if paint != '.' {
			owner = int8(paint - '0')
		}
		s.Owners = append(s.Owners, owner)
	}
	for id, u := range m.units {
		s.Units = append(s.Units, scene.Unit{ID: id, Kind: int(u.Kind), Owner: u.Owner, Cell: m.paint.Index(u.Pos)})
	}
	return s
}

// cell returns the number of a cell in scenes.
func (m *match) cell(p Pos) int {
	if !m.paint.Has(p) {
		return scene.Nowhere
	}
	return m.paint.Index(p)
}

// tellDuel logs that one unit beat another. Most matches have no log: for those, the
// text is not made.
func (r *round) tellDuel(winner, loser *Unit) {
	if !r.log.On() {
		return
	}
	r.log.Event(scene.Event{
		Kind: beaten, Cell: r.cell(loser.Pos), To: scene.Nowhere, Unit: int(loser.ID), By: int(winner.ID), Seat: loser.Owner,
		Text: fmt.Sprintf("%v %d of %s beats %v %d", winner.Kind, winner.ID, r.log.Name(winner.Owner), loser.Kind, loser.ID),
	})
}
