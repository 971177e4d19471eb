package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/lines"
)

// written is for the browser tests, in which the bots of the playground are sent the same.
var written = flag.String("written", "", "only write the transcripts and their answers, into `FOLDER`")

// The rounds of the two matches of a sample; in the third of each the bot tells more.
const (
	firstRounds  = 4
	secondRounds = 3
)

// sample is what a bot is sent, and what it must answer.
type sample struct {
	game     string
	in       []byte
	expected string
}

// samples returns those of all games, with the answers of the bot in main.go.
func samples(t *testing.T) (all []sample) {
	t.Helper()
	program := conform(t)
	for _, g := range allGames() {
		name := g.Info().Name
		// The second match in a process must be as good as the first.
		in := append(transcript(t, g, 1, firstRounds, 1), transcript(t, g, 2, secondRounds, 0)...)
		out, _, err := run(t, in, program)
		require.NoError(t, err)
		checkAnswers(t, g, out)
		all = append(all, sample{name, in, answers(t, out)})
		// The transcript in the repository does not change with the code that writes it.
		if in, err = os.ReadFile(filepath.Join(root, "engine/lines/testdata", name, "seed1.in")); err == nil {
			out, _, err = run(t, in, program)
			require.NoError(t, err)
			require.Contains(t, out, "\ndone 9\n")
			all = append(all, sample{name, in, answers(t, out)})
		}
		require.NoError(t, err)
	}
	return all
}

// write writes samples for a program that plays them elsewhere.
func write(t *testing.T, all []sample, folder string) {
	t.Helper()
	for i, s := range all {
		file := filepath.Join(folder, fmt.Sprintf("%d-%s", i, s.game))
		require.NoError(t, os.WriteFile(file+".in", s.in, 0o600))
		require.NoError(t, os.WriteFile(file+".out", []byte(s.expected), 0o600))
	}
}

// TestAllLanguagesAnswerTheSame compares the answers of the same bot in every language.
func TestAllLanguagesAnswerTheSame(t *testing.T) {
	all := samples(t)
	if *written != "" {
		write(t, all, *written)
		return
	}
	uses(t, "testdata/conform.sh", "main.go")
	shell := language{"sh", "sh", func(*testing.T, string, string) []string {
		return []string{"sh", "testdata/conform.sh"}
	}}
	for _, l := range append(languages, shell) {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			if l.name != "python" {
				tier.Long(t, "one language, with one game, is tried always")
			}
			some := all
			if !tier.IsLong() {
				some = all[:1]
			}
			// One process plays all, as some start slowly.
			var in []byte
			for _, s := range some {
				in = append(in, s.in...)
			}
			out, errors, err := run(t, in, l.command(t, sdkOfAll(t), "conform")...)
			require.NoError(t, err, errors)
			got := answers(t, out)
			for _, s := range some {
				of := got[:min(len(got), len(s.expected))]
				require.Equal(t, s.expected, of, s.game)
				got = got[len(of):]
			}
			require.Empty(t, got)
			if l.name != "sh" {
				require.Contains(t, errors, "this must not disturb the answer")
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
	require.Equal(t, firstRounds+secondRounds, strings.Count(out, "\ndone "))
	round := 0
	var made []engine.Note
	reader.Begin(round)
	for line := range strings.Lines(answers(t, out)) {
		kind, err := reader.Line([]byte(strings.TrimSuffix(line, "\n")))
		require.NoError(t, err, line)
		require.NotEqual(t, lines.Print, kind, line)
		if kind == lines.Done {
			commands, err := game.DecodeCommands(reader.Commands())
			require.NoError(t, err)
			require.Equal(t, 10, commands.Len())
			made = append(made, notes.Take()...)
			if round++; round == firstRounds {
				round = 0 // of the second match
			}
			reader.Begin(round)
		}
	}
	require.Len(t, made, (firstRounds+secondRounds)*7+2)
}
