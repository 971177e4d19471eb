package orkisland

import (
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

var _ engine.Recorder = rules{}

// Recording reads a record of the original program. Of the orders it has those
// that made an ork change its cell, and of the rest what comes of comparing states.
func (rules) Recording(text []byte) (engine.Recording, error) {
	record, err := ReadRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	r := engine.Recording{
		Names:  record.Names,
		Seed:   strconv.Itoa(record.Seed),
		Legend: rules{}.Legend(record.states[0]),
		Scenes: []scene.Scene{rules{}.Scene(record.states[0])},
	}
	for k, after := range record.states[1:] {
		r.Scenes = append(r.Scenes, rules{}.Scene(after))
		r.Logs = append(r.Logs, explain(record.states[k], after))
		r.Statuses = append(r.Statuses, after.status)
	}
	return r, nil
}

// explain says what happened between two states of a record, as far as they show
// it.
func explain(before, after *island) scene.Log {
	s := follow(before, after)
	var log scene.Log
	for _, m := range after.moves {
		u := &before.units[m.Unit]
		log.Order(u.Owner, u.ID, m.Dir.String(), before.board.cellOf(m.Dir.From(u.Pos)))
		log.Outcome(u.ID, s.outcome(m))
	}
	for k, id := range s.dead {
		dead := before.units[id]
		dead.Pos = s.last[id]
		if owner := after.units[id].Owner; owner != dead.Owner {
			log.Event(before.killing(&dead, s.killers[k], owner))
		} else {
			log.Event(before.starving(&dead))
		}
	}
	after.tellReborn(s.dead, &log)
	after.tellCaptures(before, &log)
	return log
}

// story is what became of the orks in a round of a record.
type story struct {
	before, after *island
	last          []Pos // by ork: where its move led, and where it stood if it died
	dead          []int // orks that died, increasing
	killers       []int // of each of the dead, or -1
}

func follow(before, after *island) *story {
	s := &story{before: before, after: after}
	for _, u := range before.units {
		s.last = append(s.last, u.Pos)
	}
	for _, m := range after.moves {
		if to := m.Dir.From(s.last[m.Unit]); before.board.isOpen(to) {
			s.last[m.Unit] = to
		}
	}
	for id, was := range before.units {
		is := after.units[id]
		if is.Owner != was.Owner || is.Pos != s.last[id] || is.Health > was.Health {
			s.dead = append(s.dead, id)
			s.killers = append(s.killers, s.killer(id))
		}
	}
	return s
}

// killer is the ork that killed another one: that of the new owner's that stood
// beside it before or after its own move. It is -1 if there is none, or if it can
// have been one of several.
func (s *story) killer(dead int) int {
	found, owner := -1, s.after.units[dead].Owner
	for id, u := range s.before.units {
		switch {
		case u.Owner != owner || owner == s.before.units[dead].Owner:
		case squared(u.Pos, s.last[dead]) != 1 && squared(s.last[id], s.last[dead]) != 1:
		case found >= 0:
			return -1
		default:
			found = id
		}
	}
	return found
}

// outcome says what became of a move: the ork came to its cell, by a fight if it
// killed the one that stood there.
func (s *story) outcome(m Move) string {
	for k, id := range s.dead {
		if s.killers[k] == m.Unit && s.last[id] == s.last[m.Unit] {
			return "won the fight against " + nameOf(&s.before.units[id])
		}
	}
	return "moved"
}
