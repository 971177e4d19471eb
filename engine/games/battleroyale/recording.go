package battleroyale

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

var _ engine.Recorder = rules{}

// Recording reads a record of the original program. It has the orders, and which of
// them were carried out; the rest comes of comparing states.
func (rules) Recording(text []byte) (engine.Recording, error) {
	record, err := ReadRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	r := engine.Recording{
		Names:  record.Names,
		Legend: rules{}.Legend(record.states[0]),
		Scenes: []scene.Scene{rules{}.Scene(record.states[0])},
	}
	for k, after := range record.states[1:] {
		r.Scenes = append(r.Scenes, rules{}.Scene(after))
		r.Logs = append(r.Logs, tellRecorded(record.states[k], after))
		r.Statuses = append(r.Statuses, after.status)
	}
	return r, nil
}

// story is what became of the units in a round of a record.
type story struct {
	before, after *battle
	units         []Unit   // as before the round, but where the moves led
	did           []string // by unit: what its command came to, if it was carried out
	attacked      []bool   // by unit: whether it is known to have been
	log           scene.Log
}

// tellRecorded says what happened between two states of a record, as far as they
// show it.
func tellRecorded(before, after *battle) scene.Log {
	s := &story{
		before: before, after: after, units: slices.Clone(before.units),
		did: make([]string, len(before.units)), attacked: make([]bool, len(before.units)),
	}
	s.follow()
	s.tellOrders()
	for id := range s.units {
		s.tellUnit(id)
	}
	return s.log
}

// follow finds out what the commands that were carried out came to. Farmers only
// move. A knight that ends where its command leads has moved there, and one that
// ends where it began has attacked.
func (s *story) follow() {
	at := s.before.at.Clone()
	for _, m := range s.after.moves {
		u, is := &s.units[m.Unit], &s.after.units[m.Unit]
		to := s.before.board.dest(u.Pos, m.Dir)
		s.attacked[m.Unit] = s.attacked[m.Unit] || is.Owner != u.Owner || is.Pos != to && is.Pos != u.Pos
		switch {
		case u.Kind == Farmer, is.Owner == u.Owner && is.Pos == to:
			s.did[m.Unit] = "moved"
			at.Set(u.Pos, -1)
			at.Set(to, int16(m.Unit))
			u.Pos = to
		case is.Owner != u.Owner || is.Pos != u.Pos:
			s.did[m.Unit] = "carried out" // either, and then it changed sides
		default:
			s.did[m.Unit] = s.tellAttack(u, to, int(at.At(to)))
		}
	}
}

// tellAttack notes an attack on a unit, if it is sure that this is the one on the
// tile: it has not been attacked before, or at least not been beaten.
func (s *story) tellAttack(by *Unit, to Pos, victim int) (did string) {
	if victim < 0 || s.attacked[victim] && s.after.units[victim].Pos != to {
		return "attacked"
	}
	u := &s.units[victim]
	s.attacked[victim] = true
	s.before.tell(&s.log, hit, u, by, fmt.Sprintf("%s is hit by %s", nameOf(u), nameOf(by)))
	return "attacked " + nameOf(u)
}

// tellOrders notes the commands of all players.
func (s *story) tellOrders() {
	for player, orders := range s.after.actions {
		for _, m := range orders {
			switch {
			case m.Unit >= len(s.before.units):
				s.log.Refuse(player, m.Unit, m.Dir.String(), "no such unit")
			case s.before.units[m.Unit].Owner != player:
				s.log.Refuse(player, m.Unit, m.Dir.String(), "not its unit")
			default:
				s.before.tellOrder(player, m, &s.log)
				s.log.Outcome(m.Unit, s.outcome(m))
			}
		}
	}
}

func (s *story) outcome(m Move) string {
	u := &s.before.units[m.Unit]
	switch {
	case s.did[m.Unit] != "":
		return s.did[m.Unit]
	case s.after.units[m.Unit].Owner != u.Owner:
		return "changed sides in this round" // before its turn, or later
	case m.Dir == None:
		return "stayed"
	case s.before.board.tiles.At(s.before.board.dest(u.Pos, m.Dir)) == Wall:
		return "blocked by a wall"
	}
	return "blocked by a unit"
}

// tellUnit tells what the states before and after say of a unit. Who beat it can be
// any of those that attacked it.
func (s *story) tellUnit(id int) {
	was, is := &s.units[id], &s.after.units[id]
	switch {
	case is.Owner != was.Owner:
		s.before.tell(&s.log, beaten, was, nil, fmt.Sprintf("%s is beaten by player %d and changes sides", nameOf(was), is.Owner))
		s.after.tellAppeared(is, &s.log)
	case !s.attacked[id] && s.did[id] == "" && is.Pos == was.Pos && is.Health > was.Health:
		s.after.tellHealed(is, was.Health, &s.log)
	}
}
