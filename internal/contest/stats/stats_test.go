package stats_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
)

var usual = stats.Options{Resamples: stats.DefaultResamples, Seed: 7}

// ended returns a match of bots by seat.
func ended(group int, bots, scores []int) played.Match {
	return placed(group, bots, scores, engine.Places(scores))
}

func placed(group int, bots, scores, places []int) played.Match {
	return played.Match{
		Planned: schedule.Planned{Group: group, Seats: bots}, Result: match.Result{Scores: scores, Places: places},
	}
}

func summarize(bots int, matches []played.Match, o stats.Options) stats.Summary {
	t := stats.NewTally(bots)
	for _, m := range matches {
		t.Add(m)
	}
	return t.Summary(o)
}

func TestMeansAndPairs(t *testing.T) {
	type bot struct {
		winShare, place, score float64
		above                  []int
	}
	for name, test := range map[string]struct {
		bots    int
		matches []played.Match
		want    []bot
	}{
		"nothing played": {
			2, nil,
			[]bot{{0, 0, 0, []int{0, 0}}, {0, 0, 0, []int{0, 0}}},
		},
		"one seat each": {
			3,
			[]played.Match{ended(0, []int{0, 1, 2}, []int{30, 20, 10}), ended(0, []int{2, 0, 1}, []int{30, 20, 10})},
			[]bot{{0.5, 1.5, 25, []int{0, 2, 1}}, {0, 2.5, 15, []int{0, 0, 1}}, {0.5, 2, 20, []int{1, 1, 0}}},
		},
		"a shared first place is a part of a win": {
			3,
			[]played.Match{ended(0, []int{0, 1, 2}, []int{9, 9, 3})},
			[]bot{{0.5, 1, 9, []int{0, 0, 1}}, {0.5, 1, 9, []int{0, 0, 1}}, {0, 3, 3, []int{0, 0, 0}}},
		},
		"several seats count with their mean": {
			2,
			// The mean of 10 and 4 is 7, which is less than 8.
			[]played.Match{ended(0, []int{0, 1, 0}, []int{10, 8, 4})},
			[]bot{{1, 2, 7, []int{0, 0}}, {0, 2, 8, []int{1, 0}}},
		},
		"a mean that is not an integer is compared exactly": {
			2,
			[]played.Match{ended(0, []int{0, 0, 0, 1}, []int{3, 3, 4, 3}), ended(1, []int{0, 0, 0, 1}, []int{3, 3, 2, 3})},
			[]bot{{5. / 6, 11. / 6, 3, []int{0, 1}}, {1. / 6, 1.5, 3, []int{1, 0}}},
		},
		"not everybody plays": {
			4,
			[]played.Match{ended(0, []int{0, 1}, []int{2, 1}), ended(1, []int{2, 1}, []int{2, -4})},
			[]bot{
				{1, 1, 2, []int{0, 1, 0, 0}},
				{0, 2, -1.5, []int{0, 0, 0, 0}},
				{1, 1, 2, []int{0, 1, 0, 0}},
				{0, 0, 0, []int{0, 0, 0, 0}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := summarize(test.bots, test.matches, usual)
			require.Equal(t, len(test.matches), s.Matches)
			require.Len(t, s.Bots, test.bots)
			for i, want := range test.want {
				require.InDelta(t, want.winShare, s.Bots[i].WinShare.Value, 1e-9, "win share of %d", i)
				require.InDelta(t, want.winShare*float64(s.Bots[i].Matches), s.Bots[i].Wins, 1e-9, "wins of %d", i)
				require.InDelta(t, want.place, s.Bots[i].Place.Value, 1e-9, "place of %d", i)
				require.InDelta(t, want.score, s.Bots[i].Score.Value, 1e-9, "score of %d", i)
				for j, n := range want.above {
					if i != j {
						require.Equal(t, n, s.Pair(i, j).Above, "%d above %d", i, j)
						require.Equal(t, n, s.Pair(j, i).Below, "%d below %d", j, i)
					}
				}
			}
		})
	}
}

func TestPairIsShareOfTheirMatches(t *testing.T) {
	s := summarize(3, []played.Match{
		ended(0, []int{0, 1}, []int{2, 1}), ended(1, []int{1, 0}, []int{5, 5}), ended(2, []int{0, 2}, []int{1, 2}),
	}, usual)
	require.Equal(t, stats.Pair{Above: 1, Equal: 1, Ahead: stats.Estimate{Value: 0.75}}, s.Pair(0, 1))
	require.Equal(t, stats.Pair{Below: 1, Equal: 1, Ahead: stats.Estimate{Value: 0.25}}, s.Pair(1, 0))
	require.Zero(t, s.Pair(1, 2), "they never met")
	require.Zero(t, s.Pair(2, 1), "they never met")
}

func TestFaultsAndCPU(t *testing.T) {
	m := ended(0, []int{0, 1, 0}, []int{1, 1, 1})
	for seat, kind := range []match.Kind{match.Crash, match.Late, match.Crash} {
		m.Verdicts = append(m.Verdicts, match.Verdict{Seat: seat, Kind: kind})
	}
	m.CPU = []time.Duration{time.Second, 5 * time.Second, 2 * time.Second}
	s := summarize(2, []played.Match{m, ended(1, []int{0, 1, 0}, []int{3, 2, 1})}, usual)
	require.Equal(t, map[match.Kind]int{match.Crash: 2}, s.Bots[0].Faults)
	require.Equal(t, map[match.Kind]int{match.Late: 1}, s.Bots[1].Faults)
	require.Equal(t, 0.5, s.Bots[0].Faulty.Value)
	require.Equal(t, 4, s.Bots[0].Seats)
	require.Equal(t, 2, s.Bots[0].Matches)
	require.InDelta(t, 1.5, s.Bots[0].CPU.Value, 1e-12, "the second match does not tell")
	require.InDelta(t, 5, s.Bots[1].CPU.Value, 1e-12)
}

// TestCostsThatNobodyAsksFor are the same, but for how sure they are.
func TestCostsThatNobodyAsksFor(t *testing.T) {
	var matches []played.Match
	for group := range 20 {
		m := ended(group, []int{0, 1}, []int{2, 1})
		m.CPU = []time.Duration{time.Duration(group), time.Second}
		matches = append(matches, m)
	}
	asked, spared := usual, usual
	spared.NoCosts = true
	want, got := summarize(2, matches, asked), summarize(2, matches, spared)
	require.NotNil(t, want.Bots[0].CPU.Interval)
	require.Nil(t, got.Bots[0].CPU.Interval)
	require.InDelta(t, 9.5e-9, got.Bots[0].CPU.Value, 1e-20)
	for bot := range want.Bots {
		want.Bots[bot].CPU.Interval = nil
		require.InDelta(t, want.Bots[bot].CPU.Value, got.Bots[bot].CPU.Value, 1e-12)
		got.Bots[bot].CPU = want.Bots[bot].CPU
	}
	require.Equal(t, want, got)
}

func TestSeats(t *testing.T) {
	s := summarize(2, []played.Match{
		ended(0, []int{0, 1}, []int{9, 1}), ended(0, []int{1, 0}, []int{9, 1}), ended(1, []int{0, 1}, []int{3, 3}),
	}, usual)
	seat := func(seats int, place, share float64) stats.Seat {
		return stats.Seat{Seats: seats, Place: stats.Estimate{Value: place}, WinShare: stats.Estimate{Value: share}}
	}
	require.Equal(t, []stats.Seat{seat(3, 1, 5./6), seat(3, 5./3, 1./6)}, s.Seats)
	require.Equal(t, []stats.Seat{seat(2, 1, 0.75), seat(1, 2, 0)}, s.Bots[0].BySeat)
}

// TestThereAreAsManyWinsAsMatches, as a shared one counts as a part. The shares are of each bot's own matches.
func TestThereAreAsManyWinsAsMatches(t *testing.T) {
	random := newRandom(3)
	var matches []played.Match
	for group := range 500 {
		scores := make([]int, 7)
		for seat := range scores {
			scores[seat] = random.IntN(3)
		}
		matches = append(matches, ended(group, random.Perm(9)[:7], scores))
	}
	s, wins := summarize(9, matches, usual), 0.0
	for _, b := range s.Bots {
		require.Less(t, b.Matches, s.Matches)
		require.InDelta(t, b.Wins/float64(b.Matches), b.WinShare.Value, 1e-12)
		wins += b.Wins
	}
	require.InDelta(t, float64(s.Matches), wins, 1e-9)
}

// TestOrderOfArrival has more groups than are kept apart, ties, bots with several seats,
// and bots that come late.
func TestOrderOfArrival(t *testing.T) {
	for _, groups := range []int{30, 700} {
		matches := slices.Collect(line(8, 2, 4).play(newRandom(4), groups))
		random := newRandom(5)
		for i := range matches {
			m := &matches[i]
			m.CPU = make([]time.Duration, len(m.Seats))
			for seat := range m.Seats {
				m.CPU[seat] = time.Duration(random.Int64N(int64(time.Second)))
				m.Scores[seat] /= 300_000
			}
			m.Places = engine.Places(m.Scores)
			m.Seats[1] = m.Seats[random.IntN(2)]
		}
		want := summarize(9, matches, usual)
		require.NotNil(t, want.Bots[0].Rating.Interval)
		for range 5 {
			random.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
			require.Equal(t, want, summarize(9, matches, usual))
		}
	}
}

func TestSummaryWhileMatchesArePlayed(t *testing.T) {
	matches := slices.Collect(line(4, 2, 4).play(newRandom(6), 300))
	tally := stats.NewTally(4)
	for i, m := range matches {
		tally.Add(m)
		if i%400 == 10 {
			require.Equal(t, summarize(4, matches[:i+1], usual), tally.Summary(usual))
		}
	}
	require.Equal(t, len(matches), tally.Matches())
}

// TestATallyGrows: bots that join later make the same summary as if they had been there before.
func TestATallyGrows(t *testing.T) {
	matches := slices.Collect(line(4, 2, 4).play(newRandom(6), 30))
	grown := stats.NewTally(0)
	grown.Grow(4)
	for i, m := range matches {
		if i == 50 {
			grown.Grow(9)
			grown.Grow(4) // it never shrinks
		}
		if i >= 50 {
			matches[i].Seats[i%4] += 5
		}
		grown.Add(m)
	}
	require.Equal(t, summarize(9, matches, usual), grown.Summary(usual))
}

func TestFewGroupsHaveNoInterval(t *testing.T) {
	for _, groups := range []int{1, stats.LeastGroups - 1, stats.LeastGroups} {
		matches := slices.Collect(line(4, 1, 4).play(newRandom(8), groups))
		s := summarize(5, matches, usual)
		for i, kind := range estimates(summarize(4, matches, usual)) {
			for _, e := range kind {
				require.Equal(t, groups >= stats.LeastGroups, e.Interval != nil, "%d groups: %s", groups, kinds[i])
			}
		}
		require.Zero(t, s.Bots[4].Rating, "it has never played")
		require.Nil(t, summarize(4, matches, stats.Options{}).Bots[0].Place.Interval, "none wanted")
	}
}

// TestAFigureOfFewGroupsHasNoInterval: there are enough groups, but bot 4 is in few.
func TestAFigureOfFewGroupsHasNoInterval(t *testing.T) {
	matches := slices.Collect(line(4, 1, 1).play(newRandom(9), 100))
	for i := range matches[:stats.LeastGroups-1] {
		matches[i].Seats[i%4] = 4
	}
	s := summarize(5, matches, usual)
	late := s.Bots[4]
	require.Nil(t, late.Place.Interval)
	require.Nil(t, late.WinShare.Interval)
	require.Nil(t, late.Rating.Interval)
	require.Nil(t, s.Pair(4, 0).Ahead.Interval)
	require.NotNil(t, s.Bots[0].Rating.Interval)
}

// TestIntervalsRespectGroups: four matches of a group that always end alike tell no more
// than one.
func TestIntervalsRespectGroups(t *testing.T) {
	one := slices.Collect(line(4, 1, 1).play(newRandom(10), 40))
	var four []played.Match
	for _, m := range one {
		four = append(four, m, m, m, m)
	}
	a, b := summarize(4, one, usual), summarize(4, four, usual)
	for i := range a.Bots {
		require.Equal(t, a.Bots[i].Place, b.Bots[i].Place)
		requireSame(t, a.Bots[i].WinShare, b.Bots[i].WinShare)
		require.InEpsilon(t, width(a.Bots[i].Rating), width(b.Bots[i].Rating), 0.1, "but for the correction")
	}
	requireSame(t, a.Pair(0, 3).Ahead, b.Pair(0, 3).Ahead)
	for i := range four {
		four[i].Group = i
	}
	apart := summarize(4, four, usual)
	require.InEpsilon(t, width(a.Bots[0].Place)/2, width(apart.Bots[0].Place), 0.1)
}

func requireSame(t *testing.T, a, b stats.Estimate) {
	t.Helper()
	require.InDelta(t, a.Value, b.Value, 1e-9)
	require.InDelta(t, a.Interval.Low, b.Interval.Low, 1e-9)
	require.InDelta(t, a.Interval.High, b.Interval.High, 1e-9)
}

func width(e stats.Estimate) float64 { return e.Interval.High - e.Interval.Low }

// TestNeverIsNotSurelyNever: a bot that has not won in 20 groups can still win.
func TestNeverIsNotSurelyNever(t *testing.T) {
	var matches []played.Match
	for group := range 20 {
		matches = append(matches, ended(group, []int{0, 1}, []int{1, 0}))
	}
	s := summarize(2, matches, usual)
	for _, e := range []stats.Estimate{s.Bots[1].WinShare, s.Pair(1, 0).Ahead, s.Bots[1].BySeat[1].WinShare} {
		require.Zero(t, e.Value)
		require.Zero(t, e.Interval.Low)
		require.InDelta(t, 0.18, e.Interval.High, 0.01) // Student's 2.09² / (20 + 2.09²)
	}
	require.InDelta(t, 0.82, s.Pair(0, 1).Ahead.Interval.Low, 0.01)
}

// TestPooledGroups: pooling groups changes no figure, and hardly an interval.
func TestPooledGroups(t *testing.T) {
	matches := slices.Collect(line(4, 1, 1).play(newRandom(11), 1024))
	few, many := summarize(4, matches[:256], usual), summarize(4, matches, usual)
	require.Equal(t, 1024, many.Groups)
	for i := range many.Bots {
		require.InEpsilon(t, width(few.Bots[i].Place)/2, width(many.Bots[i].Place), 0.2)
		require.InEpsilon(t, width(few.Bots[i].Rating)/2, width(many.Bots[i].Rating), 0.2)
		require.InEpsilon(t, width(few.Bots[i].WinShare)/2, width(many.Bots[i].WinShare), 0.25)
	}
}

func TestAddPanicsOnOthersNumbers(t *testing.T) {
	untimed := ended(0, []int{0, 1}, []int{1, 2})
	untimed.CPU = []time.Duration{1}
	for name, m := range map[string]played.Match{
		"no such bot":       ended(0, []int{0, 2}, []int{1, 2}),
		"too few scores":    placed(0, []int{0, 1}, []int{1}, []int{1, 2}),
		"too few places":    placed(0, []int{0, 1}, []int{1, 2}, []int{1}),
		"too few CPU times": untimed,
	} {
		require.Panics(t, func() { stats.NewTally(2).Add(m) }, name)
	}
}

// TestScoreThatOneMatchDecides: there is no interval rather than one that is larger than
// all scores together.
func TestScoreThatOneMatchDecides(t *testing.T) {
	tally := stats.NewTally(2)
	for group := range 100 {
		score := 1000 + group
		if group == 50 {
			score = 80_000_000
		}
		tally.Add(placed(group, []int{0, 1}, []int{score, 10 + group%7}, []int{1, 2}))
	}
	s := tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: 1})
	require.Nil(t, s.Bots[0].Score.Interval)
	require.NotNil(t, s.Bots[1].Score.Interval)
}

