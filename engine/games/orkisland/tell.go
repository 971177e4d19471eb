package orkisland

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// What happens in a round is told here. Nobody reads the log of most matches, and
// the texts of those are never made.

// cellOf is the index of a cell in pictures.
func (b *board) cellOf(p Pos) int {
	if !b.terrain.Has(p) {
		return scene.Nowhere
	}
	return b.terrain.Index(p)
}

// tellOrder notes the command that stands for an ork.
func (i *island) tellOrder(player int, m Move, log *scene.Log) {
	switch {
	case !log.On():
	case !m.Dir.Valid():
		log.Refuse(player, m.Unit, m.Dir.String(), "no such direction")
	case m.Dir == None:
		log.Order(player, m.Unit, "stay", scene.Nowhere)
		log.Outcome(m.Unit, "stayed")
	default:
		log.Order(player, m.Unit, m.Dir.String(), i.board.cellOf(m.Dir.From(i.units[m.Unit].Pos)))
	}
}

func (i *island) tellBlocked(mover, friend *Unit, log *scene.Log) {
	if log.On() {
		log.Outcome(mover.ID, fmt.Sprintf("blocked by ork %d of its own player", friend.ID))
	}
}

// tellFight is called before the loser is taken off the board.
func (i *island) tellFight(attacker, defender *Unit, won bool, log *scene.Log) {
	if !log.On() {
		return
	}
	if won {
		log.Outcome(attacker.ID, fmt.Sprintf("won the fight against %s, %d health left", nameOf(defender), attacker.Health))
		log.Event(i.killing(defender, attacker.ID, attacker.Owner))
		return
	}
	log.Outcome(attacker.ID, fmt.Sprintf("lost the fight against %s, which has %d health", nameOf(defender), defender.Health))
	log.Event(i.killing(attacker, defender.ID, defender.Owner))
}

// nameOf says which ork it is, and whose.
func nameOf(u *Unit) string { return fmt.Sprintf("ork %d of player %d", u.ID, u.Owner) }

// killing is the event of an ork that dies where it stands. Who killed it may be
// unknown, -1, but not whose ork did.
func (i *island) killing(u *Unit, by, of int) scene.Event {
	killer := fmt.Sprintf("an ork of player %d", of)
	if by >= 0 {
		killer = fmt.Sprintf("ork %d of player %d", by, of)
	}
	return scene.Event{
		Kind: killed, Cell: i.board.cellOf(u.Pos), To: scene.Nowhere, Unit: u.ID, By: by, Seat: u.Owner,
		Text: fmt.Sprintf("%s is killed by %s", nameOf(u), killer),
	}
}

// tellStarved is called before the ork is taken off the board.
func (i *island) tellStarved(u *Unit, log *scene.Log) {
	if log.On() {
		log.Outcome(u.ID, "died: too little health to enter the cell")
		log.Event(i.starving(u))
	}
}

func (i *island) starving(u *Unit) scene.Event {
	return scene.Event{
		Kind: starved, Cell: i.board.cellOf(u.Pos), To: scene.Nowhere, Unit: u.ID, By: -1, Seat: u.Owner,
		Text: nameOf(u) + " dies of exhaustion",
	}
}

// tellReborn is called when the orks are on the board again.
func (i *island) tellReborn(ids []int, log *scene.Log) {
	if !log.On() {
		return
	}
	for _, id := range ids {
		u := &i.units[id]
		log.Event(scene.Event{
			Kind: reborn, Cell: i.board.cellOf(u.Pos), To: scene.Nowhere, Unit: id, By: -1, Seat: u.Owner,
			Text: fmt.Sprintf("ork %d is reborn for player %d", id, u.Owner),
		})
	}
}

// tellCaptures tells which cities and paths have other owners than before.
func (i *island) tellCaptures(before *island, log *scene.Log) {
	if log.On() {
		i.tellTaken(cityTaken, "city", &i.board.cities, before.cityOwners, i.cityOwners, log)
		i.tellTaken(pathTaken, "path", &i.board.paths, before.pathOwners, i.pathOwners, log)
	}
}

func (i *island) tellTaken(kind int, name string, a *areas, before, after []int, log *scene.Log) {
	for id, owner := range after {
		if owner == before[id] || owner < 0 || len(a.cells[id]) == 0 {
			continue // a record could have more than rules 9 let happen
		}
		text := fmt.Sprintf("player %d takes %s %d from player %d", owner, name, id, before[id])
		if before[id] < 0 {
			text = fmt.Sprintf("player %d takes %s %d, which was nobody's", owner, name, id)
		}
		middle := a.cells[id][len(a.cells[id])/2]
		log.Event(scene.Event{
			Kind: kind, Cell: i.board.cellOf(middle), To: scene.Nowhere, Unit: -1, By: -1, Seat: owner, Text: text,
		})
	}
}
