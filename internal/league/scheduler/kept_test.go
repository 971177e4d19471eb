package scheduler

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// TestKeptMatches: a worker that is there, and neither plays nor sends, loses all that it has, and then gets one match
// at a time, after it has rested for longer and longer.
func TestKeptMatches(t *testing.T) {
	r := newTable(t)
	r.addJobs(20)
	r.hear("a", 1)
	had := 1 + Ahead
	for times := 1; times < 8; times++ {
		require.Len(t, r.giveAll(), had, times)
		require.Empty(t, r.without("a", 1, 2*r.wait))
		r.after(time.Second)
		require.Len(t, r.Sweep(r.now, r.now), had, times)
		had = 1
		for range min(1<<(times-1), longestRest) {
			r.hear("a", 1)
			require.Empty(t, r.giveAll(), times)
			r.after(r.wait)
			r.Sweep(r.now, r.now)
		}
		r.hear("a", 1)
	}
	for played := range 3 {
		given := r.giveAll()
		require.Len(t, given, min(1, played)+1, "one more for each result")
		for key := range given {
			r.plays("a", key)
			break
		}
	}
}

// without lets time pass in which a worker is there and plays nothing. It returns what is lost.
func (r *table) without(id string, slots int, d time.Duration) (all []Lost) {
	for end := r.now.Add(d); r.now.Before(end); {
		r.after(r.wait / 4)
		r.hear(id, slots)
		all = append(all, r.Sweep(r.now, r.now)...)
	}
	return all
}

// plays lets a result arrive.
func (r *table) plays(id string, key Key) {
	_, what := r.Arrived(id, key)
	require.Equal(r.t, Wanted, what)
	r.Played(id)
}

// TestResultsThatTheLeagueHasNotTaken: a worker that has played all it had is not blamed as long as the league may have
// its results.
func TestResultsThatTheLeagueHasNotTaken(t *testing.T) {
	r := newTable(t)
	r.addJobs(5)
	r.hear("a", 1)
	given := r.giveAll()
	require.Len(t, given, 5)
	known := r.now
	for range 100 {
		r.after(r.wait / 4)
		r.hear("a", 1)
		require.Empty(t, r.Sweep(r.now, known))
	}
	for key := range given {
		r.plays("a", key)
	}
	require.Empty(t, r.Sweep(r.now, r.now))
	require.Zero(t, r.player("a").kept)
}

// TestResultsOfMatchesThatAnotherPlayed before are no fault of a worker, however many: who had them first was slow.
func TestResultsOfMatchesThatAnotherPlayed(t *testing.T) {
	r := newTable(t)
	for number := range 2 * mostSurplus {
		key := Key{byte(number), byte(number >> 8), 1}
		for range 3 { // nobody is there any more
			r.after(r.wait/2 + 1)
			require.Empty(t, r.Sweep(r.now, r.now))
		}
		r.hear("slow", 1)
		require.True(t, r.Add(Job{Key: key, Wall: time.Minute}))
		require.Equal(t, map[Key]string{key: "slow"}, r.giveAll())
		r.after(r.wait)
		require.Empty(t, r.Sweep(r.now, r.now))
		r.after(1)
		require.Len(t, r.Sweep(r.now, r.now), 1)
		r.hear("b", 1)
		require.Equal(t, map[Key]string{key: "b"}, r.giveAll())
		r.plays("slow", key)
		_, what := r.Arrived("b", key)
		require.Equal(t, Surplus, what)
	}
	require.Zero(t, r.player("b").surplus)
}

// machine is an honest worker on a machine of any speed, which stands still now and then, whole or in part.
type machine struct {
	id          string
	slots       int
	match       time.Duration // how long it plays one
	queue       []Key         // what the server has for it, and what it plays: the first ones
	left        []time.Duration
	frozen      time.Time // until then nothing happens
	stuck, deaf time.Time // the same, but beats go on: bots don't play, or the server delivers nothing
	beat        time.Time
	had         int // matches that it has begun
	sent        []Key
}

