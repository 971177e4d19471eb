package linesdoc

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
)

var update = flag.Bool("update", false, "write docs/lines again")

// commentsOf reads the comments of a game's schema from its source.
func commentsOf(t *testing.T, game string) Comments {
	t.Helper()
	name := fmt.Sprintf("%s/v1/%s.proto", game, game)
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "proto", filepath.FromSlash(name)))
	require.NoError(t, err)
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver: protocompile.ResolverFunc(func(wanted string) (protocompile.SearchResult, error) {
			if wanted == name {
				return protocompile.SearchResult{Source: bytes.NewReader(text)}, nil
			}
			known, err := protoregistry.GlobalFiles.FindFileByPath(wanted)
			return protocompile.SearchResult{Desc: known}, err
		}),
	}
	files, err := compiler.Compile(context.Background(), name)
	require.NoError(t, err)
	file := files[0]
	return func(name protoreflect.FullName) string {
		if name == file.Package() { // the comment before the first statement, without its title
			const syntax = 12
			_, text, _ := strings.Cut(file.SourceLocations().ByPath(protoreflect.SourcePath{syntax}).LeadingComments, "\n\n")
			return text
		}
		d := file.FindDescriptorByName(name)
		if d == nil {
			return ""
		}
		return file.SourceLocations().ByDescriptor(d).LeadingComments
	}
}

// TestPagesAreThoseOfTheSchemas: after a change of a schema or a game, its page must be made
// again.
func TestPagesAreThoseOfTheSchemas(t *testing.T) {
	const again = "type: go test ./internal/docgen/linesdoc -run Pages -update"
	wanted := []string{}
	for _, game := range games.All() {
		name := game.Info().Name
		page, err := Page(game, commentsOf(t, name))
		require.NoError(t, err)
		path := filepath.Join("..", "..", "..", "docs", "lines", name+".md")
		wanted = append(wanted, path)
		if *update {
			require.NoError(t, os.WriteFile(path, page, 0o600))
		}
		committed, err := os.ReadFile(path)
		require.NoError(t, err, again)
		require.Equal(t, string(page), string(committed), again)
	}
	there, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "lines", "*"))
	require.NoError(t, err)
	require.ElementsMatch(t, wanted, there)
}

func TestPageOfAGameOfTheArenaHasItsComments(t *testing.T) {
	for _, game := range games.All() {
		page, err := Of(game)
		require.NoError(t, err)
		committed, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "lines", game.Info().Name+".md"))
		require.NoError(t, err)
		require.Equal(t, string(committed), string(page))
	}
}

// TestPageOfAnotherGame: it has all but the comments.
func TestPageOfAnotherGame(t *testing.T) {
	page, err := Of(duel.Game)
	require.NoError(t, err)
	text := string(page)
	for _, want := range []string{
		"# Duel as lines\n", "\nmatch duel 1\n", "\n- `board CHARACTERS`: Row by row: `rows` rows of `cols` characters.\n",
		"\n- `round NUMBER`\n- `unit_cells CELL…`\n- `paint CHARACTERS`: Row by row: `rows` rows of `cols` characters.\n",
		"\n- `scores NUMBER…`: For every",
		"\n| `nb_units NUMBER` | ", "\n    do UNIT DIRECTION\n    do ", "\n- `UNIT`\n- `DIRECTION`\n  - `north`\n",
	} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "painted it")

	with, err := Page(duel.Game, commentsOf(t, "duel"))
	require.NoError(t, err)
	require.Contains(
		t, string(with),
		"- `paint CHARACTERS`: One character for every cell: the number of the player that painted it, or \".\" if "+
			"nobody\n  has. Row by row: `rows` rows of `cols` characters.\n")
	require.NotContains(t, string(with), "uses up", "it can't be said in lines")
}

// stranger is a game that has the name of one of the arena's.
type stranger struct{ engine.Game }

func (stranger) Info() engine.Info {
	return engine.Info{Name: "orkisland", Title: "My Island", Version: 99}
}

func TestPageOfAnotherVersionIsNotThatOfTheArena(t *testing.T) {
	game, err := games.All().Find("orkisland")
	require.NoError(t, err)
	page, err := Of(stranger{game})
	require.NoError(t, err)
	require.Contains(t, string(page), "# My Island as lines")
	require.Contains(t, string(page), "\nmatch orkisland 99\n")
}

// nowhere is a game without a schema.
type nowhere struct{ engine.Game }

func (nowhere) Info() engine.Info { return engine.Info{Name: "nowhere"} }

