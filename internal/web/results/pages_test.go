package results

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// aBot is the page of one bot that has played.
func aBot() resultpage.Page {
	p := resultpage.Page{
		Title: "a league", Bots: []string{"zorg"}, Versions: []string{""}, Ranking: []int{0},
		Summary: stats.Summary{Bots: make([]stats.Bot, 1)},
	}
	p.Pair = p.Summary.Pair
	return p
}

func TestPagesOfTablesAndBotsAreOfTheNewestTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a rest takes no time
		s := newTestSite(t, newStage(), 1)
		require.Contains(t, get(s, "/standings").Body.String(), "no matches yet")
		require.Equal(t, http.StatusNotFound, get(s, "/bot/0").Code)
		require.JSONEq(t, `{"names":[],"ratings":[]}`, get(s, "/bots.json").Body.String())
		require.NoError(t, s.Show(aBot()))
		require.Contains(t, get(s, "/standings").Body.String(), `<a href="bot/0"><bdi>zorg</bdi></a>`)
		require.Contains(t, get(s, "/standings?page=1").Body.String(), "zorg")
		require.Contains(t, get(s, "/bot/0").Body.String(), `<bdi>zorg</bdi></h1>`)
		require.JSONEq(t, `{"names":["zorg"],"ratings":[0]}`, get(s, "/bots.json").Body.String())
		for _, none := range []string{
			"/bot/1", "/bot/-1", "/bot/x", "/bot/0?page=2", "/standings?page=2", "/standings?page=0", "/standings?page=x",
			"/entrants?page=-1", "/workers?page=99999999999999999999",
		} {
			require.Equal(t, http.StatusNotFound, get(s, none).Code, none)
		}
	})
}

func TestFewPagesOfTablesAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestSite(t, newStage(), 1)
		p := aBot()
		for range mostViews * 100 {
			p.Ranking = append(p.Ranking, 0)
		}
		require.NoError(t, s.Show(p))
		for page := range mostViews + 1 {
			require.Equal(t, http.StatusOK, get(s, fmt.Sprintf("/standings?page=%d", page+1)).Code)
			get(s, fmt.Sprintf("/standings?page=%d", mostViews+7)) // which is none, and takes no place
		}
		require.Len(t, s.views.by, mostViews)
		require.Len(t, s.views.order, mostViews)
	})
}

// part is a part of the matches as a reader gets it.
type part struct {
	Part, All int
	Numbers   []int
	At        string
}

func partAt(t *testing.T, s *site, path string) (p part) {
	t.Helper()
	w := get(s, path)
	require.Equal(t, http.StatusOK, w.Code, path)
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
	return p
}

// TestAllPartsTogetherAreAllMatches, also of those that end late.
func TestAllPartsTogetherAreAllMatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = resultpage.MatchesOfPart
		s := newTestSite(t, newStage(), 2*most+5)
		last := partAt(t, s, "/matches.json")
		require.Equal(t, []int{2, 2*most + 5, 5}, []int{last.Part, last.All, len(last.Numbers)})
		for earlier := range 2 {
			p := partAt(t, s, fmt.Sprintf("/matches/%d.json", earlier))
			require.Len(t, p.Numbers, most)
			require.Equal(t, earlier, p.Part)
			require.Equal(t, earlier*most+1, p.Numbers[0])
			require.Empty(t, p.At)
		}
		for _, none := range []string{"2.json", "3.json", "-1.json", "x.json"} {
			require.Equal(t, http.StatusNotFound, get(s, "/matches/"+none).Code, none)
		}

		stored := s.matches.(*memory)
		reads := stored.reads
		for range 10 {
			partAt(t, s, "/matches/0.json")
			partAt(t, s, "/matches.json")
		}
		require.Equal(t, reads, stored.reads, "what is known is not read again")

		gone := stored.all[7]
		delete(stored.all, 7)
		s.Reset(2*most+4, 2*most+5)
		require.Len(t, partAt(t, s, "/matches/0.json").Numbers, most-1, "all is read anew")
		storeIn(t, s, append(madeUp(3*most+1, 3*most+1), gone))
		require.Len(t, partAt(t, s, "/matches/0.json").Numbers, most)
		require.Len(t, partAt(t, s, "/matches/1.json").Numbers, most)
		require.Len(t, partAt(t, s, "/matches/2.json").Numbers, 5, "what was the last part is one of those before")
		last = partAt(t, s, "/matches.json")
		require.Equal(t, []int{3, 2*most + 6, 1}, []int{last.Part, last.All, len(last.Numbers)})
	})
}

