package starships

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

var _ engine.Recorder = rules{}

// Recording reads a record of the original program. It plays the rounds again, with the
// seed and the recorded commands, to know everything that happened in them. From the
// first round that does not end as recorded, it compares the recorded states instead.
func (rules) Recording(text []byte) (engine.Recording, error) {
	record, err := readRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	source, isSame := engine.NewRand(newClassic(record.classicSeed())), true
	tell := func(before, after *match, log *scene.Log) []engine.Status {
		if isSame = isSame && before.leadsTo(after, source, log); !isSame {
			log.Reset()
			(&round{match: before, log: log}).tellDifference(after)
		}
		return after.status[:]
	}
	return engine.NewRecording(record.names, record.seed, record.states, tell), nil
}

// leadsTo plays the round between two states of a record again, and reports whether
// it ends as recorded.
func (m *match) leadsTo(after *match, rand *engine.Rand, log *scene.Log) bool {
	var played, recorded engine.Digest
	m.Step(after.turns(), rand, log).Digest(&played)
	after.Digest(&recorded)
	return played.Sum() == recorded.Sum()
}

// turns returns the commands of the round that led here, as they were asked.
func (m *match) turns() []engine.Turn[*Commands] {
	turns := make([]engine.Turn[*Commands], players)
	for player := range turns {
		turns[player].Commands = &Commands{list: commands.Of(m.asked[player])}
	}
	return turns
}

// tellDifference logs what the commands of a round and the states before and after it
// show, without playing the round.
func (r *round) tellDifference(after *match) {
	for player := range players {
		for _, c := range after.asked[player] {
			r.tellOrder(player, c)
			if slices.Contains(after.done[player], c) {
				r.log.Outcome(int(c.Unit), "carried out")
			} else {
				r.log.Fail(int(c.Unit), "skipped or refused")
			}
		}
	}
	for k := range after.units {
		ship := &after.units[k]
		switch was := r.units[k].Alive; {
		case was && !ship.Alive:
			r.tell(destroyed, ship.Pos, ship.ID, -1, ship.Owner, r.nameOf(ship)+" is destroyed")
		case !was && ship.Alive:
			r.tellBack(ship)
		}
	}
}
