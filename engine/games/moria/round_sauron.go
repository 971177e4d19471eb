package moria

// moveOrcs lets the orcs attack or move. Rules 11.
func (r *round) moveOrcs() {
	s := &r.scent
	s.made = false
	for id := r.setup.settings.firstOrc(); id < r.setup.settings.firstTroll(); id++ {
		if r.units[id].Health == 0 {
			continue
		}
		if !s.made {
			r.smellPrey(s)
		}
		from := r.units[id].Pos
		d := r.attack(id, from, MinOrcDamage, MaxOrcDamage)
		if d == None {
			if d = r.follow(s, from); d != None {
				r.walk(id, d.from(from))
				r.disown(d.from(from))
			}
		}
		r.moves = append(r.moves, Command{id, d})
	}
}

// attack lets a unit hit one of the dwarves and wizards around a cell, and returns the
// direction, or None if there are none.
func (r *round) attack(id UnitID, from Pos, low, high int) Dir {
	found := nearDirs[r.folk.near(from)].all()
	if len(found) == 0 {
		return None
	}
	d := Dir(found[r.rand.Draw(0, len(found)-1)])
	victim, damage := r.units[r.unitAt(d.from(from))], r.rand.Draw(low, high)
	r.hit(victim.ID, damage, sauron)
	r.tellBlow(id, victim, damage)
	return d
}

// oneOf draws one of these directions. It returns None, without a draw, if there are
// none.
func (r *round) oneOf(found []Dir) Dir {
	if len(found) == 0 {
		return None
	}
	return found[r.rand.Draw(0, len(found)-1)]
}

// moveTrolls lets the trolls attack or move. Rules 12.
func (r *round) moveTrolls() {
	s := &r.scent
	s.made = false
	for id := r.setup.settings.firstTroll(); id < r.setup.settings.balrog(); id++ {
		from := r.units[id].Pos
		if r.dead[id] {
			if !r.faulty() {
				continue
			}
			from = r.fell[id]
		}
		d := r.attack(id, from, MinTrollDamage, MaxTrollDamage)
		if d == None {
			if r.cells.At(from) == outside {
				if !s.made {
					r.smellCaves(s)
				}
				d = r.follow(s, from)
			} else {
				d = r.roam(from)
			}
			if d != None {
				r.walkTroll(id, d.from(from))
			}
		}
		r.moves = append(r.moves, Command{id, d})
	}
}

// roam chooses a free cave around, away from the Balrog.
func (r *round) roam(from Pos) Dir {
	var found [8]Dir
	n := 0
	for _, d := range nearDirs[r.caves.near(from)].all() {
		d := Dir(d)
		to := d.from(from)
		if r.isFree(to) && manhattan(to, r.balrog().Pos) >= away {
			found[n] = d
			n++
		}
	}
	return r.oneOf(found[:n])
}

// walkTroll moves a troll. In the original program, a dead one leaves its number on
// the cell, although it is going to be reborn elsewhere. Rules 17, Q1.
func (r *round) walkTroll(id UnitID, to Pos) {
	r.disown(to)
	if r.dead[id] {
		r.at.Set(to, int16(id))
		return
	}
	r.walk(id, to)
}

// moveBalrog lets the Balrog go towards the nearest dwarf or wizard and kill all
// around. Rules 13.
func (r *round) moveBalrog() {
	targets := r.targets()
	id := r.setup.settings.balrog()
	if len(targets) == 0 {
		r.moves = append(r.moves, Command{id, None})
		return
	}
	from := r.balrog().Pos
	d := stride(from, targets[r.rand.Draw(0, len(targets)-1)])
	to := d.from(from)
	r.walk(id, to)
	r.disown(to)
	for d := South; d < None; d++ {
		p := d.from(to)
		r.disown(p)
		if other := r.unitAt(p); other >= 0 {
			r.crush(other, p)
		}
	}
	r.moves = append(r.moves, Command{id, d})
}

// crush kills a unit beside the Balrog. A number that a dead troll of the original
// program left on the cell just disappears. Rules 13.4 and 17, Q1.
func (r *round) crush(id UnitID, p Pos) {
	if r.units[id].Pos != p {
		r.at.Set(p, -1)
		return
	}
	victim := r.units[id]
	r.kill(id, sauron)
	r.tellDeath(victim, r.setup.settings.balrog())
}

// targets lists the cells of the dwarves and wizards nearest to the Balrog. The
// original program also lists those that were killed in this round. Rules 13.1 and
// 17, Q2.
func (r *round) targets() []Pos {
	targets := r.places[:0]
	balrog := r.balrog().Pos
	nearest := 4 * Size
	for id := range r.told {
		p := r.units[id].Pos
		if r.dead[id] {
			if !r.faulty() {
				continue
			}
			p = r.fell[id]
		}
		distance := manhattan(p, balrog)
		if distance > nearest || r.cells.At(p) == outside {
			continue
		}
		if distance < nearest {
			nearest, targets = distance, targets[:0]
		}
		targets = append(targets, p)
	}
	r.places = targets
	return targets
}

// stride returns the direction of the Balrog's step towards a target: first along
// the longer leg. Rules 13.2.
func stride(from, target Pos) Dir {
	best, left, longer := None, 0, 0
	for _, d := range Straight() {
		p := d.from(from)
		if isFrame(p) {
			continue
		}
		m, c := manhattan(p, target), chebyshev(p, target)
		if best == None || m < left || m == left && c < longer {
			best, left, longer = d, m, c
		}
	}
	return best
}
