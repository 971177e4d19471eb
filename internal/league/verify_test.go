package league_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/match/replay"
)

// sampleJob is the first match of a league.
func sampleJob(t testing.TB) (league.Job, league.Result) {
	t.Helper()
	s := begin(t, 4)
	_, err := s.Settle(t.Context(), read(t, s).ID, 0)
	require.NoError(t, err)
	j := league.Job{
		Facts:    read(t, s).Facts(schedule.Planned{Seed: 7, Seats: []int{3, 1, 0, 2}}),
		Versions: make([]string, 4),
	}
	r, err := play(t.Context(), j)
	require.NoError(t, err)
	return j, r
}

// forged returns a replay that was changed and written again, with hashes of its own.
func forged(t *testing.T, r league.Result, change func(*replay.Replay)) league.Result {
	t.Helper()
	recorded, err := replay.Read(bytes.NewReader(r.Replay), games.All())
	require.NoError(t, err)
	change(recorded)
	begun, err := recorded.Setup.New(recorded.Names(), recorded.Seed, recorded.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	to, err := replay.NewWriter(&file, begun, recorded.Header)
	require.NoError(t, err)
	for _, round := range recorded.Rounds {
		begun.Step(round.Turns)
		to.Round(begun, round.Round)
	}
	require.NoError(t, to.Close(match.Result{Scores: recorded.Scores}, recorded.Scores != nil))
	r.Replay = file.Bytes()
	return r
}

func TestResultIsThatOfTheReplay(t *testing.T) {
	j, r := sampleJob(t)
	result, err := league.Verify(games.All(), j, r)
	require.NoError(t, err)
	recorded, err := replay.Read(bytes.NewReader(r.Replay), games.All())
	require.NoError(t, err)
	require.Equal(t, rounds, result.Rounds)
	outcome := recorded.Outcome()
	require.Equal(t, outcome[:], result.Outcome)
	require.Equal(t, recorded.Scores, result.Scores)
	require.Equal(t, engine.Places(recorded.Scores), result.Places)
	require.Equal(t, make([]time.Duration, len(recorded.Seats)), result.CPU)
	require.Empty(t, result.Verdicts)
}

// TestChangesOfTheLeadAreCounted as the rules play a match again. Nobody sends their number.
func TestChangesOfTheLeadAreCounted(t *testing.T) {
	j, _ := sampleJob(t)
	setup, err := battleroyale.Game.Default().With("nb_rounds", 60)
	require.NoError(t, err)
	j.Facts.Setup = setup.Text()
	found := make(map[int]bool)
	for j.Facts.Seed = range 5 {
		r, err := play(t.Context(), j)
		require.NoError(t, err)
		recorded, err := replay.Read(bytes.NewReader(r.Replay), games.All())
		require.NoError(t, err)
		var leaders []int
		require.NoError(t, recorded.Play(func(m engine.Match, _ replay.Round) error {
			places := engine.Places(m.Scores())
			if first := slices.Index(places, 1); !slices.Contains(places[first+1:], 1) {
				leaders = append(leaders, first)
			}
			return nil
		}))
		result, err := league.Verify(games.All(), j, r)
		require.NoError(t, err)
		require.NotNil(t, result.LeadChanges)
		require.Len(t, slices.Compact(leaders), *result.LeadChanges+1)
		found[*result.LeadChanges] = true
	}
	require.Greater(t, len(found), 2, "they differ")
}

// TestMostCPUIsThatOfTheWorstRound, and CPU that of all.
func TestMostCPUIsThatOfTheWorstRound(t *testing.T) {
	j, r := sampleJob(t)
	result, err := league.Verify(games.All(), j, forged(t, r, func(r *replay.Replay) {
		for i := range r.Rounds {
			r.Rounds[i].Receipts[1].CPU = time.Millisecond
		}
		r.Rounds[1].Receipts[1].CPU = 5 * time.Millisecond
	}))
	require.NoError(t, err)
	require.Equal(t, 5*time.Millisecond, result.MostCPU[1])
	require.Equal(t, time.Duration(4+result.Rounds)*time.Millisecond, result.CPU[1])
}

// frozen freezes a seat from round 2 on.
func frozen(r *replay.Replay) {
	r.Rounds[2].Verdicts = []match.Verdict{{Seat: 1, Round: 2, Kind: match.Crash, Detail: "ended"}}
	for i := 2; i < len(r.Rounds); i++ {
		r.Rounds[i].Turns[1] = engine.Turn[engine.Commands]{Status: engine.Frozen}
	}
}

func TestVerdictsCount(t *testing.T) {
	j, r := sampleJob(t)
	result, err := league.Verify(games.All(), j, forged(t, r, func(r *replay.Replay) {
		frozen(r)
		begun, err := r.Setup.New(r.Names(), r.Seed, r.Random)
		require.NoError(t, err)
		for _, round := range r.Rounds {
			begun.Step(round.Turns)
		}
		r.Scores = begun.Scores()
	}))
	require.NoError(t, err)
	want := []match.Verdict{{Seat: 1, Kind: match.Crash, Round: 2, Detail: "ended"}}
	require.Equal(t, want, result.Verdicts)
}

// TestWrongResultsAreRefused: whatever is not as the job or the rules have it.
func TestWrongResultsAreRefused(t *testing.T) {
	j, r := sampleJob(t)
	for name, test := range map[string]struct {
		change func(*replay.Replay)
		want   string
	}{
		"scores":    {func(r *replay.Replay) { r.Scores[2] += 5 }, "the score of seat 2 differs"},
		"seed":      {func(r *replay.Replay) { r.Seed++ }, "another seed"},
		"program":   {func(r *replay.Replay) { r.Seats[1].SHA256 = make([]byte, 32) }, "another bot in seat 1"},
		"no digest": {func(r *replay.Replay) { r.Seats[1].SHA256 = nil }, "another bot in seat 1"},
		"name":      {func(r *replay.Replay) { r.Seats[3].Name = "bot 9" }, "another bot in seat 3"},
		"exchanged": {func(r *replay.Replay) { r.Seats[0], r.Seats[1] = r.Seats[1], r.Seats[0] }, "another bot in seat 0"},
		"settings": {func(r *replay.Replay) {
			var err error
			r.Setup, err = r.Setup.With("nb_rounds", rounds+1)
			require.NoError(t, err)
		}, "another settings or board"},
		"random":      {func(r *replay.Replay) { r.Random = engine.Classic }, "another source of randomness"},
		"more time":   {func(r *replay.Replay) { r.CPU *= 2 }, "another limits"},
		"more memory": {func(r *replay.Replay) { r.Limits.Memory *= 2 }, "another limits"},
		"no limits":   {func(r *replay.Replay) { r.Limits = nil }, "another limits"},
		"sandbox":     {func(r *replay.Replay) { r.Sandbox = "standard: all" }, "another sandbox"},
		"cut off":     {func(r *replay.Replay) { r.Rounds = r.Rounds[:3] }, "the match goes on"},
		"no end":      {func(r *replay.Replay) { r.Scores = nil }, "ends before the match does"},
		"no verdict": {func(r *replay.Replay) {
			r.Rounds[3].Turns[0].Status = engine.Frozen
		}, "seat 0 is frozen without a verdict"},
		"thawed": {func(r *replay.Replay) { frozen(r); r.Rounds[4].Turns[1].Status = 0 }, "plays in spite of one"},
		"new verdict": {func(r *replay.Replay) {
			frozen(r)
			r.Rounds[2].Verdicts[0].Kind = "bribe"
		}, "seat 1 has a verdict that no referee gives"},
		"long verdict": {func(r *replay.Replay) {
			frozen(r)
			r.Rounds[2].Verdicts[0].Detail = strings.Repeat("x", 9999)
		}, "has a verdict that no referee gives"},
		"late orders": {func(r *replay.Replay) {
			orders := r.Rounds[3].Turns[1].Commands
			frozen(r)
			r.Rounds[3].Turns[1].Commands = orders
		}, "is frozen and gives commands"},
		"less than no time":    {func(r *replay.Replay) { r.Rounds[1].Receipts[0].CPU = -1 }, "less than no time"},
		"ends before it begun": {func(r *replay.Replay) { r.Rounds[1].Receipts[0].Wall = -1 }, "less than no time"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := league.Verify(games.All(), j, forged(t, r, test.change))
			require.ErrorContains(t, err, test.want)
		})
	}
}

