package wasm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/wasm"
)

// codeOf returns the only file of compiled code in a cache.
func codeOf(t *testing.T, cache string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cache, "wasm", "*", "*", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	return files[0]
}

// requireStarts starts a module that one finder finds.
func requireStarts(t *testing.T, f find.Finder, path string) {
	t.Helper()
	bot, err := f.Find(t.Context(), path)
	require.NoError(t, err)
	for _, confined := range levels(t) {
		startAll(t, options(confined, new(buffer)), bot.Command)
	}
}

// TestCodeThatIsNotWholeIsMadeAnew, whatever it is that makes it so.
func TestCodeThatIsNotWholeIsMadeAnew(t *testing.T) {
	module := write(t, "m.wasm", byHand{}.module())
	change := func(edit func(code []byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, code string) {
			t.Helper()
			require.NoError(t, os.WriteFile(code, edit(read(t, code)), 0o644)) //nolint:gosec // bots of another user read it
		}
	}
	instead := func(above int) func(*testing.T, string) {
		return func(t *testing.T, code string) {
			t.Helper()
			for range above {
				code = filepath.Dir(code)
			}
			require.NoError(t, os.RemoveAll(code))
			require.NoError(t, os.WriteFile(code, []byte("a file"), 0o600))
		}
	}
	for name, damage := range map[string]func(t *testing.T, code string){
		"empty folder": func(t *testing.T, code string) { t.Helper(); require.NoError(t, os.RemoveAll(filepath.Dir(code))) },
		"no sum": func(t *testing.T, code string) {
			t.Helper()
			require.NoError(t, os.Remove(filepath.Join(code, "../../sum")))
		},
		"empty":         change(func([]byte) []byte { return nil }),
		"truncated":     change(func(code []byte) []byte { return code[:len(code)-1] }),
		"longer":        change(func(code []byte) []byte { return append(code, 0) }),
		"garbage":       change(func(code []byte) []byte { return bytes.Repeat([]byte("x"), len(code)) }),
		"one bit":       change(func(code []byte) []byte { code[len(code)/2] ^= 1; return code }),
		"other version": change(func(code []byte) []byte { code[len("WAZEVO?")] ^= 1; return code }),
		"file, no code": instead(0), "file, no folder": instead(1), "file, no key": instead(2),
		"folder, no file": func(t *testing.T, code string) {
			t.Helper()
			require.NoError(t, os.Remove(code))
			require.NoError(t, os.Mkdir(code, 0o700))
		},
		"link": func(t *testing.T, code string) {
			t.Helper()
			require.NoError(t, os.Rename(code, code+"2"))
			if err := os.Symlink(code+"2", code); err != nil {
				t.Skip("no links here: ", err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			told := 0
			f := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Building: func(string, int, int) { told++ }}}
			f.Unkept = func(why error) { require.NoError(t, why, "it can be kept") }
			_, err := f.Find(t.Context(), module)
			require.NoError(t, err)
			code := codeOf(t, f.Cache)
			whole := read(t, code)
			damage(t, code)
			for range 2 {
				_, err = f.Find(t.Context(), module)
				require.NoError(t, err)
				require.Equal(t, 2, told, "it was made anew, and once only")
				require.Equal(t, whole, read(t, code))
			}
			left, err := filepath.Glob(filepath.Join(f.Cache, "wasm", "new-*"))
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
}

// TestACacheThatCantBeWrittenIsSlower: each process compiles for itself, says so once, and leaves nothing.
func TestACacheThatCantBeWrittenIsSlower(t *testing.T) {
	temp := testkit.ShortDir(t)
	aFile := write(t, "file", nil)
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	caches := map[string]string{"none": "", "a file": aFile, "below a file": filepath.Join(aFile, "cache")}
	if runtime.GOOS == "linux" {
		caches["not even root"] = "/proc/arena"
	}
	told := 0
	for name, cache := range caches {
		f := find.Finder{Builder: build.Builder{Cache: cache, Unkept: func(why error) {
			told++
			require.NotContains(t, why.Error(), "\n")
		}}}
		built := 0
		f.Building = func(string, int, int) { built++ }
		module := write(t, "m.wasm", join(byHand{}.module(), section(0, text(name)))) // each another one
		for range 2 {
			_, err := f.Find(t.Context(), module)
			require.NoError(t, err, name)
		}
		require.Equal(t, 1, built, name)
	}
	requireStarts(t, find.Finder{}, write(t, "m.wasm", byHand{}.module()))
	require.Equal(t, 1, told, "once in a process")
	kept := func() []string {
		found, err := filepath.Glob(filepath.Join(temp, "*", "*", "sum"))
		require.NoError(t, err)
		return found
	}
	require.Len(t, kept(), len(caches)+1)
	wasm.Forget()
	require.Empty(t, kept())
}

// TestTwoArenasAtOnce compile one module into one cache: all find whole code, and one is kept.
func TestTwoArenasAtOnce(t *testing.T) {
	module, cache := write(t, "m.wasm", byHand{}.module()), t.TempDir()
	f := find.Finder{Builder: build.Builder{Cache: cache, Unkept: func(why error) { require.NoError(t, why) }}}
	_, err := f.Find(t.Context(), module)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(codeOf(t, cache), 100))
	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() { _, errs[i] = f.Find(t.Context(), module) })
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	codeOf(t, cache)
}
