package scheduler

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// table has assignments with a clock of its own. Workers may be silent for 10 s.
type table struct {
	*Assignments
	t   *testing.T
	now time.Time
}

func newTable(t *testing.T) *table {
	return &table{New(10 * time.Second), t, time.Unix(1_000_000, 0)}
}

func keyOf(number byte) Key { return Key{number} }

// jobs adds matches with the numbers from 1.
func (r *table) addJobs(count byte) {
	for number := range count {
		require.True(r.t, r.Add(Job{Key: keyOf(number + 1), Wall: time.Minute}))
	}
}

// giveAll gives all that can be given, and returns who got which.
func (r *table) giveAll() map[Key]string {
	given := make(map[Key]string)
	for {
		j := r.Next(r.now)
		if j == nil {
			return given
		}
		given[j.Key] = j.Worker
	}
}

func (r *table) hear(id string, slots int, playing ...Key) {
	require.False(r.t, r.Hurries(id, r.now))
	r.Heard(id, slots, playing, r.now)
}

func (r *table) after(d time.Duration) { r.now = r.now.Add(d) }

func TestRoomIsForWhoIsThere(t *testing.T) {
	r := newTable(t)
	require.Zero(t, r.Room(r.now))
	r.hear("a", 2)
	r.hear("b", 1_000_000)
	require.Equal(t, 2+Ahead+MostSlots+Ahead, r.Room(r.now))
	r.addJobs(3)
	require.False(t, r.Add(Job{Key: keyOf(1)}), "it is known")
	require.Equal(t, 2+Ahead+MostSlots+Ahead-3, r.Room(r.now), "waiting jobs count")
	require.Len(t, r.giveAll(), 3)
	require.Equal(t, 2+Ahead+MostSlots+Ahead-3, r.Room(r.now), "jobs that were given count")
	r.after(11 * time.Second)
	r.hear("a", 2)
	require.Equal(t, 2+Ahead, r.Room(r.now), "b is silent")
}

func TestNobodyGetsMoreThanItsShare(t *testing.T) {
	r := newTable(t)
	r.addJobs(50)
	r.hear("a", 2)
	require.Len(t, r.giveAll(), 2+Ahead)
	require.Empty(t, r.giveAll())
}

func TestCheckMatchGoesToAnother(t *testing.T) {
	r := newTable(t)
	require.True(t, r.Add(Job{Key: keyOf(9), Not: []string{"a"}}))
	r.hear("a", 1)
	require.Empty(t, r.giveAll())
	r.hear("b", 1)
	require.Equal(t, map[Key]string{keyOf(9): "b"}, r.giveAll())
}

// TestWhatWaitsForOthersTakesNoRoom of those who have some, and what is withdrawn is forgotten.
func TestWhatWaitsForOthersTakesNoRoom(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	for number := range byte(9) {
		require.True(t, r.Add(Job{Key: keyOf(number), Not: []string{"a"}, ByLot: true}))
	}
	require.Empty(t, r.giveAll())
	require.Equal(t, 1+Ahead, r.Room(r.now))
	r.hear("b", 1)
	require.Equal(t, 2+2*Ahead-9, r.Room(r.now), "b may play them")
	require.True(t, r.Add(Job{Key: keyOf(9)}))
	r.player("b").rests = r.now.Add(1)
	require.Equal(t, Ahead, r.Room(r.now))
	require.Equal(t, map[Key]string{keyOf(9): "a"}, r.giveAll())
	r.jobs[keyOf(9)].Sequence = 7
	require.EqualValues(t, 7, r.Withdraw(keyOf(9)))
	for number := range byte(10) {
		require.Zero(t, r.Withdraw(keyOf(number)))
	}
	require.Empty(t, r.jobs)
	require.Empty(t, r.waiting)
	require.Equal(t, 1+Ahead, r.Room(r.now))
}

// TestWhoIsThereAndGetsNothing is counted, once that has lasted.
func TestWhoIsThereAndGetsNothing(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.hear("full", 1)
	r.addJobs(5)
	for number := range byte(5) {
		r.jobs[keyOf(number+1)].Not = []string{"a"}
	}
	require.Len(t, r.giveAll(), 5)
	r.after(4 * r.wait)
	r.hear("full", 1, keyOf(1))
	require.Zero(t, r.Unused(r.now), "a has gone")
	r.hear("a", 1)
	for range 8 {
		r.after(r.wait / 2)
		require.Zero(t, r.Unused(r.now))
		r.hear("a", 1)
	}
	r.after(1)
	require.Equal(t, 1, r.Unused(r.now))
	require.True(t, r.Add(Job{Key: keyOf(9)}))
	require.Len(t, r.giveAll(), 1)
	require.Zero(t, r.Unused(r.now))
}

