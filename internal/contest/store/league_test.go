package store_test

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

func sampleLeague() store.League {
	l := store.League{
		Tournament: sample(), Name: "Tuesdays", Ladder: true, Keep: "all", Gate: "dummy", GateMost: 200, Signed: true,
		Secret: []byte("secret"), Checks: 0.05,
	}
	l.Format, l.Entrants = "ladder", nil
	return l
}

func beginLeague(t *testing.T) (*store.Store, store.League) {
	s := open(t, filepath.Join(t.TempDir(), "league.db"), store.Options{})
	_, err := s.League(t.Context())
	require.ErrorIs(t, err, store.ErrNoLeague)
	l, err := s.BeginLeague(t.Context(), sampleLeague(), noon)
	require.NoError(t, err)
	return s, l
}

func TestLeagueIsReadAsItWasBegun(t *testing.T) {
	s, l := beginLeague(t)
	want := sampleLeague()
	want.Kind, want.ID, want.Begun = "league", l.ID, noon
	require.Equal(t, want, l)
	read, err := s.League(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, read)
	_, err = s.BeginLeague(t.Context(), sampleLeague(), noon)
	require.ErrorContains(t, err, "has a league already")
}

// stays returns when each entrant of a league plays, as [joined, gone] with -1 for neither.
func stays(t *testing.T, s *store.Store) (stays [][2]int) {
	l, err := s.League(t.Context())
	require.NoError(t, err)
	for _, e := range l.Entrants {
		stay := [2]int{-1, -1}
		for i, number := range []*int{e.Joined, e.Gone} {
			if number != nil {
				stay[i] = *number
			}
		}
		stays = append(stays, stay)
	}
	return stays
}

func enter(t *testing.T, s *store.Store, l store.League, name string, program byte) {
	_, err := s.Enter(t.Context(), l.ID, store.Entrant{
		Entrant: played.Entrant{Name: name, Typed: name, Program: [32]byte{program}},
	})
	require.NoError(t, err)
}

func settle(t *testing.T, s *store.Store, l store.League, next int, want bool) {
	changed, err := s.Settle(t.Context(), l.ID, next)
	require.NoError(t, err)
	require.Equal(t, want, changed)
}

// TestEntrantsComeAndGo: a new version takes the place of the old one, whose part stays.
func TestEntrantsComeAndGo(t *testing.T) {
	s, l := beginLeague(t)
	settle(t, s, l, 0, false)
	enter(t, s, l, "anna", 1)
	enter(t, s, l, "ben", 2)
	require.Equal(t, [][2]int{{-1, -1}, {-1, -1}}, stays(t, s))
	settle(t, s, l, 0, true)
	settle(t, s, l, 1, false)
	require.Equal(t, [][2]int{{0, -1}, {0, -1}}, stays(t, s))

	enter(t, s, l, "anna", 3)
	left, err := s.Withdraw(t.Context(), l.ID, "ben")
	require.NoError(t, err)
	require.True(t, left)
	settle(t, s, l, 7, true)
	require.Equal(t, [][2]int{{0, 7}, {0, 7}, {7, -1}}, stays(t, s))

	for _, name := range []string{"ben", "nobody"} {
		left, err = s.Withdraw(t.Context(), l.ID, name)
		require.NoError(t, err)
		require.False(t, left, name)
	}

	enter(t, s, l, "carl", 4)
	enter(t, s, l, "carl", 5) // better, before the first one has played
	settle(t, s, l, 9, true)
	require.Equal(t, [][2]int{{0, 7}, {0, 7}, {7, -1}, {9, 9}, {9, -1}}, stays(t, s))
}

func TestStayOfAnEntrant(t *testing.T) {
	at := func(n int) *int { return &n }
	for name, test := range map[string]struct {
		entrant store.Entrant
		want    schedule.Stay
	}{
		"waits":           {store.Entrant{}, schedule.Never()},
		"stays":           {store.Entrant{Joined: at(0)}, schedule.Stay{}},
		"leaving":         {store.Entrant{Joined: at(3), Leaving: true}, schedule.Stay{From: 3}},
		"left":            {store.Entrant{Joined: at(3), Gone: at(8)}, schedule.Stay{From: 3, Until: 8}},
		"never played":    {store.Entrant{Joined: at(3), Gone: at(3)}, schedule.Never()},
		"left before all": {store.Entrant{Joined: at(0), Gone: at(0)}, schedule.Never()},
	} {
		require.Equal(t, test.want, test.entrant.Stay(), name)
	}
	require.Equal(t, math.MaxInt, schedule.Never().From)
}

