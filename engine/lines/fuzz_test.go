package lines_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// allGames are the games that come with the arena, and duel.
func allGames() engine.Games { return append(slices.Clone(games.All()), duel.Game) }

func schemaOf(t testing.TB, game engine.Game) *lines.Schema {
	t.Helper()
	schema, err := lines.Of(game.Info())
	require.NoError(t, err)
	return schema
}

// begin begins a match with a setup and seed 1.
func begin(t testing.TB, s engine.Setup) engine.Match {
	t.Helper()
	m, err := s.New(make([]string, s.Seats()), 1, engine.ChaCha8)
	require.NoError(t, err)
	return m
}

// step plays a round of random players.
func step(m engine.Match) {
	turns := make([]engine.Turn[engine.Commands], m.Setup().Seats())
	for seat := range turns {
		turns[seat] = engine.Turn[engine.Commands]{
			Commands: m.Setup().Game().Random().Play(m, seat),
			Status:   engine.Status(1000 * seat),
		}
	}
	m.Step(turns)
}

// FuzzAnswer reads anything as an answer: it is refused with a place, or the game can read
// the commands.
func FuzzAnswer(f *testing.F) {
	for i := range allGames() {
		for _, text := range []string{
			"do 1 north\ndo 2 south\ndone 12\n", "do 0 fast_up\r\nlog x\r\ndone 12\r\n", "do 3 nroth\n", "Do 3 north\ndone 4\n",
			"mark 1 2\narrow 1 2 3 4\nlabel 1 2 x y\nlogunit 3 z\nchart 0.5 x\n\n \nhello\ndone 12",
			"do 99999999999999999999 north\ndone 12\ndo 1 east\n", "do\x00 \xff\n",
		} {
			f.Add(uint8(i), []byte(text))
		}
	}
	all := allGames()
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		game := all[int(which)%len(all)]
		notes := new(engine.Debug)
		answer := schemaOf(t, game).NewAnswer(notes)
		answer.Begin(12)
		apart := schemaOf(t, game).NewAnswer(new(engine.Debug)) // reads the same with a space in front
		apart.Begin(12)
		read, done := 0, false
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			before := answer.Commands()
			kind, err := answer.Line(line)
			read++
			if len(text) < lines.MaxAnswer/4 {
				kindApart, errApart := apart.Line(append([]byte(" "), line...))
				require.Equal(t, kind, kindApart)
				require.Equal(t, err != nil, errApart != nil)
				require.Equal(t, answer.Commands(), apart.Commands())
			}
			require.Equal(t, read, answer.Lines())
			if err != nil {
				requireWrong(t, err, line, read)
				require.Equal(t, before, answer.Commands())
				continue
			}
			require.True(t, kind == lines.Print || lines.IsAnswer(line), "a line of an answer waits until it is asked for")
			require.Equal(t, kind != lines.Command, bytes.Equal(before, answer.Commands()))
			done = done || kind == lines.Done
		}
		require.LessOrEqual(t, answer.Bytes(), len(text)+1)
		if done {
			require.Contains(t, string(text), "done")
		}
		for _, n := range notes.Take() {
			require.True(t, n.Kind.IsKnown())
			require.Equal(t, engine.Printable(n.Text), n.Text)
		}
		commands, err := game.DecodeCommands(answer.Commands())
		require.NoError(t, err)
		require.LessOrEqual(t, commands.Len(), strings.Count(string(text), "do"))
		require.Equal(t, append([]byte{}, answer.Commands()...), append([]byte{}, game.EncodeCommands(commands)...),
			"all numbers are kept")
	})
}

// requireWrong asserts that an error can be shown.
func requireWrong(t *testing.T, err error, line []byte, number int) {
	t.Helper()
	var wrong *lines.Error
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, number, wrong.Line)
	require.GreaterOrEqual(t, wrong.Column, 0)
	require.LessOrEqual(t, wrong.Column, len(line)+1)
	require.Len(t, wrong.Text, len(bytes.TrimSuffix(line, []byte("\r"))))
	require.Equal(t, engine.Printable(wrong.Error()), wrong.Error())
	require.Less(t, len(wrong.Error()), 500)
	for _, shown := range wrong.Caret() {
		require.Regexp(t, `^[ -~]*$`, shown)
	}
}

// FuzzState says any state that a game reads, and reads the lines in another way.
func FuzzState(f *testing.F) {
	all := allGames()
	var matches []engine.Match
	for i, game := range all {
		m := begin(f, game.Default())
		for range 3 {
			f.Add(uint8(i), m.StateMessage())
			step(m)
		}
		matches = append(matches, m)
	}
	f.Fuzz(func(t *testing.T, which uint8, state []byte) {
		m := matches[int(which)%len(all)]
		if enginetest.IsState(m, state) {
			enginetest.RequireStateInLines(t, m, state)
			return
		}
		begun, err := schemaOf(t, m.Setup().Game()).NewMatch(m.StartMessage())
		require.NoError(t, err)
		text, err := begun.AppendState(nil, 3, state, m.Scores())
		require.Equal(t, err != nil, text == nil)
	})
}

// FuzzStart says anything that may be a Start.
func FuzzStart(f *testing.F) {
	all := allGames()
	for i, game := range all {
		f.Add(uint8(i), begin(f, game.Default()).StartMessage(), "demo")
	}
	f.Fuzz(func(t *testing.T, which uint8, start []byte, name string) {
		m, err := schemaOf(t, all[int(which)%len(all)]).NewMatch(start)
		if err != nil {
			require.ErrorContains(t, err, "start: ")
			return
		}
		plain := m.AppendStart(nil, &arenav1.Seat{Names: []string{"x"}})
		named := m.AppendStart(nil, &arenav1.Seat{Names: []string{name}})
		require.Equal(t, bytes.Count(plain, []byte("\n")), bytes.Count(named, []byte("\n")), "a name is in one line")
		require.True(t, utf8.Valid(named))
		text, err := m.AppendState(nil, 0, nil, nil) // a State without cells need not fit the board
		require.Equal(t, err != nil, text == nil)
	})
}

// FuzzHello reads anything as the first line of a bot.
func FuzzHello(f *testing.F) {
	for _, line := range []string{
		"arena 1", "arena 1 sdk=python/1 games=orkisland:3,moria:1 name=Zorg once version=0.1", "arena 2", "arena 1 games=",
		"arena one", "arena 1 name=\xff\x1b[31m",
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		hello, err := lines.ParseHello(line)
		if err != nil {
			require.Equal(t, lines.Hello{}, hello)
			require.Equal(t, engine.Printable(err.Error()), err.Error())
			return
		}
		require.LessOrEqual(t, utf8.RuneCountInString(hello.Name), engine.MaxName)
		for _, text := range []string{hello.Name, hello.Version, hello.SDK} {
			require.LessOrEqual(t, utf8.RuneCountInString(text), 40)
			require.Equal(t, engine.Printable(text), text)
			require.NotContains(t, text, " ")
		}
		for _, version := range hello.Games {
			require.GreaterOrEqual(t, version, 0)
		}
		again, err := lines.ParseHello(append(line, " later=1"...))
		require.NoError(t, err)
		require.Equal(t, hello, again, "unknown words change nothing")
	})
}