// TestResultOfAnotherJob is refused, whatever the jobs differ in.
func TestResultOfAnotherJob(t *testing.T) {
	for want, change := range map[string]func(f *store.Facts){
		"another game":                 func(f *store.Facts) { f.Game = "moria" },
		"another version of the rules": func(f *store.Facts) { f.Rules++ },
		"another number of seats":      func(f *store.Facts) { f.Names, f.Programs = f.Names[:3], f.Programs[:3] },
	} {
		j, r := sampleJob(t)
		change(&j.Facts)
		_, err := league.Verify(games.All(), j, r)
		require.ErrorContains(t, err, "the key is that of another match")
		r.Key = j.Key()
		_, err = league.Verify(games.All(), j, r)
		require.ErrorContains(t, err, want)
	}
}

// TestTimeOfAResult: nobody can check it, so it only must make sense.
func TestTimeOfAResult(t *testing.T) {
	j, r := sampleJob(t)
	r.Wall = -time.Hour
	result, err := league.Verify(games.All(), j, r)
	require.NoError(t, err)
	require.Zero(t, result.Wall)
}

// TestForgedCommandsAreTakenAsTheyAre: they are what another worker must find out.
func TestForgedCommandsAreTakenAsTheyAre(t *testing.T) {
	j, r := sampleJob(t)
	honest, err := league.Verify(games.All(), j, r)
	require.NoError(t, err)
	lazy, err := league.Verify(games.All(), j, forged(t, r, func(r *replay.Replay) {
		begun, err := r.Setup.New(r.Names(), r.Seed, r.Random)
		require.NoError(t, err)
		for i := range r.Rounds {
			r.Rounds[i].Turns[0].Commands = nil
			begun.Step(r.Rounds[i].Turns)
		}
		r.Scores = begun.Scores()
	}))
	require.NoError(t, err)
	require.NotEqual(t, honest.Outcome, lazy.Outcome)
}

