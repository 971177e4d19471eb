package ladder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// everybody are the numbers of so many bots.
func everybody(bots int) []int {
	all := make([]int, bots)
	for i := range all {
		all[i] = i
	}
	return all
}

// ranked returns a match in which each seat is ahead of the next.
func ranked(bots ...int) played.Match {
	places := make([]int, len(bots))
	for i := range places {
		places[i] = i + 1
	}
	return played.Match{Planned: schedule.Planned{Seats: bots}, Result: match.Result{Places: places}}
}

// known returns a ladder of bots that have played so often that none is owed a match, the first of them strongest.
func known(bots, each int) *ladder.Ladder {
	l := ladder.New(seats, 1)
	random := rand.New(rand.NewPCG(1, 5))
	for range each * bots / seats {
		all := random.Perm(bots)[:seats]
		slices.Sort(all)
		l.Count(all)
		l.Learn(ranked(all...))
	}
	return l
}

// decided are the line-ups of so many matches that could be next, by why.
func decided(l *ladder.Ladder, present []int, matches int) map[string][][]int {
	all := make(map[string][][]int)
	for number := range matches {
		p, why := l.Next(number, present)
		why, _, _ = strings.Cut(why, ":")
		all[why] = append(all[why], p.Seats)
	}
	return all
}

func TestThoseNearPlay(t *testing.T) {
	all := decided(known(40, 40), everybody(40), 600)
	require.Len(t, all, 2)
	require.InDelta(t, 600*(1-0.75/(1+math.Pow(40*3./39/6, 4))), len(all["by chance"]), 40,
		"a quarter, and some as they have met")
	for why, apart := range map[string]int{"by chance": 40, "close": 12} {
		sum := 0
		for _, lineup := range all[why] {
			require.Len(t, lineup, seats)
			sum += slices.Max(lineup) - slices.Min(lineup)
		}
		mean := sum / len(all[why])
		require.Less(t, mean, apart, why)
		require.Greater(t, mean, apart/2-5, why)
	}
	higher := 0
	for _, lineup := range all["close"] {
		if slices.Min(lineup) < 10 {
			higher++
		}
	}
	require.Greater(t, higher, len(all["close"])*2/5, "a quarter of the bots, but their order matters more")
}

// TestAllMeetAllAlike when they have met often, or whoever beats those near, but not others, would stay too high.
func TestAllMeetAllAlike(t *testing.T) {
	require.Greater(t, len(decided(known(16, 200), everybody(16), 200)["by chance"]), 190)

	random := rand.New(rand.NewPCG(1, 12))
	w := spread(16, 35, 0, random)
	var met [16][16]int
	matches := 0
	for m := range w.league(newClimbing(w, 1), random) {
		for _, a := range m.Seats {
			for _, b := range m.Seats {
				met[a][b]++
			}
		}
		if matches++; matches == 2000 {
			break
		}
	}
	least, most := matches, 0
	for a := range met {
		for _, times := range met[a][:a] {
			least, most = min(least, times), max(most, times)
		}
	}
	require.Less(t, most, 2*least, "of 16 bots in 2000 matches")
}

// TestNewBotsPlayFirst: until they have played some matches, however few that is next to the others.
func TestNewBotsPlayFirst(t *testing.T) {
	l := ladder.New(seats, 1)
	for i := range 14 * 20 / seats { // 14 matches each, of which 11 are more than half
		first := seats * i % 20
		l.Count([]int{first, first + 1, first + 2, first + 3})
	}
	for range ladder.FewMatches - 1 {
		l.Count([]int{20, 1, 2, 3})
	}
	p, why := l.Next(0, everybody(21))
	require.Contains(t, p.Seats, 20)
	require.Equal(t, "owed: has played 11", why)
	l.Count([]int{20, 1, 2, 3})
	_, why = l.Next(0, everybody(21))
	require.NotContains(t, why, "owed")
}

// TestWhoIsPreferredPlaysEverySecondMatch until it has had its matches, also in a place that it takes.
func TestWhoIsPreferredPlaysEverySecondMatch(t *testing.T) {
	l := known(40, 40)
	l.Owe(7, 30)
	l.Grow(41)
	present := everybody(40)
	for number := range 40 {
		if number == 20 {
			l.Join(40, 8, present)
			present[7] = 40
		}
		p, why := l.Next(number, present)
		if number%2 == 0 {
			require.Contains(t, p.Seats, present[7])
			require.Contains(t, why, "preferred: for ")
		} else {
			require.NotContains(t, why, "preferred")
		}
		l.Count(p.Seats)
	}
	require.Less(t, l.Owes(40), 30-20+1)
	for l.Owes(40) > 0 {
		l.Count([]int{40, 1, 2, 3})
	}
	_, why := l.Next(40, present)
	require.NotContains(t, why, "preferred")
}

