package orkisland

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// What happens in a round is logged here. Most matches have no log: for those, no
// texts are made.

// cell returns the number of a cell in pictures.
func (b *board) cell(p Pos) int {
	if !b.terrain.Has(p) {
		return scene.Nowhere
	}
	return b.terrain.Index(p)
}

// tellOrder logs the command that counts for an ork.
func (r *round) tellOrder(player int, c Command) {
	switch {
	case !r.log.On():
	case c.Dir == None:
		r.log.Order(player, int(c.Unit), "stay", scene.Nowhere)
		r.log.Outcome(int(c.Unit), "stayed")
	default:
		r.log.Order(player, int(c.Unit), c.Dir.String(), r.board.cell(c.Dir.from(r.units[c.Unit].Pos)))
	}
}

func (r *round) tellBlocked(mover, friend *Unit) {
	if r.log.On() {
		r.log.Fail(int(mover.ID), fmt.Sprintf("blocked by ork %d of its own player", friend.ID))
	}
}

// tellFight is called before the loser is taken off the board.
func (r *round) tellFight(attacker, defender *Unit, won bool) {
	if !r.log.On() {
		return
	}
	if won {
		r.log.Outcome(
			int(attacker.ID), fmt.Sprintf("won the fight against %s, %d health left", nameOf(defender, r.log), attacker.Health))
		r.log.Event(r.killing(defender, attacker.ID, attacker.Owner, r.log))
		return
	}
	r.log.Outcome(
		int(attacker.ID), fmt.Sprintf("lost the fight against %s, which has %d health", nameOf(defender, r.log),
			defender.Health))
	r.log.Event(r.killing(attacker, defender.ID, defender.Owner, r.log))
}

// nameOf names an ork and its player.
func nameOf(u *Unit, log *scene.Log) string {
	return fmt.Sprintf("ork %d of %s", u.ID, log.Name(u.Owner))
}

// killing is the event of an ork that dies where it stands. The killer may be
// unknown, -1, but its player is not.
func (m *match) killing(u *Unit, killer UnitID, player int, log *scene.Log) scene.Event {
	by := "an ork of " + log.Name(player)
	if killer >= 0 {
		by = nameOf(&Unit{ID: killer, Owner: player}, log)
	}
	return scene.Event{
		Kind: killed, Cell: m.board.cell(u.Pos), To: scene.Nowhere, Unit: int(u.ID), By: int(killer), Seat: u.Owner,
		Text: nameOf(u, log) + " is killed by " + by,
	}
}

// tellStarved is called before the ork is taken off the board.
func (r *round) tellStarved(u *Unit) {
	if r.log.On() {
		r.log.Outcome(int(u.ID), "died: too little health to enter the cell")
		r.log.Event(r.starving(u, r.log))
	}
}

func (m *match) starving(u *Unit, log *scene.Log) scene.Event {
	return scene.Event{
		Kind: starved, Cell: m.board.cell(u.Pos), To: scene.Nowhere, Unit: int(u.ID), By: -1, Seat: u.Owner,
		Text: nameOf(u, log) + " dies of exhaustion",
	}
}

// tellReborn is called when the orks are on the board again.
func (r *round) tellReborn(ids []UnitID) {
	if r.log.On() {
		r.rebirths(ids, r.log)
	}
}

// rebirths logs that orks have been reborn where they are.
func (m *match) rebirths(ids []UnitID, log *scene.Log) {
	for _, id := range ids {
		u := &m.units[id]
		log.Event(scene.Event{
			Kind: reborn, Cell: m.board.cell(u.Pos), To: scene.Nowhere, Unit: int(id), By: -1, Seat: u.Owner,
			Text: fmt.Sprintf("ork %d is reborn for %s", id, log.Name(u.Owner)),
		})
	}
}

// tellCaptures logs which cities and paths have other owners than before.
func (r *round) tellCaptures(before *match) {
	if r.log.On() {
		r.captures(before, r.log)
	}
}

// captures logs which cities and paths have other owners than in another state.
func (m *match) captures(before *match, log *scene.Log) {
	m.taken(cityTaken, "city", &m.board.cities, before.cityOwners, m.cityOwners, log)
	m.taken(pathTaken, "path", &m.board.paths, before.pathOwners, m.pathOwners, log)
}

func (m *match) taken(kind int, name string, a *areas, before, after []int, log *scene.Log) {
	for id, owner := range after {
		if owner == before[id] || owner < 0 || len(a.cells[id]) == 0 {
			continue // a record could have more than rules 9 let happen
		}
		text := fmt.Sprintf("%s takes %s %d from %s", log.Name(owner), name, id, log.Name(before[id]))
		if before[id] < 0 {
			text = fmt.Sprintf("%s takes %s %d, which was nobody's", log.Name(owner), name, id)
		}
		middle := a.cells[id][len(a.cells[id])/2]
		log.Event(scene.Event{
			Kind: kind, Cell: m.board.cell(middle), To: scene.Nowhere, Unit: -1, By: -1, Seat: owner, Text: text,
		})
	}
}
