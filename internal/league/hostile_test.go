package league_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/match/replay"
)

// TestTwoLiarsWhoAgree outvote one honest worker: that is not promised. The league's own machine
// is right against both.
func TestTwoLiarsWhoAgree(t *testing.T) {
	tier.Long(t, "a league of many matches")
	for own, honest := range map[bool]string{false: "anna", true: ""} {
		s, over := checkedLeague(t, 0.05), newCrowd(t, 3, honest, "lea", "luke")
		over.lies["lea"], over.lies["luke"] = always(silenced(1, 0)), always(silenced(1, 0))
		runTo(t, s, 30, over)
		if own {
			require.Contains(t, over.revoked, "lea")
			require.Contains(t, over.revoked, "luke")
			requireTruth(t, s, 30)
		} else {
			require.Len(t, over.revoked, 1)
			require.Contains(t, over.revoked, "anna")
		}
	}
}

// TestWrongVerdictsDoNotCount: that a bot was too slow must be found by a second worker.
func TestWrongVerdictsDoNotCount(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 4, "anna", "ben", "mallory")
	over.lies["mallory"] = always(frozenFor(match.OverCPU))
	over.room = 1 // so that it never plays second
	over.lies["mallory"] = func(*rand.Rand) lie {
		if len(over.results) == 0 && over.by["mallory"] < 30 {
			return frozenFor(match.OverCPU)
		}
		return nil
	}
	for _, e := range runTo(t, s, 40, over) {
		require.Equal(t, league.Disbelieved, e.Kind)
	}
	require.Greater(t, over.by["mallory"], 5)
	requireTruth(t, s, 40)
	require.NotZero(t, workerOf(t, s, "mallory").Unfounded)
	require.Zero(t, workerOf(t, s, "anna").Unfounded)
}

// TestVerdictCountsIfASecondWorkerFindsIt, and no more are asked if there are none.
func TestVerdictCountsIfASecondWorkerFindsIt(t *testing.T) {
	for _, kind := range []match.Kind{match.OverCPU, match.Late, match.TooMuchMemory, match.TooManyThreads} {
		t.Run(string(kind), func(t *testing.T) {
			s, over := checkedLeague(t, 0.05), newCrowd(t, 5, "anna", "ben")
			slow := always(frozenFor(kind))
			over.lies["anna"], over.lies["ben"] = slow, slow
			require.Empty(t, runTo(t, s, 20, over))
			require.LessOrEqual(t, over.given, 41)
			for _, m := range table(t, s) {
				require.Equal(t, kind, m.Verdict(1).Kind)
			}
		})
	}
}

// intruder is a crowd in which a worker also delivers what it was not to play, once, and before the others.
type intruder struct {
	*crowd
	name      string
	delivered map[store.Key]bool
}

func (i *intruder) Give(ctx context.Context, j league.Job) error {
	if slices.Contains(j.Not, i.name) && !i.delivered[j.Key()] {
		i.delivered[j.Key()] = true
		i.play(i.name, j)
	}
	return i.crowd.Give(ctx, j)
}

// TestNobodyChecksItsOwnMatches, though it delivers them once more.
func TestNobodyChecksItsOwnMatches(t *testing.T) {
	s, over := checkedLeague(t, 1), newCrowd(t, 14, "anna", "ben", "mallory")
	over.lies["mallory"] = always(silenced(1, 0))
	by := &intruder{over, "mallory", make(map[store.Key]bool)}
	require.Equal(t, []league.Kind{league.Revoked}, kindsOf(runTo(t, s, 20, by)))
	require.Contains(t, over.revoked, "mallory")
	require.NotEmpty(t, by.delivered)
	require.Zero(t, workerOf(t, s, "mallory").Passed)
	requireTruth(t, s, 20)
}

// TestVerdictOfThisMachineCounts at once.
func TestVerdictOfThisMachineCounts(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 6, "")
	over.lies[""] = always(frozenFor(match.OverCPU))
	require.Empty(t, runTo(t, s, 10, over))
	require.Equal(t, 10, over.given)
}

