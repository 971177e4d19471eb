package dummy

import "github.com/botarena/arena/engine/games/moria"

// leadWizards keeps wizards straight beside dwarves of ours that are hurt or fighting,
// and away from enemies.
func (t *moriaTurn) leadWizards() {
	var patients []moria.Pos
	for _, u := range t.own {
		if u.Kind == moria.Dwarf && (u.Health < moria.DwarfHealth || len(t.beside(u)) > 0) {
			patients = append(patients, u.Pos)
		}
	}
	if len(patients) == 0 {
		for _, u := range t.dwarves() {
			patients = append(patients, u.Pos)
		}
	}
	ways := t.s.WaysTo(moria.Wizard, patients...)
	for _, u := range t.own {
		if u.Kind != moria.Wizard {
			continue
		}
		best, dir := t.post(u, u.Pos, ways), moria.None
		for _, d := range u.Kind.Dirs() {
			p := t.s.Dest(u.Pos, d)
			if !t.s.IsOpen(p) || t.taken[moriaIndex(p)] || t.unit[moriaIndex(p)] >= 0 {
				continue
			}
			if v := t.post(u, p, ways); v > best {
				best, dir = v, d
			}
		}
		t.tell(u, dir)
	}
}

// post returns how good a cell is for a wizard, given the ways to the patients.
func (t *moriaTurn) post(u moria.Unit, p moria.Pos, ways moria.Ways) float32 {
	way, ok := ways.Cost(p)
	if !ok {
		way = moria.Size
	}
	v := -float32(way) * 4
	for _, d := range moria.Straight() {
		near := t.s.Dest(p, d)
		if !t.s.Has(near) {
			continue
		}
		if id := t.unit[moriaIndex(near)]; id >= 0 && t.units[id].Owner == t.me && t.taken[moriaIndex(near)] &&
			moria.UnitID(id) != u.ID {
			v += float32(t.s.MaxHealth(t.units[id].Kind)-t.units[id].Health)/4 + 1
		}
	}
	return v - 2*t.fear[moriaIndex(p)]
}