// TestBytesThatAreNoReplay are refused, also if a part of them is one.
func TestBytesThatAreNoReplay(t *testing.T) {
	j, r := sampleJob(t)
	whole, err := league.Verify(games.All(), j, r)
	require.NoError(t, err)
	for name, replay := range map[string][]byte{
		"nothing": nil, "text": []byte("you have won"), "cut": r.Replay[:len(r.Replay)/2],
	} {
		_, err := league.Verify(games.All(), j, league.Result{Key: r.Key, Replay: replay})
		require.Error(t, err, name)
	}
	_, err = league.Verify(games.All(), j, league.Result{Key: r.Key, Replay: make([]byte, 33<<20)})
	require.ErrorContains(t, err, "the replay has 34603008 bytes, the most is 33554432")
	wrong, without := r, 0
	for i := 0; i < len(r.Replay); i += 13 {
		damaged := bytes.Clone(r.Replay)
		damaged[i] ^= 0x10
		wrong.Replay = damaged
		read, err := league.Verify(games.All(), j, wrong)
		if err == nil { // a bit of zstd's frame that has no meaning
			without++
			require.Equal(t, whole, read, "byte %d", i)
		}
	}
	require.LessOrEqual(t, without, 1)
}

// TestWrongResultIsPlayedAgain, and the right one counts.
func TestWrongResultIsPlayedAgain(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	first := true
	over.spoil = func(d league.Delivered) []league.Delivered {
		if d.Worker = "anna"; first {
			first = false
			d.Result = forged(t, d.Result, func(r *replay.Replay) { r.Scores[0] += 9 })
			d.Worker = "mallory"
		}
		return []league.Delivered{d}
	}
	told := runTo(t, s, 4, over)
	require.Len(t, told, 1)
	require.Equal(t, league.Refused, told[0].Kind)
	require.Equal(t, "mallory", told[0].Worker)
	require.Contains(t, told[0].Reason, "score of seat 0 differs")
	require.Len(t, over.given, 5)
	require.Equal(t, 5, over.done)
	for _, m := range table(t, s) {
		require.Equal(t, "anna", m.Worker)
	}
}