func TestPageOfAGameThatCantBeSaid(t *testing.T) {
	_, err := Of(nowhere{duel.Game})
	require.EqualError(t, err, "there is no message nowhere.v1.Start")
}

// transcripts are what bots read in matches of all games.
func transcripts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, game := range append(slices.Clone(games.All()), duel.Game) {
		name := game.Info().Name
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "engine", "lines", "testdata", name, "seed1.in"))
		require.NoError(t, err)
		all[name] = string(text)
	}
	return all
}

// TestEveryLineIsExplained: each line that a bot is sent is on the page of the game or in the
// specification.
func TestEveryLineIsExplained(t *testing.T) {
	protocol, err := Protocol()
	require.NoError(t, err)
	for name, text := range transcripts(t) {
		game, err := append(slices.Clone(games.All()), duel.Game).Find(name)
		require.NoError(t, err)
		page, err := Of(game)
		require.NoError(t, err)
		for line := range strings.Lines(text) {
			first := strings.Fields(line)[0]
			usage := regexp.MustCompile("(?m)^(?:- |\\| |.*, )`" + first + "[ `]")
			require.True(t, usage.Match(page) || usage.Match(protocol), "%s: %s", name, first)
		}
	}
}

// TestSpecificationIsTrue holds what can be held of docs/lines.md.
func TestSpecificationIsTrue(t *testing.T) {
	text, err := Protocol()
	require.NoError(t, err)
	spec := string(text)
	require.LessOrEqual(t, strings.Count(spec, "\n"), 200)
	require.Contains(t, spec, fmt.Sprintf("the line protocol, version %d.", lines.Version))
	for _, row := range []string{
		fmt.Sprintf("| a line | %d KiB |", lines.MaxLine>>10),
		fmt.Sprintf("| an answer: its commands and notes | %d KiB |", lines.MaxAnswer>>10),
		fmt.Sprintf("| commands in a round | %d |", engine.MaxCommands),
		fmt.Sprintf("| notes in a match | %d KiB, each %d bytes and its text;", engine.MaxNotes>>10, engine.Note{}.Size()),
		fmt.Sprintf("at most %d characters without spaces", engine.MaxName),
		fmt.Sprintf("at most %d bytes", engine.MaxNoteText),
		fmt.Sprintf("what is kept with a match is cut after %d KiB", match.MaxLines>>10),
	} {
		require.Contains(t, spec, row)
	}
	for _, game := range games.All() {
		require.Contains(t, spec, fmt.Sprintf("[%s](lines/%s.md)", game.Info().Title, game.Info().Name))
	}
}

// TestMistakesAreToldAsTheSpecificationSays writes what the table of mistakes says, in a
// match of Ork Island.
func TestMistakesAreToldAsTheSpecificationSays(t *testing.T) {
	spec, err := Protocol()
	require.NoError(t, err)
	game, err := games.All().Find("orkisland")
	require.NoError(t, err)
	schema, err := lines.Of(game.Info())
	require.NoError(t, err)
	mistakes := regexp.MustCompile(
		"(?m)^\\| writes `([^`]*)`(?: for `go (\\d+)`)? \\| `(line 2.*)` \\|$").FindAllStringSubmatch(string(spec), -1)
	require.Len(t, mistakes, 6)
	for _, m := range mistakes {
		answer := schema.NewAnswer(new(engine.Debug))
		round := 0
		_, _ = fmt.Sscan(m[2], &round)
		answer.Begin(round)
		_, err := answer.Line([]byte("do 1 north"))
		require.NoError(t, err)
		_, err = answer.Line([]byte(m[1]))
		require.EqualError(t, err, m[3])
	}
}

// TestShellBotPlays runs the bot of the specification on what bots read.
func TestShellBotPlays(t *testing.T) {
	tier.Needs(t, "sh")
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "lines.md"))
	require.NoError(t, err)
	script := regexp.MustCompile("(?s)```sh\n(echo arena 1\n.*?)```").FindSubmatch(text)
	require.NotNil(t, script)
	require.Equal(t, 2, bytes.Count(script[1], []byte("\n")))
	for name, in := range transcripts(t) {
		bot := exec.CommandContext(t.Context(), "sh", "-c", string(script[1]))
		bot.Stdin = strings.NewReader(in)
		out, _ := bot.Output() // a loop of shell ends with a code of its own
		want := "arena 1\n"
		for round := range strings.Count(in, "\ngo ") {
			want += fmt.Sprintf("done %d\n", round)
		}
		require.Equal(t, want, string(out), name)
	}
}