// TestWhatComesWhileAPartIsMadeIsNotForgotten: what was read before it is not kept.
func TestWhatComesWhileAPartIsMadeIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = resultpage.MatchesOfPart
		s := newTestSite(t, newStage(), most+1)
		stored := s.matches.(*memory)
		late := stored.all[7]
		delete(stored.all, 7)
		stored.read = func() { storeIn(t, s, append(madeUp(0, 0), late)[1:]) }
		require.Len(t, partAt(t, s, "/matches/0.json").Numbers, most-1)
		require.Len(t, partAt(t, s, "/matches/0.json").Numbers, most)

		stored.read = func() {
			storeIn(t, s, madeUp(most+2, most+2))
			storeIn(t, s, madeUp(2*most+1, 2*most+1))
		}
		require.Equal(t, 1, partAt(t, s, "/matches.json").Part)
		require.Len(t, partAt(t, s, "/matches/1.json").Numbers, 2, "it was the last part when it was read")

		time.Sleep(listTime)
		stored.read = func() { s.Reset(1, 1) }
		require.Equal(t, 2, partAt(t, s, "/matches.json").Part)
		stored.all = map[int]played.Match{0: stored.all[0]}
		require.Len(t, partAt(t, s, "/matches.json").Numbers, 1)

		s = newTestSite(t, newStage(), most+1)
		stored = s.matches.(*memory)
		stored.read = func() { s.Reset(most+1, most+1) }
		partAt(t, s, "/matches/0.json")
		delete(stored.all, 7)
		require.Len(t, partAt(t, s, "/matches/0.json").Numbers, most-1, "all is read anew")
	})
}

// TestTheLastPartGoesOn when the next one begins: it is kept as one of those before.
func TestTheLastPartGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = resultpage.MatchesOfPart
		s := newTestSite(t, newStage(), most-2)
		require.Len(t, partAt(t, s, "/matches.json").Numbers, most-2)
		storeIn(t, s, madeUp(most-1, most+1))
		require.Len(t, partAt(t, s, "/matches/0.json").Numbers, most)
		require.Len(t, partAt(t, s, "/matches.json").Numbers, 1)
	})
}

// TestTheLastPartIsMadeSeldom: what comes meanwhile is in the stream.
func TestTheLastPartIsMadeSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestSite(t, newStage(), 3)
		before := partAt(t, s, "/matches.json")
		storeIn(t, s, madeUp(4, 4))
		require.Equal(t, before, partAt(t, s, "/matches.json"))
		time.Sleep(listTime)
		partAt(t, s, "/matches.json")
		time.Sleep(listTime)
		reads := s.matches.(*memory).reads
		after := partAt(t, s, "/matches.json")
		require.Len(t, after.Numbers, 4)
		require.Equal(t, reads, s.matches.(*memory).reads, "nothing is new")
		require.NotEqual(t, before.At, after.At)
		s.Reset(2, 2)
		delete(s.matches.(*memory).all, 2)
		delete(s.matches.(*memory).all, 3)
		require.Len(t, partAt(t, s, "/matches.json").Numbers, 2)
	})
}

// TestWhoAsksForAllTakesHalfOfAProcessor: one answer is made at a time, with a rest after it.
func TestWhoAsksForAllTakesHalfOfAProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMaker()
		begun := time.Now()
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				leave, err := m.enter(t.Context())
				require.NoError(t, err)
				time.Sleep(time.Second)
				leave()
			})
		}
		all.Wait()
		require.Equal(t, 9*time.Second, time.Since(begun))
	})
}

// TestWhoGivesUpWhileTheMakerRestsLeavesItsPlace, too.
func TestWhoGivesUpWhileTheMakerRestsLeavesItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMaker()
		leave, err := m.enter(t.Context())
		require.NoError(t, err)
		time.Sleep(time.Minute)
		leave()
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		_, err = m.enter(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		leave, err = m.enter(t.Context())
		require.NoError(t, err)
		leave()
	})
}

// TestWhoGivesUpLeavesItsPlace, so that others get theirs.
func TestWhoGivesUpLeavesItsPlace(t *testing.T) {
	s := newTestSite(t, newStage(), resultpage.MatchesOfPart+1)
	leave, err := s.making.enter(t.Context())
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodGet, at(s, "/matches/0.json"), nil)
	ended := make(chan int)
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- ask(s, r.WithContext(ctx)).Code }()
	stop()
	require.Equal(t, http.StatusInternalServerError, <-ended)
	leave()
	partAt(t, s, "/matches/0.json")
}
