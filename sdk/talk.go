package sdk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/botarena/arena/engine/lines"
)

// talk plays matches by the line protocol until its input ends. A bot for WASI or Windows
// does.
func (s *server) talk(in io.Reader, out io.Writer) error {
	if _, err := out.Write(s.hello().Append(nil)); err != nil {
		return err
	}
	t := talk{server: s, out: out}
	for input := bufio.NewReaderSize(in, readSize); ; {
		line, err := t.read(input)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = t.line(line)
		}
		if err != nil {
			return err
		}
	}
}

// readSize is as much as most States have.
const readSize = 64 << 10

// hello says what the bot is.
func (s *server) hello() lines.Hello {
	hello := lines.Hello{SDK: "go/" + Version, Version: buildVersion()}
	if !s.null { // which plays any game
		hello.Games = make(map[string]int)
	}
	for _, b := range s.bots {
		if !s.null {
			hello.Games[b.game.Name] = b.game.Version
		}
		if b.name != "" {
			hello.Name, hello.Version = b.name, b.version
		}
	}
	return hello
}

// talk is a conversation with the arena in lines.
type talk struct {
	*server
	out    io.Writer
	long   []byte        // a line that the buffer has no room for
	bot    Bot           // that plays the match
	schema *lines.Schema // of its game; nil for the null bot
	reader *lines.Reader // of the match; nil for the null bot
	joined *joined       // nil until the first round
	answer []byte        // reused
}

// read returns the next line without its end. It is valid until the next call.
func (t *talk) read(input *bufio.Reader) ([]byte, error) {
	line, err := input.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		t.long = t.long[:0]
		for errors.Is(err, bufio.ErrBufferFull) {
			t.long = append(t.long, line...)
			line, err = input.ReadSlice('\n')
		}
		t.long = append(t.long, line...)
		line = t.long
	}
	return bytes.TrimSuffix(line, []byte("\n")), err
}

func (t *talk) line(line []byte) error {
	name, rest, _ := bytes.Cut(line, []byte(" "))
	switch string(name) {
	case "match":
		game, _, _ := bytes.Cut(rest, []byte(" "))
		return t.begin(string(game))
	case "go":
		round, err := strconv.Atoi(string(rest))
		if err != nil {
			return fmt.Errorf("line %q: %w", line, err)
		}
		return t.play(round)
	}
	if t.reader == nil {
		return nil
	}
	return t.reader.Line(line)
}

// begin begins a match.
func (t *talk) begin(game string) (err error) {
	t.bot, t.schema, t.reader, t.joined = Null, nil, nil, nil
	for _, b := range t.bots {
		if b.game.Name == game {
			t.bot = b
		}
	}
	if t.bot.game.Name == "" {
		if !t.null {
			return fmt.Errorf("match of %q: this bot does not play it", game)
		}
		return nil
	}
	if t.schema, err = lines.Of(t.bot.game); err != nil {
		return err
	}
	t.reader = t.schema.NewReader(t.bot.settings)
	return nil
}

// play answers in a round.
func (t *talk) play(round int) error {
	t.answer = t.answer[:0]
	if t.reader != nil {
		if err := t.think(); err != nil {
			return fmt.Errorf("round %d: %w", round, err)
		}
	}
	t.answer = lines.AppendDone(t.answer, round)
	_, err := t.out.Write(t.answer)
	return err
}

// think appends the commands and notes of a round to the answer.
func (t *talk) think() (err error) {
	if t.joined == nil {
		if t.joined, err = join(t.bot, t.reader.Start(), t.reader.Seat()); err != nil {
			return err
		}
	}
	commands, err := t.joined.play(t.reader.State())
	if err != nil {
		return err
	}
	if t.answer, err = t.schema.AppendCommands(t.answer, commands); err != nil {
		return err
	}
	for _, note := range t.joined.debug.Take() {
		t.answer = lines.AppendNote(t.answer, note)
	}
	return nil
}
