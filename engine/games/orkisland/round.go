package orkisland

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// round is a match while rounds are played on it.
type round struct {
	*match
	crowd
	rand *engine.Rand
	log  *scene.Log // may be nil
	room
}

// room is the memory that a round needs beyond the match. The next round uses it again.
type room struct {
	told, dead []bool // by ork
	valid      []Command
	order      []int
	born       []UnitID
	shore      []Pos
	counts     []int    // of the orks of each player in each area, see ground
	leaders    []int    // by city, see connect
	sizes      []int    // by city, see connect
	income     []Income // by player; what the owners of the areas get in each round
	isSettled  bool     // whether income is that of the owners as they are
}

// newRound is for one round.
func newRound(m *match, rand *engine.Rand, log *scene.Log) *round {
	return &round{m, newCrowd(m), rand, log, newRoom(m)}
}

func newRoom(m *match) room {
	players, orks, cities, paths := m.setup.settings.Players, len(m.units), len(m.cityOwners), len(m.pathOwners)
	flags := make([]bool, 2*orks)
	numbers := make([]int, orks+(cities+paths)*players+2*cities)
	next := func(n int) []int {
		list := numbers[:n:n]
		numbers = numbers[n:]
		return list
	}
	return room{
		told: flags[:orks], dead: flags[orks:], valid: make([]Command, 0, orks), order: next(orks),
		counts: next((cities + paths) * players), leaders: next(cities), sizes: next(cities), income: make([]Income, players),
	}
}

// Step plays a round on a clone.
func (m *match) Step(turns []engine.Turn[*Commands], rand *engine.Rand, log *scene.Log) *match {
	r := newRound(m.clone(), rand, log)
	r.play(turns)
	r.tellCaptures(m)
	return r.match
}

// play plays the round. Rules 7.
func (r *round) play(turns []engine.Turn[*Commands]) {
	for player, t := range turns {
		r.status[player] = t.Status
	}
	r.collect(turns)
	r.execute()
	r.regenerate()
	r.conquer()
	r.pay()
	r.round++
}

// collect lists the valid commands of all players, for each ork the first.
// Rules 6, 7.1.
func (r *round) collect(turns []engine.Turn[*Commands]) {
	clear(r.told)
	clear(r.dead)
	r.valid = r.valid[:0]
	for player, t := range turns {
		for _, c := range commands.Given(t.Commands) {
			ork := r.unit(c.Unit)
			why := r.refusal(player, c, ork != nil && r.told[c.Unit])
			if ork != nil && ork.Owner == player {
				r.told[c.Unit] = true // even if the command is invalid
			}
			if why != "" {
				r.log.Refuse(player, int(c.Unit), c.Dir.String(), why)
				continue
			}
			r.tellOrder(player, c)
			if c.Dir != None {
				r.valid = append(r.valid, c)
			}
		}
	}
}

// execute carries out the valid commands in random order. Rules 7.2.
func (r *round) execute() {
	r.moves = slices.Grow(r.moves[:0], len(r.units))
	order := r.order[:len(r.valid)]
	r.rand.Permute(order)
	for _, k := range order {
		c := r.valid[k]
		if r.dead[c.Unit] {
			r.log.Fail(int(c.Unit), "killed before its turn")
			continue
		}
		if r.move(c) {
			r.moves = append(r.moves, c)
		}
	}
}

// move lets an ork go to a neighbour cell, and reports whether it got there.
// Rules 8.
func (r *round) move(c Command) bool {
	mover := &r.units[c.Unit]
	to := c.Dir.from(mover.Pos)
	cost := int(r.ground.at(to).cost)
	if cost < 0 {
		r.log.Fail(int(c.Unit), "blocked by water")
		return false
	}
	there := r.find(to)
	if other := there.unit(); other >= 0 {
		enemy := &r.units[other]
		if enemy.Owner == mover.Owner {
			r.tellBlocked(mover, enemy)
			return false
		}
		mover.Health -= cost
		if !r.wins(mover.Health, enemy.Health) {
			r.tellFight(mover, enemy, false)
			r.kill(mover, enemy.Owner)
			return false
		}
		r.tellFight(mover, enemy, true)
		r.kill(enemy, mover.Owner)
	} else if mover.Health -= cost; mover.Health < 0 {
		r.tellStarved(mover)
		r.kill(mover, mover.Owner)
		return false
	} else {
		r.log.Outcome(int(c.Unit), "moved")
	}
	r.leave(mover.Pos)
	mover.Pos = to
	*there = r.placeOf(to, c.Unit)
	return true
}

// wins decides a fight from the health of both. Rules 8.4.
func (r *round) wins(attacker, defender int) bool {
	if attacker == defender {
		return r.rand.Draw(0, 1) == 1
	}
	return attacker > defender
}

// kill takes an ork off the board until it is reborn, for this player.
func (r *round) kill(u *Unit, by int) {
	r.leave(u.Pos)
	u.Pos = nowhere
	u.Owner = by
	r.dead[u.ID] = true
}

// regenerate lets the dead be reborn, in increasing order. Rules 5, 7.3.
func (r *round) regenerate() {
	r.born = r.born[:0]
	for id, isDead := range r.dead {
		if isDead {
			r.units[id].Health = r.setup.settings.InitialHealth
			r.born = append(r.born, UnitID(id))
		}
	}
	r.place(r.born)
	r.tellReborn(r.born)
}

// place puts orks on the shore, in this order. Rules 5.
func (r *round) place(ids []UnitID) {
	if len(ids) == 0 {
		return
	}
	r.shore = append(r.shore[:0], r.board.shore...)
	for _, id := range ids {
		p := nowhere
		for p == nowhere && len(r.shore) > 0 {
			drawn := r.rand.Draw(0, len(r.shore)-1)
			if r.isRoomy(r.shore[drawn]) {
				p = r.shore[drawn]
			}
			r.shore = slices.Delete(r.shore, drawn, drawn+1)
		}
		if p == nowhere {
			p = r.anyRoom()
		}
		r.put(id, p)
	}
}

// put puts an ork on a cell, which must be free.
func (r *round) put(id UnitID, p Pos) {
	r.units[id].Pos = p
	r.enter(p, id)
}

// isFree reports whether an ork can be put on a cell, which must be on the board.
func (r *round) isFree(p Pos) bool { return r.unitAt(p) < 0 && r.board.isOpen(p) }

// isRoomy reports whether an ork can be born on a cell: a wild one, with no ork on
// it or on a neighbour. Rules 5.2.
func (r *round) isRoomy(p Pos) bool {
	if !r.board.terrain.At(p).isWild() || r.unitAt(p) >= 0 {
		return false
	}
	for _, d := range Dirs() {
		if r.unitAt(d.from(p)) >= 0 { // on the board, as the border is water
			return false
		}
	}
	return true
}

// anyRoom is where an ork is born that has found no cell of the shore: the first
// roomy cell, or else the first wild one, or else any. A match has land for all
// its orks. Rules 5.4.
func (r *round) anyRoom() Pos {
	for _, fits := range [...]func(Pos) bool{
		r.isRoomy,
		func(p Pos) bool { return r.isFree(p) && r.board.terrain.At(p).isWild() },
		r.isFree,
	} {
		for index := range r.board.terrain.Cells() {
			if p := r.board.terrain.Pos(index); fits(p) {
				return p
			}
		}
	}
	panic("orkisland: more orks than cells of land")
}
