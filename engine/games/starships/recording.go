package starships

import (
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// Recording reads a match record, to be shown. The rounds are played again, from
// the seed and the commands asked, so that all that happened in them is known.
// From the first on that leads elsewhere than in the record, it is what the states
// of the record tell.
func (of rules) Recording(text []byte) (engine.Recording, error) {
	record, err := ReadRecord(text)
	if err != nil {
		return engine.Recording{}, err
	}
	r := engine.Recording{
		Names:  record.Names,
		Seed:   strconv.Itoa(record.Seed),
		Legend: of.Legend(record.states[0]),
		Scenes: []scene.Scene{of.Scene(record.states[0])},
	}
	source := engine.NewRand(newClassic(uint64(max(record.Seed, -record.Seed))))
	isSame := true
	for round, after := range record.states[1:] {
		before := record.states[round]
		var log scene.Log
		if isSame = isSame && before.leadsTo(after, source, &log); !isSame {
			log.Reset()
			before.tellDifference(after, &log)
		}
		r.Scenes = append(r.Scenes, of.Scene(after))
		r.Logs = append(r.Logs, log)
		r.Statuses = append(r.Statuses, slices.Clone(after.status[:]))
	}
	return r, nil
}

// leadsTo plays the round between two states of a record again, and says whether
// it ends as recorded.
func (u *universe) leadsTo(after *universe, r *engine.Rand, log *scene.Log) bool {
	turns := make([]engine.Turn[*Commands], players)
	for player := range turns {
		turns[player].Commands = &Commands{given: after.asked[player]}
	}
	var played, recorded engine.Digest
	rules{}.Digest(rules{}.Step(u, turns, r, log), &played)
	rules{}.Digest(after, &recorded)
	return played.Sum() == recorded.Sum()
}

// tellDifference tells of a round what its commands and the states before and
// after it say.
func (u *universe) tellDifference(after *universe, log *scene.Log) {
	at := *u
	at.log = log
	for player := range players {
		for _, c := range after.asked[player] {
			at.tellOrder(player, c, nil)
			outcome := "carried out"
			if !slices.Contains(after.done[player], c) {
				outcome = "skipped or refused"
			}
			log.Outcome(c.Unit, outcome)
		}
	}
	for id := range after.units {
		ship := &after.units[id]
		switch was := u.units[id].Alive; {
		case was && !ship.Alive:
			at.tell(deathEvent, ship.Pos, id, -1, ship.Owner, ship.name()+" is destroyed")
		case !was && ship.Alive:
			at.tellBack(ship)
		}
	}
}
