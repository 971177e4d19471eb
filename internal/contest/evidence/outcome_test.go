package evidence_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/evidence"
)

const (
	newBot = evidence.NewBot
	oldBot = evidence.OldBot
	field  = evidence.Field
)

func TestMatch(t *testing.T) {
	for name, test := range map[string]struct {
		sides            []evidence.Side
		scores           []int
		ahead, byHowMuch float64
	}{
		"one pair": {[]evidence.Side{newBot, oldBot}, []int{20, 10}, 1, 0.8},
		"behind":   {[]evidence.Side{newBot, oldBot}, []int{10, 30}, 0, 0.1},
		"equal":    {[]evidence.Side{oldBot, newBot}, []int{7, 7}, 0.5, 0.5},
		"four pairs": {
			[]evidence.Side{newBot, oldBot, newBot, oldBot},
			[]int{30, 10, 20, 20},
			0.875,
			(0.9 + 9.0/13 + 0.8 + 0.5) / 4,
		},
		"the field does not": {[]evidence.Side{field, newBot, field, oldBot}, []int{99, 20, 0, 10}, 1, 0.8},
		"three of one": {
			[]evidence.Side{oldBot, newBot, oldBot, oldBot},
			[]int{10, 10, 0, 20},
			0.5,
			(0.5 + 1 + 0.2) / 3,
		},
		"nothing against some":     {[]evidence.Side{newBot, oldBot}, []int{0, 1}, 0, 0},
		"nothing on either side":   {[]evidence.Side{newBot, oldBot}, []int{0, 0}, 0.5, 0.5},
		"a debt against nothing":   {[]evidence.Side{newBot, oldBot}, []int{-1, 0}, 0, 0},
		"the smaller of two debts": {[]evidence.Side{newBot, oldBot}, []int{-1, -9}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := evidence.Scored{Sides: test.sides, Scores: test.scores}
			ahead, err := evidence.OfMatch(evidence.WhoIsAhead, m)
			require.NoError(t, err)
			require.InDelta(t, test.ahead, ahead, 1e-12)
			byHowMuch, err := evidence.OfMatch(evidence.ByHowMuch, m)
			require.NoError(t, err)
			require.InDelta(t, test.byHowMuch, byHowMuch, 1e-12)
		})
	}
}

func TestGroupIsTheMeanOfItsMatches(t *testing.T) {
	sides := []evidence.Side{newBot, oldBot, newBot, oldBot}
	swapped := []evidence.Side{oldBot, newBot, oldBot, newBot}
	result, err := evidence.OfGroup(evidence.WhoIsAhead, []evidence.Scored{
		{Sides: sides, Scores: []int{4, 3, 2, 1}},   // 3 of 4 pairs
		{Sides: swapped, Scores: []int{4, 3, 1, 2}}, // 2 of 4
		{Sides: []evidence.Side{newBot, oldBot}, Scores: []int{2, 1}},
	})
	require.NoError(t, err)
	require.InDelta(t, 0.75, result, 1e-12)
}

// scores has what a score can be, those at the ends of the range above all.
var scores = []int{math.MinInt, -10, -1, 0, 1, 2, 3, 1000, 76625, math.MaxInt - 1, math.MaxInt}

func TestMeasuresAreBoundedAndMirrored(t *testing.T) {
	for _, measure := range []evidence.Measure{evidence.WhoIsAhead, evidence.ByHowMuch} {
		for _, a := range scores {
			last := 1.0
			for _, b := range scores {
				result := measure(a, b)
				require.True(t, result >= 0 && result <= 1, "%d, %d: %v", a, b, result)
				require.Equal(t, 1-result, measure(b, a), "%d, %d", a, b)
				require.LessOrEqual(t, result, last, "a better opponent helps: %d, %d", a, b)
				last = result
			}
		}
	}
}

func TestByHowMuchIsTheLogisticOfTwiceTheLogRatio(t *testing.T) {
	for _, a := range []float64{1, 2, 10, 24224} {
		for _, b := range []float64{1, 3, 76625} {
			logistic := 1 / (1 + math.Exp(-2*math.Log(a/b)))
			require.InDelta(t, logistic, evidence.ByHowMuch(int(a), int(b)), 1e-12)
		}
	}
}

func TestWhoIsAheadAgreesWithPlaces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		scores := []int{random.IntN(5) - 1, random.IntN(5) - 1, random.IntN(5) - 1, random.IntN(5) - 1}
		places := engine.Places(scores)
		for a := range scores {
			for b := range scores {
				// The better place is the smaller number.
				require.Equal(t, evidence.WhoIsAhead(places[b], places[a]), evidence.WhoIsAhead(scores[a], scores[b]), "%v", scores)
			}
		}
	}
}

func TestWhatHasNoOutcome(t *testing.T) {
	good := evidence.Scored{Sides: []evidence.Side{newBot, oldBot}, Scores: []int{2, 1}}
	for name, test := range map[string]struct {
		matches []evidence.Scored
		want    string
	}{
		"no match": {nil, "a group without matches has no outcome"},
		"nobody is old": {
			[]evidence.Scored{good, {Sides: []evidence.Side{newBot, field}, Scores: []int{2, 1}}},
			"match 1: the new and the old bot do not both play",
		},
		"nobody is new": {
			[]evidence.Scored{{Sides: []evidence.Side{oldBot, field}, Scores: []int{2, 1}}},
			"match 0: the new and the old bot do not both play",
		},
		"a score is lost": {[]evidence.Scored{{Sides: good.Sides, Scores: []int{2}}}, "match 0: 2 seats have 1 scores"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := evidence.OfGroup(evidence.WhoIsAhead, test.matches)
			require.EqualError(t, err, test.want)
		})
	}
}
