package main

import "github.com/botarena/arena/engine"

// note tells the author which orks begin to hunt an enemy, with an arrow to it. To
// note every goal of every ork in every round would take more than there is room
// for in a match.
func (t *turn) note(d *engine.Debug, goals, before []goal) {
	for _, id := range t.own {
		prey := goals[id].enemy
		if prey == none || before != nil && before[id].enemy == prey {
			continue
		}
		d.Arrow(t.units[id].Pos, t.units[prey].Pos)
		d.LogUnit(t.units[id].ID, "hunts ork %d with health %d", prey, t.units[prey].Health)
	}
}
