package dummy

import "github.com/botarena/arena/engine"

// note shows the author which orks begin to hunt an enemy, with an arrow to it. There
// is no room to note every goal of every ork in every round.
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
