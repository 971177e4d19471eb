package league_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/lineproto"
)

// lie is what a worker makes of a match; nil if it is honest.
type lie func(t *testing.T, r league.Result) league.Result

// crowd is a transport with several workers. Each job goes to one at random that may play it.
type crowd struct {
	t       *testing.T
	names   []string
	lies    map[string]func(random *rand.Rand) lie
	random  *rand.Rand
	room    int
	after   int // jobs until it is killed; 0 for never
	waiting []league.Job
	results chan league.Delivered
	revoked map[string]string
	given   int
	by      map[string]int // jobs that were played, by worker
	done    int
	out     int
}

func newCrowd(t *testing.T, seed uint64, names ...string) *crowd {
	return &crowd{
		t: t, names: names, random: rand.New(rand.NewPCG(seed, 1)), room: 12, results: make(chan league.Delivered, 1000),
		lies: make(map[string]func(*rand.Rand) lie), revoked: make(map[string]string), by: make(map[string]int),
	}
}

func (c *crowd) Give(_ context.Context, j league.Job) error {
	require.Equal(c.t, len(j.Not) > 0, j.ByLot, "who confirms is drawn")
	if c.given++; c.given == c.after {
		return errKilled
	}
	c.waiting = slices.DeleteFunc(c.waiting, func(other league.Job) bool { return other.Key() == j.Key() })
	c.waiting = append(c.waiting, j)
	c.work()
	return nil
}

// work lets those play who may.
func (c *crowd) work() {
	c.waiting = slices.DeleteFunc(c.waiting, func(j league.Job) bool {
		var may []string
		for _, name := range c.names {
			if c.revoked[name] == "" && !slices.Contains(j.Not, name) {
				may = append(may, name)
			}
		}
		if len(may) == 0 {
			return false
		}
		c.play(may[c.random.IntN(len(may))], j)
		return true
	})
}

func (c *crowd) play(name string, j league.Job) {
	r := honest(c.t, j)
	if lies := c.lies[name]; lies != nil {
		if lie := lies(c.random); lie != nil {
			r = lie(c.t, r)
		}
	}
	c.by[name]++
	c.out++
	c.results <- league.Delivered{Result: r, Worker: name, Done: func() { c.done++; c.out-- }}
}

func (c *crowd) Results() <-chan league.Delivered { return c.results }

func (c *crowd) Room() int { return max(0, c.room-c.out) } // what waits is for others

func (c *crowd) Revoke(_ context.Context, worker, why string) error {
	c.revoked[worker] = why
	c.work()
	return nil
}

func (c *crowd) Name(worker string) string { return "name of " + worker }

// honests are matches that were played. The same ones are played in many tests.
var honests sync.Map

func honest(t *testing.T, j league.Job) league.Result {
	if r, known := honests.Load(j.Key()); known {
		return r.(league.Result)
	}
	r, err := play(t.Context(), j)
	require.NoError(t, err)
	honests.Store(j.Key(), r)
	return r
}

// retold returns a lie that changes the commands and verdicts of a replay.
func retold(change func(*replay.Replay)) lie {
	return func(t *testing.T, r league.Result) league.Result {
		return forged(t, r, func(r *replay.Replay) {
			change(r)
			begun, err := r.Setup.New(r.Names(), r.Seed, r.Random)
			require.NoError(t, err)
			for _, round := range r.Rounds {
				begun.Step(round.Turns)
			}
			r.Scores = begun.Scores()
		})
	}
}

// silenced is a lie in which a seat gives no commands from a round on.
func silenced(seat, round int) lie {
	return retold(func(r *replay.Replay) {
		for i := round; i < len(r.Rounds); i++ {
			r.Rounds[i].Turns[seat].Commands = nil
		}
	})
}

// frozenFor is a lie in which seat 1 is frozen.
func frozenFor(kind match.Kind) lie {
	return retold(func(r *replay.Replay) {
		frozen(r)
		r.Rounds[2].Verdicts[0].Kind = kind
	})
}

// illegal is what a machine says whose processor is too old for the program in seat 1.
func illegal() lie {
	return retold(func(r *replay.Replay) {
		frozen(r)
		r.Rounds[2].Verdicts[0].Kind = match.Crash
		r.Rounds[2].Verdicts[0].Detail = "was ended by a signal (" + lineproto.IllegalInstruction + ")"
	})
}

// varying is how the bot of a number plays otherwise, in one way of several.
func varying(bot, way int) lie {
	return retold(func(r *replay.Replay) {
		for seat, player := range r.Seats {
			if program := programOf(bot); bytes.Equal(player.SHA256, program[:]) {
				for i := 1 + way; i < len(r.Rounds); i++ {
					r.Rounds[i].Turns[seat].Commands = nil
				}
			}
		}
	})
}

// exchanged is a lie in which seats 0 and 1 play as the other one.
func exchanged(t *testing.T, r league.Result) league.Result {
	return retold(func(r *replay.Replay) {
		for i := range r.Rounds {
			turns := r.Rounds[i].Turns
			turns[0].Commands, turns[1].Commands = turns[1].Commands, turns[0].Commands
		}
	})(t, r)
}

// bitFlipped is what a broken machine makes of a replay.
func bitFlipped(_ *testing.T, r league.Result) league.Result {
	r.Replay = bytes.Clone(r.Replay)
	r.Replay[len(r.Replay)/2] ^= 4
	return r
}

func always(l lie) func(*rand.Rand) lie { return func(*rand.Rand) lie { return l } }

func sometimes(share float64, l lie) func(*rand.Rand) lie {
	return func(random *rand.Rand) lie {
		if random.Float64() < share {
			return l
		}
		return nil
	}
}

// checkedLeague makes a league of six bots, in which a share of the matches is checked.
func checkedLeague(t *testing.T, share float64) *store.Store {
	return newLeague(t, filepath.Join(t.TempDir(), "league.db"), 6, func(l *store.League) {
		l.Secret, l.Checks = []byte("secret"), share
	})
}

// workerOf returns what the store has of a worker.
func workerOf(t *testing.T, s *store.Store, id string) store.Worker {
	t.Helper()
	workers, err := s.Workers(t.Context())
	require.NoError(t, err)
	for _, w := range workers {
		if w.ID == id {
			return w
		}
	}
	require.Fail(t, "no worker "+id)
	return store.Worker{}
}

// requireTruth requires that all matches are there, once, as honest workers play them.
func requireTruth(t *testing.T, s *store.Store, matches int) {
	t.Helper()
	if len(truth) < matches {
		want := begin(t, 6)
		runTo(t, want, matches, newDirect())
		truth = table(t, want)
	}
	all := table(t, s)
	require.Len(t, all, matches)
	for number, m := range all {
		m.Worker, m.Check, m.HasReplay = "", "", false
		require.Equal(t, truth[number], m)
	}
}

// truth is the beginning of a league of six bots whose worker is honest, as far as a test has asked for it.
var truth []store.Match

func kindsOf(told events) (kinds []league.Kind) {
	for _, e := range told {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}
