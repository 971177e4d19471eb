package starships

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// round is a match while rounds are played on it.
type round struct {
	*match
	places  *engine.Rand // what places are drawn from
	log     *scene.Log   // may be nil
	list    []Command    // room for all that is asked and done
	bonuses bonuses
}

func newRound(m *match, log *scene.Log) *round {
	// At most so many commands are asked and done.
	return &round{match: m, log: log, list: make([]Command, 0, 2*len(m.units)), bonuses: m.countBonuses()}
}

// Step plays a round on a clone.
func (m *match) Step(turns []engine.Turn[*Commands], rand *engine.Rand, log *scene.Log) *match {
	r := newRound(m.clone(), log)
	r.play(turns, rand)
	return r.match
}

// play plays the round. Rules 3.
func (r *round) play(turns []engine.Turn[*Commands], rand *engine.Rand) {
	var order [players]int
	order, r.places = draws(rand)
	for player, t := range turns {
		r.status[player] = t.Status
	}
	r.round++ // first: every test for the window is for the next round
	r.fly()
	r.list = r.list[:0]
	for _, player := range order {
		r.act(player, turns[player].Commands)
	}
	r.land()
	r.regenerate()
	r.replaceBonuses()
}

// fly moves all missiles. It does so one column at a time: missiles in front meet
// things first. Rules 3.1.
func (r *round) fly() {
	for _, shot := range r.shots {
		r.cells.Set(shot.Pos, empty) // they never meet each other
	}
	for range missileSpeed {
		for k := range r.shots {
			r.advance(&r.shots[k])
		}
	}
	for _, shot := range r.shots {
		if shot.Pos != nowhere {
			r.cells.Set(shot.Pos, missileCell(shot.ID))
		}
	}
}

// missileSpeed is how many columns a missile flies in a round.
const missileSpeed = 2

// advance moves a missile one column ahead, if it is still there. Rules 3.1.
func (r *round) advance(shot *Shot) {
	if shot.Pos == nowhere {
		return
	}
	to := r.setup.wrap(shot.Pos.Add(Pos{Col: 1}))
	there := r.cells.At(to)
	if there == empty {
		shot.Pos = to
		return
	}
	if victim := there.starship(); victim >= 0 {
		r.hit(shot, victim, to)
		return
	}
	r.tellBreak(shot, to)
	r.clear(to)
	shot.Pos = nowhere
}

// hit lets a missile and a starship meet in a cell. Rules 3.4.
func (r *round) hit(shot *Shot, victim UnitID, at Pos) {
	shot.Pos = nowhere
	if r.units[victim].Owner != shot.Owner {
		r.earn(shot.Owner, fromHits, r.setup.settings.KillPoints)
	}
	r.kill(victim)
	r.tellHit(shot, victim, at)
}

// kill takes a starship out of the universe. Rules 3.4.
func (r *round) kill(id UnitID) {
	ship := &r.units[id]
	r.cells.Set(ship.Pos, empty)
	ship.Alive = false
	ship.Countdown = r.setup.settings.RoundsToRegenerate
}

// land forgets the missiles that have hit something.
func (r *round) land() {
	flying := r.shots[:0]
	for _, shot := range r.shots {
		if shot.Pos != nowhere {
			flying = append(flying, shot)
		}
	}
	r.shots = flying
}

// clear takes away the thing in a cell, an asteroid or a bonus.
func (r *round) clear(p Pos) {
	if c := r.cells.At(p); c.isBonus() {
		r.bonuses[c-pointBonus]--
	}
	r.cells.Set(p, empty)
}

// act is the turn of one player: its commands, and then the default moves. Rules 3.2.
func (r *round) act(player int, c *Commands) {
	asked := len(r.list)
	r.accept(player, c)
	done := len(r.list)
	r.asked[player] = r.list[asked:done:done]
	for _, command := range r.asked[player] {
		if r.carryOut(command) {
			r.list = append(r.list, command)
		}
	}
	r.done[player] = r.list[done:len(r.list):len(r.list)]

	first := player * r.setup.settings.Starships
	for k := range r.setup.settings.Starships {
		id := UnitID(first + k)
		if r.units[id].Alive && !has(r.done[player], id) {
			r.move(id, Default)
		}
	}
}

// accept lists the commands that count: for each own starship the first. Rules 3.2.
func (r *round) accept(player int, c *Commands) {
	asked := len(r.list)
	for _, command := range commands.Given(c) {
		if why := r.refusal(player, command, has(r.list[asked:], command.Unit)); why != "" {
			r.log.Refuse(player, int(command.Unit), command.String(), why)
			continue
		}
		r.tellOrder(player, command)
		r.list = append(r.list, command)
	}
}

// has reports whether there is a command for a starship in a list.
func has(list []Command, id UnitID) bool {
	for _, c := range list {
		if c.Unit == id {
			return true
		}
	}
	return false
}

// carryOut tries a command that counts, and reports whether it was carried out.
// Rules 3.2.
func (r *round) carryOut(c Command) bool {
	if why := r.obstacle(c, r.round); why != "" {
		r.log.Fail(int(c.Unit), why)
		return false
	}
	ship := &r.units[c.Unit]
	before, points := *ship, r.scores[ship.Owner]
	if c.Shoot {
		r.fire(ship)
	} else {
		r.move(c.Unit, c.Dir)
	}
	r.tellOutcome(c, before, points)
	return true
}

// fire lets a starship shoot. Rules 3.3.
func (r *round) fire(ship *Unit) {
	r.tellShot(ship)
	ship.Missiles--
	shot := Shot{ID: r.nextShot, Unit: ship.ID, Owner: ship.Owner, Pos: ship.Pos}
	r.nextShot++
	for range missileSpeed {
		r.advance(&shot)
	}
	if shot.Pos != nowhere {
		r.cells.Set(shot.Pos, missileCell(shot.ID))
		r.shots = append(r.shots, shot)
	}
	r.move(ship.ID, Default) // the missile has cleared the way
}

// move lets a starship go to where it can. Rules 3.3.
func (r *round) move(id UnitID, d Dir) {
	from := r.units[id].Pos
	for _, offset := range d.path() {
		if !r.enter(id, r.setup.wrap(from.Add(offset))) {
			return
		}
	}
	to := r.setup.wrap(d.from(from))
	r.cells.Set(from, empty)
	r.cells.Set(to, starshipCell(id))
	r.units[id].Pos = to
}

// enter lets a starship pass through a cell, and reports whether it survives.
// Rules 3.4.
func (r *round) enter(id UnitID, p Pos) bool {
	ship, there := &r.units[id], r.cells.At(p)
	switch there.kind() {
	case Empty:
		return true
	case PointBonus:
		r.earn(ship.Owner, fromBonuses, r.setup.settings.BonusPoints)
		r.clear(p)
		r.tellBonus(ship, p, r.setup.settings.BonusPoints, "point", r.setup.settings.BonusPoints)
		return true
	case MissileBonus:
		ship.Missiles += r.setup.settings.BonusMissiles
		r.clear(p)
		r.tellBonus(ship, p, r.setup.settings.BonusMissiles, "missile", 0)
		return true
	case Starship:
		r.kill(there.starship())
	case Missile:
		k, _ := r.findShot(there.missile())
		r.hit(&r.shots[k], id, p)
		r.cells.Set(p, empty)
		return false
	}
	r.cells.Set(p, empty)
	r.kill(id)
	r.tellCrash(ship, p, there)
	return false
}
