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
	b.play(turns, r)
	return b
}

// play plays a round on a battle that can be changed. Rules 6.
func (b *battle) play(turns []engine.Turn[*Commands], r *engine.Rand) {
	b.round++
	for player, t := range turns {
		b.status[player] = t.Status
	}
	b.accept(turns)
	b.rest(b.execute(r))
	b.count()
}

// accept keeps the commands that are not refused on receipt: for a unit that the
// player owns now, in a direction that there is, and the first of them for that
// unit. Rules 7.
func (b *battle) accept(turns []engine.Turn[*Commands]) {
	told := make([]bool, len(b.units))
	kept := make([]Move, 0, len(b.units))
	b.actions = make([][]Move, len(turns))
	for player, t := range turns {
		first := len(kept)
		for unit, d := range t.Commands.All() {
			if unit < 0 || unit >= len(b.units) || b.units[unit].Owner != player || told[unit] || !d.Valid() {
				continue
			}
			told[unit] = true
			kept = append(kept, Move{unit, d})
		}
		b.actions[player] = kept[first:len(kept):len(kept)]
	}
}

// execute carries out the commands of the players, who come in random order. It
// says which units have been used. Rules 6, 7.
func (b *battle) execute(r *engine.Rand) (used []bool) {
	used = make([]bool, len(b.units))
	b.moves = make([]Move, 0, len(b.units))
	var order [4]int
	players := order[:len(b.actions)]
	r.Permute(players)
	for _, player := range players {
		for _, m := range b.actions[player] {
			if m.Dir == None {
				continue
			}
			used[m.Unit] = true
			if b.units[m.Unit].Owner == player && b.move(m, r) {
				b.moves = append(b.moves, m)
			}
		}
	}
	return used
}

// move lets a unit enter the tile beside it, or attack who stands there, and says
// whether it did. Rules 8.
func (b *battle) move(m Move, r *engine.Rand) bool {
	mover := &b.units[m.Unit]
	to := b.board.dest(mover.Pos, m.Dir)
	if b.board.tiles.At(to) == Wall {
		return false
	}
	there := int(b.at.At(to))
	if there < 0 {
		b.enter(m.Unit, to)
		return true
	}
	if mover.Kind == Farmer || b.units[there].Owner == mover.Owner {
		return false
	}
	b.attack(mover.Owner, there, r)
	return true
}

// attack hurts a unit, and converts it when it has no health left. Rules 8.
func (b *battle) attack(by, victim int, r *engine.Rand) {
	u := &b.units[victim]
	u.Health -= r.Draw(b.settings.DamageMin, b.settings.DamageMax)
	if u.Health > 0 {
		return
	}
	u.Owner = by
	u.Health = b.settings.maxHealth(u.Kind)
	b.place(victim, r)
}

// rest heals the units that have not been used. Rules 9.
func (b *battle) rest(used []bool) {
	for id := range b.units {
		if u := &b.units[id]; !used[id] {
			u.Health = min(u.Health+b.settings.regen(u.Kind), b.settings.maxHealth(u.Kind))
		}
	}
}
