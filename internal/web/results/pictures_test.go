package results

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/integration/storytest"
)

// TestAPictureIsDrawnOnce, however many ask for it, and none of a match without a replay.
func TestAPictureIsDrawnOnce(t *testing.T) { synctest.Test(t, drawnOnce) }

func drawnOnce(t *testing.T) {
	stage := newStage()
	stage.kept[keyOf(1)] = true
	s := newTestSite(t, stage, 9)
	leave, err := s.drawing.enter(t.Context())
	require.NoError(t, err)
	var readers sync.WaitGroup
	for range 50 {
		readers.Go(func() {
			if w := get(s, "/picture/2-"+keyOf(1)); w.Code != http.StatusOK || w.Body.String() != "the picture of "+keyOf(1) {
				t.Error(w.Code, w.Body)
			}
		})
	}
	synctest.Wait() // all of them wait for it
	leave()
	readers.Wait()
	require.Equal(t, 1, stage.pages)
	require.Contains(t, get(s, "/picture/2-"+keyOf(1)).Header().Get("Cache-Control"), "immutable")
	for _, none := range []string{"3-" + keyOf(2), "3-" + keyOf(1), "2", keyOf(1), "x"} {
		require.Equal(t, http.StatusNotFound, get(s, "/picture/"+none).Code, none)
	}
	for number := range 2 * mostPictures {
		s.pictures.put(keyOf(number), body{})
	}
	require.Len(t, s.pictures.by, mostPictures)
}

// TestMatchesToWatchGetTheirPictures: they are played again, one in half a minute, and let go with the next ones.
func TestMatchesToWatchGetTheirPictures(t *testing.T) {
	f := newLeague(t)
	now := noon
	f.now = func() time.Time { return now }
	f.o.Pictures, f.o.Address = true, "https://course.school.edu/"
	f.site.shows.viewer = newMatchPages(f.o)
	waits := f.site.shows.waiting
	require.NoError(t, f.begin(t.Context()))
	require.NotContains(t, f.asks("tables"), "<img")
	require.NotContains(t, f.asks(""), "og:image")
	require.Len(t, waits, 1)

	record := storytest.Record(t, duel.Game.Default())
	first := <-waits
	key := f.KeyOf(archivetest.Match(first.Number, first.Number%2, 1-first.Number%2))
	require.Equal(t, first.Key, key.String())
	require.NoError(t, f.KeepReplay(t.Context(), key, record))
	f.site.shows.end(first.Key, nil)
	require.NoError(t, f.show(t.Context()))
	require.Empty(t, waits, "it is not time for another")
	address := "picture/" + first.address()
	require.Contains(t, f.asks("tables"), `<img src="`+address+`" alt=""`)
	for _, page := range []string{"", "bot/2", "author/0", "match/" + first.address()} {
		require.Contains(t, f.asks(page), `<meta property="og:image" content="https://course.school.edu/`+address+`">`)
	}
	drawn, err := png.DecodeConfig(bytes.NewReader([]byte(f.asks(address))))
	require.NoError(t, err)
	require.Equal(t, 1200, drawn.Width)

	for f.pictured.lacks {
		now = now.Add(pictureAgain + time.Second)
		require.NoError(t, f.look(t.Context(), time.Now().Add(time.Hour)), "nothing new was played")
		if len(waits) > 0 {
			f.site.shows.end((<-waits).Key, errors.New("a bot has gone"))
		}
	}
	require.Len(t, f.site.shows.ended, len(f.site.shown.Watch), "each was asked for once")
	now = now.Add(pictureAgain + time.Second)

	f.Add(ofSeed(26, 1, 2), archivetest.Scored(500, 500), nil) // the closest now
	require.NoError(t, f.read(t.Context()))
	require.NoError(t, f.show(t.Context()))
	_, kept, err := f.Replay(t.Context(), key)
	require.NoError(t, err)
	require.False(t, kept)
	require.NotContains(t, f.asks("tables"), address)
	require.Contains(t, f.pictured.asked, f.KeyOf(ofSeed(26, 1, 2)))
	require.NotContains(t, f.pictured.asked, key)

	last := f.KeyOf(ofSeed(26, 1, 2))
	require.NoError(t, f.KeepReplay(t.Context(), last, record))
	ended, end := context.WithCancel(t.Context())
	end()
	f.follow(ended)
	_, kept, err = f.Replay(t.Context(), last)
	require.NoError(t, err)
	require.False(t, kept, "the next process would not know why it is kept")
}
