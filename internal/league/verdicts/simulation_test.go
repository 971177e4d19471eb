package verdicts_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/verdicts"
)

// With 1000 it is the simulation of docs/league.md:
//
//	go test ./internal/league/verdicts -run Simulation -runs 1000 -v -timeout 0
var runs = flag.Int("runs", 2, "leagues to simulate for each line of the table")

const (
	sound   = 200 // runs from which the table is held to what is promised
	bots    = 16
	seats   = 4
	workers = 20
	thirds  = 0.25  // of the verdicts must be found by three
	most    = 40000 // matches of a league, where no more are said
	rival   = 0     // the bot that liars freeze
	slowest = 19    // the worker that is changed where one is not like the others
)

// world is a league of which it is known who lies: the first workers.
type world struct {
	liars   int
	lies    float64          // the share of a liar's matches in which it freezes the rival
	noise   [workers]float64 // how often a worker freezes a usual bot without reason, in a match
	heavy   [bots]float64    // how much more often that happens to a bot
	onOne   float64          // how often the slowest worker freezes bot 1 besides
	matches int
}

// newWorld returns a world of machines that are more or less busy, and of bots that think more or less.
func newWorld(random *rand.Rand) *world {
	w := &world{matches: most}
	for i := range w.noise {
		w.noise[i] = 0.0002 * math.Exp(1.2*random.NormFloat64())
	}
	for i := range w.heavy {
		w.heavy[i] = math.Exp(random.NormFloat64())
	}
	return w
}

// find returns what a worker finds in a match, after others. Liars find what another liar has found.
func (w *world) find(worker int, players []int, before []store.Finding, random *rand.Rand) store.Finding {
	f := store.Finding{Worker: strconv.Itoa(worker)}
	for seat, bot := range players {
		rate := w.noise[worker] * w.heavy[bot]
		switch {
		case worker == slowest && bot == 1:
			rate += w.onOne
		case worker >= w.liars || bot != rival:
		case len(before) == 0:
			rate = w.lies * bots / seats // in only a quarter of the matches is the rival
		case w.isLiar(before[0].Worker) && before[0].Freezes(seat):
			rate = 1
		}
		if random.Float64() < rate {
			f.Frozen = append(f.Frozen, seat)
		}
	}
	return f
}

func (w *world) isLiar(worker string) bool {
	number, _ := strconv.Atoi(worker)
	return number < w.liars
}

// simulated is a league while it is played.
type simulated struct {
	*world
	random      *rand.Rand
	record      *verdicts.Record
	by          [workers]int // matches
	disbelieved map[string]bool

	found, own  []int // by liar: the matches of the league, and its own, until it was found
	told, count int   // lies, and those that counted
	honest      int   // workers that are not believed any more
	extra       int   // matches that were played again
}

// match plays a match until it counts.
func (s *simulated) match(number int) {
	players, freezes := s.random.Perm(bots)[:seats], verdicts.Enough
	if s.random.Float64() < thirds {
		freezes++
	}
	var findings []store.Finding
	for _, worker := range s.random.Perm(workers) {
		name := strconv.Itoa(worker)
		if len(findings) > 0 && s.disbelieved[name] {
			continue
		}
		s.by[worker]++
		s.record.Played(name, programs(players))
		f := s.find(worker, players, findings, s.random)
		if len(f.Frozen) > 0 && s.disbelieved[name] {
			s.extra++
			continue
		}
		findings = append(findings, f)
		if len(findings) == 1 && len(f.Frozen) == 0 || verdicts.Counts(findings, freezes, true) {
			break
		}
	}
	s.extra += len(findings) - 1
	s.tell(players, findings)
	s.blame(number, players, findings)
}

func programs(players []int) (all []verdicts.Program) {
	for _, bot := range players {
		all = append(all, verdicts.Program{byte(bot)}) //nolint:gosec // few
	}
	return all
}

// tell counts lies.
func (s *simulated) tell(players []int, findings []store.Finding) {
	seat := slices.Index(players, rival)
	if !s.isLiar(findings[0].Worker) || !findings[0].Freezes(seat) {
		return
	}
	if s.told++; findings[len(findings)-1].Freezes(seat) {
		s.count++
	}
}