// alone plays with one worker, until the league says that matches wait for another one.
func alone(t *testing.T, s *store.Store, matches int, over *crowd) {
	t.Helper()
	now := noon
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	told := 0
	r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches, Now: func() time.Time {
		if now = now.Add(time.Second); told > 0 && over.given > matches {
			stop()
		}
		return now
	}, Tell: func(e league.Event) {
		if e.Kind == league.Lonely {
			told++
		}
	}}
	require.ErrorIs(t, r.Play(ctx), context.Canceled)
	require.Equal(t, 1, told)
}

// TestOneWorkerAlone plays on. Its checks wait, and so do matches in which a bot was too slow.
func TestOneWorkerAlone(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 7, "anna")
	over.lies["anna"] = sometimes(0.5, frozenFor(match.OverCPU))
	alone(t, s, 30, over)
	require.Equal(t, 30, over.by["anna"], "none is played twice")
	require.Zero(t, workerOf(t, s, "anna").Passed)
	due, err := s.Due(t.Context(), read(t, s).ID, 1000)
	require.NoError(t, err)
	require.NotEmpty(t, due)
	all := table(t, s)
	require.Equal(t, len(due), len(all))
	require.Less(t, len(all), 30)
	for _, m := range all {
		require.Empty(t, m.Verdicts)
	}

	later := newCrowd(t, 7, "ben")
	runTo(t, s, 30, later)
	requireTruth(t, s, 30)
	require.Equal(t, len(due), workerOf(t, s, "anna").Passed, "who comes later makes its checks")
}

// TestWhoOpensManyClaimsFreezesNobody, however many are open, also after the league was stopped and served again.
func TestWhoOpensManyClaimsFreezesNobody(t *testing.T) {
	tier.Long(t, "a league of many matches")
	s, over := checkedLeague(t, 0), newCrowd(t, 7, "mallory")
	over.lies["mallory"] = always(frozenFor(match.OverCPU))
	alone(t, s, 150, over)
	require.Equal(t, 150, over.by["mallory"])
	require.Empty(t, table(t, s))
	claims, err := s.Claims(t.Context())
	require.NoError(t, err)
	require.Len(t, claims, 64, "more are not even kept")

	honest := newCrowd(t, 7, "mallory", "anna", "ben", "clara")
	honest.lies["mallory"] = always(frozenFor(match.OverCPU))
	told := runTo(t, s, 150, honest)
	requireTruth(t, s, 150)
	require.Equal(t, []league.Kind{league.Disbelieved}, kindsOf(told))
	require.Equal(t, "mallory", told[0].Worker)
	require.Greater(t, workerOf(t, s, "mallory").Unfounded, 1, "once is no proof")
	require.False(t, workerOf(t, s, "mallory").IsBelieved())
	require.Empty(t, honest.revoked, "it may be a machine that is too slow")
}

// TestTwoFriendsWhoConfirmEachOther freeze somebody only if chance asks just them, and then not always: a third is
// asked in a share of the matches that nobody knows. They are found by the others.
func TestTwoFriendsWhoConfirmEachOther(t *testing.T) {
	tier.Long(t, "up to ten leagues")
	for seed := range uint64(10) {
		s, over := checkedLeague(t, 0), newCrowd(t, seed, "lea", "luke", "anna", "ben", "clara", "doris")
		over.lies["lea"], over.lies["luke"] = always(frozenFor(match.OverCPU)), always(frozenFor(match.OverCPU))
		told := runTo(t, s, 240, over)
		require.Equal(t, []league.Kind{league.Disbelieved, league.Disbelieved}, kindsOf(told))
		require.ElementsMatch(t, []string{"lea", "luke"}, []string{told[0].Worker, told[1].Worker})
		requireTruth(t, s, 240)
		for _, id := range []string{"anna", "ben", "clara", "doris"} {
			require.Zero(t, workerOf(t, s, id).Unfounded)
		}
		if told[0].Count+told[1].Count > 0 {
			return
		}
	}
	require.Fail(t, "chance has asked just them in none of ten leagues")
}

