package dummy

import "github.com/botarena/arena/engine/games/moria"

const (
	moriaFatal     = 1000 // more than the health of any unit
	moriaTrollHits = (moria.MinTrollDamage + moria.MaxTrollDamage) / 2
	moriaOrcHits   = (moria.MinOrcDamage + moria.MaxOrcDamage) / 2
	moriaDwarfHits = (moria.MinDwarfDamage + moria.MaxDwarfDamage) / 2
)

// findFear adds up, for each cell, the damage that a unit of ours may suffer there.
// Orcs and trolls strike one unit beside them; dwarves count half, as they may have
// other things to do.
func (t *moriaTurn) findFear() {
	for _, u := range t.units {
		if u.ID < 0 || u.Owner == t.me {
			continue
		}
		hits := [...]float32{
			moria.Dwarf: moriaDwarfHits / 2, moria.Wizard: 0, moria.Orc: moriaOrcHits,
			moria.Troll: moriaTrollHits, moria.Balrog: moriaFatal,
		}[u.Kind]
		if hits == 0 {
			continue
		}
		for _, p := range t.s.Reach(u.ID) {
			t.fear[moriaIndex(p)] += hits
		}
	}
}

// isDeadly reports whether a unit of ours with this health should avoid a cell.
func (t *moriaTurn) isDeadly(i, health int) bool {
	return t.fear[i] >= moriaTrollHits || t.fear[i] >= float32(health)
}
