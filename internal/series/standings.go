package series

import (
	"github.com/botarena/arena/engine/match"
)

// Standings sums up matches. It is made by [NewStandings].
type Standings struct {
	Matches int
	Rows    []Row // by the number of the bot
	// above counts for each two bots the matches in which the first was above
	// the second.
	above [][]int
}

// Row is how one bot did.
type Row struct {
	// Seats is how many seats the bot had in all matches together.
	Seats int
	// Wins counts the first places. Who shares one has a part of it, so that
	// there are as many wins as matches.
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

// compare compares every two bots by the mean score of their seats. It compares
// in whole numbers, so that equals are equal.
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

// Above is in how many matches bot a was above bot b. A bot with several seats
// counts with the mean score of them.
func (s *Standings) Above(a, b int) int { return s.above[a][b] }

// Equal is in how many matches neither of two bots was above the other.
func (s *Standings) Equal(a, b int) int { return s.Matches - s.above[a][b] - s.above[b][a] }

// WinShare is the bot's part of all wins, from 0 to 1.
func (s *Standings) WinShare(bot int) float64 { return ratio(s.Rows[bot].Wins, s.Matches) }

// MeanPlace is the mean over the bot's seats.
func (r Row) MeanPlace() float64 { return ratio(r.places, r.Seats) }

// MeanScore is the mean over the bot's seats.
func (r Row) MeanScore() float64 { return ratio(r.scores, r.Seats) }

func ratio(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
