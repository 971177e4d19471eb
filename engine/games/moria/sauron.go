package moria

// moveOrcs lets the orcs attack or go. Rules 11.
func (b *battle) moveOrcs() {
	var s scent
	for id := b.settings.firstOrc(); id < b.settings.firstTroll(); id++ {
		if b.units[id].Health == 0 {
			continue
		}
		if !s.made {
			b.smellPrey(&s)
		}
		from := b.units[id].Pos
		d := b.attack(id, from, MinOrcDamage, MaxOrcDamage)
		if d == None {
			if d = b.follow(&s, from); d != None {
				b.walk(id, d.From(from))
				b.disown(d.From(from))
			}
		}
		b.moves = append(b.moves, Move{id, d})
	}
}

// attack lets a unit hit one of the dwarves and wizards around a cell and says
// where, None if there are none.
func (b *battle) attack(id int, from Pos, low, high int) Dir {
	var found [8]Dir
	n := 0
	for d := South; d < None; d++ {
		if to := d.From(from); b.at.Has(to) && b.isPrey(b.at.At(to)) {
			found[n] = d
			n++
		}
	}
	if n == 0 {
		return None
	}
	d := found[b.r.Draw(0, n-1)]
	victim, damage := b.units[b.at.At(d.From(from))], b.r.Draw(low, high)
	b.hit(victim.ID, damage, sauron)
	b.tellBlow(id, victim, damage)
	return d
}

// oneOf draws a direction, without a draw None if there is none.
func (b *battle) oneOf(found []Dir) Dir {
	if len(found) == 0 {
		return None
	}
	return found[b.r.Draw(0, len(found)-1)]
}

// moveTrolls lets the trolls attack or go. Rules 12.
func (b *battle) moveTrolls() {
	var s scent
	for id := b.settings.firstTroll(); id < b.settings.balrog(); id++ {
		from := b.units[id].Pos
		if b.dead[id] {
			if !b.original {
				continue
			}
			from = b.fell[id]
		}
		d := b.attack(id, from, MinTrollDamage, MaxTrollDamage)
		if d == None {
			if b.cells.At(from) == outside {
				if !s.made {
					b.smellCaves(&s)
				}
				d = b.follow(&s, from)
			} else {
				d = b.roam(from)
			}
			if d != None {
				b.walkTroll(id, d.From(from))
			}
		}
		b.moves = append(b.moves, Move{id, d})
	}
}

// roam chooses a free cave around, away from the Balrog.
func (b *battle) roam(from Pos) Dir {
	var found [8]Dir
	n := 0
	for d := South; d < None; d++ {
		to := d.From(from)
		if b.cells.At(to).isCave() && b.free(to) && Manhattan(to, b.balrog().Pos) >= away {
			found[n] = d
			n++
		}
	}
	return b.oneOf(found[:n])
}

// walkTroll moves a troll. One of the original program that is dead leaves its
// number on the cell, although it is going to be reborn elsewhere. Rules 17, Q1.
func (b *battle) walkTroll(id int, to Pos) {
	b.disown(to)
	if b.dead[id] {
		b.at.Set(to, int16(id))
		return
	}
	b.walk(id, to)
}

// moveBalrog lets the Balrog go towards the nearest dwarf or wizard and kill all
// around. Rules 13.
func (b *battle) moveBalrog() {
	targets := b.targets()
	id := b.settings.balrog()
	if len(targets) == 0 {
		b.moves = append(b.moves, Move{id, None})
		return
	}
	from := b.balrog().Pos
	d := stride(from, targets[b.r.Draw(0, len(targets)-1)])
	to := d.From(from)
	b.walk(id, to)
	b.disown(to)
	for d := South; d < None; d++ {
		p := d.From(to)
		b.disown(p)
		if other := b.at.At(p); other >= 0 {
			b.crush(int(other), p)
		}
	}
	b.moves = append(b.moves, Move{id, d})
}

// crush kills who is beside the Balrog. A number that a dead troll of the original
// program left on the cell just goes. Rules 13.4 and 17, Q1.
func (b *battle) crush(id int, p Pos) {
	if b.units[id].Pos != p {
		b.at.Set(p, -1)
		return
	}
	victim := b.units[id]
	b.kill(id, sauron)
	b.tellDeath(victim, b.settings.balrog())
}

// targets lists where those are that are nearest to the Balrog. The original
// program has also those that were killed in this round. Rules 13.1 and 17, Q2.
func (b *battle) targets() []Pos {
	var targets []Pos
	nearest := 4 * Size
	for id, u := range b.units[:b.settings.firstOrc()] {
		p := u.Pos
		if b.dead[id] {
			if !b.original {
				continue
			}
			p = b.fell[id]
		}
		if b.cells.At(p) == outside {
			continue
		}
		distance := Manhattan(p, b.balrog().Pos)
		if distance < nearest {
			nearest, targets = distance, targets[:0]
		}
		if distance == nearest {
			targets = append(targets, p)
		}
	}
	return targets
}

// stride is the direction of the Balrog's step towards a target: first along the
// longer leg. Rules 13.2.
func stride(from, target Pos) Dir {
	best, left, longer := None, 0, 0
	for _, d := range Straight() {
		p := d.From(from)
		if isFrame(p) {
			continue
		}
		m, c := Manhattan(p, target), Chebyshev(p, target)
		if best == None || m < left || m == left && c < longer {
			best, left, longer = d, m, c
		}
	}
	return best
}
