package ask

import (
	"slices"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/replay"
)

// Loss is how a player lost a match.
type Loss struct {
	Round  int    // the first after which it was behind until the end
	Behind int    // by how many points, at the end
	Source string // of the points that it lacks most beside the winner; "" if the game names none, or it lacks none
	Less   int    // how many of them it lacks
}

// LossOf returns how a player lost a match, which is played again for that; false if it has won. Who is as good as the
// best of the others is not behind.
func LossOf(r *replay.Replay, seat int) (l Loss, lost bool, err error) {
	m, err := r.Begin()
	if err != nil {
		return l, false, err
	}
	if err := r.CheckSeat(seat, "seat"); err != nil {
		return l, false, err
	}
	var log scene.Log
	m.Watch(&log)
	defer m.Watch(nil)
	sources := m.Sources()
	earned := make([][]int, len(r.Seats)) // by seat and source
	for i := range earned {
		earned[i] = make([]int, len(sources))
	}
	for _, round := range r.Rounds {
		m.Step(round.Turns)
		for _, p := range log.Points {
			earned[p.Seat][p.Source] += p.Points
		}
		scores := m.Scores()
		switch behind := slices.Max(scores) > scores[seat]; {
		case !behind:
			lost = false
		case !lost:
			l.Round, lost = round.Number, true
		}
	}
	if !lost {
		return Loss{}, false, nil
	}
	scores := m.Scores()
	best := slices.Max(scores)
	winner := slices.Index(scores, best)
	l.Behind = best - scores[seat]
	for source, name := range sources {
		if less := earned[winner][source] - earned[seat][source]; less > l.Less {
			l.Source, l.Less = name, less
		}
	}
	return l, true, nil
}
