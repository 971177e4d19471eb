package league

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

const seatsHere = 3

// history is a league whose store has one, as chance has it, and what a process that plays it knows.
type history struct {
	*testing.T
	*rand.Rand

	store   *store.Store
	order   order
	out     []schedule.Planned
	bots    int
	resumed int // times that a checkpoint was gone on from
}

func newHistory(t *testing.T, seed uint64, isLadder bool) *history {
	h := &history{T: t, Rand: rand.New(rand.NewPCG(seed, 5))}
	h.open(filepath.Join(t.TempDir(), "league.db"))
	t.Cleanup(func() { require.NoError(t, h.store.Close()) })
	l := store.League{Ladder: isLadder, Tournament: store.Tournament{First: seed}}
	_, err := h.store.BeginLeague(t.Context(), l, time.Now())
	require.NoError(t, err)
	for range seatsHere + 2 {
		h.enter(h.bots)
	}
	h.start()
	h.settle()
	return h
}

func (h *history) open(path string) {
	s, err := store.Open(h.Context(), path, store.Options{})
	require.NoError(h, err)
	h.store = s
}

func (h *history) locator() locator {
	l, err := h.store.League(h.Context())
	require.NoError(h, err)
	return locator{h.store, l, seatsHere}
}

// read returns the league as who reads all of it finds it.
func (h *history) read() *located {
	at, err := h.locator().begin(h.Context())
	require.NoError(h, err)
	require.NoError(h, h.locator().advance(h.Context(), at))
	return at
}

// text returns all that is known of a league.
func (h *history) text(at *located) string {
	text, err := at.checkpoint().text()
	require.NoError(h, err)
	return string(text)
}

// start begins to play as a process does after another was killed: with or without a checkpoint, it is the same.
func (h *history) start() {
	if h.IntN(4) == 0 {
		h.restore()
	}
	want, found := h.read(), h.locate()
	require.Equal(h, want.missing, found.missing)
	require.Equal(h, want.order.number(), found.order.number())
	require.Equal(h, h.text(want), h.text(found))
	for _, at := range []*located{want, found} {
		require.NoError(h, at.order.learn(h.Context(), math.MaxInt))
	}
	require.Equal(h, h.text(want), h.text(found))
	count := 0
	for _, err := range h.store.Lines(h.Context(), h.locator().league.ID, 0) {
		require.NoError(h, err)
		count++
	}
	require.Equal(h, count, h.locator().league.Matches)
	if found.read < want.read {
		h.resumed++
	}
	h.order, h.out = found.order, found.missing
}

// restore goes on with a copy of the store, as a backup has one.
func (h *history) restore() {
	copied := filepath.Join(h.TempDir(), "league.db")
	require.NoError(h, h.store.CopyTo(h.Context(), copied))
	require.NoError(h, h.store.Close())
	h.open(copied)
}

func (h *history) locate() *located {
	at, err := h.locator().locate(h.Context())
	require.NoError(h, err)
	return at
}

// enter lets a bot or a new version of one join.
func (h *history) enter(number int) {
	name := fmt.Sprint("bot ", number)
	program := sha256.Sum256(fmt.Append(nil, name, h.bots))
	_, err := h.store.Enter(h.Context(), h.locator().league.ID, store.Entrant{
		Entrant: played.Entrant{Name: name, Program: program},
	})
	require.NoError(h, err)
	h.bots++
}

func (h *history) settle() {
	l := h.locator().league
	changed, err := h.store.Settle(h.Context(), l.ID, h.order.number())
	require.NoError(h, err)
	if changed {
		require.NoError(h, h.order.change(h.locator().league.Tournament))
	}
}

// give gives the next match out.
func (h *history) give() {
	m, more, err := h.order.next(h.Context())
	require.NoError(h, err)
	if more {
		h.out = append(h.out, m)
	}
}

