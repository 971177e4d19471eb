package find_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/unfit"
)

// admitting finds bots, and lets every package play.
func admitting(t *testing.T) find.Finder {
	t.Helper()
	return find.Finder{
		Builder: build.Builder{Cache: t.TempDir()}, Admit: func(context.Context, *pack.File) error { return nil },
	}
}

func content(path, text string) botfile.Content {
	return botfile.Content{Path: path, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

func programFor(goos, arch, text string) botfile.Content {
	c := content("", text)
	c.OS, c.Arch = goos, arch
	return c
}

// writePackage writes a package zorg.bot into the current folder.
func writePackage(t *testing.T, start string, contents ...botfile.Content) {
	t.Helper()
	parcel, err := botfile.NewParcel(contents)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, parcel.Write(&file, botfile.Manifest{Name: "zorg", Kind: "program", Start: start}, nil))
	require.NoError(t, os.WriteFile("zorg.bot", file.Bytes(), 0o600))
}

func requireRefused(t *testing.T, finder find.Finder, want string) {
	t.Helper()
	_, err := finder.Find(t.Context(), "zorg.bot")
	refused := new(unfit.Error)
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "zorg.bot", refused.Culprit.Raw())
	require.Contains(t, refused.Problem, want)
}

func TestAPackedProgramIsWhatRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "a program for this system"
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, text), programFor("plan9", "mips", "another"))
	finder := admitting(t)
	found, err := finder.Find(t.Context(), "zorg.bot")
	require.NoError(t, err)
	require.Equal(t, "zorg", found.Name)
	require.True(t, found.Packed)
	require.Equal(t, sha256.Sum256([]byte(text)), found.SHA256, "of the program that runs, as of any")
	written, err := os.ReadFile(found.Command.Args[0])
	require.NoError(t, err)
	require.Equal(t, text, string(written))
	info, err := os.Stat(found.Command.Args[0])
	require.NoError(t, err)
	require.Zero(t, info.Mode().Perm()&0o222, "nobody writes to it")
	entries, err := os.ReadDir(filepath.Dir(found.Command.Args[0]))
	require.NoError(t, err)
	require.Len(t, entries, 1, "what is for other systems stays packed")
	require.NoDirExists(t, filepath.Join(found.Command.Path, "bin"))

	writePackage(t, "zorg", programFor("plan9", "mips", "another"))
	requireRefused(t, finder, "has programs for plan9/mips, and this is "+runtime.GOOS+"/"+runtime.GOARCH)
}

func TestAPackageIsKnownByItsNameInTheBotsFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, "x"))
	finder := admitting(t)
	finder.Dir = "mine"
	_, err := finder.Find(t.Context(), "zorg")
	require.Error(t, err)
	require.NoError(t, os.Mkdir("mine", 0o700))
	require.NoError(t, os.Rename("zorg.bot", filepath.Join("mine", "zorg.bot")))
	found, err := finder.Find(t.Context(), "zorg")
	require.NoError(t, err)
	require.Equal(t, "zorg", found.Typed)
}

func TestNobodyIsTrustedUnasked(t *testing.T) {
	t.Chdir(t.TempDir())
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, "x"))
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	requireRefused(t, finder, "nobody is asked here")
	no := errors.New("no")
	finder.Admit = func(_ context.Context, p *pack.File) error {
		require.Equal(t, "zorg", p.Bot().Name)
		require.NoDirExists(t, filepath.Join(finder.Cache, "packages"), "nothing is unpacked before")
		return no
	}
	_, err := finder.Find(t.Context(), "zorg.bot")
	require.ErrorIs(t, err, no)
	require.NoDirExists(t, filepath.Join(finder.Cache, "packages"))
}

// To build a stranger's bot would be to run commands of theirs that nothing confines.
func TestNothingOfAPackageIsBuilt(t *testing.T) {
	for name, contents := range map[string][]botfile.Content{
		"bot.txt": {content("bot.txt", "build touch built\nrun sh x.sh\n"), content("x.sh", "")},
		"only":    {content("bot.txt", "build touch built\n"), content("main.sh", "")},
		"go":      {content("main.go", "package main"), content("go.mod", "module x")},
		"c++":     {content("main.cc", "int main() {}")},
		"classic": {content("AIZorg.cc", `#include "Player.hh"`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			writePackage(t, "", contents...)
			requireRefused(t, admitting(t), "would have to be built")
			require.NoFileExists(t, "built")
		})
	}
	t.Run("one file", func(t *testing.T) {
		t.Chdir(t.TempDir())
		writePackage(t, "x.cc", content("x.cc", "int main() {}"))
		requireRefused(t, admitting(t), "would have to be built")
	})
}

func TestWhatWasChangedIsUnpackedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, "the program"),
		content("params.json", `[{"name": "a", "default": 3, "low": 0, "high": 10}]`))
	finder := admitting(t)
	first, err := finder.Find(t.Context(), "zorg.bot")
	require.NoError(t, err)
	require.NotNil(t, first.Parameters)
	path := first.Command.Args[0]
	elsewhere, err := filepath.Abs("elsewhere")
	require.NoError(t, err)
	for _, change := range []func() error{
		func() error { return os.Remove(path) },
		func() error {
			return errors.Join(os.Chmod(path, 0o700), os.WriteFile(path, []byte("another one"), 0o600))
		},
		func() error { return os.Remove(filepath.Join(filepath.Dir(path), "params.json")) },
		func() error { return errors.Join(os.Rename(path, "elsewhere"), os.Symlink(elsewhere, path)) },
	} {
		require.NoError(t, change())
		again, err := finder.Find(t.Context(), "zorg.bot")
		require.NoError(t, err)
		require.Equal(t, first.SHA256, again.SHA256)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "the program", string(text))
		info, err := os.Lstat(path)
		require.NoError(t, err)
		require.True(t, info.Mode().IsRegular())
	}
}

func TestManyUnpackAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, strings.Repeat("x", 1<<20)))
	finder := admitting(t)
	var all sync.WaitGroup
	failed := make([]error, 8)
	for i := range failed {
		all.Go(func() { _, failed[i] = finder.Find(t.Context(), "zorg.bot") })
	}
	all.Wait()
	require.NoError(t, errors.Join(failed...))
	left, err := os.ReadDir(filepath.Join(finder.Cache, "packages"))
	require.NoError(t, err)
	require.Len(t, left, 1)
}

func TestADamagedPackageLeavesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, "the program"))
	file, err := os.ReadFile("zorg.bot")
	require.NoError(t, err)
	at := bytes.Index(file, []byte("PK\x01\x02")) - 8 // near the end of the last content
	file[at] ^= 0x10
	require.NoError(t, os.WriteFile("zorg.bot", file, 0o600))
	finder := admitting(t)
	requireRefused(t, finder, "damaged: ")
	left, _ := os.ReadDir(filepath.Join(finder.Cache, "packages"))
	require.Empty(t, left)
}
