package league_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.Local)

const rounds = 6

// newLeague makes a league of so many bots, in which a bot's number is its program.
func newLeague(t testing.TB, path string, bots int, change func(*store.League)) *store.Store {
	t.Helper()
	setup := smallSetup(t)
	s := open(t, path)
	l := store.League{Name: "test", Keep: string(series.KeepFaults), Tournament: store.Tournament{
		Format: league.Balanced, First: 7,
		Conditions: store.Conditions{
			Game: "battleroyale", Rules: battleroyale.Game.Info().Version, Setup: setup.Text(), Random: engine.ChaCha8,
			Limits: host.DefaultLimits().Text(), Sandbox: "none",
		},
	}}
	if change != nil {
		change(&l)
	}
	_, err := s.BeginLeague(t.Context(), l, noon)
	require.NoError(t, err)
	for number := range bots {
		enter(t, s, fmt.Sprintf("bot %d", number), number)
	}
	return s
}

// smallSetup is a board that is made quickly: the tests play hundreds of matches.
func smallSetup(t testing.TB) engine.Setup {
	t.Helper()
	setup := battleroyale.Game.Default()
	for _, change := range []struct {
		name  string
		value int
	}{{"nb_rounds", rounds}, {"rows", 16}, {"cols", 16}, {"nb_farmers", 4}, {"nb_knights", 4}} {
		changed, err := setup.With(change.name, change.value)
		require.NoError(t, err, change.name)
		setup = changed
	}
	return setup
}

func open(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func begin(t testing.TB, bots int) *store.Store {
	return newLeague(t, filepath.Join(t.TempDir(), "league.db"), bots, nil)
}

func enter(t testing.TB, s *store.Store, name string, program int) {
	t.Helper()
	_, err := s.Enter(t.Context(), read(t, s).ID, store.Entrant{
		Entrant: played.Entrant{Name: name, Program: programOf(program)},
	})
	require.NoError(t, err)
}

func programOf(number int) [32]byte { return [32]byte{byte(number), 31: 1} }

func read(t testing.TB, s *store.Store) store.League {
	t.Helper()
	l, err := s.League(t.Context())
	require.NoError(t, err)
	return l
}

// play plays a job with the games' own random players, whose commands follow from the match.
func play(ctx context.Context, j league.Job) (league.Result, error) {
	claimed, err := host.ReadLimits(j.Facts.Limits)
	if err != nil {
		return league.Result{}, err
	}
	setup, err := battleroyale.Game.ReadSetup(j.Facts.Setup)
	if err != nil {
		return league.Result{}, err
	}
	limits := claimed.Told()
	s := series.Series{Keep: series.KeepAll, Player: random, Header: replay.Header{
		Setup: setup, Random: j.Facts.Random, Arena: "test", CPU: limits.CPU, Sandbox: j.Facts.Sandbox + ": test",
		Limits: &replay.Limits{
			Bank: limits.Bank, StartCPU: limits.StartCPU, Wall: limits.Wall, WallBank: limits.WallBank,
			Memory: claimed.Memory(),
		},
	}}
	planned := schedule.Planned{Seed: j.Facts.Seed}
	for seat, name := range j.Facts.Names {
		bot := series.Entrant{Entrant: played.Entrant{Name: name, Program: j.Facts.Programs[seat]}}
		s.Bots, planned.Seats = append(s.Bots, bot), append(planned.Seats, seat)
	}
	m, err := s.Play(ctx, planned)
	return league.Result{Key: j.Key(), Replay: m.Replay, Wall: m.Wall}, err
}

func random(context.Context, int, int) (match.Player, error) {
	return match.Local(battleroyale.Game.Random()), nil
}

// direct is a transport that plays at once, and delivers what a test makes of the results.
type direct struct {
	room    int
	given   []league.Job
	results chan league.Delivered
	spoil   func(league.Delivered) []league.Delivered
	done    int
}

func newDirect() *direct { return &direct{room: 3, results: make(chan league.Delivered, 1000)} }

func (d *direct) Give(ctx context.Context, j league.Job) error {
	d.given = append(d.given, j)
	r, err := play(ctx, j)
	if err != nil {
		return err
	}
	all := []league.Delivered{{Result: r}}
	if d.spoil != nil {
		all = d.spoil(all[0])
	}
	for _, one := range all {
		one.Done = func() { d.done++ }
		d.results <- one
	}
	return nil
}

func (d *direct) Results() <-chan league.Delivered { return d.results }
func (d *direct) Room() int                        { return max(0, d.room-len(d.results)) }

func (d *direct) Revoke(context.Context, string, string) error { return nil }

// events are what a run told, of what went wrong.
type events []league.Event

func (e *events) add(one league.Event) {
	if one.Kind != league.Played && one.Kind != league.Changed {
		*e = append(*e, one)
	}
}

func runTo(t *testing.T, s *store.Store, matches int, over league.Transport) events {
	t.Helper()
	var told events
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches, Tell: told.add}
	require.NoError(t, r.Play(ctx))
	return told
}

