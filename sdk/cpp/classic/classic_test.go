// Package classic_test plays the headers for player files of the original programs.
package classic_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/testkit"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

const (
	testRounds = 12
	matchSeed  = 30
)

func TestEveryGameHasAHeader(t *testing.T) {
	for _, g := range games.All() {
		require.FileExists(t, filepath.Join(g.Info().Name, "Player.hh"))
		require.Contains(t, kitchens, g.Info().Name)
	}
}

// kitchenOf is a player file that uses every name of a game's headers.
func kitchenOf(game string) string { return filepath.Join("testdata", game, "AIKitchen.cc") }

// The player uses every name that the headers have, and checks the types.
func TestKitchensCompileAsLaterCpp(t *testing.T) {
	for name := range kitchens {
		t.Run(name, func(t *testing.T) {
			if name != "orkisland" {
				tier.Night(t, "the headers of one game are tried always")
			}
			compile(t, "g++", name, "-std=gnu++20", "-Wpedantic", "-fsyntax-only", kitchenOf(name))
		})
	}
}

func TestPlayersSeeTheMatchAsItIs(t *testing.T) {
	for name, newKitchen := range kitchens {
		t.Run(name, func(t *testing.T) {
			k, m := newKitchen(), newMatch(t, game(t, name), testRounds, matchSeed)
			p := start(t, build(t, name, kitchenOf(name)))
			var want strings.Builder
			answers := talk(t, p, m, func() { k.seen(m, &want) })
			require.NoError(t, p.end(t), "%s", last(p.printed.String()))

			requireSameLines(t, want.String(), without(p.printed.String(), "libc"))
			require.Len(t, answers, testRounds)
			for round, said := range k.said {
				requireSameLines(t, strings.Join(said, "\n"), strings.Join(answers[round], "\n"))
			}
			require.Equal(t, lines.Hello{
				Name: "Kitchen", SDK: "cpp-classic/1", Once: true, Games: map[string]int{name: game(t, name).Info().Version},
			}, p.hello)
		})
	}
}

// last is the end of a long text.
func last(text string) string { return text[max(0, len(text)-1000):] }

// without leaves out the lines that begin with a word.
func without(text, word string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, word+" ") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// demos plays four of Ork Island's demo player with the seed of a record. It returns the
// match as the original would have written it.
func demos(t *testing.T) (engine.Match, []byte) {
	t.Helper()
	program := build(t, "orkisland", example(t, "orkisland", "AIDemo.cc"))
	m, err := game(t, "orkisland").Default().New([]string{"Demo", "Demo", "Demo", "Demo"}, 30, engine.Classic)
	require.NoError(t, err)
	schema, err := lines.Of(m.Setup().Game().Info())
	require.NoError(t, err)
	spoken, err := schema.NewMatch(m.StartMessage())
	require.NoError(t, err)
	players, answer := make([]*player, len(names)), schema.NewAnswer(nil)
	for seat := range players {
		players[seat] = start(t, program)
		require.True(t, players[seat].out.Scan())
		_, err := players[seat].in.Write(
			spoken.AppendStart(nil, &arenav1.Seat{Me: int32(seat), Names: names, Seed: m.Seat(seat).Seed()}))
		require.NoError(t, err)
	}
	record := m.AppendRecord(nil)
	for !m.Over() {
		text, err := spoken.AppendState(nil, m.Round(), m.StateMessage(), m.Scores())
		require.NoError(t, err)
		all := make([]engine.Turn[engine.Commands], len(players))
		for seat, p := range players {
			_, err = p.in.Write(text)
			require.NoError(t, err)
			require.NotNil(t, p.answer(t, answer, m.Round()))
			all[seat].Commands, err = m.Setup().Game().DecodeCommands(answer.Commands())
			require.NoError(t, err)
		}
		m.Step(all)
		record = m.AppendRecord(record)
	}
	for _, p := range players {
		require.NoError(t, p.end(t), "the arena may leave without a word")
	}
	return m, record
}