// TestResultsThatComeTwice, at once or after all others, change nothing.
func TestResultsThatComeTwice(t *testing.T) {
	want, s := begin(t, 5), begin(t, 5)
	runTo(t, want, 6, newDirect())
	over := newDirect()
	var earlier []league.Delivered
	over.spoil = func(d league.Delivered) []league.Delivered {
		earlier = append(earlier, d)
		return append([]league.Delivered{d, d}, slices.Clone(earlier)...)
	}
	require.Empty(t, runTo(t, s, 6, over))
	require.Equal(t, table(t, want), table(t, s))
}

// TestResultsThatComeAgain are not taken for some that nobody has asked for, however many they are: whoever was
// killed delivers all again of which it does not know that they are safe.
func TestResultsThatComeAgain(t *testing.T) {
	const matches = 70
	s, over := begin(t, 5), newDirect()
	var earlier []league.Delivered
	over.spoil = func(d league.Delivered) []league.Delivered {
		if earlier = append(earlier, d); len(earlier) == matches {
			return slices.Clone(earlier)
		}
		return []league.Delivered{d}
	}
	require.Empty(t, runTo(t, s, matches, over))
	require.Len(t, table(t, s), matches)
}

// TestResultsThatNobodyAskedFor are acknowledged. A few are kept, as the league may ask yet.
func TestResultsThatNobodyAskedFor(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	_, other := sampleJob(t)
	over.spoil = func(d league.Delivered) []league.Delivered {
		var all []league.Delivered
		for number := range 65 {
			unknown := other
			unknown.Key[0] = byte(number)
			all = append(all, league.Delivered{Result: unknown})
		}
		stolen := d.Result
		stolen.Replay = other.Replay // the replay of another match
		if len(over.given) > 1 {
			return []league.Delivered{d}
		}
		return append(all, league.Delivered{Result: stolen})
	}
	told := runTo(t, s, 1, over)
	require.Len(t, told, 2)
	require.Equal(t, "nobody has asked for this match", told[0].Reason)
	require.Contains(t, told[1].Reason, "the replay has another")
	require.Len(t, table(t, s), 1)
	require.GreaterOrEqual(t, over.done, 66)
}

// TestResultsOfAKilledLeague that come before its successor asks for them are taken when it would.
func TestResultsOfAKilledLeague(t *testing.T) {
	want, s := begin(t, 5), begin(t, 5)
	whole := newDirect()
	var played []league.Delivered
	whole.spoil = func(d league.Delivered) []league.Delivered {
		played = append(played, d)
		return []league.Delivered{d}
	}
	runTo(t, want, 12, whole)
	over := newDirect()
	over.spoil = func(d league.Delivered) []league.Delivered {
		if len(over.given) == 1 {
			return append(slices.Clone(played[6:]), d)
		}
		return []league.Delivered{d}
	}
	require.Empty(t, runTo(t, s, 12, over))
	require.Equal(t, table(t, want), table(t, s))
	require.Len(t, over.given, 6, "the others were there")
}