// blame counts unfounded verdicts.
func (s *simulated) blame(number int, players []int, findings []store.Finding) {
	for _, u := range verdicts.Refuted(findings) {
		bot := verdicts.Program{byte(players[u.Seat])} //nolint:gosec // few
		s.record.Refuted(u.Worker, bot)
		if s.disbelieved[u.Worker] || !s.record.TooOften(u.Worker, bot) && !s.record.Useless(u.Worker) {
			continue
		}
		s.disbelieved[u.Worker] = true
		if liar, _ := strconv.Atoi(u.Worker); liar < s.liars {
			s.found, s.own = append(s.found, number+1), append(s.own, s.by[liar])
		} else {
			s.honest++
		}
	}
}

// play plays a league, until all liars are found.
func (w *world) play(random *rand.Rand) (s *simulated, matches int) {
	s = &simulated{world: w, random: random, record: verdicts.NewRecord(), disbelieved: make(map[string]bool)}
	for matches < w.matches && (w.liars == 0 || len(s.found) < w.liars) {
		s.match(matches)
		matches++
	}
	return s, matches
}

// row is what came of many leagues.
type row struct {
	found, own                       []int // of all liars; more than there were if one was not found
	told, count, wrong, extra, total int
}

func (r *row) add(s *simulated, matches int) {
	r.found, r.own = append(r.found, s.found...), append(r.own, s.own...)
	for range s.liars - len(s.found) {
		r.found, r.own = append(r.found, math.MaxInt), append(r.own, math.MaxInt)
	}
	if s.honest > 0 {
		r.wrong++
	}
	r.told, r.count, r.extra, r.total = r.told+s.told, r.count+s.count, r.extra+s.extra, r.total+matches
}

// quantile returns how many matches were enough in a share of the cases.
func quantile(of []int, share float64) string {
	if len(of) == 0 {
		return ""
	}
	slices.Sort(of)
	if one := of[min(len(of)-1, int(share*float64(len(of))))]; one < math.MaxInt {
		return strconv.Itoa(one)
	}
	return "more"
}

func (r *row) String() string {
	counted := ""
	if r.told > 0 {
		counted = fmt.Sprintf("%.1f", 100*float64(r.count)/float64(r.told))
	}
	return fmt.Sprintf("%s | %s | %s | %s | %s | %d | %.1f", quantile(r.own, 0.5), quantile(r.own, 0.95),
		quantile(r.found, 0.5), quantile(r.found, 0.95), counted, r.wrong, 100*float64(r.extra)/float64(r.total))
}

// TestSimulation shows when liars are found who lie seldom, and how often honest workers are taken for such.
func TestSimulation(t *testing.T) {
	t.Log("| | own matches: median | 95 % | of the league: median | 95 % | lies that count, % | " +
		"leagues with an honest worker not believed | played again, % |")
	for _, test := range []struct {
		name   string
		change func(*world)
		wrong  int // in so many of 1000 leagues an honest worker may not be believed
	}{
		{"nobody lies", func(*world) {}, 5},
		{"one lies in 1 %", func(w *world) { w.liars, w.lies, w.matches = 1, 0.01, 2*most }, 5},
		{"one lies in 3 %", func(w *world) { w.liars, w.lies = 1, 0.03 }, 5},
		{"one lies in 0.3 %", func(w *world) { w.liars, w.lies = 1, 0.003 }, 5},
		{"two friends lie in 1 %", func(w *world) { w.liars, w.lies = 2, 0.01 }, 5},
		{"one is 10 times as busy", func(w *world) { w.noise[slowest] = 0.002 }, 5},
		{"one is 50 times as busy", func(w *world) { w.noise[slowest] = 0.01 }, 1000},
		{"one is too slow for one bot", func(w *world) { w.onOne = 0.04 }, 1000},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := new(row)
			for run := range *runs {
				random := rand.New(rand.NewPCG(uint64(run), 9)) //nolint:gosec // never negative
				w := newWorld(random)
				if test.change(w); *runs < sound {
					w.matches /= 2
				}
				all.add(w.play(random))
			}
			t.Logf("| %s | %v |", test.name, all)
			require.LessOrEqual(t, all.wrong, test.wrong**runs/1000)
			if test.name == "one lies in 3 %" {
				require.NotEqual(t, "more", quantile(all.found, 0.95))
				require.Less(t, all.count, max(1, all.told/100))
			}
		})
	}
}