// The scores are those of the original's match, and so is its record where there is one.
func TestOrkIslandsDemoPlaysTheOriginalsMatch(t *testing.T) {
	m, record := demos(t)
	require.Equal(t, []int{11606, 9305, 16208, 10232}, m.Scores())
	t.Run("record", func(t *testing.T) {
		packed, err := os.Open(enginetest.Records(t, "orkisland", "demo-seed30.out.gz")[0])
		require.NoError(t, err)
		defer func() { require.NoError(t, packed.Close()) }()
		unpacked, err := gzip.NewReader(packed)
		require.NoError(t, err)
		want, err := io.ReadAll(unpacked)
		require.NoError(t, err)
		requireSameLines(t, string(want), string(record))
	})
}

func example(t *testing.T, game, file string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "..", "examples", "classic", game, file))
	require.NoError(t, err)
	return path
}

func TestExamplesPlay(t *testing.T) {
	for name := range kitchens {
		for _, file := range []string{"AINull.cc", "AIDemo.cc"} {
			t.Run(name+" "+file, func(t *testing.T) {
				if file == "AIDemo.cc" && name != "orkisland" && !tier.IsNight() {
					compile(t, testkit.PlayerCompiler(t), name, "-std=gnu++11", "-fsyntax-only", example(t, name, file))
					return // compiling it takes longer than to see that it compiles
				}
				p := start(t, build(t, name, example(t, name, file)))
				given := 0
				for _, answer := range talk(t, p, newMatch(t, game(t, name), 50, matchSeed), nil) {
					given += len(answer)
				}
				require.NoError(t, p.end(t), "%s", &p.printed)
				require.Empty(t, p.printed.String())
				require.Equal(t, file == "AIDemo.cc", given > 0)
			})
		}
	}
}

// Every seat must have numbers of its own from the C library, the same ones in the same
// match.
func TestNumbersOfTheCLibraryDependOnTheSeed(t *testing.T) {
	program := build(t, "battleroyale", kitchenOf("battleroyale"))
	numbers := func(seed uint64) (drawn []string) {
		p := start(t, program)
		talk(t, p, newMatch(t, game(t, "battleroyale"), 3, seed), nil)
		require.NoError(t, p.end(t))
		for line := range strings.Lines(p.printed.String()) {
			if strings.HasPrefix(line, "libc ") {
				drawn = append(drawn, line)
			}
		}
		require.Len(t, drawn, 6)
		return drawn
	}
	require.Equal(t, numbers(1), numbers(1))
	require.NotEqual(t, numbers(1), numbers(2))
}

func trap(file string) string { return filepath.Join("testdata", "traps", file) }

func TestPrintsAndCrashesAreThePlayersOwn(t *testing.T) {
	p := start(t, build(t, "orkisland", trap("AIPrinter.cc")))
	answers := talk(t, p, newMatch(t, game(t, "orkisland"), testRounds, matchSeed), nil)
	require.ErrorContains(t, p.end(t), "abort")
	require.Equal(t, [][]string{{"do 0 south"}, {"do 0 south"}}, answers, "what the constructor orders does not count")
	require.Equal(t, strings.Join([]string{
		"do 0 north", "do 0 north", "done 0", "factory", "factory", "done 0", "constructor", "constructor", "done 0",
		"round 0, as cout has it", "do 1 north", "round 0, as cerr has it", "round 1, as cout has it", "do 1 north",
		"round 1, as cerr has it",
		"round 2, as cout has it", "do 1 north", "round 2, as cerr has it", "last words", "",
	}, "\n"), p.printed.String())
	written, err := os.ReadFile(filepath.Join(p.command.Dir, "written.txt"))
	require.NoError(t, err)
	require.Equal(t, "0\n1\n2\n", string(written))
}

func TestPlayersMayUseAnyName(t *testing.T) {
	p := start(t, build(t, "orkisland", trap("AINames.cc")))
	answers := talk(t, p, newMatch(t, game(t, "orkisland"), 3, matchSeed), nil)
	require.NoError(t, p.end(t), "%s", &p.printed)
	require.Len(t, answers, 3)
	require.Equal(t, "NamesThatAre", p.hello.Name)
}

