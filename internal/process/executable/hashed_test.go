package executable_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

// bot makes the files of a bot, which are old enough to be known by their looks.
func bot(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"bot.py", "data/weights.txt", ".venv/x", "__pycache__/x"} {
		put(t, filepath.Join(folder, name), "old")
	}
	return folder
}

func put(t testing.TB, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	age(t, path)
}

// age gives a file the time that all of them have.
func age(t testing.TB, path string) {
	t.Helper()
	old := time.Unix(1_000_000_000, 0)
	require.NoError(t, os.Chtimes(path, old, old))
}

func hashed(t *testing.T, tops ...string) *executable.Hashed {
	t.Helper()
	h, err := executable.Hash(tops, executable.SumFile)
	require.NoError(t, err)
	return h
}

// TestWhatIsNotAsItWasHashedIsNamed, though its size and its time are what they were.
func TestWhatIsNotAsItWasHashedIsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		do        func(t *testing.T, folder string)
		file, all string
	}{
		"nothing": {do: func(*testing.T, string) {}},
		"touched": {do: func(t *testing.T, folder string) {
			now := time.Now()
			require.NoError(t, os.Chtimes(filepath.Join(folder, "bot.py"), now, now))
		}},
		"written as it was": {do: func(t *testing.T, folder string) { put(t, filepath.Join(folder, "bot.py"), "old") }},
		"changed in place": {
			do:   func(t *testing.T, folder string) { put(t, filepath.Join(folder, "bot.py"), "new") },
			file: "has changed", all: "bot.py has changed",
		},
		"replaced": {
			do: func(t *testing.T, folder string) {
				made := filepath.Join(t.TempDir(), "made")
				put(t, made, "new")
				require.NoError(t, os.Rename(made, filepath.Join(folder, "bot.py")))
			},
			file: "has changed", all: "bot.py has changed",
		},
		"removed": {
			do:   func(t *testing.T, folder string) { require.NoError(t, os.Remove(filepath.Join(folder, "bot.py"))) },
			file: "has gone", all: "bot.py has gone",
		},
		"a folder instead": {
			do: func(t *testing.T, folder string) {
				require.NoError(t, os.Remove(filepath.Join(folder, "bot.py")))
				put(t, filepath.Join(folder, "bot.py", "x"), "new")
			},
			file: "has gone", all: "bot.py has gone",
		},
		"a file beside it": {
			do:  func(t *testing.T, folder string) { put(t, filepath.Join(folder, "data", "weights.txt"), "new") },
			all: "data/weights.txt has changed",
		},
		"one more": {
			do:  func(t *testing.T, folder string) { put(t, filepath.Join(folder, "random.py"), "new") },
			all: "random.py has come",
		},
		"too much": {
			do: func(t *testing.T, folder string) {
				put(t, filepath.Join(folder, "large"), "")
				require.NoError(t, os.Truncate(filepath.Join(folder, "large"), executable.MostBytes))
			},
			all: "has grown to more than 10000 files or 512 MB",
		},
		"what tools keep": {do: func(t *testing.T, folder string) {
			put(t, filepath.Join(folder, ".venv", "x"), "new")
			put(t, filepath.Join(folder, "__pycache__", "y"), "new")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := bot(t)
			file, all := hashed(t, filepath.Join(folder, "bot.py")), hashed(t, folder)
			text, err := json.Marshal(all) // as it is sent to a worker
			require.NoError(t, err)
			sent := new(executable.Hashed)
			require.NoError(t, json.Unmarshal(text, sent))
			test.do(t, folder)
			for range 2 { // also once it is known how it looks now
				requireDifference(t, test.file, file)
				requireDifference(t, test.all, all)
				requireDifference(t, test.all, sent)
			}
		})
	}
}

func requireDifference(t testing.TB, want string, h *executable.Hashed) {
	t.Helper()
	difference, err := h.Difference()
	require.NoError(t, err)
	require.Equal(t, want, difference)
}

// TestWhatLooksTheSameIsNotReadAgain: a start costs no second reading of a large program.
func TestWhatLooksTheSameIsNotReadAgain(t *testing.T) {
	folder := bot(t)
	h := hashed(t, folder)
	for i := range h.Files {
		h.Files[i].Is = "as was said" // which reading it would refute
	}
	requireDifference(t, "", h)
}

// TestAFileIsKnownByItsLooksOnlyWhenItIsOld, as it may change twice within a tick of the clock.
func TestAFileIsKnownByItsLooksOnlyWhenItIsOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	h := hashed(t, path)
	require.Empty(t, h.Files[0].Looks)
	age(t, path)
	requireDifference(t, "", h)
	require.NotEmpty(t, h.Files[0].Looks)
}

// TestACopyIsWhatWasHashedOrNot: if the original changes before it is copied, that shows.
func TestACopyIsWhatWasHashedOrNot(t *testing.T) {
	folder := bot(t)
	h := hashed(t, folder)
	to := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(to, "bot"), os.DirFS(folder)))
	moved := h.Moved(func(string) string { return filepath.Join(to, "bot") })
	requireDifference(t, "", moved)
	require.Equal(t, h.Sum(), moved.Sum())
	put(t, filepath.Join(to, "bot", "bot.py"), "new")
	requireDifference(t, "bot.py has changed", moved)
	requireDifference(t, "", h)
}

// TestNothingIsAskedOfAProgramWithoutAHash, as a test may start one.
func TestNothingIsAskedOfAProgramWithoutAHash(t *testing.T) { requireDifference(t, "", nil) }