// TestTheLeaguesOwnMachineDecides between a worker that is alone and itself, at once.
func TestTheLeaguesOwnMachineDecides(t *testing.T) {
	s, over := checkedLeague(t, 0), newCrowd(t, 13, "", "mallory")
	over.lies["mallory"] = always(frozenFor(match.OverCPU))
	told := runTo(t, s, 40, over)
	require.Equal(t, []league.Kind{league.Disbelieved}, kindsOf(told))
	require.Equal(t, "mallory", told[0].Worker)
	requireTruth(t, s, 40)
}

// TestWhoIsNotBelievedRemainsSo when the league is served again, and its matches in which nobody is frozen count.
func TestWhoIsNotBelievedRemainsSo(t *testing.T) {
	s := checkedLeague(t, 0)
	for i, matches := range []int{90, 120} {
		over := newCrowd(t, 1, "anna", "ben", "clara", "mallory")
		over.lies["mallory"] = func(*rand.Rand) lie {
			if i == 0 || over.by["mallory"]%3 == 0 {
				return frozenFor(match.Late)
			}
			return nil
		}
		told := runTo(t, s, matches, over)
		require.Len(t, told, 1-i, "only the first time")
		requireTruth(t, s, matches)
	}
	require.False(t, workerOf(t, s, "mallory").IsBelieved())
	require.NotZero(t, workerOf(t, s, "mallory").Matches)
}

// TestUnfoundedVerdictsAreRememberedWhenServedAgain: who lies a little each time is found as well.
func TestUnfoundedVerdictsAreRememberedWhenServedAgain(t *testing.T) {
	s := checkedLeague(t, 0)
	var told events
	for matches := 8; matches <= 120; matches += 8 {
		over := newCrowd(t, uint64(matches), "anna", "ben", "clara", "mallory")
		over.lies["mallory"] = sometimes(0.7, frozenFor(match.Late))
		told = append(told, runTo(t, s, matches, over)...)
	}
	require.Equal(t, []league.Kind{league.Disbelieved}, kindsOf(told))
	requireTruth(t, s, 120)
}

// TestASlowMachineFreezesNobody, whatever it finds: another one finds nothing of that. Nobody lies.
func TestASlowMachineFreezesNobody(t *testing.T) {
	for _, kind := range []match.Kind{match.OverCPU, match.Late, match.TooMuchMemory, match.TooManyThreads} {
		t.Run(string(kind), func(t *testing.T) {
			s, over := checkedLeague(t, 0.05), newCrowd(t, 5, "anna", "ben")
			over.lies["anna"] = always(frozenFor(kind))
			require.Empty(t, runTo(t, s, 20, over))
			require.Empty(t, over.revoked)
			requireTruth(t, s, 20)
		})
	}
}

// TestAnOldProcessorFreezesNobody, and is blamed for nothing: it soon gets no matches of a bot that it can't run.
func TestAnOldProcessorFreezesNobody(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 5, "anna", "ben", "clara")
	ill := 0
	over.lies["anna"] = always(func(t *testing.T, r league.Result) league.Result {
		recorded, err := replay.Read(bytes.NewReader(r.Replay), games.All())
		require.NoError(t, err)
		if newer := programOf(2); !bytes.Equal(recorded.Seats[1].SHA256, newer[:]) {
			return r
		}
		ill++
		return illegal()(t, r)
	})
	require.Empty(t, runTo(t, s, 80, over))
	require.Empty(t, over.revoked)
	requireTruth(t, s, 80)
	require.Zero(t, workerOf(t, s, "anna").Unfounded)
	require.True(t, workerOf(t, s, "anna").IsBelieved())
	require.Less(t, ill, 12, "of some forty matches in which the bot has seat 1")
}

// TestAnIllegalInstructionCountsIfASecondMachineMeetsIt: then it is the bot's own.
func TestAnIllegalInstructionCountsIfASecondMachineMeetsIt(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 5, "anna", "ben")
	over.lies["anna"], over.lies["ben"] = always(illegal()), always(illegal())
	require.Empty(t, runTo(t, s, 20, over))
	for _, m := range table(t, s) {
		require.Equal(t, match.Crash, m.Verdict(1).Kind)
	}
	require.GreaterOrEqual(t, over.given, 40, "each was played by two at least")
}