// trouble lets a machine stand still, for anything from a second to hours.
func (m *machine) trouble(now time.Time, draw *rand.Rand) {
	if draw.IntN(300) > 0 {
		return
	}
	until := now.Add(time.Duration(float64(time.Second) * float64(int(1)<<draw.IntN(14))))
	*[]*time.Time{&m.frozen, &m.stuck, &m.deaf}[draw.IntN(3)] = until
}

// step is what a machine does in a second. It tells which matches it plays when it beats.
func (m *machine) step(now time.Time, wait time.Duration) (playing []Key, beats bool) {
	if now.Before(m.frozen) {
		return nil, false
	}
	if !now.Before(m.deaf) && m.had < min(m.slots, len(m.queue)) {
		m.had = min(m.slots, len(m.queue))
	}
	for i := m.had - 1; i >= 0 && !now.Before(m.stuck); i-- {
		if m.left[i] -= time.Second; m.left[i] <= 0 {
			m.sent = append(m.sent, m.queue[i])
			m.drop(i)
		}
	}
	if now.Before(m.beat) {
		return nil, false
	}
	m.beat = now.Add(wait / 3)
	return append(playing, m.queue[:m.had]...), true
}

func (m *machine) drop(i int) {
	m.queue, m.left = append(m.queue[:i:i], m.queue[i+1:]...), append(m.left[:i:i], m.left[i+1:]...)
	if i < m.had {
		m.had--
	}
}

// TestNoHonestWorkerLosesItsKey, whatever its speed, and however long it, its server or the league stands still.
func TestNoHonestWorkerLosesItsKey(t *testing.T) {
	leagues := uint64(2)
	if tier.IsNight() {
		leagues = 30
	}
	for seed := range leagues {
		draw := rand.New(rand.NewPCG(seed, 1))
		r := newTable(t)
		machines := make(map[string]*machine)
		for _, id := range []string{"a", "b", "c", "d"}[:1+draw.IntN(4)] {
			machines[id] = &machine{
				id: id, slots: 1 + draw.IntN(4), match: time.Duration(1+draw.IntN(1<<draw.IntN(12))) * time.Second,
			}
		}
		played := r.league(draw, machines, 4*3600)
		require.NotZero(t, played, seed)
	}
}

// league lets machines play for some seconds. It returns how many results were wanted.
func (r *table) league(draw *rand.Rand, machines map[string]*machine, seconds int) (played int) {
	busy, known, next := r.now, r.now, uint16(0)
	for second := range seconds {
		r.after(time.Second)
		if draw.IntN(600) == 0 { // the league takes no results
			busy = r.now.Add(time.Duration(1<<draw.IntN(11)) * time.Second)
		}
		for _, id := range []string{"a", "b", "c", "d"} {
			m := machines[id]
			if m == nil {
				continue
			}
			m.trouble(r.now, draw)
			if playing, beats := m.step(r.now, r.wait); beats {
				r.hear(id, m.slots, playing...)
			}
			for ; len(m.sent) > 0 && !r.now.Before(busy); m.sent = m.sent[1:] {
				_, what := r.Arrived(id, m.sent[0])
				require.NotEqual(r.t, Excess, what, "%+v", m)
				if what == Wanted {
					r.Played(id)
					played++
				}
			}
		}
		if !r.now.Before(busy) {
			known = r.now
		}
		if second%2 == 0 {
			r.sweepThem(machines, known)
		}
		for len(r.waiting) < 10 {
			next++
			r.Add(Job{Key: Key{byte(next >> 8), byte(next)}, Wall: time.Minute, ByLot: next%10 == 0})
		}
		r.giveThem(machines)
	}
	return played
}

// sweepThem takes what was lost off the queues, but what is being played.
func (r *table) sweepThem(machines map[string]*machine, known time.Time) {
	for _, l := range r.Sweep(r.now, known) {
		for _, m := range machines {
			for i := len(m.queue) - 1; i >= m.had; i-- {
				if m.queue[i] == l.Key {
					m.drop(i)
				}
			}
		}
	}
}

