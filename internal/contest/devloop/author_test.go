package devloop

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/faults"
)

// firstTurn is what is told of the first build.
var firstTurn = []string{"build 1", "baseline build 1, first true", "look at 100 of build 1: 0 0.0"}

func TestASaveIsComparedWithTheFirstBuild(t *testing.T) {
	a := works(t, nil, "score 5", "score 9", "score 1")
	require.Equal(t, append(firstTurn[:3:3],
		"build 2", "build 2: other commands than build 1 from 6 of 2",
		"N is better than O: ahead in 100 % of pairs, between 52 and 100; decided after 14 matches, played 14, frozen 0",
		"look at 101 of build 2: 2 1.0",
		"build 3", "build 3: other commands than build 1 from 6 of 2",
		"N is worse than O: ahead in 0 % of pairs, between 0 and 48; decided after 14 matches, played 14, frozen 0",
		"look at 121 of build 3: 2 0.0",
	), a.told)
	require.Equal(t, []uint64{100, 101, 101, 102}, a.played[:4], "seeds of their own, and two matches of each")
	require.NotContains(t, a.played, uint64(119), "the next series begins where that one might have ended")
	require.Equal(t, []string{"1", "1 2", "1 3"}, a.copies, "what nothing is compared with is gone")
}

func TestTheSameProgramIsToldAndNotPlayed(t *testing.T) {
	a := works(t, nil, "score 5", "score 5", "score 6", "score 6", "score 5")
	require.Equal(t, []string{"build 1", firstTurn[1], firstTurn[2], "same as build 1, last true"}, a.told[:4])
	require.Equal(t, []string{"same as build 2, last true", "build 3", "same as build 1, last false"}, a.told[8:])
	require.Equal(t, []string{"1", "1", "1 2", "1 2", "1 3"}, a.copies)
}

func TestTheLastBuildStaysIfTheNextOneDoesNotStart(t *testing.T) {
	a := works(t, nil, "score 5", "unfit", "score 6 same")
	require.Equal(t, "failed: zorg.sh: does not start\nbuild 1 stays", a.told[3])
	require.Equal(t, []string{"build 2", "build 2: commands of build 1 in 2"}, a.told[4:6])

	a = works(t, nil, "unfit", "score 5")
	require.Equal(t, append([]string{"failed: zorg.sh: does not start"}, firstTurn...), a.told)
}

func TestAFaultIsNewIfTheBuildBeforeDidNotHaveIt(t *testing.T) {
	a := works(t, nil, "score 5", "score 3 crash", "score 4 crash")
	require.Equal(t, []string{
		"build 2", "build 2: crash on the States of build 1", "build 2: faults crash",
		"N is worse than O: ahead in 0 % of pairs, between 0 and 48; decided after 14 matches, played 14, frozen 14",
		"look at 101 of build 2: 1 0.0",
	}, a.told[3:8])
	require.Contains(t, a.told, "build 3: faults crash", "build 1 is still what it is compared with")

	a = works(t, nil, "score 5 crash", "score 5 crash again")
	require.Equal(t, []string{"build 1", "build 1: faults crash"}, a.told[:2])
	require.NotContains(t, a.told, "build 2: faults crash")
	require.Contains(t, a.told[len(a.told)-2], "frozen ")
	require.Contains(t, a.told[len(a.told)-1], "look at 101 of build 2: 2 ", "it is no match with a new fault")
}

func TestReportsThatCouldNotBeWrittenAreTold(t *testing.T) {
	a := works(t, nil, "score 5 unreported")
	require.Equal(t, "build 1: faults", a.told[1])
	require.Equal(t, []faults.Report{{Problem: "the disk is full"}}, a.events[3].(Faults).Reports)
}

func TestWithMovingTheLastGoodBuildIsTheMeasure(t *testing.T) {
	moving := func(a *author) { a.Moving = true }
	a := works(t, moving, "score 5", "score 6", "score 7 crash", "score 8")
	told := strings.Join(a.told, "\n")
	require.Contains(t, told, "baseline build 2, first false\nlook at 101 of build 2")
	require.Contains(t, told, "build 3: crash on the States of build 2")
	require.NotContains(t, told, "baseline build 3", "it has a new fault")
	require.Contains(t, told, "build 4: other commands than build 2")
	require.Equal(t, []string{"1", "2", "2 3", "4"}, a.copies)
}

func TestAnotherSaveStopsASeries(t *testing.T) {
	a := works(t, nil, "score 5", "score 9 hangs", "score 9")
	require.Equal(t, []string{"build 2", "build 2: other commands than build 1 from 6 of 2", "stopped", "build 3"},
		a.told[3:7])
	require.Contains(t, a.told[8], "N is better than O")
}

