package ask

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// TestWhoStruckIsConcernedToo: unit 7 of seat 1 strikes unit 5 of seat 0.
func TestWhoStruckIsConcernedToo(t *testing.T) {
	strike := scene.Event{Seat: -1, Unit: 5, By: 7, Text: "struck"}
	silent := scene.Event{Seat: 0, Unit: 5, By: 7}
	h := story.Happening{Log: scene.Log{Events: []scene.Event{silent, strike}}, Round: match.Round{Number: 3}}
	owners := map[int]int{5: 0, 7: 1, 9: 2}
	for name, c := range map[string]struct {
		seats []int
		unit  int
		told  bool
	}{
		"anybody": {nil, -1, true}, "who was struck": {[]int{0}, -1, true}, "who struck": {[]int{1}, -1, true},
		"somebody else": {[]int{2}, -1, false}, "the unit": {nil, 5, true}, "the unit that struck": {nil, 7, true},
		"another unit": {nil, 9, false}, "the unit, but another player": {[]int{2}, 5, false},
	} {
		q := teller{Question: Question{Unit: c.unit}, seats: c.seats}
		q.round(h, owners)
		want := []Fact(nil)
		if c.told {
			want = []Fact{{Round: 3, Seat: -1, What: strike}}
		}
		require.Equal(t, want, q.facts, name)
	}
}
