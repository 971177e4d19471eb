package league_test

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// enterPacked enters a bot that came in a package.
func enterPacked(t *testing.T, l *league.League, name string) store.Entrant {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(l.Folder.Bots(), programFolder(name)), 0o700))
	program := filepath.Join(l.Folder.Bots(), programFolder(name), name)
	require.NoError(t, os.WriteFile(program, []byte(name), 0o700)) //nolint:gosec // a program
	e := store.Entrant{Entrant: played.Entrant{
		Name: name, Typed: programFolder(name) + "/" + name, Program: [32]byte{1, name[0]},
	}}
	e.Package = [32]byte{2, name[0]}
	require.NoError(t, os.MkdirAll(l.Folder.Packages(), 0o700))
	require.NoError(t, os.WriteFile(packagePath(l, e), []byte("package of "+name), 0o600))
	_, err := l.Store.Enter(t.Context(), l.ID, e)
	require.NoError(t, err)
	return e
}

func programFolder(name string) string { return hex.EncodeToString([]byte{1, name[0], 31: 0}) }

func packagePath(l *league.League, e store.Entrant) string {
	return filepath.Join(l.Folder.Packages(), hex.EncodeToString(e.Package[:])+".bot")
}

// requireThere fails unless the program and the package of a bot are there, or are not.
func requireThere(t *testing.T, l *league.League, e store.Entrant, program, packed bool) {
	t.Helper()
	_, noProgram := os.Stat(filepath.Join(l.Folder.Bots(), league.ProgramOf(e.Typed)))
	_, noPackage := os.Stat(packagePath(l, e))
	require.Equal(t, [2]bool{program, packed}, [2]bool{noProgram == nil, noPackage == nil}, "%s: program, package", e.Name)
}

// serve plays until the league has so many matches.
func serve(t *testing.T, l *league.League, matches int, over league.Transport) {
	t.Helper()
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	r := league.Run{Store: l.Store, Folder: l.Folder, Games: games.All(), Transport: over, Matches: matches}
	require.NoError(t, r.Play(ctx))
}

// crowded makes a league of five bots that keeps these replays, of which one leaves after some matches.
func crowded(t *testing.T, keep string, change func(*store.League)) (*league.League, []store.Entrant) {
	t.Helper()
	l := openLeague(t, func(l *store.League) {
		l.Keep, l.Sandbox, l.Setup = keep, "none", smallSetup(t).Text()
		if change != nil {
			change(l)
		}
	})
	var bots []store.Entrant
	for _, name := range []string{"anna", "ben", "clara", "david", "emma"} {
		bots = append(bots, enterPacked(t, l, name))
	}
	return l, bots
}

func withdraw(t *testing.T, l *league.League, name string) {
	t.Helper()
	left, err := l.Store.Withdraw(t.Context(), l.ID, name)
	require.NoError(t, err)
	require.True(t, left)
}

// TestWhatNoMatchNeedsIsRemoved: the package of a bot that has left goes at once, its program when all its matches can
// be watched without.
func TestWhatNoMatchNeedsIsRemoved(t *testing.T) {
	for keep, program := range map[string]bool{
		"all": false, "newest:3": false, "upsets:3": false, "faults": true, "none": true,
	} {
		l, bots := crowded(t, keep, nil)
		serve(t, l, 10, newDirect())
		for _, e := range bots {
			requireThere(t, l, e, true, true)
		}
		withdraw(t, l, "anna")
		serve(t, l, 11, newDirect())
		requireThere(t, l, bots[0], program, false)
		for _, e := range bots[1:] {
			requireThere(t, l, e, true, true)
		}
		_, err := l.ToPlay(t.Context(), find.Finder{}, "anna", bots[0].Program)
		require.Error(t, err, "at least, its digest is made up")
		require.Equal(t, !program, err.Error() == "anna has left, and its program was removed", err)
	}
}

// TestWhatAKilledProcessWasBringingIsRemoved: it may be as large as what compilers make.
func TestWhatAKilledProcessWasBringingIsRemoved(t *testing.T) {
	l, _ := crowded(t, "all", nil)
	left := filepath.Join(l.Folder.Bots(), league.Unfinished+"1", "objects")
	require.NoError(t, os.MkdirAll(left, 0o700))
	leave, err := l.Folder.Use(t.Context())
	require.NoError(t, err)
	serve(t, l, 5, newDirect())
	require.DirExists(t, left, "somebody may be bringing it")
	leave()
	serve(t, l, 5, newDirect())
	require.NoDirExists(t, filepath.Dir(left))
}

// TestAProgramStaysThatMayHaveToPlayAgain: matches of a worker are set aside if it is found out.
func TestAProgramStaysThatMayHaveToPlayAgain(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	serve(t, l, 10, newCrowd(t, 3, "worker"))
	withdraw(t, l, "anna")
	serve(t, l, 11, newCrowd(t, 3, "worker"))
	requireThere(t, l, bots[0], true, false)
}

