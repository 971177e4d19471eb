package league_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// openLeague opens a league without bots.
func openLeague(t *testing.T, change func(*store.League)) *league.League {
	t.Helper()
	f := newFolder(t)
	require.NoError(t, newLeague(t, f.Store(), 0, change).Close())
	l, err := league.Open(t.Context(), f, games.All(), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

func TestALeagueIsOpenedAsItWasMade(t *testing.T) {
	limits := host.DefaultLimits()
	limits.Memory *= 2
	l := openLeague(t, func(l *store.League) { l.Limits = limits.Text() })
	agreed, err := l.BotLimits.Within(host.AtMost(limits))
	require.NoError(t, err)
	require.Equal(t, limits, agreed)
	require.Equal(t, "battleroyale", l.Match.Game().Info().Name)
	require.Equal(t, smallSetup(t).Text(), l.Match.Text())

	_, err = league.Open(t.Context(), newFolder(t), games.All(), store.Options{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	unread := new(league.UnreadError)
	f := newFolder(t)
	require.NoError(t, newLeague(t, f.Store(), 0, func(l *store.League) { l.Game = "chess" }).Close())
	_, err = league.Open(t.Context(), f, games.All(), store.Options{})
	require.ErrorAs(t, err, &unread)
	require.NoError(t, os.Remove(f.Store()))
	require.NoError(t, os.WriteFile(f.Store(), []byte("no store"), 0o600))
	_, err = league.Open(t.Context(), f, games.All(), store.Options{})
	require.Error(t, err)
	require.False(t, errors.As(err, &unread))
}

// TestOnlyTheUserDoesWithoutASandbox, and nobody plays a league with another one than it was made with.
func TestOnlyTheUserDoesWithoutASandbox(t *testing.T) {
	for _, test := range []struct {
		made  string
		terms sandbox.Terms
		want  sandbox.Level
		err   error
	}{
		{"standard", sandbox.Terms{Level: sandbox.Strict}, sandbox.Standard, nil},
		{"strict", sandbox.Terms{Level: sandbox.Standard}, sandbox.Strict, nil},
		{"strict", sandbox.Terms{Level: sandbox.None}, sandbox.Strict, nil},
		{"strict", sandbox.Terms{Level: sandbox.Strict, Asked: true}, sandbox.Strict, nil},
		{"strict", sandbox.Terms{Level: "none", Asked: true}, "", &league.LevelError{Asked: "none", Made: "strict"}},
		{"none", sandbox.Terms{Level: sandbox.Standard}, "", league.ErrUnconfined},
		{"none", sandbox.Terms{Level: sandbox.None}, sandbox.None, nil},
		{"none", sandbox.Terms{Level: sandbox.None, Asked: true}, sandbox.None, nil},
		{"none", sandbox.Terms{Level: "strict", Asked: true}, "", &league.LevelError{Asked: "strict", Made: "none"}},
	} {
		l := openLeague(t, func(l *store.League) { l.Sandbox = test.made })
		level, err := l.Level(test.terms)
		require.Equal(t, test.err, err, "%+v", test)
		if test.err == nil {
			require.Equal(t, test.want, level, "%+v", test)
		}
	}
	_, err := openLeague(t, func(l *store.League) { l.Sandbox = "stone" }).Level(sandbox.Terms{})
	require.ErrorContains(t, err, "sandbox: ")
}

// brought writes a program into the league as one that was brought, and enters it.
func brought(t *testing.T, l *league.League, name, text string) store.Entrant {
	t.Helper()
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	sum := sha256.Sum256([]byte(text))
	home := filepath.Join(l.Folder.Bots(), fmt.Sprintf("%x", sum))
	require.NoError(t, os.MkdirAll(home, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(home, file), []byte(text), 0o700)) //nolint:gosec // a program
	e := store.Entrant{Entrant: played.Entrant{Name: name, Typed: filepath.Base(home) + "/" + file, Program: sum}}
	_, err := l.Store.Enter(t.Context(), l.ID, e)
	require.NoError(t, err)
	require.NoError(t, l.Read(t.Context()))
	return e
}

// TestWhoPlaysIsFound by name and program, as it is in the store now.
func TestWhoPlaysIsFound(t *testing.T) {
	l := openLeague(t, nil)
	one := brought(t, l, "one", "1")
	found, err := l.ToPlay(t.Context(), find.Finder{}, "one", one.Program)
	require.NoError(t, err)
	require.Equal(t, one.Typed, found.Typed)
	require.FileExists(t, found.Command.Path)
	for name, program := range map[string][32]byte{"one": {1}, "two": one.Program} {
		_, err = l.ToPlay(t.Context(), find.Finder{}, name, program)
		require.ErrorContains(t, err, "no bot of the league has this name and the program")
	}
	require.Equal(t, 0, l.Current("one"))
	require.Equal(t, -1, l.Current("two"))
	_, err = l.Store.Withdraw(t.Context(), l.ID, "one")
	require.NoError(t, err)
	require.NoError(t, l.Read(t.Context()))
	require.Equal(t, -1, l.Current("one"))
}

// TestAProgramThatIsGoneIsTold, unless its bot has left.
func TestAProgramThatIsGoneIsTold(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"gone":    os.Remove,
		"changed": func(path string) error { return os.WriteFile(path, []byte("another"), 0o600) },
	} {
		l := openLeague(t, nil)
		one := brought(t, l, "one", "1")
		brought(t, l, "two", "2")
		require.NoError(t, l.VerifyBots(t.Context(), find.Finder{}), name)
		require.NoError(t, change(filepath.Join(l.Folder.Bots(), filepath.FromSlash(one.Typed))))
		gone := new(league.GoneError)
		require.ErrorAs(t, l.VerifyBots(t.Context(), find.Finder{}), &gone, name)
		require.Equal(t, "one", gone.Name.Raw())
		_, err := l.Store.Withdraw(t.Context(), l.ID, "one")
		require.NoError(t, err)
		require.NoError(t, l.Read(t.Context()))
		require.NoError(t, l.VerifyBots(t.Context(), find.Finder{}), name)
	}
}

// TestStrangersOfALeagueNeedASandbox each time it is served: those with a mark, and those in packages.
func TestStrangersOfALeagueNeedASandbox(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	alone := find.Finder{Builder: build.Builder{Terms: sandbox.Terms{Level: sandbox.None}}}
	asked := find.Finder{Builder: build.Builder{Terms: sandbox.Terms{Level: sandbox.None, Asked: true}}}
	l := openLeague(t, nil)
	one := brought(t, l, "one", "1")
	require.NoError(t, l.VerifyBots(t.Context(), alone))
	found, err := l.Folder.Find(t.Context(), find.Finder{}, one.Typed)
	require.NoError(t, err)
	require.Equal(t, one.Typed, found.Typed, "not the folder of this machine")
	packed := one
	packed.Package, packed.Signer = [32]byte{1}, "SHA256:somebody"
	require.NoError(t, league.MayPlay(alone.Terms, one, found))
	require.Error(t, league.MayPlay(alone.Terms, packed, found))
	require.NoError(t, league.MayPlay(asked.Terms, packed, found))

	l.Gate = one.Typed
	require.NoError(t, league.Mark(found, true))
	refused := new(sandbox.RefusedError)
	require.ErrorAs(t, l.VerifyBots(t.Context(), alone), &refused)
	require.NoError(t, l.VerifyBots(t.Context(), asked))
	_, err = l.FindGate(t.Context(), alone)
	require.ErrorAs(t, err, &refused)
	gate, err := l.FindGate(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, one.Program, gate.SHA256)
}

// TestTheGateStandsInTheLeague, and nowhere else: a name in its store leads to no other file.
func TestTheGateStandsInTheLeague(t *testing.T) {
	l := openLeague(t, nil)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("evil", []byte("x"), 0o700)) //nolint:gosec // a program
	for _, gate := range []string{"evil", "./evil", "../evil"} {
		l.Gate = gate
		_, err := l.FindGate(t.Context(), find.Finder{})
		require.ErrorContains(t, err, "no such file or folder in "+l.Folder.Bots())
	}
}

// TestWhatIsKnownOfALeague: who varies, and with what that is known.
func TestWhatIsKnownOfALeague(t *testing.T) {
	l := openLeague(t, nil)
	brought(t, l, "one", "1")
	two := brought(t, l, "two", "2")
	require.NoError(t, l.Store.MarkVarying(t.Context(), two.Program, "why", noon))
	known, err := l.Known(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{1}, known.Varying)
	require.Equal(t, map[int]string{1: "why"}, known.Why)
	require.Zero(t, known.Due)
	require.Empty(t, known.Suspicions)
}
