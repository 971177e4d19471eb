package league_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// newFolder makes the folder of a league.
func newFolder(t *testing.T) league.Folder {
	f := league.Folder(t.TempDir())
	_, err := f.Make()
	require.NoError(t, err)
	return f
}

// TestOneServerALeague: the lock ends with what holds it.
func TestOneServerALeague(t *testing.T) {
	f := newFolder(t)
	first, err := f.Lock()
	require.NoError(t, err)
	_, err = f.Lock()
	require.ErrorIs(t, err, league.ErrServed)
	require.NoError(t, first.Close())
	again, err := f.Lock()
	require.NoError(t, err)
	require.NoError(t, again.Close())
}

// TestALeagueHasNoLinks: the folder may be a stranger's, and a link in it may lead to what is the user's.
func TestALeagueHasNoLinks(t *testing.T) {
	for _, name := range []string{
		"bots", "packages", "incoming", "inbox", "inbox/refused", "workers", "workers/queues", "workers/workers.lock",
		"workers/queues/jetstream/stream", "workers/programs/00ff", "bots/00ff", "league.db", "league.db-wal",
		"league.db-shm", "league.db-journal", "league.lock", "health",
	} {
		f, users := newFolder(t), t.TempDir()
		require.NoError(t, os.WriteFile(f.Store(), nil, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(users, "bot"), []byte("the user's"), 0o600))
		link := filepath.Join(string(f), filepath.FromSlash(name))
		require.NoError(t, os.RemoveAll(link))
		require.NoError(t, os.MkdirAll(filepath.Dir(link), 0o755))
		if err := os.Symlink(users, link); err != nil {
			require.Equal(t, "windows", runtime.GOOS, err)
			t.Skip(err) // it lets few users
		}
		_, err := league.Open(t.Context(), f, games.All(), store.Options{})
		require.ErrorIs(t, err, files.ErrLink, name)
		require.EqualError(t, err, link+": is a link, which may lead anywhere")
		require.NotEmpty(t, hint.Of(err))
		_, err = f.Make()
		require.ErrorIs(t, err, files.ErrLink, name)
		if name == "health" {
			_, err = f.Health(time.Now())
			require.ErrorIs(t, err, files.ErrLink)
		}
		require.FileExists(t, filepath.Join(users, "bot"))
	}
}

// TestNoSourceIsOutside: the store and the folder may be a stranger's, and what lies where a source should is given to
// those who have links.
func TestNoSourceIsOutside(t *testing.T) {
	f := newFolder(t)
	e := store.Entrant{Person: "00000000000000aa"}
	require.NoError(t, f.KeepSource(e, t.TempDir()))
	_, kept := f.SourceOf(e)
	require.True(t, kept)
	users := filepath.Join(string(f), "users")
	require.NoError(t, os.Mkdir(users, 0o700))
	for _, person := range []string{"x/../../users", "/../../users", "x/../" + league.SourceName(e)} {
		other := store.Entrant{Person: person}
		_, kept = f.SourceOf(other)
		require.False(t, kept, person)
		require.Error(t, f.KeepSource(other, t.TempDir()), person)
	}
	linked := store.Entrant{Person: "00000000000000bb"}
	if err := os.Symlink(users, filepath.Join(f.Sources(), league.SourceName(linked))); err != nil {
		require.Equal(t, "windows", runtime.GOOS, err)
		t.Skip(err) // it lets few users
	}
	_, kept = f.SourceOf(linked)
	require.False(t, kept)
}

func TestALeagueHasFoldersAndFilesOfTheirKind(t *testing.T) {
	f := newFolder(t)
	require.NoError(t, os.Mkdir(f.Store(), 0o755))
	_, err := league.Open(t.Context(), f, games.All(), store.Options{})
	require.EqualError(t, err, f.Store()+": is not a file")
	f = newFolder(t)
	require.NoError(t, os.WriteFile(f.Incoming(), nil, 0o600))
	_, err = f.Make()
	require.EqualError(t, err, f.Incoming()+": is not a folder")
}

func TestLeagueIsMadeOnce(t *testing.T) {
	f := newFolder(t)
	_, err := f.Make()
	require.NoError(t, err, "an empty folder is none")
	require.NoError(t, os.WriteFile(f.Store(), nil, 0o600))
	_, err = f.Make()
	require.ErrorIs(t, err, os.ErrExist)
	require.True(t, strings.HasSuffix(f.Store(), "league.db"))
}

// TestSourcesOfThePastAreStillGivenBack to the person whose program they are of, if that is one alone.
func TestSourcesOfThePastAreStillGivenBack(t *testing.T) {
	l := openLeague(t, nil)
	entrants := make(map[string]store.Entrant)
	for name, of := range map[string]struct{ program, person string }{
		"anna": {"one", "00000000000000aa"}, "nobody": {"two", ""},
		"ben": {"three", "00000000000000bb"}, "cleo": {"three", "00000000000000cc"},
	} {
		e := store.Entrant{
			Entrant: played.Entrant{Name: name, Typed: name, Program: sha256.Sum256([]byte(of.program))}, Person: of.person,
		}
		entrants[name] = e
		_, err := l.Store.Enter(t.Context(), l.ID, e)
		require.NoError(t, err)
	}
	for _, program := range []string{"one", "two", "three", "no bot"} {
		old := fmt.Sprintf("%x", sha256.Sum256([]byte(program)))
		require.NoError(t, os.MkdirAll(filepath.Join(l.Folder.Sources(), old, program), 0o700))
	}
	require.NoError(t, os.Mkdir(filepath.Join(l.Folder.Sources(), "x"), 0o700))
	again, err := league.Open(t.Context(), l.Folder, games.All(), store.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, again.Close()) }()
	for name, kept := range map[string]bool{"anna": true, "nobody": true, "ben": false, "cleo": false} {
		_, has := l.Folder.SourceOf(entrants[name])
		require.Equal(t, kept, has, name)
	}
	left, err := os.ReadDir(l.Folder.Sources())
	require.NoError(t, err)
	require.Len(t, left, 5, "none is lost")
}
