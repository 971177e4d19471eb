package battleroyale

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// round is a match while a round is played on it.
type round struct {
	*match
	rand *engine.Rand
	log  *scene.Log // may be nil
	told []bool     // by unit: whether it has a command that was not refused
	used []bool     // by unit: whether it was told to go somewhere
	kept []Command  // what match.actions consists of
}

func newRound(m *match, rand *engine.Rand, log *scene.Log) *round {
	flags := make([]bool, 2*len(m.units))
	return &round{match: m, rand: rand, log: log, told: flags[:len(m.units)], used: flags[len(m.units):]}
}

// Step plays a round on a clone.
func (m *match) Step(turns []engine.Turn[*Commands], rand *engine.Rand, log *scene.Log) *match {
	r := newRound(m.clone(), rand, log)
	r.play(turns)
	return r.match
}

// play plays the round. Rules 6.
func (r *round) play(turns []engine.Turn[*Commands]) {
	r.begin(len(turns))
	r.round++
	for player, t := range turns {
		r.status[player] = t.Status
	}
	r.accept(turns)
	r.execute()
	r.rest()
}

// begin forgets the commands of the round before, if there was one, and makes room
// for those of this one.
func (r *round) begin(players int) {
	clear(r.told)
	clear(r.used)
	r.kept = slices.Grow(r.kept[:0], len(r.units))
	r.moves = slices.Grow(r.moves[:0], len(r.units))
	r.actions = slices.Grow(r.actions[:0], players)
}

// accept keeps the commands that are not refused. Rules 7.
func (r *round) accept(turns []engine.Turn[*Commands]) {
	for player, t := range turns {
		first := len(r.kept)
		for _, c := range commands.Given(t.Commands) {
			if why := r.refusal(player, c, r.unit(c.Unit) != nil && r.told[c.Unit]); why != "" {
				r.log.Refuse(player, int(c.Unit), c.Dir.String(), why)
				continue
			}
			r.told[c.Unit] = true
			r.tellOrder(player, c)
			r.kept = append(r.kept, c)
		}
		r.actions = append(r.actions, r.kept[first:len(r.kept):len(r.kept)])
	}
}

// execute carries out the commands of the players, who take turns in random order.
// Rules 6, 7.
func (r *round) execute() {
	var order [4]int
	players := order[:len(r.actions)]
	r.rand.Permute(players)
	for _, player := range players {
		for _, c := range r.actions[player] {
			r.used[c.Unit] = c.Dir != None
			switch {
			case r.units[c.Unit].Owner != player:
				r.log.Fail(int(c.Unit), "changed sides before its turn")
			case c.Dir == None:
				r.log.Outcome(int(c.Unit), "rested")
			case r.move(c):
				r.moves = append(r.moves, c)
			}
		}
	}
}

// move lets a unit enter the tile beside it, or attack the enemy there, and reports
// whether it did. Rules 8.
func (r *round) move(c Command) bool {
	mover := &r.units[c.Unit]
	if !r.layout.exits[r.at.Index(mover.Pos)].has(c.Dir) {
		r.log.Fail(int(c.Unit), "blocked by a wall")
		return false
	}
	to := r.board.dest(mover.Pos, c.Dir)
	there := UnitID(r.at.At(to))
	if there < 0 {
		if r.log.On() {
			r.tellMoved(mover, to)
		}
		r.enter(c.Unit, to, fromSteps)
		return true
	}
	if mover.Kind == Farmer || r.units[there].Owner == mover.Owner {
		r.tellBlocked(mover, &r.units[there])
		return false
	}
	r.attack(mover, &r.units[there])
	return true
}

// enter lets a unit go to a free tile, from wherever it is. A farmer paints it, which
// makes it a source of points. Rules 4, 8.
func (r *round) enter(id UnitID, p Pos, source int) {
	u := &r.units[id]
	if u.Pos != nowhere {
		r.at.Set(u.Pos, -1)
	}
	r.put(id, p)
	if u.Kind == Farmer {
		r.paint(p, u.Owner, source)
	}
}

// attack hurts a unit, and converts it when it has no health left. Rules 8.
func (r *round) attack(by, victim *Unit) {
	v := &r.setup.settings
	victim.Health -= r.rand.Draw(v.DamageMin, v.DamageMax)
	r.tellAttack(by, victim)
	if victim.Health > 0 {
		return
	}
	victim.Owner = by.Owner
	victim.Health = v.maxHealth(victim.Kind)
	r.place(victim.ID)
	r.tellAppeared(victim)
}

// rest heals the units that have not been used. Rules 9.
func (r *round) rest() {
	v := &r.setup.settings
	for id := range r.units {
		if u := &r.units[id]; !r.used[id] {
			before := u.Health
			u.Health = min(u.Health+v.regen(u.Kind), v.maxHealth(u.Kind))
			if r.log.On() && u.Health > before {
				r.tellHealed(u, before)
			}
		}
	}
}

// place puts a unit on a random free tile of its owner's area; if there is none, of
// the whole board; if there is none at all, it stays where it is. Rules 4.
func (r *round) place(id UnitID) {
	for _, within := range [...]area{r.board.spawn(r.units[id].Owner), r.board.whole()} {
		if n := r.countFree(within); n > 0 {
			r.enter(id, r.freeTile(within, r.rand.Draw(0, n-1)), fromConversions)
			return
		}
	}
}

// countFree returns the number of free tiles in an area.
func (m *match) countFree(a area) int {
	n := 0
	for row := a.rows.low; row <= a.rows.high; row++ {
		tiles, at := m.line(row, a.cols)
		for k, unit := range at {
			if unit < 0 && tiles[k] != Wall {
				n++
			}
		}
	}
	return n
}

// line returns the tiles of a part of a row, and the units on them.
func (m *match) line(row int, cols span) ([]Terrain, []int16) {
	from := m.at.Index(Pos{Row: row, Col: cols.low})
	end := from + cols.high - cols.low + 1
	return m.board.tiles.Cells()[from:end], m.at.Cells()[from:end]
}

// freeTile returns the free tile with this number, row by row, in an area.
func (m *match) freeTile(a area, number int) Pos {
	for row := a.rows.low; row <= a.rows.high; row++ {
		tiles, at := m.line(row, a.cols)
		for k, unit := range at {
			if unit >= 0 || tiles[k] == Wall {
				continue
			}
			if number == 0 {
				return Pos{Row: row, Col: a.cols.low + k}
			}
			number--
		}
	}
	return nowhere
}
