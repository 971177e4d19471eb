package schedule

import (
	"errors"
	"slices"
)

// State is where a [Walk] is, as it can be written down. Who takes part is known elsewhere.
type State struct {
	Number int // of the next match
	Places []int
	// What follows is by place, as is the history of the walk.

	Played, Owed, Before []int
	Sat                  [][]int
	// Met has those with higher numbers that each has met: by how much the number is higher than that of the one
	// before, and how often they have met.
	Met [][]int32
}

// State returns where a walk is whose groups are of one match.
func (w *Walk) State() State {
	h := w.sums
	s := State{
		Number: w.number, Places: w.places, Played: h.played, Owed: h.owed, Before: h.before, Sat: h.sat,
		Met: make([][]int32, len(h.met)),
	}
	for bot, all := range h.met {
		higher := slices.DeleteFunc(slices.Clone(all), func(m meetings) bool { return int(m.other) < bot })
		slices.SortFunc(higher, func(a, b meetings) int { return int(a.other - b.other) })
		last := int32(bot) //nolint:gosec // as many as there are bots
		for _, m := range higher {
			s.Met[bot] = append(s.Met[bot], m.other-last, m.times)
			last = m.other
		}
	}
	return s
}

// errState reports a state that no walk can have.
var errState = errors.New("no schedule of these bots can be there")

// Resume returns the walk of a schedule that is in a state, whose memory it takes. The rest is as with [NewWalk].
func Resume(s State, bots []Stay, seats int, first uint64) (*Walk, error) {
	known := len(s.Places)
	if s.Number < 0 || known > len(bots) || len(s.Played) != known || len(s.Owed) != known ||
		len(s.Before) != known || len(s.Sat) != known || len(s.Met) != known {
		return nil, errState
	}
	for _, stay := range bots[known:] {
		if stay.From < s.Number {
			return nil, errState
		}
	}
	w := NewWalk(seats, false, first)
	w.number, w.bots, w.places = s.Number, slices.Clone(bots), s.Places
	h := w.sums
	h.played, h.owed, h.before, h.sat, h.met = s.Played, s.Owed, s.Before, s.Sat, make([][]meetings, known)
	for bot := range known {
		if s.Places[bot] < 0 || s.Places[bot] > bot || len(s.Sat[bot]) != seats || !h.restore(bot, s.Met[bot]) {
			return nil, errState
		}
	}
	w.arrivals = ArrivalsBefore(s.Number, bots)
	w.places = append(w.places, numbers(known, len(bots))...)
	h.grow(len(bots), seats)
	return w, nil
}

// restore restores whom a bot has met of those with higher numbers, as [State] has it.
func (h *history) restore(bot int, met []int32) bool {
	other := bot
	for ; len(met) >= 2; met = met[2:] {
		if other += int(met[0]); met[0] < 1 || other >= len(h.met) || met[1] < 1 {
			return false
		}
		h.met[bot] = append(h.met[bot], meetings{int32(other), met[1]})   //nolint:gosec // as many as there are bots
		h.met[other] = append(h.met[other], meetings{int32(bot), met[1]}) //nolint:gosec // the same
	}
	return len(met) == 0
}
