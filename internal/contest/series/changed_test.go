//go:build unix

package series

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

const (
	answers = `while read -r word round; do case $word in go) echo "done $round";; esac; done` + "\n"
	fresh   = "echo 'arena 1 once'\n" + answers // a process for each match
	crashes = "echo > \"$ARENA_BOT_DIR/.started\"; echo 'arena 1 once'\nread -r _; exit 3\n"
	changer = "echo 'arena 1'\nread -r _; echo new > \"$ARENA_BOT_DIR/weights.txt\"\n" + answers
	early   = "echo new > \"$ARENA_BOT_DIR/weights.txt\"; exit 3\n"
)

// TestAMatchIsPlayedByWhatWasHashed: the hash is looked at with every start, and not with the plan. A result of another
// program is none.
func TestAMatchIsPlayedByWhatWasHashed(t *testing.T) {
	tier.Needs(t, "sh")
	put := func(t *testing.T, path, text string) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // a program
	}
	for name, test := range map[string]struct {
		program, typed string
		edit           func(t *testing.T)
		matches        int // before that
		problem        string
	}{
		"its file": {
			fresh, "zorg/bot.sh", func(t *testing.T) { put(t, "zorg/bot.sh", crashes) }, 1, "bot.sh: has changed",
		},
		"a program that a build renames into place": {
			"#!/bin/sh\n" + fresh, "./program", func(t *testing.T) {
				put(t, "built", "#!/bin/sh\n"+crashes)
				require.NoError(t, os.Rename("built", "program"))
			}, 1, "program: has changed",
		},
		"a file beside it": {
			fresh, "zorg", func(t *testing.T) { put(t, "zorg/weights.txt", "new") }, 1, "zorg: weights.txt has changed",
		},
		"before its first start": {
			fresh, "zorg", func(t *testing.T) { put(t, "zorg/bot.sh", crashes) }, 0, "zorg: bot.sh has changed",
		},
		"between the look and the first line": {early, "zorg", nil, 0, "zorg: weights.txt has changed"},
		"in its first match":                  {changer, "zorg", nil, 0, "zorg: weights.txt has changed"},
		"what an interpreter keeps": {
			fresh, "zorg", func(t *testing.T) { put(t, "zorg/__pycache__/bot.pyc", "new") }, 1, "",
		},
		"the file of a process that goes on": {
			"echo 'arena 1'\n" + answers, "zorg", func(t *testing.T) { put(t, "zorg/bot.sh", crashes) }, 1, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			put(t, "zorg/bot.sh", test.program)
			put(t, "zorg/weights.txt", "old")
			put(t, "program", test.program)
			c := crewOf(t, test.typed, test.program != early)
			defer c.close()
			for range test.matches {
				m, err := c.play(t.Context(), schedule.Planned{Seats: []int{0, 0, 0, 0}, Seed: 1})
				require.NoError(t, err)
				require.Empty(t, m.Verdicts)
			}
			if test.edit != nil {
				test.edit(t)
			}
			m, err := c.play(t.Context(), schedule.Planned{Seats: []int{0, 0, 0, 0}, Seed: 2})
			if test.problem == "" {
				require.NoError(t, err)
				require.Empty(t, m.Verdicts)
				return
			}
			changed := new(host.ChangedError)
			require.ErrorAs(t, err, &changed)
			require.ErrorContains(t, err, test.problem+" since the bot's SHA-256 was computed")
			for _, folder := range []string{".", "zorg"} {
				require.NoFileExists(t, filepath.Join(folder, ".started"), "it is not even started")
			}
		})
	}
}

// crewOf returns a crew, which may be one of a league and play without a bot that can't be started.
func crewOf(t *testing.T, typed string, freeze bool) *crew {
	t.Helper()
	found, err := find.Finder{Builder: build.Builder{Game: "orkisland"}}.Find(t.Context(), typed)
	require.NoError(t, err)
	setup, err := orkisland.Game.Default().With("nb_rounds", 3)
	require.NoError(t, err)
	plan := &Plan{
		Game: "orkisland", Setup: setup.Text(), Random: engine.ChaCha8, Sandbox: sandbox.None, FreezeUnstarted: freeze,
		Bots: []Entrant{{
			Entrant: played.Entrant{Name: "zorg", Typed: typed, Program: found.SHA256}, Command: found.Command,
		}},
	}
	c, err := plan.open(games.All())
	require.NoError(t, err)
	return c
}
