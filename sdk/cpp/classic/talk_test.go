package classic_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/storytest"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

const (
	// mySeat is the seat of the player under test.
	mySeat = 2
	// firstRound is the number of the first round in Battle Royale, where board files
	// can choose it.
	firstRound = 2
)

var names = []string{"a", "b", "c d", "Kitchen"}

func game(t *testing.T, name string) engine.Game {
	t.Helper()
	for _, g := range games.All() {
		if g.Info().Name == name {
			return g
		}
	}
	t.Fatalf("no game %s", name)
	return nil
}

// sources looks at all files that can go into a program. Else go test, which does not know
// what a compiler reads, may take an old result for the present one.
var sources = sync.OnceValue(func() error {
	for _, folder := range []string{".", filepath.Join("..", "..", "..", "examples", "classic")} {
		if err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			_, err = os.ReadFile(path)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
})

// compile runs a compiler as a player's author would, but minds every warning.
func compile(t *testing.T, compiler, game string, args ...string) {
	t.Helper()
	needsCompiler(t)
	require.NoError(t, sources())
	here, err := os.Getwd()
	require.NoError(t, err)
	all := append([]string{"-Wall", "-Wextra", "-Werror", "-I", filepath.Join(here, game)}, args...)
	output, err := exec.CommandContext(t.Context(), compiler, all...).CombinedOutput()
	require.NoError(t, err, "%v\n%s", args, output)
}

func needsCompiler(t *testing.T) {
	t.Helper()
	tier.Long(t, "compiles C++ with large headers")
	tier.Needs(t, "g++")
}

// built has the programs of this run by what they were made of. Compiling takes longer than
// all the rest.
var built = make(map[string]string)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// build returns the program of some files. Only for one kitchen, and at night for all files, the standard headers,
// which are the same in all games, are read as an author's compiler reads them.
func build(t *testing.T, game string, files ...string) string {
	t.Helper()
	needsCompiler(t)
	key := game + " " + strings.Join(files, " ")
	if built[key] == "" {
		folder, err := testkit.Shared("classic")
		require.NoError(t, err)
		program := filepath.Join(folder, strconv.Itoa(len(built)))
		compiler := testkit.PlayerCompiler(t)
		flags := []string{"-std=gnu++11", "-o", program}
		if files[0] == kitchenOf("orkisland") || tier.IsNight() {
			compiler, flags = "g++", append(flags, "-Wpedantic")
		}
		compile(t, compiler, game, append(files, flags...)...)
		built[key] = program
	}
	return built[key]
}

// player is a running player.
type player struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	printed bytes.Buffer
	hello   lines.Hello
}

func start(t *testing.T, program string) *player {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	p := &player{command: exec.CommandContext(ctx, program)}
	p.command.Dir = t.TempDir()
	p.command.Stderr = &p.printed
	var err error
	p.in, err = p.command.StdinPipe()
	require.NoError(t, err)
	out, err := p.command.StdoutPipe()
	require.NoError(t, err)
	p.out = bufio.NewScanner(out)
	require.NoError(t, p.command.Start())
	return p
}

// talk plays a match of one player, in mySeat, with others who play at random. It returns
// the answers, without their last lines. If the player ends early, so does the match.
func talk(t *testing.T, p *player, m engine.Match, look func()) (answers [][]string) {
	t.Helper()
	g := m.Setup().Game()
	schema, err := lines.Of(g.Info())
	require.NoError(t, err)
	spoken, err := schema.NewMatch(m.StartMessage())
	require.NoError(t, err)
	require.True(t, p.out.Scan(), "no hello: %s", &p.printed)
	p.hello, err = lines.ParseHello(p.out.Bytes())
	require.NoError(t, err)

	answer, others := schema.NewAnswer(nil), g.Random()
	text := spoken.AppendStart(nil, &arenav1.Seat{Me: mySeat, Names: names, Seed: m.Seat(mySeat).Seed()})
	for !m.Over() {
		if look != nil {
			look()
		}
		text, err = spoken.AppendState(text, m.Round(), m.StateMessage(), m.Scores())
		require.NoError(t, err)
		_, _ = p.in.Write(text)
		text = text[:0]
		said := p.answer(t, answer, m.Round())
		if said == nil {
			return answers
		}
		answers = append(answers, said[:len(said)-1])
		commands, err := g.DecodeCommands(answer.Commands())
		require.NoError(t, err)
		m.Step(turns(m, others, commands))
	}
	_, _ = p.in.Write(lines.AppendEnd(nil, m.Scores(), engine.Places(m.Scores())))
	return answers
}

// answer reads an answer. It returns nil if the player has ended.
func (p *player) answer(t *testing.T, answer *lines.Answer, round int) (said []string) {
	t.Helper()
	answer.Begin(round)
	for p.out.Scan() {
		kind, err := answer.Line(p.out.Bytes())
		require.NoError(t, err)
		require.Contains(t, []lines.Kind{lines.Command, lines.Done}, kind, p.out.Text())
		said = append(said, p.out.Text())
		if kind == lines.Done {
			return said
		}
	}
	return nil
}

// end waits for the player.
func (p *player) end(t *testing.T) error {
	t.Helper()
	require.NoError(t, p.in.Close())
	require.False(t, p.out.Scan(), p.out.Text())
	return p.command.Wait()
}

// turns has statuses that can be told apart.
func turns(m engine.Match, others engine.Player, mine engine.Commands) []engine.Turn[engine.Commands] {
	all := make([]engine.Turn[engine.Commands], len(names))
	for seat := range all {
		if seat == mySeat && mine.Len() <= engine.MaxCommands {
			all[seat].Commands = mine
		} else if seat != mySeat {
			all[seat].Commands = others.Play(m, seat)
		}
	}
	all[0].Status, all[1].Status, all[mySeat].Status = 250000, engine.Frozen, 1000000
	return all
}

func newMatch(t *testing.T, g engine.Game, rounds int, seed uint64) engine.Match {
	t.Helper()
	setup := storytest.Setup(t, g, rounds)
	if g.Info().Name == "battleroyale" {
		text := bytes.Replace(setup.Text(), []byte("\nround 0\n"), fmt.Appendf(nil, "\nround %d\n", firstRound), 1)
		var err error
		setup, err = g.ReadSetup(text)
		require.NoError(t, err)
	}
	m, err := setup.New(names, seed, engine.Classic)
	require.NoError(t, err)
	return m
}

// requireSameLines names the first line that is different: there are very many.
func requireSameLines(t *testing.T, want, got string) {
	t.Helper()
	wanted, gotten := strings.Split(want, "\n"), strings.Split(got, "\n")
	for k := range min(len(wanted), len(gotten)) {
		require.Equal(t, wanted[k], gotten[k], "line %d, after %q", k+1, wanted[max(k-1, 0)])
	}
	require.Len(t, gotten, len(wanted))
}
