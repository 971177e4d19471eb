package ladder

import (
	"errors"
	"math"
)

// State is what a ladder knows of each bot, by number, as it can be written down.
type State []BotState

// BotState is what a ladder knows of a bot. The fields are those of bot.
type BotState struct {
	Mean, Variance                             float64
	Decided, Known, Before, Paid, First, After int
	Sat                                        []int
}

// State returns the state of the ladder.
func (l *Ladder) State() State {
	s := make(State, len(l.bots))
	for number, b := range l.bots {
		s[number] = BotState{b.mean, b.variance, b.decided, b.known, b.before, b.paid, b.first, b.after, b.sat}
	}
	return s
}

// Resume returns a ladder that knows what another one did, whose memory it takes. It fails if none can know that.
func Resume(s State, seats int, first uint64) (*Ladder, error) {
	l := New(seats, first)
	for number, b := range s {
		isStrength := b.Variance > 0 && b.Variance <= unknown.variance && math.Abs(b.Mean) < math.MaxInt // not NaN
		if !isStrength || b.Known < 0 || b.Before < 0 || b.Paid < 0 || b.First < 0 || b.Decided < b.Known ||
			b.After < 0 || b.After > number || len(b.Sat) != seats {
			return nil, errors.New("no ladder can know this")
		}
		l.bots = append(l.bots, bot{
			strength{b.Mean, b.Variance}, b.Decided, b.Known, b.Sat, b.Before, b.Paid, b.First, b.After,
		})
	}
	return l, nil
}
