package tournament

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/web/results"

	"github.com/botarena/arena/internal/cli/shell"
)

func TestAPageThatIsServedShowsWhatThereIs(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	live := Live{Archive: archive.Archive{Path: "a b.db"}, ID: 3}
	live.Again.Programs.Folder.Dir = "c d"
	require.Equal(t, results.Look{
		Costs: true, Before: "arena results 'a b.db' --of 3 --match ", After: " --bots 'c d'",
	}, live.look())
}

// TestWhoCanLookAtAPage is told, unless it is this machine alone.
func TestWhoCanLookAtAPage(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	for listen, want := range map[string]string{
		"127.0.0.1:0": "",
		"0.0.0.0:0": "note: anybody who can reach this machine can look at the page, and have matches played again " +
			"for it\n",
	} {
		told := &strings.Builder{}
		s := shell.New(archivetest.Games, io.Discard, told)
		page, err := ServePage(s, t.Context(), listen, Live{Archive: f.Archive(), ID: f.ID})
		require.NoError(t, err)
		require.NoError(t, page.Close())
		require.Equal(t, want, told.String())

		page, err = ServePage(s, t.Context(), listen, Live{Archive: f.Archive(), ID: f.ID + 1})
		require.Error(t, err, "there is no such tournament")
		require.NoError(t, page.Close(), "the page of nil is none")
	}
}

func TestWhoLooksOnIsNotToldWhatIsBuilt(t *testing.T) {
	loud := find.Finder{
		Builder: build.Builder{Unkept: func(error) {}, Building: func(string, int, int) {}}, Dir: "bots",
	}
	a := archive.Again{Programs: archive.Programs{Finder: loud, Folder: find.Folder{Finder: loud}}}
	quiet := quietly(a).Programs
	for _, finder := range []find.Finder{quiet.Finder, quiet.Folder.Finder} {
		require.Nil(t, finder.Unkept)
		require.Nil(t, finder.Building)
		require.Equal(t, "bots", finder.Dir)
	}
	require.NotNil(t, a.Programs.Finder.Unkept)
}

func TestTheCommandThatOpensAMatch(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	v := View{Archive: archive.Archive{Path: "a b.db"}, Bots: "bots", Costs: true}
	opens := func() string { return v.opens(3)(schedule.Planned{Number: 5}) }
	require.Equal(t, "arena results 'a b.db' --of 3 --match 6", opens())
	v.Bots = "c d"
	require.Equal(t, "arena results 'a b.db' --of 3 --match 6 --bots 'c d'", opens())
	require.True(t, v.look(3).Costs)
	v.Costs = false
	require.False(t, v.look(3).Costs)
}
