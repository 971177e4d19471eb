package ask_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
)

func courseOf(t *testing.T, r *replay.Replay, q ask.Question) *ask.Course {
	t.Helper()
	c, err := ask.CourseOf(r, q)
	require.NoError(t, err)
	return c
}

// total returns the sum.
func total(points []int) (sum int) {
	for _, p := range points {
		sum += p
	}
	return sum
}

// TestACourseAddsUp holds in all games that the sources come to the points, the points to the scores, and the
// rounds to stretches, however many there are.
func TestACourseAddsUp(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			file := storytest.Record(t, storytest.Setup(t, g, 50))
			r, err := replay.Read(bytes.NewReader(file), engine.NewGames(g))
			require.NoError(t, err)
			before, err := r.Begin()
			require.NoError(t, err)
			scores := before.Scores()
			c := courseOf(t, r, all)
			require.NotEmpty(t, c.Sources)
			whole := c.Whole()
			require.Equal(t, []int{0, 49}, []int{whole.From, whole.To})
			for seat, p := range whole.Players {
				require.Equal(t, r.Scores[seat]-scores[seat], p.Gained)
				require.Equal(t, p.Gained, total(p.Points))
				require.Equal(t, r.Scores[seat], p.Numbers[0], "the first is the score")
			}
			for _, n := range []int{1, 3, 7, 50} {
				requireWhole(t, whole, c.Stretches(n), n)
			}
			require.Len(t, c.Stretches(60), 50, "not more than rounds")
		})
	}
}

// requireWhole asserts that stretches are those that a whole consists of.
func requireWhole(t *testing.T, whole ask.Stretch, parts []ask.Stretch, n int) {
	t.Helper()
	require.Len(t, parts, n)
	next := whole.From
	given, points := make([]int, len(whole.Players)), make([]int, len(whole.Players))
	for _, s := range parts {
		require.Equal(t, next, s.From)
		require.InDelta(t, (whole.To+1-whole.From)/n, s.To+1-s.From, 1, "nearly as long as the others")
		next = s.To + 1
		for seat, p := range s.Players {
			given[seat] += p.Given()
			points[seat] += p.Points[0]
		}
	}
	require.Equal(t, whole.To+1, next)
	for seat, p := range whole.Players {
		require.Equal(t, p.Given(), given[seat])
		require.Equal(t, p.Points[0], points[seat])
		require.Equal(t, p.Numbers, parts[n-1].Players[seat].Numbers, "at the end")
	}
}

func TestACourseHasTheOrders(t *testing.T) {
	r := recorded(t)
	c := courseOf(t, r, ask.Question{From: 0, To: 3})
	require.Len(t, c.Rounds, 4)
	orders, failed := map[string]int{}, 0
	for _, f := range answer(t, r, ask.Question{From: 0, To: 3, Unit: -1, Player: "0"}) {
		if o, ok := f.What.(scene.Order); ok {
			orders[o.Text]++
			if o.Failed {
				failed++
			}
		}
	}
	first := c.Whole().Players[0]
	require.NotEmpty(t, orders)
	require.Positive(t, failed)
	require.Equal(t, orders, first.Orders)
	require.Equal(t, failed, first.Failed)
	often := first.Often()
	require.Len(t, often, len(orders))
	for i := range often[1:] {
		require.GreaterOrEqual(t, orders[often[i]], orders[often[i+1]])
	}
	require.Zero(t, courseOf(t, r, ask.Question{From: 5, To: 5}).Whole().Players[1].Given(), "it was frozen")
}

func TestACourseHasTheNumbersOfTheBoard(t *testing.T) {
	r := recorded(t)
	shown, err := story.FromReplay(r)
	require.NoError(t, err)
	c := courseOf(t, r, all)
	require.Equal(t, shown.Legend.Numbers, c.Numbers)
	for _, s := range c.Rounds {
		for seat, p := range s.Players {
			for i, n := range p.Numbers {
				require.Equal(t, shown.Scenes[s.To+1].Numbers[i][seat], n)
			}
		}
	}
}

func TestMostApartIsTheRoundWithTheGreatestDifference(t *testing.T) {
	c := &ask.Course{}
	for i, gained := range [][]int{{1, 1}, {0, 3}, {5, 2}, {2, 2}, {9, 0}} {
		c.Rounds = append(
			c.Rounds, ask.Stretch{From: i, To: i, Players: []ask.Deeds{{Gained: gained[0]}, {Gained: gained[1]}}})
	}
	for _, want := range []struct {
		from, to, round int
		differ          bool
	}{{0, 4, 4, true}, {0, 3, 1, true}, {2, 3, 2, true}, {3, 3, 0, false}, {0, 0, 0, false}} {
		round, differ := c.MostApart(ask.Stretch{From: want.from, To: want.to}, 0, 1)
		require.Equal(t, want.differ, differ, want)
		if differ {
			require.Equal(t, want.round, round.From, want)
		}
	}
}

func TestAGameMayNameNoSources(t *testing.T) {
	file := storytest.Record(t, storytest.Setup(t, duel.Game, 5))
	r, err := replay.Read(bytes.NewReader(file), engine.NewGames(duel.Game))
	require.NoError(t, err)
	c := courseOf(t, r, all)
	require.Empty(t, c.Sources)
	require.Empty(t, c.Whole().Players[0].Points)
	require.Positive(t, c.Whole().Players[0].Gained)
}

func TestWhatIsNoSeatOrRoundHasNoCourse(t *testing.T) {
	r := recorded(t)
	_, err := ask.CourseOf(r, ask.Question{From: rounds, To: rounds})
	require.ErrorAs(t, err, new(*replay.NoRoundError))
	seats, err := ask.SeatsOf(r, [2]string{"c", "a"})
	require.NoError(t, err)
	require.Equal(t, [2]int{3, 0}, seats)
	for _, pair := range [][2]string{{"0", "4"}, {"gollum", "0"}, {"", "0"}} {
		_, err = ask.SeatsOf(r, pair)
		require.ErrorAs(t, err, new(*ask.NoPlayerError), pair)
	}
	require.EqualError(t, &ask.NoPlayerError{Player: safe.Outside("x"), Known: []string{"a"}},
		"x is not a player; there are 0 (a)")
	r.Rules++
	_, err = ask.CourseOf(r, all)
	require.Error(t, err)
}
