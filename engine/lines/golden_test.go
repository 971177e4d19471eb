package lines_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

var update = flag.Bool("update", false, "write the files in testdata again")

const (
	goldenRounds = 10
	goldenSeat   = 1
)

// TestTranscriptsStayTheSame holds what bots rely on to the byte: what a bot reads in a match
// of each game with seed 1, testdata/<game>/seed1.in, and what the random player of
// the seat writes, seed1.out.
func TestTranscriptsStayTheSame(t *testing.T) {
	for _, game := range allGames() {
		info := game.Info()
		t.Run(info.Name, func(t *testing.T) {
			in, out := transcript(t, game)
			requireAnswers(t, game, in, out)
			files := map[string][]byte{"seed1.in": in, "seed1.out": out}
			known, isNew := map[string][]byte{}, false
			for name, text := range files {
				known[name], _ = os.ReadFile(filepath.Join("testdata", info.Name, name))
				isNew = isNew || versionOf(known[name]) != versionOf(text) // also if there is none
			}
			for name, text := range files {
				path := filepath.Join("testdata", info.Name, name)
				if *update && isNew {
					require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
					require.NoError(t, os.WriteFile(path, text, 0o600))
					continue
				}
				if line, was, is := difference(known[name], text); line > 0 {
					require.Failf(t, "what bots are sent or may answer has changed", `%s, line %d:
    was %.200s
    is  %.200s
Bots in use rely on it. If it was meant, raise the version of the rules of %s, or lines.Version
if the protocol has changed, and type: go test ./engine/lines -run Transcripts -update
If no bot has met this version yet, remove the files before.`, path, line, was, is, info.Title)
				}
			}
		})
	}
}

// versionOf returns the first line of a transcript, which has the version of the rules or
// of the protocol.
func versionOf(text []byte) string {
	first, _, _ := strings.Cut(string(text), "\n")
	return first
}

// difference returns the first line that differs, from 1, or 0.
func difference(a, b []byte) (line int, inA, inB string) {
	if bytes.Equal(a, b) {
		return 0, "", ""
	}
	as, bs := strings.SplitAfter(string(a), "\n"), strings.SplitAfter(string(b), "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return i + 1, as[i], bs[i]
		}
	}
	return min(len(as), len(bs)), "of another length", "of another length"
}

// short returns the default setup of a game with a few rounds.
func short(t testing.TB, game engine.Game) engine.Setup {
	t.Helper()
	for _, s := range game.Default().Settings() {
		if shorter, err := game.Default().With(s.Name, goldenRounds); err == nil && shorter.Rounds() == goldenRounds {
			return shorter
		}
	}
	require.Fail(t, "no setting for the rounds", game.Info().Name)
	return nil
}

// transcript returns what a seat reads and writes in a match of random players.
func transcript(t *testing.T, game engine.Game) (in, out []byte) {
	t.Helper()
	setup := short(t, game)
	names := []string{"demo", "random", "a b (seat 2)", "Ångström"}[:setup.Seats()]
	m, err := setup.New(names, 1, engine.ChaCha8)
	require.NoError(t, err)
	begun, err := schemaOf(t, game).NewMatch(m.StartMessage())
	require.NoError(t, err)
	seat := m.Seat(goldenSeat)
	in = begun.AppendStart(nil, &arenav1.Seat{
		Me: goldenSeat, Names: names, Seed: seat.Seed(),
		CpuPerRound: 50e6, CpuBank: 1e9, WallPerRound: 2e9, WallBank: 10e9, CpuStart: 1e9,
	})
	out = fmt.Appendf(nil, "%s%d name=random\n", lines.HelloWord, lines.Version)
	commands := columnsOf(t, game)
	for !m.Over() {
		in, err = begun.AppendState(in, m.Round(), m.StateMessage(), m.Scores())
		require.NoError(t, err)
		turns := make([]engine.Turn[engine.Commands], setup.Seats())
		for i := range turns {
			turns[i] = engine.Turn[engine.Commands]{Commands: game.Random().Play(m, i), Status: engine.Status(12345 * i)}
		}
		mine := turns[goldenSeat].Commands
		out = append(out, enginetest.CommandLines(t, commands, game.EncodeCommands(mine))...)
		out = fmt.Appendf(out, "log %d commands\ndone %d\n", mine.Len(), m.Round())
		m.Step(turns)
	}
	return lines.AppendEnd(in, m.Scores(), engine.Places(m.Scores())), out
}

func columnsOf(t testing.TB, game engine.Game) protoreflect.MessageDescriptor {
	t.Helper()
	d, err := lines.Descriptor(game.Info().Name, "Commands")
	require.NoError(t, err)
	return d
}

// requireAnswers asserts that what is written answers what is asked, and can be read.
func requireAnswers(t *testing.T, game engine.Game, in, out []byte) {
	t.Helper()
	answer := schemaOf(t, game).NewAnswer(new(engine.Debug))
	hello, rest, _ := bytes.Cut(out, []byte("\n"))
	_, err := lines.ParseHello(hello)
	require.NoError(t, err)
	given := 0
	for question := range bytes.SplitSeq(in, []byte("\n")) {
		round := 0
		if n, _ := fmt.Sscanf(string(question), "go %d", &round); n == 0 {
			continue
		}
		answer.Begin(round)
		for kind := lines.Command; kind != lines.Done; {
			var line []byte
			line, rest, _ = bytes.Cut(rest, []byte("\n"))
			kind, err = answer.Line(line)
			require.NoError(t, err)
			require.NotEqual(t, lines.Print, kind, "%s", line)
		}
		commands, err := game.DecodeCommands(answer.Commands())
		require.NoError(t, err)
		given += commands.Len()
	}
	require.Empty(t, rest)
	require.Positive(t, given)
}
