package duel

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// round is a match while a round is played on it.
type round struct {
	*match
	rand *engine.Rand
	log  *scene.Log // may be nil
}

// Step plays a round on a clone, since others may still use the match before it.
func (m *match) Step(turns []engine.Turn[*Commands], rand *engine.Rand, log *scene.Log) *match {
	r := &round{m.clone(), rand, log}
	counting := r.collect(turns)
	for _, k := range rand.Permutation(len(counting)) { // fair to all seats
		c := counting[k]
		log.Outcome(int(c.Unit), r.execute(c))
	}
	r.round++
	return r.match
}

// collect lists the commands that count: for each unit its player's first. A bot
// can send anything, so all of it is checked here.
func (r *round) collect(turns []engine.Turn[*Commands]) (counting []Command) {
	told := make([]bool, len(r.units))
	for player, t := range turns {
		for _, c := range commands.Given(t.Commands) {
			unit := r.unit(c.Unit)
			why := r.refusal(player, c, unit != nil && told[c.Unit])
			if unit != nil && unit.Owner == player {
				told[c.Unit] = true // even if the command is invalid
			}
			if why != "" {
				r.log.Refuse(player, int(c.Unit), c.Dir.String(), why)
				continue
			}
			counting = append(counting, c)
			r.log.Order(player, int(c.Unit), c.Dir.String(), r.cell(r.Dest(unit.Pos, c.Dir)))
		}
	}
	return counting
}

// execute carries out a command and returns what became of it.
func (r *round) execute(c Command) string {
	unit := &r.units[c.Unit]
	to := r.Dest(unit.Pos, c.Dir)
	if !r.IsOpen(to) {
		return "a wall"
	}
	enemy := r.unitAt(to)
	switch {
	case enemy == nil:
		r.put(unit, to)
		return "moved"
	case enemy.Owner == unit.Owner || enemy.Kind == unit.Kind:
		return "the cell is taken"
	case unit.Kind.Beats(enemy.Kind):
		r.tellDuel(unit, enemy)
		enemy.Pos = nowhere
		r.put(unit, to)
		r.place(enemy)
		return "won"
	default:
		r.tellDuel(enemy, unit)
		unit.Pos = nowhere
		r.place(unit)
		return "lost"
	}
}

func (r *round) put(u *Unit, p Pos) {
	u.Pos = p
	r.paint.Set(p, byte('0'+u.Owner))
}

// place puts a unit that is not on the board on a random free cell. Check makes sure
// that there is one.
func (r *round) place(u *Unit) {
	var free []Pos
	for cell := range r.paint.Cells() {
		if p := r.paint.Pos(cell); r.IsOpen(p) && r.unitAt(p) == nil {
			free = append(free, p)
		}
	}
	r.put(u, free[r.rand.Draw(0, len(free)-1)])
}
