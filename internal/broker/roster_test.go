package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// table is a roster with a clock of its own. Workers may be silent for 10 s.
type table struct {
	*roster
	t   *testing.T
	now time.Time
}

func newTable(t *testing.T) *table {
	return &table{newRoster(10 * time.Second), t, time.Unix(1_000_000, 0)}
}

func keyOf(number byte) Key { return Key{number} }

// jobs adds matches with the numbers from 1.
func (r *table) addJobs(count byte) {
	for number := range count {
		require.True(r.t, r.add(Job{Key: keyOf(number + 1), Wall: time.Minute}))
	}
}

// giveAll gives all that can be given, and returns who got which.
func (r *table) giveAll() map[Key]string {
	given := make(map[Key]string)
	for {
		j := r.next(r.now)
		if j == nil {
			return given
		}
		given[j.Key] = j.worker
	}
}

func (r *table) hear(id string, slots int, playing ...Key) {
	require.Empty(r.t, r.beat(id, slots, playing, r.now))
}

func (r *table) after(d time.Duration) { r.now = r.now.Add(d) }

func TestRoomIsForWhoIsThere(t *testing.T) {
	r := newTable(t)
	require.Zero(t, r.room(r.now))
	r.hear("a", 2)
	r.hear("b", 1_000_000)
	require.Equal(t, 2+ahead+MostSlots+ahead, r.room(r.now))
	r.addJobs(3)
	require.False(t, r.add(Job{Key: keyOf(1)}), "it is known")
	require.Equal(t, 2+ahead+MostSlots+ahead-3, r.room(r.now), "waiting jobs count")
	require.Len(t, r.giveAll(), 3)
	require.Equal(t, 2+ahead+MostSlots+ahead-3, r.room(r.now), "jobs that were given count")
	r.after(11 * time.Second)
	r.hear("a", 2)
	require.Equal(t, 2+ahead, r.room(r.now), "b is silent")
}

func TestNobodyGetsMoreThanItsShare(t *testing.T) {
	r := newTable(t)
	r.addJobs(50)
	r.hear("a", 2)
	require.Len(t, r.giveAll(), 2+ahead)
	require.Empty(t, r.giveAll())
}

func TestCheckMatchGoesToAnother(t *testing.T) {
	r := newTable(t)
	require.True(t, r.add(Job{Key: keyOf(9), Not: []string{"a"}}))
	r.hear("a", 1)
	require.Empty(t, r.giveAll())
	r.hear("b", 1)
	require.Equal(t, map[Key]string{keyOf(9): "b"}, r.giveAll())
}

func TestWhoGoesAwayLosesItsMatchesOnly(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(5)
	require.Len(t, r.giveAll(), 5)
	r.after(9 * time.Second)
	require.Empty(t, r.sweep(r.now))
	r.after(2 * time.Second)
	all := r.sweep(r.now)
	require.Len(t, all, 5)
	for _, l := range all {
		require.Empty(t, l.revoke)
		require.False(t, l.givenUp)
	}
	r.hear("b", 1)
	require.Len(t, r.giveAll(), 5)
	j, what := r.arrived("a", keyOf(1))
	require.Equal(t, wanted, what, "it comes late, but comes")
	require.Equal(t, keyOf(1), j.Key)
	_, what = r.arrived("b", keyOf(1))
	require.Equal(t, surplus, what, "it is there already")
}

// TestHoarder: a worker that is there, and neither plays nor sends, loses match after match, and at
// last its key.
func TestHoarder(t *testing.T) {
	r := newTable(t)
	r.addJobs(MostStrikes + 1)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), MostStrikes+1)
	for range 3 {
		r.after(6 * time.Second)
		r.hear("a", 1)
		require.Empty(t, r.sweep(r.now))
	}
	r.after(3 * time.Second)
	all := r.sweep(r.now)
	require.Len(t, all, MostStrikes+1)
	for i, l := range all {
		require.Equal(t, i == MostStrikes, l.revoke == "a", i)
	}
}

// TestSlowWorker: a worker that says that it plays is given time, but not for ever.
func TestSlowWorker(t *testing.T) {
	r := newTable(t)
	r.addJobs(2)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), 2)
	for range 10 * 60 / 5 {
		r.after(5 * time.Second)
		r.hear("a", 1, keyOf(1)) // and the other one waits
		require.Empty(t, r.sweep(r.now))
	}
	r.after(5 * time.Second)
	r.hear("a", 1, keyOf(1))
	require.Len(t, r.sweep(r.now), 2)
}