// end ends one of the matches that are out: by its result or, seldom, as nobody could play it.
func (h *history) end() {
	if len(h.out) == 0 {
		return
	}
	i := h.IntN(len(h.out))
	m := h.out[i]
	h.out = slices.Delete(h.out, i, i+1)
	l := h.locator().league
	if h.IntN(12) == 0 {
		require.NoError(h, h.store.Fail(h.Context(), l.ID, store.Failure{Planned: m}))
		return
	}
	one := store.Match{Match: played.Match{Planned: m, Result: match.Result{Scores: h.Perm(seatsHere)}}}
	for _, score := range one.Scores {
		one.Places = append(one.Places, 1+score)
	}
	one.CPU, one.MostCPU = make([]time.Duration, seatsHere), make([]time.Duration, seatsHere)
	one.Worker, one.Key = fmt.Sprint("worker ", h.IntN(40)), l.Facts(m).Key()
	_, err := h.store.Add(h.Context(), l.ID, one, nil)
	require.NoError(h, err)
	h.order.played(one.Match)
}

// revoke sets the matches of a worker aside, which are played again.
func (h *history) revoke() {
	l := h.locator().league
	require.NoError(h, h.store.Revoke(h.Context(), fmt.Sprint("worker ", h.IntN(40)), "lies", time.Now()))
	vacant, err := h.store.Vacant(h.Context(), l.ID)
	require.NoError(h, err)
	for _, d := range vacant {
		if !slices.ContainsFunc(h.out, func(m schedule.Planned) bool { return m.Number == d.Number }) {
			h.out = append(h.out, d.Planned)
		}
	}
	h.order.forget()
	require.NoError(h, h.order.learn(h.Context(), math.MaxInt))
}

// keep keeps a checkpoint, which may come to harm.
func (h *history) keep() {
	text := []byte(h.text(h.locate()))
	switch h.IntN(6) {
	case 0:
		text = text[:h.IntN(len(text))]
	case 1:
		text[h.IntN(len(text))] ^= 1 << h.IntN(8)
	}
	require.NoError(h, h.store.SetCheckpoint(h.Context(), h.locator().league.ID, text))
}

// TestACheckpointTellsWhatAllMatchesDo, wherever a league was killed and whatever had happened to it.
func TestACheckpointTellsWhatAllMatchesDo(t *testing.T) {
	histories, steps := 4, 150
	if tier.IsNight() {
		histories, steps = 40, 600
	}
	for _, isLadder := range []bool{false, true} {
		resumed := 0
		for seed := range histories {
			h := newHistory(t, uint64(seed), isLadder) //nolint:gosec // never negative
			for range steps {
				switch n := h.IntN(100); {
				case n < 40:
					h.give()
				case n < 82:
					h.end()
				case n < 86:
					h.enter(h.IntN(h.bots + 1))
				case n < 88:
					_, err := h.store.Withdraw(t.Context(), h.locator().league.ID, fmt.Sprint("bot ", h.IntN(h.bots)))
					require.NoError(t, err)
				case n < 91:
					h.settle()
				case n < 92:
					h.revoke()
				case n < 95:
					h.keep()
				case n < 96:
					name := fmt.Sprint("bot ", h.IntN(h.bots))
					_, err := h.store.Prefer(t.Context(), h.locator().league.ID, name, h.IntN(9))
					require.NoError(t, err)
				default:
					h.start()
				}
			}
			resumed += h.resumed
		}
		require.Greater(t, resumed, histories, "ladder %v", isLadder)
	}
}

// TestACheckpointIsKeptOnTheWay each time that there are enough matches after the last one.
func TestACheckpointIsKeptOnTheWay(t *testing.T) {
	SetStride(t, 10)
	h := newHistory(t, 3, false)
	l := h.locator()
	p := &playing{Run: &Run{Store: h.store}, league: l.league, seats: seatsHere, order: h.order}
	var kept []int
	for range 25 {
		h.give()
		h.end()
		require.NoError(t, p.keepPlace(t.Context()))
		text, err := h.store.Checkpoint(t.Context(), l.league.ID)
		require.NoError(t, err)
		if c := readCheckpoint(text); c != nil && !slices.Contains(kept, c.Number) {
			kept = append(kept, c.Number)
		}
	}
	require.Equal(t, []int{10, 20}, kept)
	require.Equal(t, 5, h.locate().read)
}