func (r *table) giveThem(machines map[string]*machine) {
	for j := r.Next(r.now); j != nil; j = r.Next(r.now) {
		m := machines[j.Worker]
		m.queue, m.left = append(m.queue, j.Key), append(m.left, m.match)
	}
}

// hoarder is a worker that wants nothing but to hold up the league.
type hoarder struct {
	name  string
	slots int
	plays bool // what it says
	every int  // it is there in one second of so many
	sends int  // it sends one result of so many matches; none if 0
}

// TestWhatAHoarderCosts is bounded: it has so many matches once as it may have at all. Of those it gets later, it holds
// up one at a time, and one more for each that it has played; and all are played by others, in time.
func TestWhatAHoarderCosts(t *testing.T) {
	for _, h := range []hoarder{
		{"says nothing", 1, false, 1, 0},
		{"has many slots", MostSlots, false, 1, 0},
		{"says that it plays", 1, true, 1, 0},
		{"says that it plays many", MostSlots, true, 1, 0},
		{"comes and goes", MostSlots, true, 25, 0},
		{"plays one in two", MostSlots, true, 1, 2},
		{"plays one in ten", MostSlots, true, 1, 10},
	} {
		r := newTable(t)
		hours := 2
		if tier.IsNight() {
			hours = 24
		}
		held, sent, most, honest := r.hoard(h, hours*3600)
		require.LessOrEqual(t, held, MostSlots+Ahead+sent+most, h.name)
		require.Greater(t, honest, hours*3600/5*9/10, "%s: the other one plays all the time", h.name)
		if h.sends == 0 {
			perHold := 2 * r.wait
			if h.plays {
				perHold = 10 * time.Minute
			}
			if h.every > 1 {
				perHold = r.wait
			} else {
				perHold += longestRest * r.wait
			}
			require.LessOrEqual(t, held, h.slots+Ahead+10+int(time.Duration(hours)*time.Hour/perHold), h.name)
		}
		t.Logf("%s: held up %d matches in %d hours, in %d sweeps, sent %d, the other played %d",
			h.name, held, hours, most, sent, honest)
	}
}

// hoard lets a hoarder be beside one that plays a match in five seconds. It returns how many matches were held up, how
// many the hoarder has sent, in how many sweeps it has lost some, and how many the other one has played.
func (r *table) hoard(h hoarder, seconds int) (held, sent, sweeps, honest int) {
	bad, taken, next := r.player("bad"), 0, uint32(0)
	for second := range seconds {
		r.after(time.Second)
		for len(r.waiting) < 10 {
			next++
			r.Add(Job{Key: Key{byte(next >> 16), byte(next >> 8), byte(next)}, Wall: time.Minute, ByLot: next%20 == 0})
		}
		r.beat("good", 1, true, second)
		if second%h.every == 0 {
			r.beat("bad", h.slots, h.plays, second)
		}
		for j := r.Next(r.now); j != nil; j = r.Next(r.now) {
			if j.Worker != "bad" {
				continue
			}
			if taken++; h.sends > 0 && taken%h.sends == 0 {
				r.plays("bad", j.Key)
				sent++
			}
		}
		if mine := r.first("good"); mine != nil && second%5 == 0 {
			r.plays("good", mine.Key)
			honest++
		}
		if second%2 == 0 {
			continue
		}
		had := len(bad.has)
		for _, l := range r.Sweep(r.now, r.now) {
			require.False(r.t, l.GivenUp)
		}
		if had > len(bad.has) {
			held += had - len(bad.has)
			sweeps++
		}
	}
	return held, sent, sweeps, honest
}

// beat lets a worker tell that it is there, every third of the time that it may be silent, and what it says it plays.
func (r *table) beat(id string, slots int, plays bool, second int) {
	var playing []Key
	if second%int(r.wait/time.Second/3) > 0 {
		return
	}
	for key := range r.player(id).has {
		if plays {
			playing = append(playing, key)
		}
	}
	r.hear(id, slots, playing...)
}

// first returns the job that a worker has had for longest.
func (r *table) first(id string) (first *Pending) {
	for _, j := range r.player(id).has {
		if first == nil || j.given.Before(first.given) {
			first = j
		}
	}
	return first
}