func TestAboveIsAsThePairsCount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		bots := []int{random.IntN(3), random.IntN(3), random.IntN(3), random.IntN(3)}
		m := placed(0, bots, nil, []int{1, 1, 1, 1})
		for range m.Seats {
			m.Scores = append(m.Scores, random.IntN(3))
		}
		s := summarize(3, []played.Match{m}, stats.Options{})
		for a := range 3 {
			for b := range 3 {
				if a != b {
					require.Equal(t, s.Pair(a, b).Above == 1, stats.Above(m, a, b), "%+v", m)
				}
			}
		}
	}
}

func TestEstimatesAndVerdictsAsText(t *testing.T) {
	e := stats.Estimate{Value: 0.646}
	require.Equal(t, "64.6%", e.Text(100, 1, "%"))
	e.Interval = &stats.Interval{Low: 0.514, High: 0.7}
	require.Equal(t, "64.6% ±13.2", e.Text(100, 1, "%"), "the longer side")
	require.Equal(t, "2 crash, 1 time", stats.Bot{Faults: map[match.Kind]int{"time": 1, "crash": 2}}.FaultsText())
}

// TestASummaryIsGivenUp at every step: those of a thousand bots take seconds.
func TestASummaryIsGivenUp(t *testing.T) {
	tally := stats.NewTally(8)
	for m := range line(8, 2, 1).play(newRandom(1), 60) {
		tally.Add(m)
	}
	whole, err := tally.SummaryUntil(t.Context(), usual)
	require.NoError(t, err)
	require.Equal(t, tally.Summary(usual), whole)
	given := 0
	for looks := range 1000 {
		ctx := &looked{Context: t.Context(), left: looks}
		_, err := tally.SummaryUntil(ctx, usual)
		if err == nil {
			break
		}
		given++
		require.ErrorIs(t, err, context.Canceled)
		require.LessOrEqual(t, ctx.after, 10, "it goes on for %d more looks", ctx.after)
	}
	require.Greater(t, given, 60/16+8, "once for every 16 blocks and each bot at least")
}

// looked is a context that is done after some looks at it.
type looked struct {
	context.Context //nolint:containedctx // all but its end is another's

	mu          sync.Mutex
	left, after int
}

func (l *looked) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left--; l.left >= 0 {
		return nil
	}
	l.after++
	return context.Canceled
}
