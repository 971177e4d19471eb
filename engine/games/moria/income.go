package moria

// What points come from, as indices of Sources.
const (
	fromTreasures = iota
	fromCells
	fromConquests
	lostToClans
	lostToSauron
)

// Sources implements [engine.Earner]. Rules 16.
func (m *match) Sources() []string {
	return []string{
		fromTreasures: "treasures", fromCells: "new cells", fromConquests: "conquered cells",
		lostToClans: "lost to players", lostToSauron: "lost to Sauron",
	}
}

// own gives a cave to a clan. Rules 8.9.
func (r *round) own(p Pos, clan int) {
	source := fromCells
	switch owner := r.cells.At(p).owner(); {
	case owner == clan:
		return
	case owner >= 0:
		source = fromConquests
		r.take(p, owner, lostToClans)
	}
	r.cells.Set(p, ownedBy(clan))
	r.owned[clan]++
	r.log.Pay(clan, source, 1)
}

// disown takes a cell from its owner, if it has one, for Sauron.
func (r *round) disown(p Pos) {
	if owner := r.cells.At(p).owner(); owner >= 0 {
		r.take(p, owner, lostToSauron)
	}
}

// take takes a cell from its owner.
func (r *round) take(p Pos, owner, loss int) {
	r.cells.Set(p, cave)
	r.owned[owner]--
	r.log.Pay(owner, loss, -1)
}