// TestLotsAreDrawnAmongAllWhoMay: neither room nor the number of slots makes it likelier to be drawn, else somebody
// could ask to check a friend.
func TestLotsAreDrawnAmongAllWhoMay(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.hear("b", 1)
	r.addJobs(2 * (1 + Ahead))
	require.Len(t, r.giveAll(), 2*(1+Ahead), "nobody has room for more")
	r.hear("friend", MostSlots)
	by := make(map[string]int)
	const lots = 240
	for number := range byte(lots) {
		require.True(t, r.Add(Job{Key: Key{number, 1}, Not: []string{"claims"}, ByLot: true}))
	}
	r.hear("claims", MostSlots)
	for _, worker := range r.giveAll() {
		by[worker]++
	}
	require.Equal(t, lots, by["a"]+by["b"]+by["friend"])
	for _, worker := range []string{"a", "b", "friend"} {
		require.InDelta(t, lots/3, by[worker], 45, worker) // 6 standard deviations
	}
}

// TestLotsSpareWhoRestsOrHasTried, if there is somebody else.
func TestLotsSpareWhoRestsOrHasTried(t *testing.T) {
	r := newTable(t)
	r.hear("a", 4)
	r.hear("b", 4)
	r.player("a").rests = r.now.Add(time.Second)
	for number := range byte(20) {
		require.True(t, r.Add(Job{Key: keyOf(number), ByLot: true}))
	}
	for _, worker := range r.giveAll() {
		require.Equal(t, "b", worker)
	}
	r.player("a").rests = time.Time{}
	for _, j := range r.jobs {
		r.TakeBack(j)
		j.tried["b"] = true
	}
	for _, worker := range r.giveAll() {
		require.Equal(t, "a", worker)
	}
	r.player("a").rests, r.player("b").rests = r.now.Add(time.Second), r.now.Add(time.Second)
	require.True(t, r.Add(Job{Key: keyOf(99)}))
	require.False(t, r.Add(Job{Key: keyOf(99), ByLot: true}), "it is known, but it is drawn now")
	require.True(t, r.waiting[0].ByLot)
	require.Empty(t, r.giveAll())
}

func TestWhoGoesAwayLosesItsMatchesOnly(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(5)
	require.Len(t, r.giveAll(), 5)
	r.after(9 * time.Second)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.after(2 * time.Second)
	all := r.Sweep(r.now, r.now)
	require.Len(t, all, 5)
	for _, l := range all {
		require.False(t, l.GivenUp)
	}
	r.hear("b", 1)
	require.Len(t, r.giveAll(), 5)
	j, what := r.Arrived("a", keyOf(1))
	require.Equal(t, Wanted, what, "it comes late, but comes")
	require.Equal(t, keyOf(1), j.Key)
	_, what = r.Arrived("b", keyOf(1))
	require.Equal(t, Surplus, what, "it is there already")
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
		require.Empty(t, r.Sweep(r.now, r.now))
	}
	r.after(5 * time.Second)
	r.hear("a", 1, keyOf(1))
	require.Len(t, r.Sweep(r.now, r.now), 2)
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
		j, what := r.Arrived(given[keyOf(1)], keyOf(1))
		require.Equal(t, Wanted, what)
		require.Equal(t, try == MostTries-1, r.Unplayable(j, j.Worker, "no", false, r.now))
		if try == MostTries-1 {
			require.EqualError(t, j.Failure(), "given 5 times without a result; the last time: no")
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
		require.Empty(t, r.Sweep(r.now, r.now))
		r.after(6 * time.Second)
		all := r.Sweep(r.now, r.now)
		require.Len(t, all, 1)
		require.Equal(t, try == MostTries-1, all[0].GivenUp)
	}
	require.Empty(t, r.jobs)
	require.Empty(t, r.waiting)
}

func TestResultsThatNobodyAskedFor(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), 1)
	_, what := r.Arrived("b", keyOf(1))
	require.Equal(t, Surplus, what, "it was given to another")
	for number := range mostSurplus {
		for range 2 {
			_, what = r.Arrived("a", Key{byte(number), byte(number >> 8), 1})
			require.Equal(t, Surplus, what, "%d: it counts once", number)
		}
	}
	_, what = r.Arrived("a", keyOf(77))
	require.Equal(t, Excess, what)
}

