package verdicts

import (
	"slices"

	"github.com/botarena/arena/internal/contest/store"
)

// Enough is how many workers must find that a bot was too slow, or that it was not.
const Enough = 2

// Counts reports whether the last finding counts: others have said before all that it says of any seat. So many must
// say that a seat is frozen, and two that it is not. If there are no others who could play the match, two are enough to
// freeze a seat, and one to free it: in doubt, a bot was in time. The league's own machine, whose name is "", is
// believed at once.
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
		frozen, lacks, not := said(findings, seat)
		switch {
		case slices.Contains(last.Lacks, seat):
			if lacks < freezes {
				return false
			}
		case last.Freezes(seat):
			if frozen < freezes {
				return false
			}
		case not < spares:
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

// said returns how many found that a seat is frozen as its program met an instruction that their processors may lack,
// how many that it is frozen for something else, and how many that it is not. Who says the one does not confirm the
// other.
func said(findings []store.Finding, seat int) (frozen, lacks, not int) {
	for _, f := range findings {
		switch {
		case slices.Contains(f.Lacks, seat):
			lacks++
		case f.Freezes(seat):
			frozen++
		default:
			not++
		}
	}
	return frozen, lacks, not
}

// Unfounded is a verdict that others did not find.
type Unfounded struct {
	Worker string
	Seat   int
	Lacks  bool // its processor may lack an instruction: it is not to blame
}

// Refuted returns the verdicts that are not in the last finding, which counts. One witness against another
// refutes nobody, unless it is the league's own machine.
func Refuted(findings []store.Finding) (all []Unfounded) {
	last := findings[len(findings)-1]
	for _, seat := range seatsOf(findings) {
		if _, _, not := said(findings, seat); last.Freezes(seat) || not < Enough && last.Worker != "" {
			continue
		}
		for _, f := range findings {
			if f.Freezes(seat) {
				all = append(all, Unfounded{f.Worker, seat, slices.Contains(f.Lacks, seat)})
			}
		}
	}
	return all
}
