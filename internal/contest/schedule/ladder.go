package schedule

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/botarena/arena/engine"
)

// Draws keeps the draws of a schedule apart from those of the match on the same seed.
const Draws = schedules

// Rung is what is known of where a bot stands on a ladder.
type Rung struct {
	Bot     int   // its number
	Matches int   // that were decided with it, also if they have not been played yet
	Sat     []int // how often in each seat
	Known   int   // matches of which the rating is made
	Rating  float64
	// Low and High are the bounds of the rating. They are equal if there are none yet.
	Low, High float64
}

// FewMatches is how many matches a bot plays before others do: fewer tell too little.
const FewMatches = 12

// Ladder returns who plays next, by seat, and why in a few words. New bots come first, with
// their neighbours on the ladder. Otherwise the neighbours play whose intervals overlap most.
// Among equals, chance decides. It panics if there are fewer bots than seats.
func Ladder(bots []Rung, seats int, random *engine.Rand) (lineup []int, why string) {
	shuffled := make([]Rung, len(bots))
	for i, from := range random.Permutation(len(bots)) {
		shuffled[i] = bots[from]
	}
	slices.SortStableFunc(shuffled, func(a, b Rung) int { return cmp.Compare(b.Rating, a.Rating) })
	newest := slices.IndexFunc(shuffled, func(r Rung) bool { return r.Matches < FewMatches })
	for i, r := range shuffled {
		if newest >= 0 && r.Matches < shuffled[newest].Matches {
			newest = i
		}
	}
	if newest >= 0 {
		why = fmt.Sprintf("new: %d matches", shuffled[newest].Matches)
		return seated(opponents(shuffled, newest, seats)), why
	}
	from, overlap := closest(shuffled, seats, random)
	return seated(shuffled[from : from+seats]), fmt.Sprintf("close: overlap %.0f", overlap)
}

// opponents returns a bot and those that have played least, and among equals its neighbours.
func opponents(ranked []Rung, bot, seats int) []Rung {
	others := make([]int, 0, len(ranked))
	for i := range ranked {
		if i != bot {
			others = append(others, i)
		}
	}
	distance := func(i int) int { return max(i-bot, bot-i) }
	slices.SortStableFunc(others, func(a, b int) int {
		return cmp.Or(cmp.Compare(min(ranked[a].Matches, FewMatches), min(ranked[b].Matches, FewMatches)),
			cmp.Compare(distance(a), distance(b)))
	})
	chosen := []Rung{ranked[bot]}
	for _, i := range others[:seats-1] {
		chosen = append(chosen, ranked[i])
	}
	return chosen
}

// closest returns where in the ranking those neighbours begin whose intervals overlap most,
// and by how many points. Among equals, as where no two overlap, chance decides.
func closest(ranked []Rung, seats int, random *engine.Rand) (from int, most float64) {
	most = -1
	for _, i := range random.Permutation(len(ranked) - seats + 1) {
		overlap := 0.0
		for j := i; j < i+seats-1; j++ {
			overlap += ranked[j].overlap(ranked[j+1])
		}
		if overlap > most {
			from, most = i, overlap
		}
	}
	return from, most
}

// overlap returns by how many points two intervals overlap.
func (r Rung) overlap(other Rung) float64 {
	a, b := r.narrowed(), other.narrowed()
	return max(0, min(a.High, b.High)-max(a.Low, b.Low))
}

// narrowed is the rung with an interval that is as narrow as it will be when all matches that
// were decided are played.
func (r Rung) narrowed() Rung {
	if r.Matches > r.Known && r.Known > 0 {
		by := math.Sqrt(float64(r.Known) / float64(r.Matches))
		r.Low, r.High = r.Rating-by*(r.Rating-r.Low), r.Rating+by*(r.High-r.Rating)
	}
	return r
}

// seated returns the numbers of bots by seat, so that each sits where it has sat least.
func seated(bots []Rung) []int {
	h := newHistory(len(bots), len(bots))
	order := make([]int, len(bots))
	for i, bot := range bots {
		copy(h.sat[i], bot.Sat)
		order[i] = i
	}
	lineup := h.seat(order)
	for seat, i := range lineup {
		lineup[seat] = bots[i].Bot
	}
	return lineup
}
