package scheduler

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// retryTime is after how long a worker sends a result again that was not confirmed.
const retryTime = 5500 * time.Millisecond

// TestCopiesOfAResult: a worker that could not hear for 200 tries that its results are here has sent each as often. All
// but the first are copies of what it was asked for, also when another one has played the match before.
func TestCopiesOfAResult(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(5)
	given := r.giveAll()
	require.Len(t, given, 5)
	r.after(200 * retryTime)
	require.Len(t, r.Sweep(r.now, r.now), 5)
	r.hear("b", 1)
	require.Equal(t, "b", r.giveAll()[keyOf(1)])
	r.plays("b", keyOf(1))
	for range 200 {
		for key := range given {
			_, what := r.Arrived("a", key)
			require.NotEqual(t, Excess, what)
		}
	}
}

// TestOneWhoTellsForHours that it is there, while the league can't sweep as its queues can't be written.
func TestOneWhoTellsForHours(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), 1)
	for range 24 * 3600 / 3 {
		r.after(r.wait / 3)
		require.Equal(t, 1, r.Present(r.now)[0].Given)
		r.hear("a", 1, keyOf(1))
	}
	r.plays("a", keyOf(1))
}

// TestNoOutageCostsAKey: neither the server's, for a minute to a day, nor that of a worker's line, nor a laptop's
// sleep, a machine that is ten times as slow as before, clocks that jump, and a league that is started anew without its
// queues. What was sent in vain comes after all, 200 times at most.
func TestNoOutageCostsAKey(t *testing.T) {
	leagues := uint64(2)
	if tier.IsNight() {
		leagues = 30
	}
	for _, away := range []time.Duration{time.Minute, 200 * retryTime, 24 * time.Hour} {
		for seed := range leagues {
			r, draw := newTable(t), rand.New(rand.NewPCG(seed, uint64(away)))
			require.NotZero(t, r.outage(draw, away, seed%2 == 0), "%v, %d: it is played on", away, seed)
		}
	}
}

// far is a machine that has a line to its league.
type far struct {
	*machine
	ended map[Key]time.Time // since when it has tried to send a result
}

// outage lets a server be away after half an hour, and then the league is played for two hours. It returns how many
// results were wanted in the last of them.
func (r *table) outage(draw *rand.Rand, away time.Duration, lost bool) (played int) {
	clock := r.now // of the machines
	goes, seconds := clock.Add(time.Hour/2), int((away+5*time.Hour/2)/time.Second)
	comes, next := goes.Add(away), uint32(0)
	machines, all := make(map[string]*machine), make([]far, 0, 3)
	for _, id := range []string{"a", "b", "c"} {
		m := &machine{id: id, slots: 1 + draw.IntN(MostSlots), match: time.Duration(1+draw.IntN(30)) * time.Second}
		machines[id], all = m, append(all, far{m, make(map[Key]time.Time)})
	}
	for second := range seconds {
		clock = clock.Add(time.Second)
		r.after(time.Second)
		if draw.IntN(1800) == 0 {
			r.after(time.Duration(draw.IntN(49)-24) * time.Hour / 2)
		}
		isAway := !clock.Before(goes) && clock.Before(comes)
		if clock.Equal(comes) {
			r.startsAnew(machines, lost)
		}
		for _, m := range all {
			if draw.IntN(7200) == 0 {
				m.deaf = clock.Add(time.Duration(draw.Int64N(int64(away)))) // its line breaks
			}
			if isAway && m.deaf.Before(comes) {
				m.deaf = comes
			}
			if clock.Equal(goes) && m.id == "a" {
				m.match *= 10
			}
			m.trouble(clock, draw)
			if wanted := r.hears(m, clock); second > seconds-3600 {
				played += wanted
			}
		}
		if isAway {
			continue
		}
		if second%2 == 0 {
			r.sweepThem(machines, r.now)
		}
		for len(r.waiting) < 10 {
			next++
			r.Add(Job{Key: Key{byte(next >> 16), byte(next >> 8), byte(next)}, Wall: time.Minute, ByLot: next%10 == 0})
		}
		r.giveThem(machines)
	}
	return played
}

// hears lets a machine go on for a second, and the league hear of it, if there is a line.
func (r *table) hears(m far, clock time.Time) (wanted int) {
	playing, beats := m.step(clock, r.wait)
	for _, key := range m.sent {
		if m.ended[key].IsZero() {
			m.ended[key] = clock
		}
	}
	if clock.Before(m.deaf) || clock.Before(m.frozen) {
		return 0
	}
	if beats {
		r.hear(m.id, m.slots, playing...)
	}
	for _, key := range m.sent {
		for range 1 + min(200, clock.Sub(m.ended[key])/retryTime) {
			_, what := r.Arrived(m.id, key)
			require.NotEqual(r.t, Excess, what, "%+v", m.machine)
			if what == Wanted {
				r.Played(m.id)
				wanted++
			}
		}
	}
	m.sent = nil
	clear(m.ended)
	return wanted
}

// startsAnew makes a league of what the one before has left in the queues; those may be lost.
func (r *table) startsAnew(machines map[string]*machine, lost bool) {
	r.Assignments = New(r.wait)
	for id, m := range machines {
		if lost {
			m.queue, m.left = m.queue[:m.had], m.left[:m.had]
			continue
		}
		for _, key := range m.queue {
			r.Found(Job{Key: key, Wall: time.Minute}, id, 1, 1, r.now)
		}
	}
}
