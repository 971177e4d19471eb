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
	records  ledger[record, *record]
	meetings ledger[meeting, *meeting]
	choices  ledger[choice, *choice]
}

// record is what one bot did in one seat.
type record struct {
	bot, seat     int32
	seats, places int32
	timed, faults int32 // seats of which the CPU time is known, and those that had a verdict
	scores, wins  int64 // wins in parts of whole
	cpu           int64 // nanoseconds
}

// meeting is how two bots met. The numbers are those of low, which has the lower number.
type meeting struct {
	low, high           int32
	above, below, equal int32 // matches, by the mean score of the bots' seats
	// Matches in which some seat of the bot was not behind some seat of the other one.
	lowKeptUp, highKeptUp int32
}

// choice is how often, in parts of whole, a place was given to one seat of a field.
type choice struct {
	field  int32
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
func (m meeting) compare(o meeting) int {
	return cmp.Or(cmp.Compare(m.high, o.high), cmp.Compare(m.low, o.low))
}

func (c choice) compare(o choice) int { return cmp.Compare(c.field, o.field) }

// outcome returns how many of the meetings the lower bot won, and their number.
func (m meeting) outcome() (won, met float64) {
	return float64(m.above) + float64(m.equal)/2, float64(m.above + m.below + m.equal)
}

// count adds a match, except its meetings.
func (s *sums) count(m played.Match, f *fields) {
	s.records.add(recordsOf(m)...)
	s.choices.add(f.choices(m)...)
}

// merge adds the sums of other matches.
func (s *sums) merge(o *sums) {
	s.records.add(o.records.list...)
	s.meetings.add(o.meetings.list...)
	s.choices.add(o.choices.list...)
}

// settle brings all lists into their order.
func (s *sums) settle() {
	s.records.settle()
	s.meetings.settle()
	s.choices.settle()
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
		r := record{
			bot: int32(bot), seat: int32(seat), seats: 1, places: int32(m.Places[seat]), scores: int64(m.Scores[seat]),
		}
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
	sides := make([]side, 0, len(m.Seats))
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
func meetingsOf(m played.Match) []meeting {
	sides := sidesOf(m)
	all := make([]meeting, 0, len(sides)*(len(sides)-1)/2)
	for i, high := range sides {
		for _, low := range sides[:i] {
			met := meeting{low: int32(low.bot), high: int32(high.bot)}
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
		case int(met.low) == a && int(met.high) == b:
			return met.above == 1
		case int(met.low) == b && int(met.high) == a:
			return met.below == 1
		}
	}
	return false
}
