package retention_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/retention"
)

func TestARuleIsReadAsItIsWritten(t *testing.T) {
	for text, want := range map[string]retention.Rule{
		"all": {Kind: retention.All}, "faults": {Kind: retention.Faults}, "none": {Kind: retention.None},
		"newest:1": {Kind: retention.Newest, Most: 1}, "upsets:2000": {Kind: retention.Upsets, Most: 2000},
	} {
		r, err := retention.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, r)
		require.Equal(t, text, r.String())
	}
	for _, text := range []string{
		"", "some", "losses", "all:3", "none:", "newest", "newest:", "newest:0", "newest:-1", "upsets:1e3", "upsets:07",
		"upsets:+7", "newest:99999999999999999999",
	} {
		_, err := retention.Parse(text)
		require.ErrorIs(t, err, retention.ErrNoRule, text)
		require.Equal(t, retention.Rule{Kind: retention.None}, retention.Of(text), "it drops nothing")
	}
}

// duel is a match of two, which the first wins.
func duel(winner, loser int) played.Match {
	return played.Match{Planned: schedule.Planned{Seats: []int{winner, loser}}, Result: match.Result{Places: []int{1, 2}}}
}

func keyOf(number int) store.Key { return store.Key{byte(number), byte(number >> 8)} }

// TestUpsetsAreWhatNobodyExpected: where bots have a fixed strength, those matches stay that the weakest have won.
func TestUpsetsAreWhatNobodyExpected(t *testing.T) {
	const learn, matches, most = 2000, 2200, 12
	random := rand.New(rand.NewPCG(1, 2))
	r := &retention.Ranking{Most: most}
	strange := make(map[store.Key]bool)
	stays := make(map[store.Key]bool)
	for number := range matches {
		better, worse := random.IntN(3), 3+random.IntN(3)
		m := duel(better, worse)
		if number >= learn && number%20 == 0 {
			m = duel(worse, better)
			strange[keyOf(number)] = true
		}
		stays[keyOf(number)] = true
		if out, some := r.Add(keyOf(number), m); some {
			require.True(t, stays[out], "it was kept before")
			delete(stays, out)
		}
	}
	require.Len(t, stays, most)
	kept := 0
	for key := range stays {
		require.True(t, r.Has(key))
		if strange[key] {
			kept++
		}
	}
	require.Equal(t, len(strange), kept)
	require.Len(t, strange, 10)
}

func TestAMatchThatIsPlayedAgainIsRankedOnce(t *testing.T) {
	r := &retention.Ranking{Most: 2}
	for range 3 {
		_, some := r.Add(keyOf(1), duel(0, 1))
		require.False(t, some)
	}
	_, some := r.Add(keyOf(2), duel(1, 0))
	require.False(t, some, "there is room for it")
	out, some := r.Add(keyOf(3), duel(0, 1))
	require.True(t, some)
	require.NotEqual(t, keyOf(2), out, "the only upset")
}

// TestAMatchOfManyIsAnUpsetByItsWinner, not by those who follow.
func TestAMatchOfManyIsAnUpsetByItsWinner(t *testing.T) {
	r := &retention.Ranking{Most: 1}
	four := func(places ...int) played.Match {
		return played.Match{
			Planned: schedule.Planned{Seats: []int{0, 1, 2, 3}}, Result: match.Result{Places: places},
		}
	}
	for number := range 100 {
		r.Add(keyOf(number), four(1, 2, 3, 4))
	}
	r.Add(keyOf(100), four(1, 4, 3, 2))
	require.False(t, r.Has(keyOf(100)))
	r.Add(keyOf(101), four(2, 3, 4, 1))
	require.True(t, r.Has(keyOf(101)))
	r.Add(keyOf(102), four(1, 1, 1, 1))
	require.True(t, r.Has(keyOf(101)), "who shares the first place was expected by half")
}