func TestStrikesAreForgiven(t *testing.T) {
	r := newTable(t)
	r.player("a").strikes = MostStrikes
	r.hear("a", MostSlots)
	r.addJobs(forgiveness)
	for key := range r.giveAll() {
		_, what := r.arrived("a", key)
		require.Equal(t, wanted, what)
	}
	require.Equal(t, MostStrikes-1, r.player("a").strikes)
}

func TestPoisonedMatch(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	r.hear("b", 1)
	var players []string
	for try := range MostTries {
		given := r.giveAll()
		require.Len(t, given, 1, try)
		players = append(players, given[keyOf(1)])
		j, what := r.arrived(given[keyOf(1)], keyOf(1))
		require.Equal(t, wanted, what)
		require.Equal(t, try == MostTries-1, r.unplayable(j, j.worker, "no", false, r.now))
		if try == MostTries-1 {
			require.EqualError(t, j.failure(), "given 5 times without a result; the last time: no")
		}
	}
	require.NotEqual(t, players[0], players[1], "another one tries first")
	require.Empty(t, r.giveAll())
	require.Empty(t, r.jobs)
}

// TestLostFiveTimes: a match whose workers die is given up as well.
func TestLostFiveTimes(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	for try := range MostTries {
		r.hear("a", 1)
		require.Len(t, r.giveAll(), 1)
		r.after(6 * time.Second)
		require.Empty(t, r.sweep(r.now))
		r.after(6 * time.Second)
		all := r.sweep(r.now)
		require.Len(t, all, 1)
		require.Equal(t, try == MostTries-1, all[0].givenUp)
	}
	require.Empty(t, r.jobs)
	require.Empty(t, r.waiting)
}

func TestResultsThatNobodyAskedFor(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), 1)
	_, what := r.arrived("b", keyOf(1))
	require.Equal(t, surplus, what, "it was given to another")
	for range mostSurplus {
		_, what = r.arrived("a", keyOf(77))
		require.Equal(t, surplus, what)
	}
	_, what = r.arrived("a", keyOf(77))
	require.Equal(t, excess, what)
}

func TestTooManyBeats(t *testing.T) {
	r := newTable(t)
	for range mostHurry {
		r.hear("a", 1)
	}
	require.NotEmpty(t, r.beat("a", 1, nil, r.now))
	r.sweep(r.now)
	r.hear("a", 1)
}

// TestLeagueSlept: workers are not blamed for what the league did not hear.
func TestLeagueSlept(t *testing.T) {
	r := newTable(t)
	r.addJobs(5)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), 5)
	require.Empty(t, r.sweep(r.now))
	r.after(time.Hour)
	r.hear("a", 1)
	require.Empty(t, r.sweep(r.now))
	r.after(9 * time.Second)
	require.Empty(t, r.sweep(r.now))
	r.after(9 * time.Second)
	require.Len(t, r.sweep(r.now), 5, "now it is silent")
}

func TestSequences(t *testing.T) {
	r := newTable(t)
	r.found(Job{Key: keyOf(1)}, "a", 1, 17, r.now)
	require.True(t, r.add(Job{Key: keyOf(2)}))
	require.Equal(t, map[*job]uint64{r.jobs[keyOf(1)]: 17}, r.sequences())
}

func TestTakeBack(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(2)
	for range 2 * MostTries {
		j := r.next(r.now)
		require.Equal(t, keyOf(1), j.Key)
		r.takeBack(j)
	}
	require.Len(t, r.giveAll(), 2)
}

func TestDismissed(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(2)
	require.Len(t, r.giveAll(), 2)
	require.Len(t, r.dismiss("a"), 2)
	require.Empty(t, r.dismiss("a"))
	require.Zero(t, r.room(r.now))
	r.hear("b", 1)
	require.Len(t, r.giveAll(), 2)
}

// TestFound: a job of an earlier league stays with its worker, until that is silent for too long.
func TestFound(t *testing.T) {
	r := newTable(t)
	r.found(Job{Key: keyOf(1)}, "a", 3, 17, r.now)
	require.False(t, r.add(Job{Key: keyOf(1)}))
	require.Zero(t, r.room(r.now))
	r.hear("b", 1)
	require.Empty(t, r.giveAll())
	r.after(9 * time.Second)
	r.hear("b", 1)
	require.Empty(t, r.sweep(r.now))
	r.after(2 * time.Second)
	all := r.sweep(r.now)
	require.Len(t, all, 1)
	require.EqualValues(t, 17, all[0].sequence)
	require.Equal(t, map[Key]string{keyOf(1): "b"}, r.giveAll())
	require.Equal(t, 4, r.jobs[keyOf(1)].tries)
}
