package verdicts

import (
	"slices"

	"github.com/botarena/arena/internal/contest/store"
)

// Enough is how many workers must find that a bot was too slow, or that it was not.
const Enough = 2

// Counts reports whether what was found last counts: all that it says of any seat was said before by others.
// That a seat is frozen must be said by so many, that it is not by two. If there are no others who could
// play the match, two are enough to freeze a seat, and whoever finds that it is not is believed: in doubt, a bot
// was in time. The league's own machine, whose name is "", is believed at once.
func Counts(findings []store.Finding, freezes int, others bool) bool {
	last := findings[len(findings)-1]
	if last.Worker == "" {
		return true
	}
	spares := Enough
	if !others {
		freezes, spares = Enough, 1
	}
	for _, seat := range seatsOf(findings) {
		frozen, not := said(findings, seat)
		if last.Freezes(seat) && frozen < freezes || !last.Freezes(seat) && not < spares {
			return false
		}
	}
	return true
}

// seatsOf returns the seats that anybody froze.
func seatsOf(findings []store.Finding) (seats []int) {
	for _, f := range findings {
		for _, seat := range f.Frozen {
			if !slices.Contains(seats, seat) {
				seats = append(seats, seat)
			}
		}
	}
	return seats
}

// said returns how many found that a seat is frozen, and how many that it is not.
func said(findings []store.Finding, seat int) (frozen, not int) {
	for _, f := range findings {
		if f.Freezes(seat) {
			frozen++
		} else {
			not++
		}
	}
	return frozen, not
}

// Unfounded is a verdict that others did not find.
type Unfounded struct {
	Worker string
	Seat   int
}

// Refuted returns the verdicts that are not in what was found last, which counts. One witness against another
// refutes nobody, unless it is the league's own machine.
func Refuted(findings []store.Finding) (all []Unfounded) {
	last := findings[len(findings)-1]
	for _, seat := range seatsOf(findings) {
		if _, not := said(findings, seat); last.Freezes(seat) || not < Enough && last.Worker != "" {
			continue
		}
		for _, f := range findings {
			if f.Freezes(seat) {
				all = append(all, Unfounded{f.Worker, seat})
			}
		}
	}
	return all
}
