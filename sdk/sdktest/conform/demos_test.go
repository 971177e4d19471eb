package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/storytest"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// TestDemosBeatNull plays the bots of examples, in each language, against players that do
// nothing. As they have the same plan, they must also play the same match.
func TestDemosBeatNull(t *testing.T) {
	tier.Long(t, "plays each game in each language")
	results := map[string][]int{}     // by game
	for _, l := range languages[:3] { // of the others there are none
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			command := example(t, l, "demo")
			for _, game := range games.All() {
				scores := playLines(t, storytest.Setup(t, game, 30), 3, command, nil, nil, nil)
				name := game.Info().Name
				require.Greater(t, scores[0], slices.Max(scores[1:]), "%s: %v", name, scores)
				if results[name] == nil {
					results[name] = scores
				}
				require.Equal(t, results[name], scores, name)
			}
		})
	}
}

// example returns what starts a bot of the folder examples.
func example(t *testing.T, l language, bot string) []string {
	t.Helper()
	folder := filepath.Join(root, "examples", l.name)
	uses(t, folder+"/*.*", filepath.Join(root, "sdk", l.name, "*.*"), filepath.Join(root, "sdk", l.name, "arena/*.*"))
	switch l.name {
	case "python":
		t.Setenv("PYTHONPATH", abs(t, filepath.Join(root, "sdk/python")))
		return []string{testkit.Python(t), "-B", "-W", "error", filepath.Join(folder, bot+".py")}
	case "js":
		return []string{
			"node", "--require", abs(t, filepath.Join(root, "sdk/js/beside.cjs")), filepath.Join(folder, bot+".mjs"),
		}
	}
	flags := []string{"-I", filepath.Join(root, "sdk/cpp")}
	if tier.IsNight() {
		flags = append(flags, optimised)
	}
	return []string{compile(t, filepath.Join(folder, bot+".cc"), flags...)}
}

// process is a bot as a process, without limits.
type process struct {
	in     io.WriteCloser
	out    *bufio.Reader
	match  *lines.Match
	answer *lines.Answer
}

// playLines plays a match of programs, and of players that do nothing where there is
// none. It returns the scores.
func playLines(t *testing.T, setup engine.Setup, seed uint64, seats ...[]string) []int {
	t.Helper()
	m, err := setup.New(names[:setup.Seats()], seed, engine.ChaCha8)
	require.NoError(t, err)
	schema, err := lines.Of(setup.Game().Info())
	require.NoError(t, err)
	players := make([]*process, len(seats))
	for seat, command := range seats {
		if command != nil {
			players[seat] = begin(t, m, schema, seat, command)
		}
	}
	for !m.Over() {
		turns := make([]engine.Turn[engine.Commands], len(seats))
		for seat, p := range players {
			if p != nil {
				turns[seat].Commands = p.play(t, m)
			}
		}
		m.Step(turns)
	}
	return m.Scores()
}

func begin(t *testing.T, m engine.Match, schema *lines.Schema, seat int, command []string) *process {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), command[0], command[1:]...) //nolint:usetesting // it ends by itself, at the end of its input
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v\n%s", command, err, errors.String())
		}
	})
	p := &process{in: in, out: bufio.NewReader(out), answer: schema.NewAnswer(nil)}
	_, err = lines.ParseHello(p.line(t))
	require.NoError(t, err)
	p.match, err = schema.NewMatch(m.StartMessage())
	require.NoError(t, err)
	_, err = in.Write(p.match.AppendStart(nil, &arenav1.Seat{Me: int32(seat), Names: names, Seed: 1}))
	require.NoError(t, err)
	return p
}

// play returns the commands for a round.
func (p *process) play(t *testing.T, m engine.Match) engine.Commands {
	t.Helper()
	text, err := p.match.AppendState(nil, m.Round(), m.StateMessage(), m.Scores())
	require.NoError(t, err)
	_, err = p.in.Write(text)
	require.NoError(t, err)
	p.answer.Begin(m.Round())
	for {
		line := p.line(t)
		kind, err := p.answer.Line(line)
		require.NoError(t, err)
		require.NotEqual(t, lines.Print, kind, string(line))
		if kind == lines.Done {
			break
		}
	}
	commands, err := m.Setup().Game().DecodeCommands(p.answer.Commands())
	require.NoError(t, err)
	return commands
}

func (p *process) line(t *testing.T) []byte {
	t.Helper()
	line, err := p.out.ReadString('\n')
	require.NoError(t, err, "the bot has ended")
	return []byte(strings.TrimSuffix(line, "\n"))
}
