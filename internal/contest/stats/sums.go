package stats

import (
	"cmp"
	"slices"

	"github.com/botarena/arena/internal/contest/played"
)

// whole is what a win counts, so that parts of it are integers and no sum depends on the
// order of the matches: it can be divided by every number up to 22. More seats than that
// share a win up to a rest of less than a millionth.
const whole = 232_792_560

// sums is what the matches of a group add up to. All of it is integers, and the lists are
// sorted, so that the same matches make the same sums.
type sums struct {
	matches  int64
	records  []record
	meetings []meeting
	choices  []choice
}

// record is what one bot did in one seat.
type record struct {
	bot, seat                   int
	seats, places, scores, wins int64 // wins in parts of whole
	timed, cpu                  int64 // seats of which the CPU time is known, and their nanoseconds
	faults                      int64
}

// meeting is how two bots met. The numbers are those of low, which has the lower number.
type meeting struct {
	low, high           int
	above, below, equal int64 // matches, by the mean score of the bots' seats
	// Matches in which some seat of the bot was not behind some seat of the other one.
	lowKeptUp, highKeptUp int64
}

// choice is how often, in parts of whole, a place was given to one seat of a field.
type choice struct {
	field  int
	weight int64
}

func (r *record) add(o record) {
	r.seats += o.seats
	r.places += o.places
	r.scores += o.scores
	r.wins += o.wins
	r.timed += o.timed
	r.cpu += o.cpu
	r.faults += o.faults
}

func (m *meeting) add(o meeting) {
	m.above += o.above
	m.below += o.below
	m.equal += o.equal
	m.lowKeptUp += o.lowKeptUp
	m.highKeptUp += o.highKeptUp
}

func (c *choice) add(o choice) { c.weight += o.weight }

func (r record) compare(o record) int {
	return cmp.Or(cmp.Compare(r.bot, o.bot), cmp.Compare(r.seat, o.seat))
}

// compare orders meetings as pairIndex does.
func (m meeting) compare(o meeting) int { //nolint:unused // it is, by addAll and sumAlike
	return cmp.Or(cmp.Compare(m.high, o.high), cmp.Compare(m.low, o.low))
}

func (c choice) compare(o choice) int { return cmp.Compare(c.field, o.field) }

// outcome returns how many of the meetings the lower bot won, and their number.
func (m meeting) outcome() (won, met float64) {
	return float64(m.above) + float64(m.equal)/2, float64(m.above + m.below + m.equal)
}

// merge adds the sums of other matches.
func (s *sums) merge(o sums) {
	s.matches += o.matches
	s.records = addAll(s.records, o.records)
	s.meetings = addAll(s.meetings, o.meetings)
	s.choices = addAll(s.choices, o.choices)
}

// pool returns the sums of all of them together.
func pool(all []*sums) *sums {
	pooled := new(sums)
	for _, s := range all {
		pooled.matches += s.matches
		pooled.records = append(pooled.records, s.records...)
		pooled.meetings = append(pooled.meetings, s.meetings...)
		pooled.choices = append(pooled.choices, s.choices...)
	}
	pooled.records = sumAlike(pooled.records)
	pooled.meetings = sumAlike(pooled.meetings)
	pooled.choices = sumAlike(pooled.choices)
	return pooled
}

// sumAlike sorts a list, and adds up what compares equal. To insert each into a sorted list would take longer.
func sumAlike[T interface{ compare(T) int }, P summand[T]](list []T) []T {
	slices.SortFunc(list, T.compare)
	kept := list[:0]
	for _, e := range list {
		if last := len(kept) - 1; last >= 0 && kept[last].compare(e) == 0 {
			P(&kept[last]).add(e)
		} else {
			kept = append(kept, e)
		}
	}
	return kept
}

// summand is a pointer to an element of a sorted list.
type summand[T any] interface {
	*T
	add(T)
}

// addAll adds each of the others to the element of the list that compares equal, or inserts
// it.
func addAll[T interface{ compare(T) int }, P summand[T]](list, others []T) []T {
	for _, e := range others {
		at, found := slices.BinarySearchFunc(list, e, T.compare)
		if found {
			P(&list[at]).add(e)
		} else {
			list = slices.Insert(list, at, e)
		}
	}
	return list
}

// recordsOf returns the records of a match.
func recordsOf(m played.Match) []record {
	winners := int64(0)
	for _, place := range m.Places {
		if place == 1 {
			winners++
		}
	}
	records := make([]record, len(m.Seats))
	for seat, bot := range m.Seats {
		r := record{bot: bot, seat: seat, seats: 1, places: int64(m.Places[seat]), scores: int64(m.Scores[seat])}
		if m.Places[seat] == 1 {
			r.wins = whole / winners
		}
		if m.CPU != nil {
			r.timed, r.cpu = 1, int64(m.CPU[seat])
		}
		if m.Verdict(seat) != nil {
			r.faults = 1
		}
		records[seat] = r
	}
	slices.SortFunc(records, record.compare)
	return records
}

// side is all seats of one bot in a match.
type side struct {
	bot                       int
	seats, score, best, worst int64
}

// sidesOf returns the sides of a match, by the numbers of the bots.
func sidesOf(m played.Match) []side {
	var sides []side
	for seat, bot := range m.Seats {
		place := int64(m.Places[seat])
		at, found := slices.BinarySearchFunc(sides, bot, func(s side, bot int) int { return cmp.Compare(s.bot, bot) })
		if !found {
			sides = slices.Insert(sides, at, side{bot: bot, best: place, worst: place})
		}
		s := &sides[at]
		s.seats++
		s.score += int64(m.Scores[seat])
		s.best, s.worst = min(s.best, place), max(s.worst, place)
	}
	return sides
}

// meetingsOf compares all pairs of bots of a match by the mean score of their seats. It uses
// integers only, so that equal means are found equal.
func meetingsOf(m played.Match) (all []meeting) {
	sides := sidesOf(m)
	for i, high := range sides {
		for _, low := range sides[:i] {
			met := meeting{low: low.bot, high: high.bot}
			switch cmp.Compare(low.score*high.seats, high.score*low.seats) {
			case 1:
				met.above = 1
			case 0:
				met.equal = 1
			default:
				met.below = 1
			}
			if low.best <= high.worst {
				met.lowKeptUp = 1
			}
			if high.best <= low.worst {
				met.highKeptUp = 1
			}
			all = append(all, met)
		}
	}
	return all
}

// Above reports whether bot a was above bot b in a match, by the mean score of their seats. It is
// false if not both played.
func Above(m played.Match, a, b int) bool {
	for _, met := range meetingsOf(m) {
		switch {
		case met.low == a && met.high == b:
			return met.above == 1
		case met.low == b && met.high == a:
			return met.below == 1
		}
	}
	return false
}