// TestWhosePlaceIsTaken by a bot that joins: that of the last version, or of another bot of the author, each once.
func TestWhosePlaceIsTaken(t *testing.T) {
	at := func(name, signer string, joined int, gone ...int) store.Entrant {
		e := store.Entrant{Entrant: played.Entrant{Name: name}, Signer: signer, Joined: &joined}
		if len(gone) > 0 {
			e.Gone = &gone[0]
		}
		return e
	}
	var after []int
	for _, stay := range store.StaysOf([]store.Entrant{
		at("zorg", "", 0, 40), at("orc", "anna", 0, 60), at("elf", "anna", 0), at("Zorg", "ben", 40, 70),
		at("ogre", "anna", 50), at("troll", "anna", 60), at("imp", "anna", 60),
		at("goblin", "ben", 80, 80), at("gnome", "ben", 90),
	}) {
		after = append(after, stay.After)
	}
	require.Equal(t, []int{0, 0, 0, 1, 0, 2, 0, 0, 4}, after)
}

// TestNobodyJoinsWhatWasPlayed: that would be another match.
func TestNobodyJoinsWhatWasPlayed(t *testing.T) {
	s, l := beginLeague(t)
	enter(t, s, l, "anna", 1)
	enter(t, s, l, "ben", 2)
	settle(t, s, l, 0, true)
	m := schedule.Planned{Number: 5, Group: 5, Seed: 50, Seats: []int{1, 0}}
	_, err := s.Add(t.Context(), l.ID, with(m, store.Key{1}, result(5)), nil)
	require.NoError(t, err)
	enter(t, s, l, "carl", 3)
	_, err = s.Settle(t.Context(), l.ID, 5)
	require.ErrorContains(t, err, "match 5 was played already")
	require.Equal(t, [2]int{-1, -1}, stays(t, s)[2])
	settle(t, s, l, 6, true)
	require.Equal(t, []schedule.Planned{m}, over(t, s, l.ID, 0))
}

func TestDecisionsAndFailures(t *testing.T) {
	s, l := beginLeague(t)
	first := schedule.Planned{Number: 0, Group: 0, Seed: math.MaxUint64, Seats: []int{1, 0}}
	second := schedule.Planned{Number: 1, Group: 1, Seed: 0, Seats: []int{0, 1}}
	require.NoError(t, s.Decide(t.Context(), l.ID, store.Decision{Planned: second, Why: "new: anna"}))
	require.NoError(t, s.Decide(t.Context(), l.ID, store.Decision{Planned: first, Why: "close"}))
	require.Error(t, s.Decide(t.Context(), l.ID, store.Decision{Planned: first, Why: "another"}))
	for number, want := range []store.Decision{{first, "close"}, {second, "new: anna"}} {
		d, decided, err := s.Decision(t.Context(), l.ID, number)
		require.NoError(t, err)
		require.True(t, decided)
		require.Equal(t, want, d)
	}
	_, decided, err := s.Decision(t.Context(), l.ID, 2)
	require.NoError(t, err)
	require.False(t, decided)
	count, err := s.Decided(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, 2, count)

	require.NoError(t, s.Fail(t.Context(), l.ID, store.Failure{Planned: second, Reason: "died", Noted: noon}))
	require.NoError(t, s.Fail(t.Context(), l.ID, store.Failure{Planned: second, Reason: "died again", Noted: noon}))
	failures, err := s.Failures(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, []store.Failure{{second, "died again", noon}}, failures)
}

// over returns which matches from a number on are over.
func over(t testing.TB, s *store.Store, tournament int64, first int) (all []schedule.Planned) {
	t.Helper()
	for m, err := range s.Over(t.Context(), tournament, first) {
		require.NoError(t, err)
		all = append(all, m)
	}
	return all
}

