package linesdoc

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// The example is of this round, in which there is something to be seen in every game.
const exampleRound = 10

// example is a part of a match as lines.
type example struct {
	text    string
	command string // one of those in the text
	round   int
}

// newExample plays the beginning of a match, with seed 1 and random players.
func newExample(game engine.Game, schema *lines.Schema) (e example, err error) {
	setup := game.Default()
	names := []string{"demo", "dummy"}
	for len(names) < setup.Seats() {
		names = append(names, fmt.Sprintf("bot%d", len(names)))
	}
	names = names[:setup.Seats()]
	m, err := setup.New(names, 1, engine.ChaCha8)
	if err != nil {
		return e, err
	}
	for m.Round() < exampleRound && !m.Over() {
		turns := make([]engine.Turn[engine.Commands], setup.Seats())
		for seat := range turns {
			turns[seat].Commands = game.Random().Play(m, seat)
		}
		m.Step(turns)
	}
	begun, err := schema.NewMatch(m.StartMessage())
	if err != nil {
		return e, err
	}
	text := begun.AppendStart(nil, &arenav1.Seat{
		Names: names, Seed: m.Seat(0).Seed(), CpuPerRound: 50e6, CpuBank: 1e9, WallPerRound: 200e6, WallBank: 3e9,
		CpuStart: 1e9,
	})
	if text, err = begun.AppendState(text, m.Round(), m.StateMessage(), m.Scores()); err != nil {
		return e, err
	}
	answer, err := schema.AppendCommands(nil, game.EncodeCommands(game.Random().Play(m, 0)))
	if err != nil {
		return e, err
	}
	command, _, more := bytes.Cut(answer, []byte("\n"))
	e.command, e.round = string(command), m.Round()
	e.text = shortened(string(text))
	if more {
		e.text += "< " + e.command + "\n"
	}
	e.text += fmt.Sprintf("< done %d\n", m.Round())
	return e, nil
}

// shortened cuts long lines, and long lists of lines that begin with the same word.
func shortened(text string) string {
	const longest, most = 76, 2
	var short strings.Builder
	last, times := "", 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		name, _, _ := strings.Cut(line, " ")
		if name != last {
			last, times = name, 0
		}
		switch times++; {
		case name != "name" && times == most+1:
			short.WriteString("…\n")
		case name != "name" && times > most:
		case len(line) > longest:
			short.WriteString(cut(line, longest) + "…\n")
		default:
			short.WriteString(line + "\n")
		}
	}
	return short.String()
}

// cut cuts a line, if possible between two words.
func cut(line string, longest int) string {
	if end := strings.LastIndexByte(line[:longest], ' '); end > longest/2 {
		longest = end + 1
	}
	return line[:longest]
}
