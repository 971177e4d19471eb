package starships

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// The kinds of cells in the legend.
const (
	spaceCell = iota
	asteroidCell
	pointCell
	missileBonusCell
)

// A player's starships are of the kind with its number: they differ in more than
// their colour.
const missileUnit = players

// The events that can happen, as indices in the legend.
const (
	destroyed = iota
	shotFired
	thingBroken
	bonusTaken
	cameBack
)

// Legend describes everything that scenes can show: what cells hold, starships and
// missiles.
func (m *match) Legend() scene.Legend {
	v := &m.setup.settings
	return scene.Legend{
		Rows: v.Rows, Cols: v.Cols, WrapCols: true,
		Rules: "Starships fly around a ring for bonuses, and points come from these and from shooting at the others.",
		Cells: []scene.Cell{
			spaceCell: {Name: "space", Glyph: ".", Fill: night, Over: skies},
			asteroidCell: {
				Name: "asteroid", Glyph: "X", Doc: "destroys what flies into it",
				Fill: night, Over: asteroids,
			},
			pointCell: {
				Name: "point bonus", Glyph: "P",
				Doc:  fmt.Sprintf("points for the player whose starship takes it: %d", v.BonusPoints),
				Fill: night, Over: []scene.Shape{pointStar},
			},
			missileBonusCell: {
				Name: "missile bonus", Glyph: "M",
				Doc:  fmt.Sprintf("missiles for the starship that takes it: %d", v.BonusMissiles),
				Fill: night, Over: []scene.Shape{missileCrate},
			},
		},
		Units: []scene.Kind{
			starship(fighter), starship(manta), starship(delta), starship(cruiser),
			missileUnit: {
				Name: "missile", Glyph: "-",
				Doc: fmt.Sprintf("flies two cells a round and destroys the first thing that it meets; "+
					"points for a starship of another player: %d", v.KillPoints),
				Shape: missileShape, Straight: true,
			},
		},
		Events: []scene.EventKind{
			destroyed:   {Name: "starship destroyed", Look: scene.Death, Major: true},
			shotFired:   {Name: "shot", Look: scene.Shot},
			thingBroken: {Name: "hit by a missile", Look: scene.Break},
			bonusTaken:  {Name: "bonus taken", Look: scene.Gain},
			cameBack:    {Name: "starship back", Look: scene.Birth},
		},
		Signs:   []scene.Sign{{Name: "missiles", Form: scene.Dots}},
		Numbers: []string{"score", "starships", "missiles left", "missiles in flight"},
	}
}

// Scene returns what the match looks like now. Missiles have the numbers after those
// of the starships.
func (m *match) Scene() scene.Scene {
	s := scene.Scene{
		Cells:   make([]uint8, len(m.cells.Cells())),
		Numbers: [][]int{m.Scores(), make([]int, players), make([]int, players), make([]int, players)},
		Window:  m.window(),
	}
	s.Caption = m.caption()
	alive, left, flying := s.Numbers[1], s.Numbers[2], s.Numbers[3]
	for i, c := range m.cells.Cells() {
		switch c {
		case asteroid:
			s.Cells[i] = asteroidCell
		case pointBonus:
			s.Cells[i] = pointCell
		case missileBonus:
			s.Cells[i] = missileBonusCell
		}
	}
	for id, ship := range m.units {
		left[ship.Owner] += ship.Missiles
		if !ship.Alive {
			continue
		}
		alive[ship.Owner]++
		unit := scene.Unit{ID: id, Kind: ship.Owner, Owner: ship.Owner, Cell: m.cells.Index(ship.Pos)}
		if unit.Signs[0] = scene.Of(ship.Missiles, 0); ship.Missiles == 0 {
			unit.Note = "no missiles left"
		}
		s.Units = append(s.Units, unit)
	}
	for _, shot := range m.shots {
		flying[shot.Owner]++
		s.Units = append(s.Units, scene.Unit{
			ID: len(m.units) + int(shot.ID), Kind: missileUnit, Owner: shot.Owner, Cell: m.cells.Index(shot.Pos),
			Note: fmt.Sprintf("missile %d, shot by starship %d", shot.ID, shot.Unit),
		})
	}
	return s
}

// caption says how many starships are destroyed, and when the next one is back.
func (m *match) caption() string {
	gone, soonest := 0, 0
	for _, ship := range m.units {
		if !ship.Alive {
			if gone == 0 || ship.Countdown < soonest {
				soonest = ship.Countdown
			}
			gone++
		}
	}
	if gone == 0 {
		return ""
	}
	return fmt.Sprintf("%s destroyed, the next back in %s", count(gone, "starship"), count(soonest+1, "round"))
}

// window is the window of this round. It is zero, which is all of the universe, if
// the window is as wide.
func (m *match) window() scene.Window {
	v := &m.setup.settings
	if v.WindowCols == v.Cols {
		return scene.Window{}
	}
	return scene.Window{Col: mod(m.round, v.Cols), Rows: v.Rows, Cols: v.WindowCols}
}
