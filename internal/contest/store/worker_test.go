package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

func planned(number int) schedule.Planned {
	return schedule.Planned{Number: number, Group: number, Seed: uint64(number), Seats: []int{1, 0}}
}

// addBy adds a match that a worker has played.
func addBy(t *testing.T, s *store.Store, l store.League, number int, worker string, check store.Check) store.Key {
	t.Helper()
	r := result(number)
	r.Worker, r.Check, r.Outcome = worker, check, []byte{byte(number)}
	key := store.Key{byte(number), 31: 1}
	fresh, err := s.Add(t.Context(), l.ID, with(planned(number), key, r), []byte("replay"))
	require.NoError(t, err)
	require.True(t, fresh)
	return key
}

func numbers(t *testing.T, s *store.Store, l store.League) (all []int) {
	now, err := s.Tournament(t.Context(), l.ID)
	require.NoError(t, err)
	require.Len(t, over(t, s, l.ID, 0), now.Matches)
	for _, m := range over(t, s, l.ID, 0) {
		all = append(all, m.Number)
	}
	return all
}

func dueNumbers(t *testing.T, s *store.Store, l store.League) (all []int) {
	due, err := s.Due(t.Context(), l.ID, 100)
	require.NoError(t, err)
	for _, d := range due {
		all = append(all, d.Number)
	}
	return all
}

// TestWhatIsDueHasItsVerdicts, also after the arena was started again: by them a league keeps replays.
func TestWhatIsDueHasItsVerdicts(t *testing.T) {
	s, l := beginLeague(t)
	r := result(1)
	r.Worker, r.Check, r.Outcome = "A", store.CheckDue, []byte{1}
	r.Verdicts = []match.Verdict{
		{Seat: 1, Kind: match.Crash, Round: 2, Detail: "ended"},
		{Seat: 0, Kind: match.OverCPU, Round: 5, Detail: "used more"},
	}
	_, err := s.Add(t.Context(), l.ID, with(planned(1), store.Key{1, 31: 1}, r), []byte("replay"))
	require.NoError(t, err)
	addBy(t, s, l, 2, "A", store.CheckDue)
	due, err := s.Due(t.Context(), l.ID, 100)
	require.NoError(t, err)
	require.Len(t, due, 2)
	require.Equal(t, r.Verdicts, due[0].Verdicts)
}

// TestRevokedWorkersAreSetAside: their matches are kept, and can be played again; and whom they have
// confirmed is not confirmed.
func TestRevokedWorkersAreSetAside(t *testing.T) {
	s, l := beginLeague(t)
	require.NoError(t, s.Meet(t.Context(), "B", "ben"))
	addBy(t, s, l, 0, "", "")
	one := addBy(t, s, l, 1, "A", store.CheckDue)
	two := addBy(t, s, l, 2, "B", store.CheckDue)
	addBy(t, s, l, 3, "B", "")
	require.Equal(t, []int{1, 2}, dueNumbers(t, s, l))

	require.NoError(t, s.Conclude(t.Context(), store.Conclusion{
		Key: one, Again: store.Replayed{Worker: "B", Outcome: []byte{1}, Played: noon}, Agrees: true,
		Check: store.CheckPassed, DropReplay: true,
	}, noon))
	require.Equal(t, []int{2}, dueNumbers(t, s, l))
	_, kept, err := s.Replay(t.Context(), one)
	require.NoError(t, err)
	require.False(t, kept)

	program := [32]byte{7}
	for _, again := range []store.Conclusion{
		{
			Again: store.Replayed{Worker: "A", Outcome: []byte{9}, Played: noon, Replay: []byte("other")},
			Check: store.CheckDue,
		},
		{
			Again: store.Replayed{Worker: "", Outcome: []byte{9}, Played: noon.Add(time.Second)}, Check: store.CheckFailed,
			Odd: []string{"B"}, Why: "it lies", Began: [][32]byte{program},
		},
	} {
		again.Key = two
		require.NoError(t, s.Conclude(t.Context(), again, noon))
	}
	require.Equal(t, []int{0, 1}, numbers(t, s, l))
	require.Equal(t, []int{1}, dueNumbers(t, s, l), "B has confirmed it")
	due, err := s.Due(t.Context(), l.ID, 100)
	require.NoError(t, err)
	require.Empty(t, due[0].Again)

	doubted, err := s.Doubted(t.Context(), l.ID)
	require.NoError(t, err)
	require.Len(t, doubted, 2)
	require.Equal(t,
		store.VoidedMatch{Planned: planned(2), Key: two, Worker: "B", Why: "it lies", Noted: noon}, doubted[0])
	workers, err := s.Workers(t.Context())
	require.NoError(t, err)
	require.Equal(t, []store.Worker{
		{ID: "A", Matches: 1, Passed: 1, Last: result(1).Ended},
		{ID: "B", Name: "ben", Matches: 2, Failed: 1, Last: result(3).Ended, Revoked: noon, Why: "it lies"},
	}, workers)
	cost, err := s.Cost(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[[32]byte]int{program: 1}, cost)

	_, known, err := s.Place(t.Context(), l.ID, planned(2), two)
	require.NoError(t, err)
	require.False(t, known, "what is doubted is not taken for another tournament")
	addBy(t, s, l, 2, "A", "")
	require.Equal(t, []int{0, 1, 2}, numbers(t, s, l))
	require.NoError(t, s.Revoke(t.Context(), "B", "again", noon.Add(time.Hour)))
	require.Equal(t, []int{0, 1, 2}, numbers(t, s, l), "what another has played in their place stays")
	workers, err = s.Workers(t.Context())
	require.NoError(t, err)
	require.Equal(t, "it lies", workers[1].Why, "the first reason is the true one")
	require.Equal(t, noon, workers[1].Revoked)
}

