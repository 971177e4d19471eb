package series

import (
	"github.com/botarena/arena/engine/match"
)

// Standings sums up matches. It is made by [NewStandings].
type Standings struct {
	Matches int
	Rows    []Row // by the number of the bot
	// above[a][b] is the number of matches in which bot a was above bot b.
	above [][]int
}

// Row is the record of one bot.
type Row struct {
	// Seats is how many seats the bot had, summed over all matches.
	Seats int
	// Wins counts the first places. A shared first place counts as a fraction, so
	// that there are as many wins as matches.
	Wins float64
	// Verdicts counts the verdicts on the bot by their kind.
	Verdicts map[match.Kind]int

	places, scores float64 // sums over seats
}

// NewStandings returns the standings of a number of bots before any match.
func NewStandings(bots int) *Standings {
	s := &Standings{Rows: make([]Row, bots), above: make([][]int, bots)}
	for i := range bots {
		s.Rows[i].Verdicts = make(map[match.Kind]int)
		s.above[i] = make([]int, bots)
	}
	return s
}

// Add counts a match.
func (s *Standings) Add(m Match) {
	s.Matches++
	winners := 0
	for _, place := range m.Places {
		if place == 1 {
			winners++
		}
	}
	for seat, bot := range m.Bots {
		row := &s.Rows[bot]
		row.Seats++
		row.scores += float64(m.Scores[seat])
		row.places += float64(m.Places[seat])
		if m.Places[seat] == 1 {
			row.Wins += 1 / float64(winners)
		}
	}
	for _, v := range m.Verdicts {
		s.Rows[m.Bots[v.Seat]].Verdicts[v.Kind]++
	}
	s.compare(m)
}

// compare compares each pair of bots by the mean score of their seats. It uses
// integers only, so that equal means are found equal.
func (s *Standings) compare(m Match) {
	sums, seats := make([]int, len(s.Rows)), make([]int, len(s.Rows))
	for seat, bot := range m.Bots {
		sums[bot] += m.Scores[seat]
		seats[bot]++
	}
	for a := range s.Rows {
		for b := range s.Rows {
			if seats[a] > 0 && seats[b] > 0 && sums[a]*seats[b] > sums[b]*seats[a] {
				s.above[a][b]++
			}
		}
	}
}

// Above returns the number of matches in which bot a was above bot b. A bot with
// several seats is compared by their mean score.
func (s *Standings) Above(a, b int) int { return s.above[a][b] }

// Equal returns the number of matches in which neither bot was above the other.
func (s *Standings) Equal(a, b int) int { return s.Matches - s.above[a][b] - s.above[b][a] }

// WinShare returns the bot's share of all wins, from 0 to 1.
func (s *Standings) WinShare(bot int) float64 { return ratio(s.Rows[bot].Wins, s.Matches) }

// MeanPlace returns the mean place of the bot's seats.
func (r Row) MeanPlace() float64 { return ratio(r.places, r.Seats) }

// MeanScore returns the mean score of the bot's seats.
func (r Row) MeanScore() float64 { return ratio(r.scores, r.Seats) }

func ratio(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