// TestPoisonedMatchDoesNotStopALeague: it is marked, and the others are played.
func TestPoisonedMatchDoesNotStopALeague(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	var poisoned store.Key
	over.spoil = func(d league.Delivered) []league.Delivered {
		if len(over.given) == 2 {
			poisoned = d.Key
		}
		if d.Key == poisoned {
			return []league.Delivered{{Result: league.Result{Key: d.Key}, Err: errors.New("the worker \x1b[1mdied")}}
		}
		return []league.Delivered{d}
	}
	told := runTo(t, s, 6, over)
	require.Len(t, told, 1)
	require.Equal(t, league.Failed, told[0].Kind)
	require.Len(t, over.given, 6+league.MostTries-1)
	require.Len(t, table(t, s), 5)
	failures, err := s.Failures(t.Context(), read(t, s).ID)
	require.NoError(t, err)
	require.Len(t, failures, 1)
	require.Equal(t, 1, failures[0].Number)
	require.NotContains(t, failures[0].Reason, "\x1b")

	again := newDirect()
	runTo(t, s, 7, again)
	require.Len(t, again.given, 1, "it is not tried again")
}

// TestTriesOfATransportCount: it may have handed out a job several times by itself.
func TestTriesOfATransportCount(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	over.spoil = func(d league.Delivered) []league.Delivered {
		if len(over.given) == 1 {
			return []league.Delivered{{Result: league.Result{Key: d.Key}, Err: errors.New("silent"), Tries: league.MostTries}}
		}
		return []league.Delivered{d}
	}
	require.Len(t, runTo(t, s, 3, over), 1)
	require.Len(t, over.given, 3)
}

// TestBrokenMachineStopsALeague, before all matches are marked.
func TestBrokenMachineStopsALeague(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	over.spoil = func(d league.Delivered) []league.Delivered {
		return []league.Delivered{{Result: league.Result{Key: d.Key}, Err: errors.New("no worker starts")}}
	}
	r := league.Run{Store: s, Games: games.All(), Transport: over}
	require.EqualError(
		t, r.Play(t.Context()), "10 matches in a row could not be played, the last because no worker starts")
	failures, err := s.Failures(t.Context(), read(t, s).ID)
	require.NoError(t, err)
	require.Len(t, failures, 10)
}

// TestFailuresNowAndThenStopNoLeague: only matches in a row tell that nothing works.
func TestFailuresNowAndThenStopNoLeague(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	over.spoil = func(d league.Delivered) []league.Delivered {
		if len(over.given)%2 == 1 {
			return []league.Delivered{{Result: league.Result{Key: d.Key}, Err: errors.New("silent"), Tries: league.MostTries}}
		}
		return []league.Delivered{d}
	}
	require.Len(t, runTo(t, s, 24, over), 12)
}

// TestTransportThatEnds ends the league with an error.
func TestTransportThatEnds(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	over.room = 0
	close(over.results)
	r := league.Run{Store: s, Games: games.All(), Transport: over}
	require.EqualError(t, r.Play(t.Context()), "nobody is left to play the matches")
	for range 20 { // what ends the league ends its transport, too: that is no error of the transport
		ctx, end := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Millisecond, func() { end(errStopped) })
		results := make(chan league.Delivered)
		over.results = results
		context.AfterFunc(ctx, func() { close(results) })
		require.ErrorIs(t, r.Play(ctx), errStopped)
	}
}

var errStopped = errors.New("stopped")

// TestOtherRulesAreRefused: the matches of a league are by one version.
func TestOtherRulesAreRefused(t *testing.T) {
	s := newLeague(t, t.TempDir()+"/league.db", 4, func(l *store.League) { l.Rules++ })
	r := league.Run{Store: s, Games: games.All(), Transport: newDirect()}
	require.ErrorContains(t, r.Play(t.Context()), "the league is played by version")
}

func BenchmarkVerify(b *testing.B) {
	j, r := sampleJob(b)
	for b.Loop() {
		_, err := league.Verify(games.All(), j, r)
		require.NoError(b, err)
	}
}

// TestDoneComesAfterTheCommit: what is not in the store is delivered again.
func TestDoneComesAfterTheCommit(t *testing.T) {
	s, over := begin(t, 5), newDirect()
	over.spoil = func(d league.Delivered) []league.Delivered {
		if len(over.given) == over.room {
			require.NoError(t, s.Close())
		}
		return []league.Delivered{d}
	}
	r := league.Run{Store: s, Games: games.All(), Transport: over}
	require.Error(t, r.Play(t.Context()))
	require.Zero(t, over.done)
}