// TestAConclusionIsNotedWholeOrNotAtAll, whatever part of it can't be written.
func TestAConclusionIsNotedWholeOrNotAtAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "league.db")
	s := open(t, path, store.Options{})
	l, err := s.BeginLeague(t.Context(), sampleLeague(), noon)
	require.NoError(t, err)
	key := addBy(t, s, l, 1, "A", store.CheckDue)
	addBy(t, s, l, 2, "B", "")
	c := store.Conclusion{
		Key: key, Again: store.Replayed{Worker: "B", Outcome: []byte{9}, Played: noon}, Check: store.CheckPassed,
		DropReplay: true, Odd: []string{"B"}, Why: "it lies", Began: [][32]byte{{7}}, Varying: [][32]byte{{8}},
	}
	workers, err := s.Workers(t.Context())
	require.NoError(t, err)
	for _, part := range []string{
		"insert on checked", "update of checking on match", "update of passed on worker", "delete on replay",
		"update of failed on worker", "insert on cost", "update of revoked on worker", "insert on varying",
	} {
		execute(t, path, "create trigger broken before "+part+" begin select raise(abort, 'no more'); end")
		require.ErrorContains(t, s.Conclude(t.Context(), c, noon), "no more", part)
		execute(t, path, "drop trigger broken")
		now, err := s.Workers(t.Context())
		require.NoError(t, err)
		require.Equal(t, workers, now, part)
		require.Equal(t, []int{1}, dueNumbers(t, s, l), part)
	}
	execute(t, path, "update match set worker = hex(zeroblob(1000000)) where worker = 'A'")
	require.Error(t, s.Conclude(t.Context(), c, noon), "no store of ours says that")
	execute(t, path, "update match set worker = 'A' where length(worker) > 1")
	require.NoError(t, s.Conclude(t.Context(), c, noon))
	require.Empty(t, dueNumbers(t, s, l))
}

// TestReplaysOfChecks are kept where they differ.
func TestReplaysOfChecks(t *testing.T) {
	s, l := beginLeague(t)
	key := addBy(t, s, l, 0, "A", store.CheckDue)
	again := store.Replayed{Worker: "B", Outcome: []byte{9}, Played: noon, Replay: []byte("other")}
	require.NoError(t, s.Conclude(t.Context(), store.Conclusion{Key: key, Again: again, Check: store.CheckDue}, noon))
	data, kept, err := s.ReplayOf(t.Context(), key, "B")
	require.NoError(t, err)
	require.True(t, kept)
	require.Equal(t, "other", string(data))
	_, kept, err = s.ReplayOf(t.Context(), key, "C")
	require.NoError(t, err)
	require.False(t, kept)
	require.ErrorContains(t, s.Conclude(t.Context(), store.Conclusion{Key: store.Key{99}, Check: store.CheckVoid}, noon),
		"is not in the store")
}

// TestWhatWasPlayedInVainIsKnown: who has played a match again that can't be compared.
func TestWhatWasPlayedInVainIsKnown(t *testing.T) {
	s, l := beginLeague(t)
	key := addBy(t, s, l, 0, "A", store.CheckDue)
	again := store.Replayed{Worker: "B", Played: noon}
	require.NoError(t, s.Conclude(t.Context(), store.Conclusion{Key: key, Again: again, Check: store.CheckVoid}, noon))
	got, err := s.AgainOf(t.Context(), key)
	require.NoError(t, err)
	require.Equal(t, []store.Replayed{again}, got)
	require.Empty(t, dueNumbers(t, s, l))
}

// TestChecksAreThoseOfTheirTournament, though a match may be in several.
func TestChecksAreThoseOfTheirTournament(t *testing.T) {
	s, l := beginLeague(t)
	other, err := s.Begin(t.Context(), sample(), noon)
	require.NoError(t, err)
	addBy(t, s, l, 1, "A", store.CheckDue)
	due, err := s.Due(t.Context(), other.ID, 100)
	require.NoError(t, err)
	require.Empty(t, due)
	_, known, err := s.Place(t.Context(), other.ID, planned(1), store.Key{1, 31: 1})
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, []int{1}, dueNumbers(t, s, l))
}

func TestVaryingProgramsAndShare(t *testing.T) {
	s, l := beginLeague(t)
	for _, why := range []string{"first", "second"} {
		require.NoError(t, s.MarkVarying(t.Context(), [32]byte{3}, why, noon))
	}
	varying, err := s.Varying(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[[32]byte]string{{3}: "first"}, varying)
	require.NoError(t, s.SetChecks(t.Context(), l.ID, 0.25))
	l, err = s.League(t.Context())
	require.NoError(t, err)
	require.InDelta(t, 0.25, l.Checks, 0)
	require.Equal(t, []byte("secret"), l.Secret)
}