// TestWhatIsOver are matches that were played, and those that nobody could play, in the order of their numbers.
func TestWhatIsOver(t *testing.T) {
	s, l := beginLeague(t)
	last, err := s.LastOver(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, -1, last)
	var all []schedule.Planned
	for number := range 6 {
		m := schedule.Planned{Number: number, Seats: []int{number % 2, 1 - number%2}}
		if all = append(all, m); number%2 == 0 {
			require.NoError(t, s.Fail(t.Context(), l.ID, store.Failure{Planned: m}))
			continue
		}
		_, err := s.Add(t.Context(), l.ID, with(m, store.Key{byte(number)}, result(5)), nil)
		require.NoError(t, err)
	}
	require.Equal(t, all, over(t, s, l.ID, 0))
	require.Equal(t, all[3:], over(t, s, l.ID, 3))
	last, err = s.LastOver(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, 5, last)
	for number := range 8 {
		is, err := s.IsOver(t.Context(), l.ID, number)
		require.NoError(t, err)
		require.Equal(t, number < 6, is)
	}
}

// TestCheckpointsAreKeptWhole, however long they are, until the next one.
func TestCheckpointsAreKeptWhole(t *testing.T) {
	s, l := beginLeague(t)
	for _, size := range []int{0, 1, 5 << 20, 1 << 20, 7} {
		want := bytes.Repeat([]byte("checkpoint"), size/10+1)[:size]
		require.NoError(t, s.SetCheckpoint(t.Context(), l.ID, want))
		got, err := s.Checkpoint(t.Context(), l.ID)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), "%d of %d bytes", len(got), size)
	}
}

// TestOutcomeAndWorkerAreKept with a match.
func TestOutcomeAndWorkerAreKept(t *testing.T) {
	f := begin(t)
	want := f.match(0)
	want.Outcome, want.Worker = []byte{1, 2}, "anna's laptop"
	_, err := f.Add(t.Context(), f.tournament.ID, want, nil)
	require.NoError(t, err)
	got, known, err := f.Find(t.Context(), f.key(0))
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, with(schedule.Planned{}, want.Key, want), got)
}

// TestNameBelongsToItsKey: who signs a bot of a name first holds the name, also when the bot
// has left.
func TestNameBelongsToItsKey(t *testing.T) {
	s, l := beginLeague(t)
	signed := func(name, by string) error {
		_, err := s.Enter(
			t.Context(), l.ID, store.Entrant{
				Entrant: played.Entrant{Name: name, Program: [32]byte{1}}, Package: [32]byte{2}, Signer: by,
				Author: by + "@example.org",
			})
		return err
	}
	enter(t, s, l, "zorg", 1)
	require.NoError(t, signed("zorg", "anna"), "nobody held it")
	require.NoError(t, signed("zorg", "anna"))
	held := new(store.HeldError)
	for name, by := range map[string]string{"zorg": "eve", "Zorg": "eve", " ZO RG": "eve", "zorg ": ""} {
		require.ErrorAs(t, signed(name, by), &held, name)
		require.Equal(
			t, store.HeldError{Holder: store.Holder{Name: "zorg", Signer: "anna", Author: "anna@example.org"}, By: by}, *held)
	}
	left, err := s.Withdraw(t.Context(), l.ID, "zorg")
	require.NoError(t, err)
	require.True(t, left)
	require.ErrorContains(t, signed("zorg", "eve"), "belongs to the key anna, and this bot is signed by eve")
	require.ErrorContains(t, signed("zorg", ""), "belongs to the key anna, and this bot is not signed")
	now, err := s.League(t.Context())
	require.NoError(t, err)
	require.Len(t, now.Entrants, 3, "who was refused is not there")
	require.Equal(t, [32]byte{2}, now.Entrants[1].Package)
	require.Equal(t, "anna@example.org", now.Entrants[1].Author)

	_, err = s.Settle(t.Context(), l.ID, 0)
	require.NoError(t, err)
	require.NoError(t, signed("zorg", "anna"))
	require.NoError(t, s.Rekey(t.Context(), l.ID, store.Holder{Name: "Zorg", Signer: "eve", Author: "Eve"}))
	now, err = s.League(t.Context())
	require.NoError(t, err)
	require.False(t, now.Entrants[3].Stays(), "the bot of the former holder leaves")
	require.NoError(t, signed("zorg", "eve"))
	require.Error(t, signed("zorg", "anna"))
	require.NoError(t, signed("borg", "anna"))
	holders, err := s.Holders(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, []store.Holder{{"borg", "anna", "anna@example.org", ""}, {"Zorg", "eve", "Eve", ""}}, holders)
	require.NoError(t, s.Rekey(t.Context(), l.ID, store.Holder{Name: "zorg"}))
	require.NoError(t, signed("zorg", ""))
	free, err := s.Holder(t.Context(), l.ID, "zorg")
	require.NoError(t, err)
	require.Empty(t, free)
}

