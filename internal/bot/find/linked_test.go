package find_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// withLinked is a finder as that of a clone: bots are looked for in bots, then in examples, then in the arena.
func withLinked() find.Finder {
	return find.Finder{Dir: "bots", Also: []string{"examples"}, Linked: []executable.Linked{
		{Name: "null"}, {Name: "search", Games: []string{"starships"}},
	}}
}

func TestFoldersComeBeforeTheArenasOwnBots(t *testing.T) {
	inFolder(t, map[string]string{"bots/.keep": ""})
	own, err := os.Executable()
	require.NoError(t, err)
	f := withLinked()
	for _, step := range []struct{ file, typed, path string }{
		{"", "null", filepath.Join(own, "null")},
		{"", "Null", filepath.Join(own, "null")},
		{"examples/null", "null", absolute(t, "examples/null")},
		{"bots/null", "null", absolute(t, "bots/null")},
		{"null", "null", absolute(t, "null")},
	} {
		if step.file != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(step.file), 0o700))
			require.NoError(t, os.WriteFile(step.file, []byte("\x7fELF"), 0o700))
		}
		found, err := f.Find(t.Context(), step.typed)
		require.NoError(t, err, step.file)
		require.Equal(t, step.path, found.Command.Path)
		require.Equal(t, step.typed, found.Typed)
	}
}

func TestALikeNameInAFolderComesBeforeTheArenasOwnBot(t *testing.T) {
	inFolder(t, map[string]string{"examples/NULL": "x"})
	found, err := withLinked().Find(t.Context(), "null")
	require.NoError(t, err)
	require.Equal(t, absolute(t, "examples"), filepath.Dir(found.Command.Path))
}

func TestAPackageInTheNextFolderNeedsNoEnding(t *testing.T) {
	inFolder(t, map[string]string{"examples/zorg.bot": "x"})
	path, err := withLinked().Locate("zorg")
	require.NoError(t, err)
	require.Equal(t, absolute(t, "examples/zorg.bot"), path)
}

func TestAPathIsNoBotOfTheArena(t *testing.T) {
	inFolder(t, map[string]string{"bots/.keep": ""})
	for _, typed := range []string{"./null", "bots/null", "examples/null", absolute(t, "null")} {
		_, err := withLinked().Find(t.Context(), typed)
		require.ErrorContains(t, err, "no such file or folder", typed)
	}
	_, err := withLinked().Find(t.Context(), "zorg")
	require.EqualError(t, err, "zorg: no such file or folder here or in bots or examples, "+
		"and no bot that comes with the arena: null and search")
}

func TestTheArenasOwnBotIsItsProgram(t *testing.T) {
	inFolder(t, map[string]string{"bots/.keep": ""})
	own, err := os.Executable()
	require.NoError(t, err)
	found, err := withLinked().FindAll(t.Context(), []string{"null", "search", "null"})
	require.NoError(t, err)
	null, search := found[0], found[1]
	require.Equal(t, []string{own, executable.LinkedWord, "null"}, null.Command.Args)
	require.Equal(t, "null", null.Command.Called, "hints name it so")
	require.Equal(t, language.Linked, null.Kind)
	require.Equal(t, "null", null.Name)
	require.False(t, null.Strangers)
	require.True(t, null.Same(found[2]))
	require.False(t, null.Same(search))
	require.NotEqual(t, null.SHA256, search.SHA256, "one program, but two bots")
	require.NotEqual(t, [32]byte{}, null.SHA256)
}

func TestTheArenasOwnBotHasNoFile(t *testing.T) {
	inFolder(t, map[string]string{"bots/.keep": ""})
	const none = "null: comes with the arena, and has no file of its own"
	_, err := withLinked().Locate("null")
	require.EqualError(t, err, none)
	_, err = withLinked().Pack(t.Context(), "null", botfile.Manifest{Name: "null"}, pack.Options{}, unasked(t))
	require.EqualError(t, err, none)
	_, err = withLinked().Find(t.Context(), "null:fear=1")
	require.EqualError(t, err, "null:fear=1: has no parameters")
	null, err := withLinked().Find(t.Context(), "null")
	require.NoError(t, err)
	copied, err := null.Copy(t.TempDir())
	require.NoError(t, err)
	require.Equal(t, null, copied)
}

// What others name, as a league does, is never the arena's own.
func TestTheArenasOwnBotIsNoStrangers(t *testing.T) {
	inFolder(t, map[string]string{"bots/.keep": ""})
	f := withLinked()
	f.Foreign = true
	_, err := f.Find(t.Context(), "null")
	require.ErrorContains(t, err, "no such file or folder")
}

// Nobody need name it, and its folder neither: it is this arena.
func TestTheArenasOwnBotIsFoundForAReplay(t *testing.T) {
	inFolder(t, map[string]string{"bots/.keep": ""})
	null, err := withLinked().Find(t.Context(), "null")
	require.NoError(t, err)
	folder := find.Folder{Finder: withLinked().InFolder(false), Unnamed: true}
	folder.Terms = sandbox.Terms{Level: sandbox.None}
	require.NoError(t, os.WriteFile("bots/null", []byte("\x7fELF"), 0o700))

	found, err := folder.Recorded(t.Context(), "orkisland", "null", null.SHA256[:])
	require.NoError(t, err, "also if there is another bot of its name now")
	require.True(t, null.Same(found))
	require.Equal(t, "null", found.Typed)

	folder.Terms, folder.Unnamed = sandbox.Terms{}, false
	_, err = folder.Recorded(t.Context(), "orkisland", "null", make([]byte, 32))
	require.ErrorContains(t, err, "null: not the program that played")
	_, err = folder.Recorded(t.Context(), "starships", "search", null.SHA256[:])
	require.ErrorContains(t, err, "search: not the program that played", "another bot of the same arena")
}

func TestAllBotsAreListedOnce(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"bots/a.sh": "", "examples/a.sh": "", "examples/null.sh": "", "examples/search": ""})
	all, err := withLinked().AskAll(t.Context(), func(_ context.Context, b find.Bot) (host.Description, error) {
		return host.Description{SDK: string(b.Kind)}, nil
	})
	require.NoError(t, err)
	listed := map[string]string{}
	for _, one := range all {
		require.NoError(t, one.Err)
		listed[one.Listed] = one.Bot.Command.Path
	}
	own, err := os.Executable()
	require.NoError(t, err)
	require.Equal(t, map[string]string{
		"a.sh": absolute(t, "bots/a.sh"), "null.sh": absolute(t, "examples/null.sh"),
		"search": absolute(t, "examples/search"), "null": filepath.Join(own, "null"),
	}, listed)
	require.Equal(t, "built in", all[len(all)-1].Said.SDK)
	require.Equal(t, []string{"a.sh", "null", "null.sh", "search"}, withLinked().Names("orkisland"))
}

// Without a named folder none need be there.
func TestTheArenasOwnBotsAreListedWithoutAFolder(t *testing.T) {
	inFolder(t, map[string]string{"other/x": ""})
	ask := func(context.Context, find.Bot) (host.Description, error) { return host.Description{}, nil }
	all, err := withLinked().AskAll(t.Context(), ask)
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.Equal(t, []string{"null"}, withLinked().Names("orkisland"), "search does not play it")
	named := withLinked()
	named.Dir, named.Also = "absent", nil
	_, err = named.AskAll(t.Context(), ask)
	require.ErrorContains(t, err, "absent: no such file or folder")
}
