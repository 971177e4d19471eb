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
	record, err := readRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	return engine.NewRecording(record.names, "", record.states, tellRecorded), nil
}

// tellRecorded logs the events between two states of a record that the states show. It
// returns the statuses after them.
func tellRecorded(before, after *match, log *scene.Log) []engine.Status {
	s := &story{
		round: newRound(before, nil, log), after: after, moved: slices.Clone(before.units),
		did: make([]string, len(before.units)), attacked: make([]bool, len(before.units)),
	}
	s.follow()
	s.tellOrders()
	for id := range s.moved {
		s.tellUnit(UnitID(id))
	}
	return after.status
}

// story is what became of the units in a round of a record.
type story struct {
	*round   // as it was before
	after    *match
	moved    []Unit   // as before the round, but where the moves led
	did      []string // by unit: what its command came to, if it was carried out
	attacked []bool   // by unit: whether it is known to have been attacked
}

// follow finds out what the commands that were carried out came to. Farmers only
// move. A knight that ends where its command leads has moved there, and one that
// ends where it began has attacked.
func (s *story) follow() {
	at := s.at.Clone()
	for _, c := range s.after.moves {
		u, is := &s.moved[c.Unit], &s.after.units[c.Unit]
		to := s.board.dest(u.Pos, c.Dir)
		s.attacked[c.Unit] = s.attacked[c.Unit] || is.Owner != u.Owner || is.Pos != to && is.Pos != u.Pos
		switch {
		case u.Kind == Farmer, is.Owner == u.Owner && is.Pos == to:
			s.did[c.Unit] = "moved"
			at.Set(u.Pos, -1)
			at.Set(to, int16(c.Unit))
			u.Pos = to
		case is.Owner != u.Owner || is.Pos != u.Pos:
			s.did[c.Unit] = "carried out" // either, and then it changed sides
		default:
			s.did[c.Unit] = s.tellHit(u, to, UnitID(at.At(to)))
		}
	}
}

// tellHit logs an attack on a unit, if it is sure that this is the one on the tile:
// it has not been attacked before, or at least not been beaten.
func (s *story) tellHit(by *Unit, to Pos, victim UnitID) (did string) {
	if victim < 0 || s.attacked[victim] && s.after.units[victim].Pos != to {
		return "attacked"
	}
	u := &s.moved[victim]
	s.attacked[victim] = true
	s.tell(hit, u, by, fmt.Sprintf("%s is hit by %s", s.name(u), s.name(by)))
	return "attacked " + s.name(u)
}

// tellOrders logs the commands of all players. A record can have some that ours
// refuses; none is for a unit that was told before.
func (s *story) tellOrders() {
	for player, orders := range s.after.actions {
		for _, c := range orders {
			if why := s.refusal(player, c, false); why != "" {
				s.log.Refuse(player, int(c.Unit), c.Dir.String(), why)
				continue
			}
			s.tellOrder(player, c)
			s.tellOutcome(c)
		}
	}
}

func (s *story) tellOutcome(c Command) {
	u, id := &s.units[c.Unit], int(c.Unit)
	switch {
	case s.did[c.Unit] != "":
		s.log.Outcome(id, s.did[c.Unit])
	case s.after.units[c.Unit].Owner != u.Owner:
		s.log.Outcome(id, "changed sides in this round") // before its turn, or later
	case c.Dir == None:
		s.log.Outcome(id, "stayed")
	case s.board.tiles.At(s.board.dest(u.Pos, c.Dir)) == Wall:
		s.log.Fail(id, "blocked by a wall")
	default:
		s.log.Fail(id, "blocked by a unit")
	}
}

// tellUnit logs what the states before and after show about a unit. Each
// attacker can have beaten it.
func (s *story) tellUnit(id UnitID) {
	was, is := &s.moved[id], &s.after.units[id]
	switch {
	case is.Owner != was.Owner:
		s.tell(beaten, was, nil, fmt.Sprintf("%s is beaten by %s and changes sides", s.name(was), s.log.Name(is.Owner)))
		s.tellAppeared(is)
	case !s.attacked[id] && s.did[id] == "" && is.Pos == was.Pos && is.Health > was.Health:
		s.tellHealed(is, was.Health)
	}
}
