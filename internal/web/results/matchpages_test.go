package results

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// looksIn are the looks of the seats of a match that a page has, packed.
func looksIn(t *testing.T, packed string) (looks []int) {
	t.Helper()
	in, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)))
	require.NoError(t, err)
	var match struct {
		Players []pagedata.PlayerInfo
		Looks   []int
	}
	require.NoError(t, json.NewDecoder(in).Decode(&match))
	for seat, look := range match.Looks {
		require.Equal(t, story.LookOf(look), match.Players[seat].Look)
	}
	return match.Looks
}

func TestABotLooksTheSameInAllMatches(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b", "c", "d", "e", "f")
	replay := storytest.Record(t, duel.Game.Default())
	pages := newMatchPages(Options{Archive: f.Archive(), ID: f.ID})
	in := regexp.MustCompile(`id="match">([^<]+)<`)
	looks := make(map[int][]int)
	for number, c := range []struct{ bots, looks []int }{
		{[]int{0, 2}, []int{0, 2}},
		{[]int{2, 0}, []int{2, 0}},
		{[]int{5, 0}, []int{1, 0}},
		{[]int{5, 1}, []int{2, 1}}, // of the same look: the later one gives way
		{[]int{2, 2}, []int{2, 3}},
	} {
		m := f.Add(archivetest.Match(number, c.bots...), archivetest.Scored(10, 9), replay)
		page, err := pages.Page(t.Context(), ref{Number: m.Number, Key: m.Key.String()})
		require.NoError(t, err)
		looks[number] = c.looks
		require.Equal(t, c.looks, looksIn(t, in.FindStringSubmatch(string(page))[1]), "bots %v", c.bots)
	}

	twin := ref{Number: 1, Key: f.KeyOf(archivetest.Match(1, 2, 0)).String(), Of: f.ID + 1}
	shown := newShows(pages)
	page, err := shown.page(t.Context(), ref{Number: 1, Key: twin.Key})
	require.NoError(t, err)
	require.Equal(t, looks[1], looksIn(t, in.FindStringSubmatch(string(page))[1]))
	page, err = shown.page(t.Context(), twin) // the same match, also of another tournament
	require.NoError(t, err)
	require.Empty(t, looksIn(t, in.FindStringSubmatch(string(page))[1]), "it is not the match 1 of this tournament")

	p := pageOf(t, f, Look{}, nil)
	left, err := AddBest(t.Context(), f.Store, f.Read(), archivetest.Games, &p)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NotEmpty(t, p.Watch)
	for _, w := range p.Watch {
		require.Equal(t, looks[w.Match-1], looksIn(t, string(w.Packed)), "a page that is mailed")
	}
}