// The build with which others are to be compared must be there.
func TestNoSaveStopsTheFirstMatch(t *testing.T) {
	var a *author
	a = works(t, func(b *author) {
		a = b
		referee := b.Matches.Referee
		b.next = []string{"score 6"}
		b.Matches.Referee = func(ctx context.Context, e []lineup.Entrant, m schedule.Planned) (series.Match, error) {
			if len(b.played) == 0 {
				b.save("zorg.sh", "score 6")
				b.next = nil
				b.saves <- struct{}{}
				time.Sleep(20 * time.Millisecond) // so that the loop has noticed it
				require.NoError(t, ctx.Err())
			}
			return referee(ctx, e, m)
		}
		tell := b.Tell
		b.Tell = func(e Event) error {
			if at, ok := e.(LookAt); ok && at.Why == FirstMatch { // there is another save already
				b.told = append(b.told, "first")
				return nil
			}
			return tell(e)
		}
	}, "score 5")
	require.Equal(t, []string{"build 1", "baseline build 1, first true", "first", "build 2"}, a.told[:4])
}

func TestASeriesEndsWithItsTimeButNotWithinAGroup(t *testing.T) {
	a := works(t, func(a *author) { a.Time = time.Nanosecond }, "score 5", "score 9")
	require.Contains(t, a.told[5], "after 2 matches; at this difference, it takes about 12 more, played 2, frozen 0")
}

func TestASeriesEndsAtTheMost(t *testing.T) {
	even := func(a *author) { a.Most, a.Question.Margin = 6, 0 }
	a := works(t, even, "score 5", "score 5 too")
	require.Contains(t, a.told[5], "not decided: ")
	require.Contains(t, a.told[5], "after 6 matches; at this difference, it takes more than 10,000 more, played 6")
	progress := 0
	for _, e := range a.events {
		if p, ok := e.(Progress); ok {
			progress++
			require.Equal(t, 6, p.Of)
			require.Equal(t, progress+1, p.Played, "after each match, when there is a group")
		}
	}
	require.Equal(t, 5, progress)
}

func TestTheMatchToLookAtIsTheWorst(t *testing.T) {
	a := works(t, func(a *author) { a.Most, a.Question.Margin = 6, 0 }, "score 5", "score 1 lucky")
	require.Equal(t, "look at 101 of build 2: 2 0.0", a.told[6])
	require.Contains(t, a.told[5], "ahead in 33 % of pairs")
}

func TestOpponentsHaveTheOtherSeats(t *testing.T) {
	a := works(t, func(a *author) {
		a.save("demo.sh", "score 3")
		a.save("dummy.sh", "score 2")
		a.Opponents, a.Seed = []string{"demo.sh", "dummy.sh"}, 7
	}, "score 5", "score 6")
	require.Equal(t, Doing{What: Meeting}, a.events[0])
	require.Equal(t, []string{"1 opponent-0 opponent-1", "1 2 opponent-0 opponent-1"}, a.copies)
	at := a.events[len(a.events)-1].(LookAt)
	require.Len(t, at.Match.Seats, 4)
	require.ElementsMatch(t, []int{0, 1}, withoutField(at.Match.Seats))
}

// withoutField returns the bots of a match that are no opponents.
func withoutField(seats []int) (both []int) {
	for _, bot := range seats {
		if bot < 2 {
			both = append(both, bot)
		}
	}
	return both
}

func TestWhatCannotBeToldEndsTheTurnOnly(t *testing.T) {
	full := errors.New("match.arena: the disk is full")
	a := works(t, func(a *author) {
		tell := a.Tell
		a.Tell = func(e Event) error {
			if at, ok := e.(LookAt); ok && at.Why == FirstMatch {
				return full
			}
			return tell(e)
		}
	}, "score 5", "score 9")
	require.Equal(t, "failed: match.arena: the disk is full", a.told[2])
	require.Equal(t, "build 2", a.told[3])
}

func TestABotThatCannotBeFoundEndsTheLoop(t *testing.T) {
	a := &author{t: t, dir: t.TempDir()}
	l := &Loop{Bot: "nobody", Finder: find.Finder{Dir: a.dir, Inside: true}, Tell: func(Event) error { return nil }}
	require.ErrorContains(t, l.Run(t.Context()), "nobody: no such file")
}

func TestABuildIsNumberedInMatches(t *testing.T) {
	require.Equal(t, "zorg 2", numbered("zorg", 2))
	long := numbered(strings.Repeat("é", engine.MaxName), 123)
	require.Len(t, []rune(long), engine.MaxName)
	require.True(t, strings.HasSuffix(long, "é 123"))
}