// forged returns a checkpoint that somebody has changed.
func (h *history) forged(change func(*checkpoint)) []byte {
	c := h.locate().checkpoint()
	change(c)
	text, err := c.text()
	require.NoError(h, err)
	return text
}

// TestAForgedCheckpoint is none, if no league can be there.
func TestAForgedCheckpoint(t *testing.T) {
	for _, isLadder := range []bool{false, true} {
		h := newHistory(t, 1, isLadder)
		for range 100 {
			h.give()
			h.end()
		}
		h.give()
		h.give()
		h.end()
		for number, change := range []func(*checkpoint){
			func(c *checkpoint) { c.Number++ },
			func(c *checkpoint) { c.Number = -1 },
			func(c *checkpoint) { c.Open = []schedule.Planned{{Number: 3, Seats: []int{0, 1, 99}}} },
			func(c *checkpoint) { c.Open = []schedule.Planned{{Number: 3, Seats: []int{0}}} },
			func(c *checkpoint) { c.Open = []schedule.Planned{{Number: c.Number, Seats: []int{0, 1, 2}}} },
			func(c *checkpoint) { c.Learned = c.Number + 1; c.walk().Played = nil },
			func(c *checkpoint) { c.Ladder, c.Walk = nil, nil },
			func(c *checkpoint) { c.walk().Places[1] = 7; c.bot().After = 3 },
			func(c *checkpoint) { c.walk().Places[1] = -1; c.bot().After = -1 },
			func(c *checkpoint) { c.walk().Sat[1] = nil; c.bot().Sat = nil },
			func(c *checkpoint) { c.walk().Met[1] = []int32{1}; c.bot().Variance = math.NaN() },
			func(c *checkpoint) { c.walk().Met[1] = []int32{0, 1}; c.bot().Variance = 0 },
			func(c *checkpoint) { c.walk().Met[1] = []int32{1 << 30, 1}; c.bot().Mean = math.Inf(1) },
			func(c *checkpoint) { c.walk().Met[1] = []int32{1, 0}; c.bot().Known = 1 << 40 },
			func(c *checkpoint) { c.walk().Number++; c.bot().Decided = -1 },
			func(c *checkpoint) {
				c.walk().Sat = append(c.walk().Sat, nil)
				c.Ladder = append(c.Ladder, c.Ladder...)
			},
		} {
			require.NoError(t, h.store.SetCheckpoint(t.Context(), h.locator().league.ID, h.forged(change)))
			at, err := h.locator().resume(t.Context())
			require.NoError(t, err)
			require.Nil(t, at, "ladder %v: %d", isLadder, number)
			h.start()
		}
		require.NoError(t, h.store.SetCheckpoint(t.Context(), h.locator().league.ID, h.forged(func(*checkpoint) {})))
		at, err := h.locator().resume(t.Context())
		require.NoError(t, err)
		require.NotNil(t, at)
	}
}

// walk and bot return what a test changes; the other kind of league has something else instead.
func (c *checkpoint) walk() *schedule.State {
	if c.Walk == nil {
		return &schedule.State{Places: make([]int, 2), Sat: make([][]int, 2), Met: make([][]int32, 2)}
	}
	return c.Walk
}

func (c *checkpoint) bot() *ladder.BotState {
	if c.Ladder == nil {
		return new(ladder.BotState)
	}
	return &c.Ladder[1]
}

// TestAStoreThatWasCutHasNoCheckpoint: matches are gone that it counts.
func TestAStoreThatWasCutHasNoCheckpoint(t *testing.T) {
	h := newHistory(t, 2, false)
	for range 20 {
		h.give()
		h.end()
	}
	later := []byte(h.text(h.locate()))
	early := newHistory(t, 2, false)
	for range 10 {
		early.give()
		early.end()
	}
	require.NoError(t, early.store.SetCheckpoint(t.Context(), early.locator().league.ID, later))
	at, err := early.locator().resume(t.Context())
	require.NoError(t, err)
	require.Nil(t, at)
	early.start()
}
