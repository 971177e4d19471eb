package schedule

import (
	"math"
	"slices"
)

// FewMatches is how many matches a new bot plays beside its share: fewer tell too little.
const FewMatches = 12

// PaysDebts reports whether a group may have bots that are owed matches before all others: every second one may, so
// that those who come don't take the league.
func PaysDebts(group int) bool { return group%2 == 0 }

// Arrivals tell who joins a schedule. The zero value knows nobody.
type Arrivals struct {
	bots    []Stay
	joined  []bool
	waiting []int
}

// ArrivalsBefore returns the arrivals of a schedule that was asked for all matches before one.
func ArrivalsBefore(match int, bots []Stay) Arrivals {
	a := Arrivals{joined: make([]bool, len(bots))}
	for bot, stay := range bots {
		a.joined[bot] = stay.From < match
	}
	a.Change(bots)
	return a
}

// Change notes the state of all bots now.
func (a *Arrivals) Change(bots []Stay) {
	a.bots, a.waiting = bots, a.waiting[:0]
	a.joined = append(a.joined, make([]bool, len(bots)-len(a.joined))...)
	for bot, stay := range bots {
		if !a.joined[bot] && stay.From < math.MaxInt {
			a.waiting = append(a.waiting, bot)
		}
	}
}

// At returns who joins with a match, and who was there before. It is asked for each match, in turn.
func (a *Arrivals) At(match int) (came, before []int) {
	for _, bot := range a.waiting {
		if a.bots[bot].Includes(match) {
			came = append(came, bot)
		}
	}
	if len(came) == 0 {
		return nil, nil
	}
	for bot, joined := range a.joined {
		if joined && a.bots[bot].Includes(match) {
			before = append(before, bot)
		}
	}
	for _, bot := range came {
		a.joined[bot] = true
	}
	a.waiting = slices.DeleteFunc(a.waiting, func(bot int) bool { return a.joined[bot] })
	return came, before
}