// TestBrokenMachine turns a bit in some of its replays. Its first results that are refused are
// told, and with the third it ends. No match is given up for it.
func TestBrokenMachine(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 8, "anna", "ben", "broken")
	over.lies["broken"] = sometimes(0.5, bitFlipped)
	told := runTo(t, s, 80, over)
	require.Equal(t, []league.Kind{league.Refused, league.Refused, league.Refused, league.Revoked}, kindsOf(told))
	require.Equal(t, 1, told[0].Count)
	require.Contains(t, over.revoked["broken"], "3 of its results were refused, the last because ")
	requireTruth(t, s, 80)
	require.Equal(t, 3, workerOf(t, s, "broken").Refused)
}

// TestRefusedResultsUseUpNoTry of a match, but they end all the same.
func TestRefusedResultsUseUpNoTry(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 9)
	for i := range 6 {
		name := fmt.Sprint("mallory ", i)
		over.names = append(over.names, name)
		over.lies[name] = always(bitFlipped)
	}
	over.names = append(over.names, "anna")
	over.room = 3
	told := runTo(t, s, 10, over)
	require.NotContains(t, kindsOf(told), league.Failed)
	requireTruth(t, s, 10)
}

// TestBotsThatVary are found by three workers who have played in three ways; nobody is revoked.
func TestBotsThatVary(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 10, "anna", "ben", "clara")
	for i, name := range over.names {
		over.lies[name] = func(*rand.Rand) lie { return varying(3, i) }
	}
	told := runTo(t, s, 40, over)
	require.Empty(t, over.revoked)
	require.NotContains(t, kindsOf(told), league.Revoked)
	programs, err := s.Varying(t.Context())
	require.NoError(t, err)
	require.Len(t, programs, 1)
	require.Contains(t, programs, programOf(3))
	for _, m := range table(t, s) {
		require.NotEqual(t, store.CheckDue, m.Check)
	}
}

// TestBotThatVariesSeldom costs no more than two workers.
func TestBotThatVariesSeldom(t *testing.T) {
	tier.Long(t, "a league of many matches")
	s, over := checkedLeague(t, 1), newCrowd(t, 11)
	for i := range 8 {
		name := fmt.Sprint("worker ", i)
		over.names = append(over.names, name)
		over.lies[name] = sometimes(0.1, varying(3, 0))
	}
	told := runTo(t, s, 150, over)
	require.Len(t, over.revoked, 2)
	require.Contains(t, kindsOf(told), league.Varying)
}

// TestKilledWhileItChecks: whatever is lost, the end is the same, and liars are found.
func TestKilledWhileItChecks(t *testing.T) {
	tier.Long(t, "kills a league again and again")
	kinds := []bool{false}
	if tier.IsNight() {
		kinds = []bool{false, true}
	}
	for _, ladder := range kinds {
		path := filepath.Join(t.TempDir(), "league.db")
		s := newLeague(t, path, 6, func(l *store.League) {
			l.Secret, l.Checks = []byte("secret"), 0.3
			if l.Ladder = ladder; ladder {
				l.Format = league.Ladder
			}
		})
		random := rand.New(rand.NewPCG(5, 6))
		const matches = 60
		kills := 0
		for run := uint64(0); ; run++ {
			require.Less(t, run, uint64(200))
			over := newCrowd(t, run, "anna", "ben", "clara", "mallory", "broken")
			over.lies["mallory"] = sometimes(0.3, silenced(2, 1))
			over.lies["broken"] = sometimes(0.1, bitFlipped)
			over.after = 1 + random.IntN(25)
			r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches}
			err := r.Play(t.Context())
			require.NoError(t, s.Close())
			s = open(t, path)
			if err == nil {
				break
			}
			require.ErrorIs(t, err, errKilled)
			kills++
		}
		require.Greater(t, kills, 3)
		require.True(t, workerOf(t, s, "mallory").IsRevoked())
		all := table(t, s)
		require.Len(t, all, matches)
		if !ladder {
			requireTruth(t, s, matches)
		}
		for number, m := range all {
			require.Equal(t, number, m.Number)
			require.NotEqual(t, "mallory", m.Worker)
		}
	}
}