// TestTooManyBeats are not heard, and the next ones are before the worker would be taken for silent.
func TestTooManyBeats(t *testing.T) {
	r := newTable(t)
	for range 1 + mostHurry {
		r.hear("a", 1)
	}
	require.True(t, r.Hurries("a", r.now))
	require.False(t, r.Hurries("b", r.now))
	r.after(r.wait/4 + 1)
	r.hear("a", 1)
}

// TestLeagueSlept: workers are not blamed for what the league did not hear.
func TestLeagueSlept(t *testing.T) {
	r := newTable(t)
	r.addJobs(5)
	r.hear("a", 1)
	require.Len(t, r.giveAll(), 5)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.after(time.Hour)
	r.hear("a", 1)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.after(9 * time.Second)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.after(9 * time.Second)
	require.Len(t, r.Sweep(r.now, r.now), 5, "now it is silent")
}

func TestSequences(t *testing.T) {
	r := newTable(t)
	r.Found(Job{Key: keyOf(1)}, "a", 1, 17, r.now)
	require.True(t, r.Add(Job{Key: keyOf(2)}))
	require.Equal(t, map[*Pending]uint64{r.jobs[keyOf(1)]: 17}, r.Sequences())
}

func TestTakeBack(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(2)
	for range 2 * MostTries {
		j := r.Next(r.now)
		require.Equal(t, keyOf(1), j.Key)
		r.TakeBack(j)
		require.Zero(t, j.Tries, "it was never sent")
	}
	require.Len(t, r.giveAll(), 2)
}

func TestDismissed(t *testing.T) {
	r := newTable(t)
	r.hear("a", 1)
	r.addJobs(2)
	require.Len(t, r.giveAll(), 2)
	require.Len(t, r.Dismiss("a"), 2)
	require.Empty(t, r.Dismiss("a"))
	require.Zero(t, r.Room(r.now))
	r.hear("b", 1)
	require.Len(t, r.giveAll(), 2)
}

// TestFound: a job of an earlier league stays with its worker, until that is silent for too long.
func TestFound(t *testing.T) {
	r := newTable(t)
	r.Found(Job{Key: keyOf(1)}, "a", 3, 17, r.now)
	require.False(t, r.Add(Job{Key: keyOf(1)}))
	require.Zero(t, r.Room(r.now))
	r.hear("b", 1)
	require.Empty(t, r.giveAll())
	r.after(9 * time.Second)
	r.hear("b", 1)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.after(2 * time.Second)
	all := r.Sweep(r.now, r.now)
	require.Len(t, all, 1)
	require.EqualValues(t, 17, all[0].Queued)
	require.Equal(t, map[Key]string{keyOf(1): "b"}, r.giveAll())
	require.Equal(t, 4, r.jobs[keyOf(1)].Tries)
}

// TestWhoCanNotPlayAMatchDoesNotGetItAgain, although it has most to spare.
func TestWhoCanNotPlayAMatchDoesNotGetItAgain(t *testing.T) {
	for _, unable := range []bool{false, true} {
		r := newTable(t)
		r.hear("bad", MostSlots)
		r.addJobs(1)
		require.Len(t, r.giveAll(), 1)
		r.hear("good", 1)
		r.player("good").rests = r.now.Add(1) // it has no room at the moment
		j, _ := r.Arrived("bad", keyOf(1))
		require.False(t, r.Unplayable(j, "bad", "no python", unable, r.now))
		require.Empty(t, r.giveAll(), "it waits for the other one")
		r.after(1)
		require.Equal(t, map[Key]string{keyOf(1): "good"}, r.giveAll())
		if want := 2; unable {
			require.Equal(t, 1, j.Tries)
		} else {
			require.Equal(t, want, j.Tries)
		}
	}
}

// TestWorkerThatFailsAllRests, so that it does not use up the tries of all matches.
func TestWorkerThatFailsAllRests(t *testing.T) {
	r := newTable(t)
	r.addJobs(30)
	r.hear("bad", 1)
	failed := 0
	for range 10 {
		for key, id := range r.giveAll() {
			j, _ := r.Arrived(id, key)
			require.False(t, r.Unplayable(j, id, "disk full", true, r.now))
			failed++
		}
	}
	require.Less(t, failed, mostFailed+2+Ahead)
	require.Zero(t, r.Room(r.now))
	r.after(9e9)
	r.hear("bad", 1)
	r.after(9e9)
	r.hear("bad", 1)
	r.after(longestRest * r.wait)
	r.hear("bad", 1)
	require.NotEmpty(t, r.giveAll(), "it may try again")
}

