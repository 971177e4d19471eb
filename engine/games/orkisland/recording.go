package orkisland

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

var _ engine.Recorder = rules{}

// Recording reads a record of the original program. It has the orders that made an ork
// change its cell; the rest is found by comparing states.
func (rules) Recording(text []byte) (engine.Recording, error) {
	record, err := readRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	return engine.NewRecording(record.names, record.seed, record.states, explain), nil
}

// explain logs the events between two states of a record that the states show. It returns
// the statuses after them.
func explain(before, after *match, log *scene.Log) []engine.Status {
	s := follow(before, after)
	for _, c := range after.moves {
		u := &before.units[c.Unit]
		log.Order(u.Owner, int(u.ID), c.Dir.String(), before.board.cell(c.Dir.from(u.Pos)))
		log.Outcome(int(u.ID), s.outcome(c, log))
	}
	for k, id := range s.dead {
		dead := before.units[id]
		dead.Pos = s.last[id]
		if owner := after.units[id].Owner; owner != dead.Owner {
			log.Event(before.killing(&dead, s.killers[k], owner, log))
		} else {
			log.Event(before.starving(&dead, log))
		}
	}
	after.rebirths(s.dead, log)
	after.captures(before, log)
	return after.status
}

// story is what became of the orks in a round of a record.
type story struct {
	before, after *match
	last          []Pos    // by ork: where its move led, and where it stood if it died
	dead          []UnitID // orks that died, increasing
	killers       []UnitID // of each of the dead, or -1
}

func follow(before, after *match) *story {
	s := &story{before: before, after: after}
	for _, u := range before.units {
		s.last = append(s.last, u.Pos)
	}
	for _, c := range after.moves {
		if to := c.Dir.from(s.last[c.Unit]); before.board.isOpen(to) {
			s.last[c.Unit] = to
		}
	}
	for id, was := range before.units {
		is := after.units[id]
		if is.Owner != was.Owner || is.Pos != s.last[id] || is.Health > was.Health {
			s.dead = append(s.dead, was.ID)
			s.killers = append(s.killers, s.killer(was.ID))
		}
	}
	return s
}

// killer returns the ork that killed another one: the new owner's ork that stood
// beside it before or after its own move. It is -1 if there is none, or if it can
// have been one of several.
func (s *story) killer(dead UnitID) UnitID {
	found, owner := UnitID(-1), s.after.units[dead].Owner
	for id, u := range s.before.units {
		switch {
		case u.Owner != owner || owner == s.before.units[dead].Owner:
		case squared(u.Pos, s.last[dead]) != 1 && squared(s.last[id], s.last[dead]) != 1:
		case found >= 0:
			return -1
		default:
			found = u.ID
		}
	}
	return found
}

// outcome returns what became of a move: the ork came to its cell, by a fight if it
// killed the one that stood there.
func (s *story) outcome(c Command, log *scene.Log) string {
	for k, id := range s.dead {
		if s.killers[k] == c.Unit && s.last[id] == s.last[c.Unit] {
			return "won the fight against " + nameOf(&s.before.units[id], log)
		}
	}
	return "moved"
}
