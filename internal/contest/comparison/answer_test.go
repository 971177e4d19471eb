package comparison

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// pair returns a match of new and old with scores.
func pair(number, newer, older int) played.Match {
	seats := []int{schedule.New, schedule.Old}
	m := played.Match{Planned: schedule.Planned{Number: number, Seed: uint64(number / 2), Seats: seats}}
	m.Scores = []int{newer, older}
	return m
}

// answered returns what a question has for an answer after groups in each of which the scores are the same.
func answered(t *testing.T, q Question, groups, newer, older int) *Answer {
	t.Helper()
	a, err := q.NewAnswer()
	require.NoError(t, err)
	for number := range groups * MatchesOfGroup {
		a.Add(pair(number, newer, older))
	}
	return a
}

func TestOnlyWholeGroupsCount(t *testing.T) {
	a := answered(t, Question{By: ByPairs}, 0, 0, 0)
	require.True(t, a.Add(pair(0, 1, 0)))
	require.Zero(t, a.Matches)
	require.Empty(t, a.Groups)
	require.False(t, a.Undecided(), "nothing was asked yet")
	require.True(t, a.Add(pair(1, 0, 1)))
	require.Equal(t, 2, a.Matches)
	require.Equal(t, []Group{{pair(0, 0, 0).Planned, 0.5}}, a.Groups)
	require.True(t, a.Undecided())
	require.Equal(t, a.Course[0], a.Last())
	require.Equal(t, 0.5, a.Last().Mean)
}

func TestMatchesAfterAGapDoNotCount(t *testing.T) {
	a := answered(t, Question{By: ByPairs}, 1, 1, 0)
	require.True(t, a.Add(pair(3, 1, 0)))
	require.True(t, a.Add(pair(4, 1, 0)))
	require.Equal(t, 2, a.Matches)
	a.Add(pair(2, 1, 0))
	a.Add(pair(3, 1, 0))
	require.Equal(t, 4, a.Matches)
}

func TestAnAnswerIsASentence(t *testing.T) {
	const undecided = "not decided: n may be better or worse than o: "
	for _, c := range []struct {
		answer *Answer
		want   string
	}{
		{
			decided(t, ByPairs, 1, 0),
			"n is better than o: ahead in 100 % of pairs, between 52 and 100; decided after 14 matches",
		},
		{decided(t, ByPairs, 0, 1), "n is worse than o: ahead in 0 % of pairs, between 0 and 48; decided after 14 matches"},
		{
			decided(t, ByScore, 2, 1),
			"n is better than o: by score 0.80, where 0.50 is equal, between 0.50 and 0.88; decided after 20 matches",
		},
		{
			answered(t, Question{By: ByPairs}, 1, 1, 1),
			undecided +
				"ahead in 50 % of pairs, between 1 and 99, after 2 matches; at this difference, it takes more than 10,000 more",
		},
		{
			answered(t, Question{By: ByScore}, 1, 1, 1),
			undecided + "by score 0.50, where 0.50 is equal, between 0.01 and 0.99, after 2 matches; " +
				"at this difference, it takes more than 10,000 more",
		},
		{
			answered(t, Question{By: ByPairs}, 1, 1, 0), // 14 in all, as above
			undecided + "ahead in 100 % of pairs, between 1 and 100, after 2 matches; " +
				"at this difference, it takes about 12 more",
		},
	} {
		require.Equal(t, c.want, c.answer.Sentence("n", "o"))
	}
	same := decided(t, ByPairs, 1, 1).Sentence("n", "o")
	require.Contains(t, same, "n is as good as o, within 5 % of pairs: ahead in 50 % of pairs, between ")
	require.Contains(t, decided(t, ByScore, 1, 1).Sentence("n", "o"), "n is as good as o, within 0.05: by score 0.50, ")
}

// decided returns the answer of matches with the same scores, until no more are needed.
func decided(t *testing.T, by By, newer, older int) *Answer {
	t.Helper()
	a, err := Question{By: by, Margin: UsualMargin}.NewAnswer()
	require.NoError(t, err)
	for number := 0; a.Add(pair(number, newer, older)); number++ {
		require.Less(t, number, 1000)
	}
	return a
}

func TestAShareThatIsNoHalfIsNotWrittenAsOne(t *testing.T) {
	for share, want := range map[float64]string{0.5: "50", 0.503: "50.3", 0.497: "49.7", 0.506: "51", 1: "100", 0: "0"} {
		require.Equal(t, want, percent(share))
	}
}

func TestTheWorstGroupsComeFirst(t *testing.T) {
	a, err := Question{By: ByScore}.NewAnswer()
	require.NoError(t, err)
	for number, newer := range []int{1, 1, 5, 5, 2, 2, 4, 4, 3, 3} {
		a.Add(pair(number, newer, 4))
	}
	seeds := func(most int) (seeds []uint64) {
		for _, g := range a.Worst(most) {
			seeds = append(seeds, g.First.Seed)
		}
		return seeds
	}
	require.Equal(t, []uint64{0, 2, 4}, seeds(9), "those in which it was ahead are not among them")
	require.Equal(t, []uint64{0, 2}, seeds(2))
	require.Len(t, a.Groups, 5, "the groups stay in their order")
	require.Equal(t, uint64(1), a.Groups[1].First.Seed)
}

func TestAShareOfAMatchIsByItsMeasure(t *testing.T) {
	require.Equal(t, 1.0, ByPairs.Share(pair(0, 2, 1)))
	require.InDelta(t, 0.8, ByScore.Share(pair(0, 2, 1)), 1e-9)
	require.Equal(t, "score", ByScore.Axis())
	require.Equal(t, "pairs ahead", ByPairs.Axis())
}

func TestRoughNumbersHaveTwoDigits(t *testing.T) {
	for n, want := range map[int]int{0: 0, 2: 2, 98: 98, 99: 99, 104: 100, 106: 110, 996: 1000, 1240: 1200, 9980: 10000} {
		require.Equal(t, want, roughly(n), n)
	}
}