// TestWhatIsToBePlayedAgainNeedsAll: with the bots that have left meanwhile.
func TestWhatIsToBePlayedAgainNeedsAll(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	serve(t, l, 10, newCrowd(t, 3, "worker"))
	serve(t, l, 12, newDirect())
	withdraw(t, l, "anna")
	require.NoError(t, l.Store.Revoke(t.Context(), "worker", "for the test", noon))
	dead := &killed{direct: newDirect(), after: 0}
	r := league.Run{Store: l.Store, Folder: l.Folder, Games: games.All(), Transport: dead, Matches: 12}
	require.ErrorIs(t, r.Play(t.Context()), errKilled)
	requireThere(t, l, bots[0], true, true)
	serve(t, l, 12, newDirect())
	serve(t, l, 12, newDirect())
	requireThere(t, l, bots[0], false, false)
}

// TestAProgramOfTwoStaysForEither: a bot may come back, and the one at the gate stays.
func TestAProgramOfTwoStaysForEither(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	serve(t, l, 5, newDirect())
	withdraw(t, l, "anna")
	serve(t, l, 6, newDirect())
	requireThere(t, l, bots[0], false, false)
	enterPacked(t, l, "anna")
	serve(t, l, 7, newDirect())
	serve(t, l, 7, newDirect())
	requireThere(t, l, bots[0], true, true)

	l, bots = crowded(t, "all", func(l *store.League) { l.Gate = programFolder("ben") + "/ben" })
	serve(t, l, 5, newDirect())
	withdraw(t, l, "anna")
	withdraw(t, l, "ben")
	enterPacked(t, l, "fritz")
	serve(t, l, 6, newDirect())
	requireThere(t, l, bots[0], true, false) // it may have met ben at the gate
	requireThere(t, l, bots[1], true, false)
}

// TestNothingIsRemovedWhileSomebodyCopies into the folder or out of it.
func TestNothingIsRemovedWhileSomebodyCopies(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	serve(t, l, 5, newDirect())
	withdraw(t, l, "anna")
	one, err := l.Folder.Use(t.Context())
	require.NoError(t, err)
	two, err := l.Folder.Use(t.Context())
	require.NoError(t, err, "any number may")
	serve(t, l, 6, newDirect())
	requireThere(t, l, bots[0], true, true)
	one()
	serve(t, l, 6, newDirect())
	requireThere(t, l, bots[0], true, true)
	two()
	serve(t, l, 6, newDirect())
	requireThere(t, l, bots[0], false, false)
	left, err := os.ReadDir(l.Folder.Bots())
	require.NoError(t, err)
	require.Len(t, left, 4, "nothing is left of it, not even under another name")
}

// TestProgramsStayForChallenges that wait, also when their bots leave.
func TestProgramsStayForChallenges(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	var names []string
	for _, e := range bots[:4] {
		names = append(names, e.Name)
	}
	c, err := l.Challenge(t.Context(), "", names, time.Now())
	require.NoError(t, err)
	serve(t, l, 5, newDirect())
	withdraw(t, l, "anna")
	serve(t, l, 6, newDirect())
	_, err = os.Stat(filepath.Join(l.Folder.Bots(), league.ProgramOf(bots[0].Typed)))
	require.NoError(t, err)
	require.NoError(t, l.Store.EndChallenge(t.Context(), c.ID, "", time.Now()))
	serve(t, l, 7, newDirect())
	requireThere(t, l, bots[0], false, false)
}

// TestSourcesStayForTheNewestVersion of a bot, also of one that has left; those of older ones go with their programs.
func TestSourcesStayForTheNewestVersion(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	next := bots[0]
	next.Program[1], next.Typed = 'b', bots[1].Typed // any program that is there
	keep := func(e store.Entrant) {
		from := filepath.Join(t.TempDir(), "source")
		require.NoError(t, os.Mkdir(from, 0o700))
		require.NoError(t, l.Folder.KeepSource(e, from))
	}
	keep(bots[0])
	keep(bots[2])
	serve(t, l, 5, newDirect())
	withdraw(t, l, "anna")
	withdraw(t, l, "clara")
	serve(t, l, 5, newDirect())
	requireThere(t, l, bots[0], false, false)
	requireSources := func(e store.Entrant, there bool) {
		t.Helper()
		_, kept := l.Folder.SourceOf(e)
		require.Equal(t, there, kept, e.Name)
	}
	requireSources(bots[0], true)
	requireSources(bots[2], true)
	_, err := l.Store.Enter(t.Context(), l.ID, next)
	require.NoError(t, err)
	keep(next)
	serve(t, l, 6, newDirect())
	serve(t, l, 6, newDirect())
	requireSources(bots[0], false)
	requireSources(next, true)
	requireSources(bots[2], true)
	left, err := os.ReadDir(l.Folder.Sources())
	require.NoError(t, err)
	require.Len(t, left, 2, "nothing is left of it, not even under another name")

	again := enterPacked(t, l, "anna") // as it was at first, and then it leaves
	keep(again)
	serve(t, l, 7, newDirect())
	withdraw(t, l, "anna")
	serve(t, l, 7, newDirect()) // too few are left to play
	requireThere(t, l, again, false, false)
	requireSources(again, true)
}
