package admission_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// files are files by their paths.
func files(all ...string) (handed []admission.HandedFile) {
	for i := 0; i < len(all); i += 2 {
		handed = append(handed, admission.HandedFile{Path: all[i], Data: []byte(all[i+1])})
	}
	return handed
}

// zipOf is a zip file of files by their names.
func zipOf(t *testing.T, all ...string) string {
	t.Helper()
	var text bytes.Buffer
	w := zip.NewWriter(&text)
	for i := 0; i < len(all); i += 2 {
		f, err := w.Create(all[i])
		require.NoError(t, err)
		_, err = f.Write([]byte(all[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return text.String()
}

// newSchool is a house in which bots in Python are met and pass the check, whatever is in them.
func newSchool(t *testing.T, change func(*store.League)) *house {
	t.Helper()
	tier.Needs(t, "python3")
	h := newHouse(t, change)
	h.Check = passes
	h.Meet = func(_ context.Context, b find.Bot, _ engine.Info, _ host.Options) (lineup.Entrant, error) {
		return lineup.Entrant{Name: b.Name, Version: "of the bot", Bot: b}, nil
	}
	return h
}

// TestSourcesOfAPersonJoin, unsigned: a file, a folder, and either in an archive. The bot is theirs.
func TestSourcesOfAPersonJoin(t *testing.T) {
	for name, handed := range map[string][]admission.HandedFile{
		"zorg": files("zorg.py", "one"),
		"borg": files("borg/bot.py", "two", "borg/arena/core.py", "x", "borg/.git/HEAD", "y", "borg/__pycache__/a.pyc", ""),
		"korg": files("up.zip", zipOf(t, "korg/", "", "korg/bot.py", "three", "__MACOSX/korg/._bot.py", "y")),
		"Sorg": files("Sorg.zip", zipOf(t, "bot.py", "four", ".DS_Store", "y")),
		"morg": files("other.zip", zipOf(t, "morg.py", "five")),
	} {
		h := newSchool(t, nil)
		e := h.joins(h.handedIn(annasID, "", handed...))
		require.Equal(t, [3]string{name, annasID, ""}, [3]string{e.Name, e.Person, e.Signer})
		require.Equal(t, "of the bot", e.Version)
		left, err := os.ReadDir(h.folder.Packages())
		require.NoError(t, err)
		require.Empty(t, left)
		err = filepath.WalkDir(h.folder.Bots(), func(path string, _ fs.DirEntry, err error) error {
			require.NotContains(t, path, ".git")
			require.NotContains(t, path, "pycache")
			return err
		})
		require.NoError(t, err)
	}
}

// TestANameIsThatOfItsPerson, whether they sign or not, and the next version is theirs.
func TestANameIsThatOfItsPerson(t *testing.T) {
	h := newSchool(t, nil)
	require.Equal(t, "mine", h.joins(h.handedIn(annasID, "mine", files("zorg.py", "one")...)).Name)
	require.Equal(t, annasID, h.joins(h.handedIn(annasID, "mine", files("zorg.py", "two")...)).Person)
	require.Equal(t, admission.Same, h.refused(h.handedIn(annasID, "mine", files("zorg.py", "two")...)).Reason)
	why := h.refused(h.handedIn(bensID, "Mine", files("zorg.py", "three")...))
	require.Equal(t, "the name belongs to somebody else", why.Why)
	require.Equal(t, admission.Held, h.refused(h.own("mine", "four")).Reason, "the organiser gives no name away unasked")
	require.Equal(t, admission.Held, h.refused(h.byOrganiser("mine", "1", "", "four")).Reason)
	require.Equal(t, admission.Held, h.refused(h.sent(1, "mine", "1", "ben", "four")).Reason)
	h.joins(h.byLink(annasID, "at home", "mine", "1", "five"))
	h.joins(h.handedIn(annasID, "mine", files("zorg.py", "six")...))
	require.Equal(t, annasID, h.joins(h.byOrganiser("mine", "1", "at home", "six and a half")).Person, "by her last key")
	require.Equal(t, admission.Held, h.refused(h.sent(2, "mine", "2", "at school", "seven")).Reason, "it stays hers")
	require.Equal(t, annasID, h.joins(h.byLink(annasID, "", "mine", "2", "eight")).Person, "a package may be unsigned")
	require.Equal(t, admission.Held, h.refused(h.handedIn(bensID, "mine", files("zorg.py", "nine")...)).Reason)
	require.Equal(t, admission.BadName,
		h.refused(h.handedIn(bensID, "a name that is long", files("zorg.py", "ten")...)).Reason)
}

// TestANameEndsNoArchive: in the inbox it is the comment of one, and could be read as the end of an empty one.
func TestANameEndsNoArchive(t *testing.T) {
	h := newSchool(t, nil)
	e := h.joins(h.handedIn(annasID, "PK\x05\x06"+strings.Repeat("\x00", 18), files("zorg.py", "one")...))
	require.Equal(t, "PK", e.Name)
}

// TestQuotasCountSources as they count packages.
func TestQuotasCountSources(t *testing.T) {
	for name, quotas := range map[string]store.Quotas{
		"bots": {Bots: 2}, "versions": {Versions: 2}, "uploads": {Uploads: 2},
	} {
		h := newSchool(t, nil)
		h.allow(quotas)
		h.joins(h.handedIn(annasID, "one", files("a.py", "one")...))
		h.joins(h.byLink(annasID, "at home", "two", "1", "two"))
		require.Equal(t, admission.Quota, h.refused(h.handedIn(annasID, "three", files("a.py", "three")...)).Reason, name)
		h.joins(h.handedIn(bensID, "three", files("a.py", "three")...))
	}
}

// TestWhatIsNoBotIsToldAtOnce, before it takes a place in the queue.
func TestWhatIsNoBotIsToldAtOnce(t *testing.T) {
	f, _, _ := newInbox(t)
	door, err := admission.NewDesk(f).NewDoor()
	require.NoError(t, err)
	bomb := zipOf(t, "zorg/bot.py", strings.Repeat("\x00", 9<<20))
	require.Less(t, len(bomb), 1<<20)
	var many []string
	for n := range 201 {
		many = append(many, fmt.Sprintf("zorg/%d.py", n), "x")
	}
	var linked bytes.Buffer
	w := zip.NewWriter(&linked)
	header := &zip.FileHeader{Name: "zorg/bot.py"}
	header.SetMode(fs.ModeSymlink | 0o777)
	to, err := w.CreateHeader(header)
	require.NoError(t, err)
	_, err = to.Write([]byte("/etc/passwd"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for name, c := range map[string]struct {
		handed []admission.HandedFile
		why    string
	}{
		"nothing":     {nil, "there is no file in it"},
		"litter":      {files(".git", "x"), "there is no file in it"},
		"two files":   {files("a.py", "x", "b.py", "x"), "it is several files; put them into one folder, or into a zip file"},
		"a way out":   {files("zorg/../../.ssh/keys", "x"), "neither begins nor ends with a point"},
		"the root":    {files("/etc/passwd", "x"), "a name has letters"},
		"backslashes": {files(`zorg\..\bot.py`, "x"), "a name has letters"},
		"a colon":     {files("c:bot.py", "x"), "a name has letters"},
		"escapes":     {files("zorg/\x1b[31m.py", "x"), `"zorg/\x1b[31m.py": a name has letters`},
		"a device":    {files("zorg/NUL.py", "x"), "the name of a device on Windows"},
		"twice":       {files("zorg/a.py", "x", "zorg/A.py", "y"), "there are two files of this name"},
		"both":        {files("zorg/a", "x", "zorg/a/b", "y"), "a file and a folder"},
		"many":        {files(many...), "it has 201 files, and may have 200"},
		"no zip":      {files("zorg.zip", "x"), "the zip file can't be read"},
		"a bomb":      {files("zorg.zip", bomb), "its files are larger than 8 MB"},
		"a zip out":   {files("zorg.zip", zipOf(t, "../bot.py", "x")), "neither begins nor ends with a point"},
		"a link":      {files("zorg.zip", linked.String()), "zorg/bot.py in the zip file is a link or the like"},
		"cut":         {files("zorg.zip", zipOf(t, "zorg/bot.py", "x")[:60]), "the zip file can't be read"},
	} {
		_, err := door.Take(by(annasID), "", c.handed, noon)
		refused := new(uploads.Refusal)
		require.ErrorAs(t, err, &refused, name)
		require.Contains(t, refused.Reason, c.why, name)
		require.Equal(t, engine.Printable(refused.Reason), refused.Reason)
	}
	_, err = door.Take(by(""), "", files("zorg.py", "x"), noon)
	require.ErrorContains(t, err, "only a signed package counts")
	require.Empty(t, door.HandedIn())
	inbox, err := filepath.Glob(filepath.Join(f.Inbox(), "*.*"))
	require.NoError(t, err)
	require.Empty(t, inbox)
}

// TestAPersonKeepsNobodyOut, and a class behind one address keeps nobody of itself out.
func TestAPersonKeepsNobodyOut(t *testing.T) {
	f, _, _ := newInbox(t)
	door, err := admission.NewDesk(f).NewDoor()
	require.NoError(t, err)
	take := func(person, text string) error {
		_, err := door.Take(by(person), "", files("zorg.py", text), noon)
		return err
	}
	for n := range 3 {
		require.NoError(t, take(annasID, fmt.Sprint(n)))
	}
	require.ErrorContains(t, take(annasID, "more"), "3 of yours wait already")
	for n := range 60 {
		require.NoError(t, take(fmt.Sprintf("%016x", n), "one"))
	}
	for n := 0; err == nil; n++ {
		require.Less(t, n, 300)
		err = take(fmt.Sprintf("%016x", 1000+n), "one")
	}
	require.ErrorIs(t, err, uploads.ErrBusy, "an address has an end")
	require.False(t, door.Allows(by("").From, noon))
	require.True(t, door.Allows(by("").From, noon.Add(time.Minute)))
}

// TestAPersonIsToldTheSteps of the check as they run, and the last lines of a bot that fails.
func TestAPersonIsToldTheSteps(t *testing.T) {
	h := newSchool(t, nil)
	desk := admission.NewDesk(h.folder)
	door, err := desk.NewDoor()
	require.NoError(t, err)
	receipt, err := door.Take(by(annasID), "", files("zorg.py", "one"), noon)
	require.NoError(t, err)
	require.Equal(t, admission.Fate{State: admission.Waits}, door.Fate(receipt))
	require.True(t, admission.IsOf(receipt, annasID))
	require.False(t, admission.IsOf(receipt, bensID))
	require.Equal(t, []admission.Handed{{Receipt: receipt, Who: annasID, File: "zorg.py", At: noon}}, door.HandedIn())
	var sub admission.Submission
	for _, one := range h.inboxed() {
		sub = one
	}
	h.Step = desk.Step
	h.Check = func(
		_ context.Context, c executable.Command, _ []engine.Game, o check.Options, report func(check.Step),
	) (bool, error) {
		desk.Tell(sub, admission.Fate{State: admission.Checking})
		report(check.Step{Name: "start", Seen: []string{"it is", "there"}})
		require.Equal(t, []admission.Step{{Name: "start", OK: true, Text: "it is; there"}}, door.Fate(receipt).Steps)
		for n := range 30 {
			fmt.Fprintf(o.Host.Output, "seat 0 (zorg): line %d of %s\x1b]0;title\a\n", n, c.Path)
		}
		report(check.Step{Name: "rounds", Failure: "crashed"})
		return false, nil
	}
	desk.Tell(sub, admission.Fate{State: admission.Checking})
	refused := h.refused(sub)
	require.Len(t, refused.Lines, 20)
	require.Equal(t, "line 29 of zorg.py]0;title", refused.Lines[19])
	desk.Tell(sub, admission.Fate{State: admission.Declined, Text: "rounds: crashed"})
	require.Equal(t, []admission.Step{{Name: "start", OK: true, Text: "it is; there"}, {Name: "rounds", Text: "crashed"}},
		door.Fate(receipt).Steps)
}

// TestSomeLeaguesTakeNoSources, and none are built that nobody has agreed to build.
func TestSomeLeaguesTakeNoSources(t *testing.T) {
	h := newSchool(t, func(l *store.League) { l.Signed = true })
	require.Equal(t, admission.NoPackage, h.refused(h.handedIn(annasID, "", files("zorg.py", "one")...)).Reason)
	require.Equal(t, admission.Unsigned, h.refused(h.byLink(annasID, "", "zorg", "1", "one")).Reason)
	h = newSchool(t, nil)
	why := h.refused(h.handedIn(annasID, "", files("zorg.cc", "int main() {}")...))
	require.Equal(t, [2]string{
		"would have to be built, and the bots of others are not",
		"hand in one that needs no compiler, or ask the organiser to have yours built",
	}, [2]string{why.Why, why.OnPage()})
	require.Equal(t, admission.Unfit, h.refused(h.handedIn(annasID, "", files("zorg/notes.txt", "x")...)).Reason)
}

// TestAnArchiveOfNothingIsRefused, though no page can send it: others can write into the inbox, too.
func TestAnArchiveOfNothingIsRefused(t *testing.T) {
	h := newSchool(t, nil)
	for _, archive := range []string{zipOf(t), zipOf(t, ".hidden", ""), zipOf(t, "a/", ""), "no archive"} {
		path := filepath.Join(h.folder.Inbox(), strings.Repeat("0", 32)+"-"+annasID+".zip")
		require.NoError(t, os.WriteFile(path, []byte(archive), 0o600))
		_, err := h.Admit(t.Context(), admission.Submission{Typed: path, By: admission.ByWire, Person: annasID})
		require.Error(t, err)
	}
}
