package retention

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

// Ranking has the matches whose winners were expected least. The zero value has none, and takes none.
type Ranking struct {
	Most int // how many

	surprise surprise
	upsets   upsets
	in       map[store.Key]bool
}

// Count counts a match without a replay, as it changes what others should bring.
func (r *Ranking) Count(m played.Match) { r.surprise.of(m) }

// Add counts a match, which may become one of them. It returns the match that drops out, if one does, which may be the
// new one. Matches are added in the order in which they were played.
func (r *Ranking) Add(key store.Key, m played.Match) (out store.Key, some bool) {
	if r.in == nil {
		r.in = make(map[store.Key]bool)
	}
	one := upset{key, r.surprise.of(m)}
	if r.in[key] { // it was set aside, and played again
		r.upsets = slices.DeleteFunc(r.upsets, func(u upset) bool { return u.key == key })
		heap.Init(&r.upsets)
	}
	r.in[key] = true
	heap.Push(&r.upsets, one)
	if len(r.upsets) <= r.Most {
		return out, false
	}
	least, _ := heap.Pop(&r.upsets).(upset)
	delete(r.in, least.key)
	return least.key, true
}

// Has reports whether a match is one of them.
func (r *Ranking) Has(key store.Key) bool { return r.in[key] }

type upset struct {
	key   store.Key
	score float64
}

// upsets is a heap whose first element is the least surprising one.
type upsets []upset

func (u upsets) Len() int { return len(u) }
func (u upsets) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(u[i].score, u[j].score), slices.Compare(u[i].key[:], u[j].key[:])) < 0
}
func (u upsets) Swap(i, j int) { u[i], u[j] = u[j], u[i] }
func (u *upsets) Push(one any) { *u = append(*u, one.(upset)) } //nolint:forcetypeassert // by Add alone
func (u *upsets) Pop() any {
	last := len(*u) - 1
	one := (*u)[last]
	*u = (*u)[:last]
	return one
}

// surprise tells how little the winner of a match was expected, by ratings that each match changes a little: those
// of chess, over all pairs of a match. They are good enough to sort matches, and cost next to nothing.
type surprise struct{ ratings []float64 }

const (
	tenfold = 400 // points between two of whom one is ahead ten times as often
	step    = 24  // points that a match changes at most
)

// of counts a match, and returns how probable it was that others would be ahead of its winner: 0.5 is a match of
// equals.
func (s *surprise) of(m played.Match) float64 {
	for _, bot := range m.Seats {
		for bot >= len(s.ratings) {
			s.ratings = append(s.ratings, 0)
		}
	}
	before := make([]float64, len(m.Seats))
	for seat, bot := range m.Seats {
		before[seat] = s.ratings[bot]
	}
	sum, winners := 0.0, 0
	for seat, bot := range m.Seats {
		expected, ahead := 0.0, 0.0
		for other := range m.Seats {
			if other != seat {
				expected += 1 / (1 + math.Pow(10, (before[other]-before[seat])/tenfold))
				ahead += aheadOf(m.Places[seat], m.Places[other])
			}
		}
		others := float64(max(1, len(m.Seats)-1))
		s.ratings[bot] += step * (ahead - expected) / others
		if m.Places[seat] == 1 {
			sum += 1 - expected/others
			winners++
		}
	}
	return sum / float64(max(1, winners))
}

func aheadOf(place, other int) float64 {
	switch {
	case place < other:
		return 1
	case place == other:
		return 0.5
	}
	return 0
}