// TestMatchThatNobodyHereCanPlay is given up after a while, and not as long as nobody is there.
func TestMatchThatNobodyHereCanPlay(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	r.giveAll()
	j, _ := r.Arrived("a", keyOf(1))
	r.Unplayable(j, "a", "no python", true, r.now)
	for range 4 {
		r.hear("a", 1)
		require.Empty(t, r.Sweep(r.now, r.now))
		require.Empty(t, r.giveAll())
		r.after(r.wait / 2)
	}
	r.hear("a", 1)
	r.after(1)
	all := r.Sweep(r.now, r.now)
	require.Len(t, all, 1)
	require.True(t, all[0].GivenUp)
	require.EqualError(t, all[0].Failure(), "no worker that is connected can play it; the last one: no python")
	require.Empty(t, r.jobs)
}

// TestSomebodyWhoCouldPlayGivesTime: a match that nobody can play is not given up for the time before somebody was
// there who could.
func TestSomebodyWhoCouldPlayGivesTime(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	r.giveAll()
	j, _ := r.Arrived("a", keyOf(1))
	r.Unplayable(j, "a", "no python", true, r.now)
	require.Empty(t, r.Sweep(r.now, r.now), "now it waits")
	r.hear("b", 1)
	r.player("b").rests = r.now.Add(r.wait) // it could, but has no room
	require.Empty(t, r.Sweep(r.now, r.now))
	for range 3 {
		r.after(r.wait)
		r.hear("a", 1)
		require.Empty(t, r.Sweep(r.now, r.now), "b left, and the wait began anew")
	}
	r.after(r.wait)
	r.hear("a", 1)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.after(r.wait)
	r.hear("a", 1)
	require.Len(t, r.Sweep(r.now, r.now), 1)
}

// TestLostMatchesComeInTheOrderInWhichTheyWereGiven, so that the same sweep is the same everywhere.
func TestLostMatchesComeInTheOrderInWhichTheyWereGiven(t *testing.T) {
	r := newTable(t)
	r.hear("a", 12)
	for number := byte(20); number > 10; number-- {
		require.True(t, r.Add(Job{Key: keyOf(number), Wall: time.Minute}))
		require.Len(t, r.giveAll(), 1)
		r.after(time.Millisecond)
	}
	r.after(r.wait)
	var lost []byte
	for _, l := range r.Sweep(r.now, r.now) {
		lost = append(lost, l.Key[0])
	}
	require.Equal(t, []byte{20, 19, 18, 17, 16, 15, 14, 13, 12, 11}, lost)
}

// TestAClockThatWasSetAnHour, back or forth, takes no match from a worker who is there, and soon enough all from one
// who is not.
func TestAClockThatWasSetAnHour(t *testing.T) {
	for _, jump := range []time.Duration{-time.Hour, time.Hour} {
		r := newTable(t)
		r.addJobs(1)
		r.hear("anna", 1)
		require.Len(t, r.giveAll(), 1)
		require.Empty(t, r.Sweep(r.now, r.now))
		r.now = r.now.Add(jump)
		require.Empty(t, r.Sweep(r.now, r.now), jump)
		for range 3 { // and is heard of no more
			r.now = r.now.Add(6 * time.Second)
			if lost := r.Sweep(r.now, r.now); len(lost) > 0 {
				require.Len(t, lost, 1)
				r.now = time.Time{}
				break
			}
		}
		require.Zero(t, r.now, "%v: it has its match for ever", jump)
	}
}

// TestNobodyRestsForLongerAsTheClockWasSetBack, nor for shorter than it should be, but for the sweep that sees it.
func TestNobodyRestsForLongerAsTheClockWasSetBack(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	r.player("a").rests = r.now.Add(longestRest * r.wait)
	require.Empty(t, r.Sweep(r.now, r.now))
	require.Empty(t, r.giveAll())
	r.after(-time.Hour)
	require.Empty(t, r.Sweep(r.now, r.now))
	r.hear("a", 1)
	require.NotEmpty(t, r.giveAll())
}