// A file called list beside the player is not the header.
func TestFilesBesideThePlayerAreNoHeaders(t *testing.T) {
	dir := t.TempDir()
	source, err := os.ReadFile(example(t, "orkisland", "AINull.cc"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "AINull.cc"), source, 0o600))
	for _, header := range []string{"list", "map", "lines.hh", "std.hh"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, header), []byte("#error this is mine\n"), 0o600))
	}
	compile(t, "g++", "orkisland", "-std=gnu++11", "-fsyntax-only", filepath.Join(dir, "AINull.cc"))
}

func TestPlayersOfSeveralFiles(t *testing.T) {
	p := start(t, build(t, "orkisland", trap("AITwoFiles.cc"), trap("more.cc")))
	require.Len(t, talk(t, p, newMatch(t, game(t, "orkisland"), 3, matchSeed), nil), 3)
	require.NoError(t, p.end(t), "%s", &p.printed)
}

func TestProgramsThatAreNotOnePlayer(t *testing.T) {
	for file, says := range map[string]string{
		"AITwins.cc": "several players in one program, which plays one: Castor Pollux\nbuild each file on its own\n",
		"more.cc":    "no player: the file must end with RegisterPlayer(PLAYER_NAME);\n",
	} {
		p := start(t, build(t, "orkisland", trap(file)))
		require.ErrorContains(t, p.end(t), "exit status 1", file)
		require.Equal(t, says, p.printed.String())
	}
}

func TestPlayersRefuseOtherGames(t *testing.T) {
	p := start(t, build(t, "moria", example(t, "moria", "AINull.cc")))
	require.True(t, p.out.Scan())
	_, err := p.in.Write([]byte("match orkisland 1\n"))
	require.NoError(t, err)
	require.ErrorContains(t, p.end(t), "exit status 1")
	require.Equal(t, "Null is a player of moria, not of orkisland\n", p.printed.String())
}

// Whatever the arena says, a player neither crashes nor hangs: it plays on or says what is
// wrong.
func TestBrokenLinesDoNoHarm(t *testing.T) {
	for name := range kitchens {
		t.Run(name, func(t *testing.T) {
			program := build(t, name, example(t, name, "AINull.cc"))
			m := newMatch(t, game(t, name), testRounds, matchSeed)
			schema, err := lines.Of(m.Setup().Game().Info())
			require.NoError(t, err)
			spoken, err := schema.NewMatch(m.StartMessage())
			require.NoError(t, err)
			text := spoken.AppendStart(nil, &arenav1.Seat{Me: mySeat, Names: names, Seed: 1})
			for round := range 3 {
				text, err = spoken.AppendState(text, round, m.StateMessage(), m.Scores())
				require.NoError(t, err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			for range 50 {
				p := start(t, program)
				_, _ = p.in.Write(broken(r, text))
				require.NoError(t, p.in.Close())
				for p.out.Scan() {
				}
				if err := p.command.Wait(); err != nil {
					require.ErrorContains(t, err, "exit status 1")
					require.Contains(t, p.printed.String(), "cells\n")
				}
			}
		})
	}
}

// broken changes words, which are mostly numbers, and leaves out lines. It leaves the name
// of the game alone, which players insist on.
func broken(r *rand.Rand, text []byte) []byte {
	list := bytes.SplitAfter(text, []byte("\n"))
	words := []string{"", "-1", "2147483647", "-99999999999999999999", "x", "4900", "1 2 3", "go", "\r"}
	var out []byte
	for k, line := range list {
		switch {
		case k == 0 || r.IntN(20) > 0:
		case r.IntN(2) == 0:
			continue
		default:
			fields := strings.Split(string(line), " ")
			fields[r.IntN(len(fields))] = words[r.IntN(len(words))]
			line = []byte(strings.Join(fields, " "))
		}
		out = append(out, line...)
	}
	return out
}
