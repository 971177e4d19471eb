package battleroyale

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Move is a unit and the direction that it goes, or is told to go.
type Move struct {
	Unit int
	Dir  Dir
}

// Step plays a round. Rules 6.
func (rules) Step(before *battle, turns []engine.Turn[*Commands], r *engine.Rand, log *scene.Log) *battle {
	b := before.clone()
	b.play(turns, r, log)
	return b
}

// play plays a round on a battle that can be changed. Rules 6.
func (b *battle) play(turns []engine.Turn[*Commands], r *engine.Rand, log *scene.Log) {
	b.round++
	for player, t := range turns {
		b.status[player] = t.Status
	}
	b.accept(turns, log)
	b.rest(b.execute(r, log), log)
	b.count()
}

// accept keeps the commands that are not refused on receipt: for a unit that the
// player owns now, in a direction that there is, and the first of them for that
// unit. Rules 7.
func (b *battle) accept(turns []engine.Turn[*Commands], log *scene.Log) {
	told := make([]bool, len(b.units))
	kept := make([]Move, 0, len(b.units))
	b.actions = make([][]Move, len(turns))
	for player, t := range turns {
		first := len(kept)
		for unit, d := range t.Commands.All() {
			if why := b.refuse(player, unit, d, told); why != "" {
				log.Refuse(player, unit, d.String(), why)
				continue
			}
			told[unit] = true
			b.tellOrder(player, Move{unit, d}, log)
			kept = append(kept, Move{unit, d})
		}
		b.actions[player] = kept[first:len(kept):len(kept)]
	}
}

// refuse says why a command is refused on receipt, "" if it is not. Rules 7.
func (b *battle) refuse(player, unit int, d Dir, told []bool) (why string) {
	switch {
	case unit < 0 || unit >= len(b.units):
		return "no such unit"
	case b.units[unit].Owner != player:
		return "not its unit"
	case !d.Valid():
		return "no such direction"
	case told[unit]:
		return "told before"
	}
	return ""
}

// execute carries out the commands of the players, who come in random order. It
// says which units have been used. Rules 6, 7.
func (b *battle) execute(r *engine.Rand, log *scene.Log) (used []bool) {
	used = make([]bool, len(b.units))
	b.moves = make([]Move, 0, len(b.units))
	var order [4]int
	players := order[:len(b.actions)]
	r.Permute(players)
	for _, player := range players {
		for _, m := range b.actions[player] {
			used[m.Unit] = m.Dir != None
			switch {
			case b.units[m.Unit].Owner != player:
				log.Outcome(m.Unit, "changed sides before its turn")
			case m.Dir == None:
				log.Outcome(m.Unit, "rested")
			case b.move(m, r, log):
				b.moves = append(b.moves, m)
			}
		}
	}
	return used
}

// move lets a unit enter the tile beside it, or attack who stands there, and says
// whether it did. Rules 8.
func (b *battle) move(m Move, r *engine.Rand, log *scene.Log) bool {
	mover := &b.units[m.Unit]
	to := b.board.dest(mover.Pos, m.Dir)
	if b.board.tiles.At(to) == Wall {
		log.Outcome(m.Unit, "blocked by a wall")
		return false
	}
	there := int(b.at.At(to))
	if there < 0 {
		if log.On() {
			tellMoved(mover, int(b.colours.At(to)), log)
		}
		b.enter(m.Unit, to)
		return true
	}
	if mover.Kind == Farmer || b.units[there].Owner == mover.Owner {
		b.tellBlocked(mover, &b.units[there], log)
		return false
	}
	b.attack(mover, there, r, log)
	return true
}

// attack hurts a unit, and converts it when it has no health left. Rules 8.
func (b *battle) attack(by *Unit, victim int, r *engine.Rand, log *scene.Log) {
	u := &b.units[victim]
	u.Health -= r.Draw(b.settings.DamageMin, b.settings.DamageMax)
	b.tellAttack(by, u, log)
	if u.Health > 0 {
		return
	}
	u.Owner = by.Owner
	u.Health = b.settings.maxHealth(u.Kind)
	b.place(victim, r)
	b.tellAppeared(u, log)
}

// rest heals the units that have not been used. Rules 9.
func (b *battle) rest(used []bool, log *scene.Log) {
	for id := range b.units {
		if u := &b.units[id]; !used[id] {
			before := u.Health
			u.Health = min(u.Health+b.settings.regen(u.Kind), b.settings.maxHealth(u.Kind))
			if log.On() && u.Health > before {
				b.tellHealed(u, before, log)
			}
		}
	}
}