// TestNamesBelongToPeople who have links, whichever key signs their bots.
func TestNamesBelongToPeople(t *testing.T) {
	s, l := beginLeague(t)
	sign := func(name, key, person string) error {
		_, err := s.Enter(t.Context(), l.ID, store.Entrant{
			Entrant: played.Entrant{Name: name, Program: [32]byte{1}}, Signer: key, Author: key, Person: person,
		})
		return err
	}
	require.NoError(t, sign("zorg", "key 1", "anna"))
	require.NoError(t, sign("Zorg", "key 2", "anna"), "her other browser")
	for _, other := range [][2]string{{"key 1", "ben"}, {"key 2", "ben"}, {"key 2", ""}, {"", ""}} {
		err := sign("zorg", other[0], other[1])
		held := new(store.HeldError)
		require.ErrorAs(t, err, &held, other)
		require.EqualError(t, err, "the name belongs to somebody else")
		require.Equal(t, "choose another name", held.Hint())
	}
	require.NoError(t, sign("borg", "key 3", ""))
	require.Error(t, sign("borg", "key 4", "ben"), "it is another key's")
	require.NoError(t, sign("borg", "key 3", "ben"))
	require.NoError(t, sign("borg", "key 4", "ben"), "it was his key, and is his name now")
	require.NoError(t, s.Rekey(t.Context(), l.ID, store.Holder{Name: "zorg", Signer: "key 5", Person: "ben"}))
	holders, err := s.Holders(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, []store.Holder{{"borg", "key 4", "key 4", "ben"}, {"zorg", "key 5", "", "ben"}}, holders)
	require.NoError(t, s.Rekey(t.Context(), l.ID, store.Holder{Name: "zorg"}))
	require.NoError(t, sign("zorg", "key 6", ""))

	now, err := s.League(t.Context())
	require.NoError(t, err)
	var people, owners []string
	for _, e := range now.Entrants {
		people, owners = append(people, e.Person), append(owners, e.Owner())
	}
	require.Equal(t, []string{"anna", "anna", "", "ben", "ben", ""}, people)
	require.Equal(t, []string{"person anna", "person anna", "key 3", "person ben", "person ben", "key 6"}, owners)
}

// TestAVersionIsReplacedByTheNextOne of its name, and by nobody if its bot has left.
func TestAVersionIsReplacedByTheNextOne(t *testing.T) {
	gone, joined := 7, 0
	zorg, borg := played.Entrant{Name: "zorg"}, played.Entrant{Name: "borg"}
	upper := played.Entrant{Name: "Zorg"}
	for name, test := range map[string]struct {
		entrants []store.Entrant
		want     []bool
	}{
		"alone":         {[]store.Entrant{{Entrant: zorg, Joined: &joined}}, []bool{false}},
		"left":          {[]store.Entrant{{Entrant: zorg, Gone: &gone}, {Entrant: borg}}, []bool{false, false}},
		"replaced":      {[]store.Entrant{{Entrant: zorg, Gone: &gone}, {Entrant: upper}}, []bool{true, false}},
		"still plays":   {[]store.Entrant{{Entrant: zorg, Leaving: true}, {Entrant: zorg}}, []bool{false, false}},
		"both are gone": {[]store.Entrant{{Entrant: zorg, Gone: &gone}, {Entrant: zorg, Gone: &gone}}, []bool{true, false}},
		"of a series":   {[]store.Entrant{{Entrant: zorg}, {Entrant: zorg}}, []bool{false, false}},
	} {
		require.Equal(t, test.want, store.Replaced(test.entrants), name)
	}
}
