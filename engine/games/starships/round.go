package starships

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Step plays a round. Rules 3.
func (rules) Step(before *universe, turns []engine.Turn[*Commands], r *engine.Rand, log *scene.Log) *universe {
	u := before.clone()
	u.log = log
	for player, t := range turns {
		u.status[player] = t.Status
	}
	u.round++ // first: every test for the window is for the next round
	order, places := draws(r)
	u.fly()
	list := make([]Command, 0, 2*len(u.units)) // at most so many are asked and done
	for _, player := range order {
		list = u.act(player, turns[player].Commands, list)
	}
	u.land()
	u.regenerate(places)
	u.replaceBonuses(places)
	u.log = nil
	return u
}

// fly moves all missiles. It does so one column at a time: missiles in front meet
// things first. Rules 3.1.
func (u *universe) fly() {
	for _, m := range u.shots {
		u.cells.Set(m.Pos, empty) // they never meet each other
	}
	for range missileSpeed {
		for k := range u.shots {
			u.advance(&u.shots[k])
		}
	}
	for _, m := range u.shots {
		if m.Pos != nowhere {
			u.cells.Set(m.Pos, missileCell(m.ID))
		}
	}
}

// missileSpeed is how many columns a missile flies in a round.
const missileSpeed = 2

// advance moves a missile one column ahead, if it is still there. Rules 3.1.
func (u *universe) advance(m *Shot) {
	if m.Pos == nowhere {
		return
	}
	to := u.settings.wrap(m.Pos.Add(Pos{Col: 1}))
	there := u.cells.At(to)
	if there == empty {
		m.Pos = to
		return
	}
	if victim := there.starship(); victim >= 0 {
		u.shoot(m, victim, to)
		return
	}
	u.tellHit(m, to)
	u.cells.Set(to, empty)
	m.Pos = nowhere
}

// shoot lets a missile and a starship meet in a cell. Rules 3.4.
func (u *universe) shoot(m *Shot, victim int, at Pos) {
	m.Pos = nowhere
	if u.units[victim].Owner != m.Owner {
		u.scores[m.Owner] += u.settings.KillPoints
	}
	u.kill(victim)
	u.tellShotDown(m, victim, at)
}

// kill takes a starship out of the universe. Rules 3.4.
func (u *universe) kill(id int) {
	ship := &u.units[id]
	u.cells.Set(ship.Pos, empty)
	ship.Alive = false
	ship.Countdown = u.settings.RoundsToRegenerate
}

// land forgets the missiles that have hit something.
func (u *universe) land() {
	flying := u.shots[:0]
	for _, m := range u.shots {
		if m.Pos != nowhere {
			flying = append(flying, m)
		}
	}
	u.shots = flying
}

// act is the turn of one player: its commands, and then the default moves. What is
// asked and done is appended to list. Rules 3.2.
func (u *universe) act(player int, c *Commands, list []Command) []Command {
	first := player * u.settings.Starships
	own := u.units[first : first+u.settings.Starships]

	asked := len(list)
	list = u.accept(player, c, list)
	done := len(list)
	u.asked[player] = list[asked:done:done]
	for _, command := range u.asked[player] {
		if err := u.carryOut(command); err != nil {
			u.log.Outcome(command.Unit, err.Error())
			continue
		}
		list = append(list, command)
	}
	u.done[player] = list[done:len(list):len(list)]

	for id := first; id < first+len(own); id++ {
		if u.units[id].Alive && !has(u.done[player], id) {
			u.move(id, Default)
		}
	}
	return list
}

// accept appends the commands that count: for each own starship the first.
// Rules 3.2.
func (u *universe) accept(player int, c *Commands, list []Command) []Command {
	asked := len(list)
	for command := range c.All() {
		err := u.dropped(player, command, list[asked:])
		u.tellOrder(player, command, err)
		if err == nil {
			list = append(list, command)
		}
	}
	return list
}

// dropped says why a command does not count, after those that do. Rules 3.2.
func (u *universe) dropped(player int, c Command, before []Command) error {
	switch {
	case c.Unit < 0 || c.Unit >= len(u.units):
		return ErrUnknown
	case u.units[c.Unit].Owner != player:
		return ErrNotYours
	case !c.Dir.Valid():
		return ErrDirection
	case has(before, c.Unit):
		return ErrRepeated
	}
	return nil
}

// has says whether there is a command for a starship in a list.
func has(commands []Command, unit int) bool {
	for _, c := range commands {
		if c.Unit == unit {
			return true
		}
	}
	return false
}

// carryOut tries a command, and says why it was skipped or refused. Rules 3.2.
func (u *universe) carryOut(c Command) error {
	ship := &u.units[c.Unit]
	before, points := *ship, u.scores[ship.Owner]
	switch {
	case !ship.Alive:
		return ErrDead
	case c.Shoot && ship.Missiles == 0:
		return ErrNoMissiles
	case c.Shoot:
		u.fire(ship)
	case !u.settings.inWindow(ship.Pos.Add(c.Dir.Offset()), u.round):
		return ErrWindow
	default:
		u.move(c.Unit, c.Dir)
	}
	u.tellOutcome(c, before, points)
	return nil
}

// fire lets a starship shoot. Rules 3.3.
func (u *universe) fire(ship *Unit) {
	u.tellShot(ship)
	ship.Missiles--
	m := Shot{ID: u.nextShot, Unit: ship.ID, Owner: ship.Owner, Pos: ship.Pos}
	u.nextShot++
	for range missileSpeed {
		u.advance(&m)
	}
	if m.Pos != nowhere {
		u.cells.Set(m.Pos, missileCell(m.ID))
		u.shots = append(u.shots, m)
	}
	u.move(ship.ID, Default) // the missile has cleared the way
}

// move lets a starship go to where it can. Rules 3.3.
func (u *universe) move(id int, d Dir) {
	from := u.units[id].Pos
	for _, offset := range d.path() {
		if !u.enter(id, u.settings.wrap(from.Add(offset))) {
			return
		}
	}
	to := u.settings.wrap(from.Add(d.Offset()))
	u.cells.Set(from, empty)
	u.cells.Set(to, starshipCell(id))
	u.units[id].Pos = to
}

// enter lets a starship pass through a cell, and says whether it survives.
// Rules 3.4.
func (u *universe) enter(id int, p Pos) bool {
	ship, there := &u.units[id], u.cells.At(p)
	switch there.kind() {
	case Empty:
		return true
	case PointBonus:
		u.scores[ship.Owner] += u.settings.BonusPoints
		u.cells.Set(p, empty)
		u.tellBonus(ship, p, u.settings.BonusPoints, "point")
		return true
	case MissileBonus:
		ship.Missiles += u.settings.BonusMissiles
		u.cells.Set(p, empty)
		u.tellBonus(ship, p, u.settings.BonusMissiles, "missile")
		return true
	case Starship:
		u.kill(there.starship())
	case Missile:
		k, _ := u.findShot(there.missile())
		u.shoot(&u.shots[k], id, p)
		u.cells.Set(p, empty)
		return false
	}
	u.cells.Set(p, empty)
	u.kill(id)
	u.tellCrash(ship, p, there)
	return false
}
