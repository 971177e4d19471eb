package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
)

// TestAllLanguagesAnswerTheSame compares the answers of the same bot in every language.
func TestAllLanguagesAnswerTheSame(t *testing.T) {
	program := filepath.Join(t.TempDir(), "conform")
	_, output, err := run(t, nil, "go", "build", "-o", program, ".")
	require.NoError(t, err, output)
	type sample struct {
		game     engine.Game
		in       []byte
		expected string
	}
	var samples []sample
	for _, g := range allGames() {
		// The second match in a process must be as good as the first.
		in := append(transcript(t, g, 1, 10, 1), transcript(t, g, 2, 5, 0)...)
		out, _, err := run(t, in, program)
		require.NoError(t, err)
		checkAnswers(t, g, out)
		samples = append(samples, sample{g, in, answers(t, out)})
		// The transcript in the repository does not change with the code that writes it.
		if in, err = os.ReadFile(filepath.Join(root, "engine/lines/testdata", g.Info().Name, "seed1.in")); err == nil {
			out, _, err = run(t, in, program)
			require.NoError(t, err)
			require.Contains(t, out, "\ndone 9\n")
			samples = append(samples, sample{g, in, answers(t, out)})
		}
		require.NoError(t, err)
	}
	uses(t, "testdata/conform.sh", "main.go")
	shell := language{"sh", "sh", func(*testing.T, string, string) []string {
		return []string{"sh", "testdata/conform.sh"}
	}}
	for _, l := range append(languages, shell) {
		t.Run(l.name, func(t *testing.T) {
			needs(t, l.tool)
			command := l.command(t, sdkOfAll(t), "conform")
			for _, s := range samples {
				out, errors, err := run(t, s.in, command...)
				require.NoError(t, err, errors)
				require.Equal(t, s.expected, answers(t, out), s.game.Info().Name)
				if l.name != "sh" {
					require.Contains(t, errors, "this must not disturb the answer")
				}
			}
		})
	}
}

// answers returns what follows the first line of a bot, which must be one.
func answers(t *testing.T, out string) string {
	t.Helper()
	first, rest, _ := strings.Cut(out, "\n")
	_, err := lines.ParseHello([]byte(first))
	require.NoError(t, err)
	return rest
}

// checkAnswers reads the answers as the arena does.
func checkAnswers(t *testing.T, game engine.Game, out string) {
	t.Helper()
	schema, err := lines.Of(game.Info())
	require.NoError(t, err)
	var notes engine.Debug
	reader := schema.NewAnswer(&notes)
	require.Equal(t, 15, strings.Count(out, "\ndone "))
	round := 0
	reader.Begin(round)
	for line := range strings.Lines(answers(t, out)) {
		kind, err := reader.Line([]byte(strings.TrimSuffix(line, "\n")))
		require.NoError(t, err, line)
		require.NotEqual(t, lines.Print, kind, line)
		if kind == lines.Done {
			commands, err := game.DecodeCommands(reader.Commands())
			require.NoError(t, err)
			require.Equal(t, 10, commands.Len())
			if round++; round == 10 {
				round = 0 // of the second match
			}
			reader.Begin(round)
		}
	}
	require.Len(t, notes.Take(), 15*5+2)
}