// TestAVersionIsOwedNothing if the one before was not, and is drawn as one that is about as strong; a stranger is owed.
func TestAVersionIsOwedNothing(t *testing.T) {
	rank := func(after int) (mean int, why string) {
		l := known(20, 100)
		l.Grow(21)
		l.Join(20, after, everybody(20))
		all := decided(l, append(everybody(20)[1:], 20), 400)
		sum := 0
		for _, lineup := range all["close"] {
			if slices.Contains(lineup, 20) {
				for _, bot := range lineup {
					sum += min(bot, 19)
				}
				mean++
			}
		}
		_, why = l.Next(0, append(everybody(20)[1:], 20))
		return sum / max(mean*seats, 1), why
	}
	low, why := rank(20) // in the place of 19, the weakest
	require.NotContains(t, why, "owed")
	high, why := rank(1) // in that of the strongest
	require.NotContains(t, why, "owed")
	require.Greater(t, low, high+3, "its opponents are those of the one before")
	_, why = rank(0)
	require.Equal(t, "owed: has played 0", why)
}

// TestNobodyFallsBehind half of the mean.
func TestNobodyFallsBehind(t *testing.T) {
	l := known(20, 100)
	for range 50 { // of 21 bots, whose mean is 95 and more
		l.Count([]int{20, 1, 2, 3})
	}
	_, why := l.Next(0, everybody(21))
	require.Equal(t, "owed: has played 50", why)
	for range 10 {
		l.Count([]int{20, 1, 2, 3})
	}
	_, why = l.Next(0, everybody(21))
	require.NotContains(t, why, "owed")
}

func TestWhoIsAbsentDoesNotPlay(t *testing.T) {
	present := []int{1, 3, 5, 7, 9}
	for _, lineups := range decided(known(10, 100), present, 50) {
		for _, lineup := range lineups {
			require.Subset(t, present, lineup)
		}
	}
}

// TestPlannedMatches: each has its own seed, and the same ladder decides the same.
func TestPlannedMatches(t *testing.T) {
	a, b := ladder.New(seats, 70), ladder.New(seats, 70)
	a.Grow(8)
	b.Grow(8)
	differ := false
	for number := range 20 {
		p, why := a.Next(number, everybody(8))
		q, because := b.Next(number, everybody(8))
		require.Equal(t, p, q)
		require.Equal(t, why, because)
		require.Equal(t, schedule.Planned{Number: number, Group: number, Seed: 70 + uint64(number), Seats: p.Seats}, p)
		first, _ := a.Next(0, everybody(8))
		differ = differ || !slices.Equal(first.Seats, p.Seats)
	}
	require.True(t, differ, "chance decides among equals")
}

// TestSeats: each sits where it has sat least.
func TestSeats(t *testing.T) {
	for _, want := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		l := ladder.New(seats, 1)
		for by := range seats - 1 { // all but the last rotation
			lineup := make([]int, seats)
			for i, bot := range want {
				lineup[(i+by+1)%seats] = bot
			}
			l.Count(lineup)
		}
		p, _ := l.Next(0, everybody(seats))
		require.Equal(t, want, p.Seats)
	}
}

// TestNoTwoGroups: of 16 equal bots each two are linked by one who has met both.
func TestNoTwoGroups(t *testing.T) {
	w, random := world{strengths: make([]float64, 16)}, rand.New(rand.NewPCG(1, 6))
	l := ladder.New(seats, 1)
	l.Grow(16)
	var met [16][16]bool
	for number := range 200 {
		p, _ := l.Next(number, everybody(16))
		l.Count(p.Seats)
		l.Learn(w.play(p, random))
		for _, a := range p.Seats {
			for _, b := range p.Seats {
				met[a][b] = true
			}
		}
	}
	for a := range met {
		for b := range met {
			linked := false
			for c := range met {
				linked = linked || met[a][c] && met[c][b]
			}
			require.True(t, linked, "%d and %d", a, b)
		}
	}
}

// TestWhatIsForgotten is as if it had not been learned, but who has played remains.
func TestWhatIsForgotten(t *testing.T) {
	forgetful, blank := known(20, 40), ladder.New(seats, 1)
	random := rand.New(rand.NewPCG(1, 5))
	for range 40 * 20 / seats {
		all := random.Perm(20)[:seats]
		slices.Sort(all)
		blank.Count(all)
	}
	require.NotEqual(t, decided(blank, everybody(20), 20), decided(forgetful, everybody(20), 20))
	forgetful.Forget()
	require.Equal(t, decided(blank, everybody(20), 20), decided(forgetful, everybody(20), 20))
}

// TestWhatIsBeingPlayedWillTell: so others play meanwhile.
func TestWhatIsBeingPlayedWillTell(t *testing.T) {
	l := known(12, 20)
	share := func() (with int) {
		for _, lineup := range decided(l, everybody(12), 400)["close"] {
			if slices.Contains(lineup, 0) {
				with++
			}
		}
		return with
	}
	before := share()
	for range 20 {
		l.Count([]int{0, 1, 2, 3})
	}
	require.Less(t, share(), before*9/10)
}