// table returns all that was played, without times.
func table(t *testing.T, s *store.Store) (all []store.Match) {
	t.Helper()
	for m, err := range s.Matches(t.Context(), read(t, s).ID) {
		require.NoError(t, err)
		m.Wall, m.Ended = 0, time.Time{}
		m.CPU, m.MostCPU = nil, nil
		all = append(all, m)
	}
	return all
}

func TestLeaguePlaysItsSchedule(t *testing.T) {
	s := begin(t, 6)
	runTo(t, s, 20, newDirect())
	whole, err := schedule.NewBalanced(make([]schedule.Stay, 6), 4, false, 7)
	require.NoError(t, err)
	all := table(t, s)
	require.Len(t, all, 20)
	for want := range whole.Matches() {
		if want.Number == len(all) {
			break
		}
		require.Equal(t, want, all[want.Number].Planned)
		require.Len(t, all[want.Number].Outcome, 32)
		require.Equal(t, rounds, all[want.Number].Rounds)
	}
	changes, err := s.LeadChanges(t.Context(), read(t, s).ID, 0)
	require.NoError(t, err)
	require.Len(t, changes, len(all))
}

// errKilled ends a run in a test as a kill would.
var errKilled = errors.New("killed")

// killed is a transport that dies with all that is out after some deliveries. Some results
// are never delivered, others before those that were given earlier.
type killed struct {
	*direct
	after int
	holds int // how many results never come
	held  []league.Delivered
	rand  *rand.Rand
}

func (k *killed) Give(ctx context.Context, j league.Job) error {
	if k.after--; k.after < 0 {
		return errKilled
	}
	if err := k.direct.Give(ctx, j); err != nil {
		return err
	}
	k.held = append(k.held, <-k.results)
	for len(k.held) > k.holds {
		i := k.rand.IntN(len(k.held))
		k.results <- k.held[i]
		k.held = append(k.held[:i], k.held[i+1:]...)
	}
	return nil
}

func (k *killed) Room() int { return 3 }

func (k *killed) Revoke(context.Context, string, string) error { return nil }

// kills are those of one league, again and again.
type kills struct {
	random *rand.Rand
	wait   time.Duration // for a transport that gives nothing more
	losing bool          // results, the next time
	count  int
}

func newKills(seed uint64) *kills {
	return &kills{random: rand.New(rand.NewPCG(seed, seed+1)), wait: stall, losing: true}
}

// stall is how long a transport that gives nothing more is waited for, at first.
const stall = 200 * time.Millisecond

// play plays on until the transport dies or stalls, and opens the store again as the next
// process would. After one that brought nothing, the next loses nothing and may stall longer: the
// last match could get lost again and again, and a slow machine needs its time to play one.
func (k *kills) play(t *testing.T, s *store.Store, path string, matches int) *store.Store {
	t.Helper()
	before := len(table(t, s))
	over := &killed{direct: newDirect(), after: 4 + k.random.IntN(12), holds: k.random.IntN(3), rand: k.random}
	if !k.losing {
		over.holds = 0
	}
	r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches}
	ctx, stop := context.WithTimeout(t.Context(), k.wait)
	defer stop()
	if err := r.Play(ctx); err != nil {
		k.count++
	}
	require.NoError(t, s.Close())
	s = open(t, path)
	if k.losing = len(table(t, s)) > before; k.losing {
		k.wait = stall
	} else {
		k.wait *= 2
	}
	return s
}

