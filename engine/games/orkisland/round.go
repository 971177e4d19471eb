package orkisland

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Move is a command that was executed: it made an ork change its cell.
type Move struct {
	Unit int
	Dir  Dir
}

// Step plays a round. Rules 7.
func (rules) Step(before *island, turns []engine.Turn[*Commands], r *engine.Rand, log *scene.Log) *island {
	i := before.clone()
	for player, t := range turns {
		i.status[player] = t.Status
	}
	dead := i.execute(i.collect(turns, log), r, log)
	i.regenerate(dead, r, log)
	i.conquer()
	i.tellCaptures(before, log)
	i.pay()
	i.round++
	i.seal()
	return i
}

// collect lists the valid commands of all players, for each ork the first.
// Rules 6, 7.1.
func (i *island) collect(turns []engine.Turn[*Commands], log *scene.Log) []Move {
	told := make([]bool, len(i.units))
	moves := make([]Move, 0, len(i.units))
	for player, t := range turns {
		for id, d := range t.Commands.All() {
			if why := i.refuse(player, id, told); why != "" {
				log.Refuse(player, id, d.String(), why)
				continue
			}
			told[id] = true
			i.tellOrder(player, Move{id, d}, log)
			if d.Valid() && d != None {
				moves = append(moves, Move{id, d})
			}
		}
	}
	return moves
}

// refuse says why an ork does not listen to a player, "" if it does. Rules 6.
func (i *island) refuse(player, id int, told []bool) (why string) {
	switch {
	case id < 0 || id >= len(i.units):
		return "no such ork"
	case i.units[id].Owner != player:
		return "not its ork"
	case told[id]:
		return "told before"
	}
	return ""
}

// execute carries out commands in random order and says which orks are dead then.
// Rules 7.2.
func (i *island) execute(commands []Move, r *engine.Rand, log *scene.Log) (dead []bool) {
	order := r.Permutation(len(commands))
	dead = make([]bool, len(i.units))
	i.moves = make([]Move, 0, len(commands))
	for _, k := range order {
		m := commands[k]
		if dead[m.Unit] {
			log.Outcome(m.Unit, "killed before its turn")
			continue
		}
		if i.move(m, dead, r, log) {
			i.moves = append(i.moves, m)
		}
	}
	return dead
}

// move lets an ork go to a neighbour cell, and says whether it came there.
// Rules 8.
func (i *island) move(m Move, dead []bool, r *engine.Rand, log *scene.Log) bool {
	mover := &i.units[m.Unit]
	to := m.Dir.From(mover.Pos)
	if !i.board.isOpen(to) {
		log.Outcome(m.Unit, "blocked by water")
		return false
	}
	cost := i.settings.cost(i.board.terrain.At(to))
	if other := i.at.At(to); other >= 0 {
		enemy := &i.units[other]
		if enemy.Owner == mover.Owner {
			i.tellBlocked(mover, enemy, log)
			return false
		}
		mover.Health -= cost
		if !wins(mover.Health, enemy.Health, r) {
			i.tellFight(mover, enemy, false, log)
			i.kill(mover, enemy.Owner, dead)
			return false
		}
		i.tellFight(mover, enemy, true, log)
		i.kill(enemy, mover.Owner, dead)
	} else if mover.Health -= cost; mover.Health < 0 {
		i.tellStarved(mover, log)
		i.kill(mover, mover.Owner, dead)
		return false
	} else {
		log.Outcome(m.Unit, "moved")
	}
	i.at.Set(mover.Pos, -1)
	i.put(m.Unit, to)
	return true
}

// wins decides a fight from the health of both. Rules 8.4.
func wins(attacker, defender int, r *engine.Rand) bool {
	if attacker == defender {
		return r.Draw(0, 1) == 1
	}
	return attacker > defender
}

// kill takes an ork off the board until it is reborn, for this player.
func (i *island) kill(u *Unit, by int, dead []bool) {
	i.take(u.ID)
	u.Owner = by
	dead[u.ID] = true
}

// regenerate lets the dead be reborn, in increasing id. Rules 5, 7.3.
func (i *island) regenerate(dead []bool, r *engine.Rand, log *scene.Log) {
	var ids []int
	for id, isDead := range dead {
		if isDead {
			i.units[id].Health = i.settings.InitialHealth
			ids = append(ids, id)
		}
	}
	i.place(ids, r)
	i.tellReborn(ids, log)
}