// TestLeagueGoesOnWhereItWas: however often it ends without a word, and whatever got lost, it
// ends with what one has that was left alone; also when bots join and leave on the way.
func TestLeagueGoesOnWhereItWas(t *testing.T) {
	league.SetStride(t, 5)
	more := 1
	if tier.IsLong() {
		more = 2
	}
	phases := []struct {
		matches int
		change  func(s *store.Store)
	}{
		{10 * more, func(s *store.Store) { enter(t, s, "late", 50) }},
		{14 * more, func(s *store.Store) {
			found, err := s.Prefer(t.Context(), read(t, s).ID, "bot 1", 5)
			require.NoError(t, err)
			require.True(t, found)
		}},
		{18 * more, func(s *store.Store) { enter(t, s, "bot 1", 51) }}, // a new version
		{25 * more, func(s *store.Store) {
			left, err := s.Withdraw(t.Context(), read(t, s).ID, "bot 2")
			require.NoError(t, err)
			require.True(t, left)
		}},
		{35 * more, func(*store.Store) {}},
	}
	alone := begin(t, 6)
	for _, phase := range phases {
		runTo(t, alone, phase.matches, newDirect())
		phase.change(alone)
	}
	want := table(t, alone)
	require.Len(t, want, 35*more)

	path := filepath.Join(t.TempDir(), "league.db")
	s := newLeague(t, path, 6, nil)
	killing := newKills(1)
	for _, phase := range phases {
		for len(table(t, s)) < phase.matches {
			s = killing.play(t, s, path, phase.matches)
		}
		phase.change(s)
	}
	require.Greater(t, killing.count, 3)
	require.Equal(t, want, table(t, s))
	require.Equal(t, read(t, alone).Entrants, read(t, s).Entrants)
}

// TestLeagueWaitsForBots: with too few there is nothing to play.
func TestLeagueWaitsForBots(t *testing.T) {
	s := begin(t, 3)
	waits, ended := make(chan struct{}, 1), make(chan error, 1)
	r := league.Run{
		Store: s, Games: games.All(), Transport: newDirect(), Matches: 5,
		Tell: func(e league.Event) {
			if e.Kind == league.Waiting {
				waits <- struct{}{}
			}
		},
	}
	ctx := testkit.Patiently(t)
	go func() { ended <- r.Play(ctx) }()
	testkit.Receive(t, "that it waits for bots", waits)
	enter(t, s, "fourth", 9)
	require.NoError(t, <-ended)
	require.Len(t, table(t, s), 5)
}

// TestBotJoinsAPlayingLeague with its next match.
func TestBotJoinsAPlayingLeague(t *testing.T) {
	s := begin(t, 5)
	over := newDirect()
	joined := false
	r := league.Run{Store: s, Games: games.All(), Transport: over, Tell: func(e league.Event) {
		joined = joined || e.Kind == league.Changed
	}}
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	over.spoil = func(d league.Delivered) []league.Delivered {
		if len(over.given) == 10 {
			enter(t, s, "late", 50)
		}
		if late := over.given[len(over.given)-1].Facts.Programs; late[0] == programOf(50) || late[1] == programOf(50) {
			stop()
		}
		return []league.Delivered{d}
	}
	require.ErrorIs(t, r.Play(ctx), context.Canceled)
	require.True(t, joined)
	late := read(t, s).Entrants[5]
	require.NotNil(t, late.Joined)
	require.GreaterOrEqual(t, *late.Joined, 10)
	for _, m := range table(t, s) {
		if m.Number < *late.Joined {
			require.NotContains(t, m.Seats, 5)
		}
	}
}

// TestTooManyOpenFilesEndNoLeague, and cost no match one of its tries.
func TestTooManyOpenFilesEndNoLeague(t *testing.T) {
	over, failed, short := newDirect(), 0, &lacking{times: 1}
	short.direct = over
	over.spoil = func(d league.Delivered) []league.Delivered {
		if failed++; failed <= 2*league.MostTries {
			d.Err = fmt.Errorf("seat 2: %w", &os.PathError{Op: "open", Path: "bot", Err: syscall.EMFILE})
		}
		return []league.Delivered{d}
	}
	s := begin(t, 6)
	told := runTo(t, s, 3, short)
	require.Len(t, told, 2*league.MostTries+1)
	for _, e := range told {
		require.Equal(t, league.Short, e.Kind)
		require.Contains(t, e.Reason, "too many open files")
	}
	require.Len(t, table(t, s), 3)
}

// lacking is a transport that can't open a file some times.
type lacking struct {
	*direct
	times int
}

func (l *lacking) Give(ctx context.Context, j league.Job) error {
	if l.times--; l.times >= 0 {
		return fmt.Errorf("bots for workers: %w", syscall.EMFILE)
	}
	return l.direct.Give(ctx, j)
}
