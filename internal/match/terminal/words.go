package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
)

// helper is a line for people, beside those of the protocol.
type helper struct {
	word, usage, doc string
	most             int // words after it
	do               func(p *Player, state *match.State, after []string) (answer match.Answer, over bool, err error)
}

// helpers are filled in by init, since help lists them.
var helpers []helper

func init() {
	helpers = []helper{
		{"undo", "undo", "take the last command or note of this round back", 0, (*Player).undo},
		{"who", "who [NUMBER]", "show a unit, or all of them", 1, (*Player).who},
		{"skip", "skip [ROUNDS]", "end this round, and give no commands in the rounds after it", 1, (*Player).skip},
		{"auto", "auto [BOT]", "let a bot, or a random player, play the rest of the match", 1, (*Player).auto},
		{"quit", "quit", "end the match here", 0, (*Player).quit},
		{"help", "help", "show this", 0, (*Player).help},
	}
}

// notes are the usages of the lines for notes.
var notes = []string{"mark ROW COL", "arrow ROW COL ROW COL", "label ROW COL TEXT", "log TEXT", "logunit NUMBER TEXT"}

// line takes a line. It reports whether the round is over for the player.
func (p *Player) line(state *match.State, line string) (answer match.Answer, over bool, err error) {
	typed := strings.Fields(line)
	if len(typed) == 0 {
		return answer, false, nil
	}
	switch first := typed[0]; {
	case first == strings.TrimSpace(lines.HelloWord):
		if _, err := lines.ParseHello([]byte(line)); err != nil {
			p.wrong(1, "it "+err.Error(), nil)
		}
		return answer, false, nil
	case first == "done" && len(typed) == 1:
		return p.done()
	}
	i := slices.IndexFunc(helpers, func(h helper) bool { return h.word == typed[0] })
	if i < 0 {
		return p.protocol(state, line)
	}
	if h := helpers[i]; len(typed) > h.most+1 {
		p.wrong(columnOf(line, h.most+1), fmt.Sprintf("%s is one word too many: %s", quoted(typed[h.most+1]), h.usage), nil)
		return answer, false, nil
	}
	return helpers[i].do(p, state, typed[1:])
}

// protocol takes a line of the line protocol.
func (p *Player) protocol(state *match.State, line string) (answer match.Answer, over bool, err error) {
	var dropped engine.Debug // notes are made when the round is done
	check := p.schema.NewAnswer(&dropped)
	check.Begin(state.Round())
	kind, err := check.Line([]byte(line))
	if wrong := new(lines.Error); errors.As(err, &wrong) {
		p.wrong(wrong.Column, wrong.Problem, wrong.Caret())
		return answer, false, nil
	}
	switch kind {
	case lines.Done:
		return p.done()
	case lines.Print:
		p.unknown(line)
		return answer, false, nil
	case lines.Command:
		if p.commands == engine.MaxCommands {
			p.wrong(0, fmt.Sprintf("%d commands are the most in a round", engine.MaxCommands), nil)
			return answer, false, nil
		}
	case lines.Note:
	}
	const room = 64 // for the last line of the answer
	if p.size+len(line)+1 > lines.MaxAnswer-room {
		p.wrong(0, fmt.Sprintf("%d KiB are the most in a round", lines.MaxAnswer>>10), nil)
		return answer, false, nil
	}
	p.size += len(line) + 1
	p.given = append(p.given, line)
	if kind == lines.Command {
		p.commands++
	}
	return answer, false, nil
}

// unknown says that a line means nothing here.
func (p *Player) unknown(line string) {
	first := strings.Fields(line)[0]
	for _, usage := range notes {
		if word, _, _ := strings.Cut(usage, " "); word == first {
			p.wrong(columnOf(line, 0), "a note is like "+usage, nil)
			return
		}
	}
	p.wrong(columnOf(line, 0), quoted(first)+" is not something to type here; help lists what is", nil)
}

// columnOf returns where a word of a line begins, in bytes, from 1.
func columnOf(line string, word int) int {
	at := 0
	for {
		rest := strings.TrimLeftFunc(line[at:], unicode.IsSpace)
		at = len(line) - len(rest)
		if word == 0 || rest == "" {
			return at + 1
		}
		if at = len(line); strings.IndexFunc(rest, unicode.IsSpace) >= 0 {
			at = len(line) - len(rest) + strings.IndexFunc(rest, unicode.IsSpace)
		}
		word--
	}
}

// quoted is a word as it is quoted in an error, where control characters show.
func quoted(word string) string {
	const most = 30
	if runes := []rune(word); len(runes) > most {
		return fmt.Sprintf("%+q…", string(runes[:most]))
	}
	return fmt.Sprintf("%+q", word)
}

// done ends the round with the commands given.
func (p *Player) done() (match.Answer, bool, error) {
	read := p.schema.NewAnswer(&p.notes)
	read.Begin(p.match.Round())
	for _, line := range p.given {
		if _, err := read.Line([]byte(line)); err != nil {
			return match.Answer{}, false, err // each could be read before
		}
	}
	commands, err := p.match.Setup().Game().DecodeCommands(read.Commands())
	if err != nil {
		return match.Answer{}, false, err
	}
	return match.Answer{Commands: commands, Notes: p.notes.Take()}, true, nil
}

func (p *Player) undo(*match.State, []string) (answer match.Answer, over bool, err error) {
	if len(p.given) == 0 {
		p.wrong(0, "there is nothing to take back in this round", nil)
		return answer, false, nil
	}
	last := p.given[len(p.given)-1]
	p.given = p.given[:len(p.given)-1]
	p.size -= len(last) + 1
	if lines.IsAnswer([]byte(last)) && strings.Fields(last)[0] == "do" {
		p.commands--
	}
	p.tell("taken back: " + last)
	return answer, false, nil
}

func (p *Player) who(_ *match.State, after []string) (answer match.Answer, over bool, err error) {
	var text bytes.Buffer
	if len(after) == 0 {
		found, err := p.screen.Units(&text, p.match)
		if err == nil && !found {
			text.WriteString("there are no units\n")
		}
		p.tell(text.String())
		return answer, false, err
	}
	number, ok := p.number(after[0], "who 12")
	if !ok {
		return answer, false, nil
	}
	found, err := p.screen.Unit(&text, p.match, number)
	if err == nil && !found {
		p.wrong(0, fmt.Sprintf("there is no %s %d", p.screen.schema.unit, number), nil)
	}
	p.tell(text.String())
	return answer, false, err
}

// number reads a number from 0 that a helper takes.
func (p *Player) number(word, example string) (int, bool) {
	n, err := strconv.ParseUint(word, 10, 31)
	if err != nil {
		p.wrong(0, quoted(word)+" is not a number; type it as in "+example, nil)
		return 0, false
	}
	return int(n), true
}

func (p *Player) skip(_ *match.State, after []string) (answer match.Answer, over bool, err error) {
	rounds := 1
	if len(after) > 0 {
		var ok bool
		if rounds, ok = p.number(after[0], "skip 10"); !ok {
			return answer, false, nil
		}
	}
	if rounds == 0 {
		return answer, false, nil
	}
	p.skips = rounds - 1
	return p.done()
}

func (p *Player) auto(state *match.State, after []string) (answer match.Answer, over bool, err error) {
	successor := match.Local(p.match.Setup().Game().Random())
	if len(after) > 0 {
		if p.Bot == nil {
			p.wrong(0, "there are no bots here; auto alone is a random player", nil)
			return answer, false, nil
		}
		if successor, err = p.Bot(p.ctx, after[0]); err != nil {
			return answer, false, p.unlessStopped(err)
		}
	}
	if dropped := p.commands; dropped > 0 {
		p.tell(safe.Count(dropped, "command") + " of this round dropped")
	}
	p.successor = successor
	if err := successor.Start(p.ctx, p.match, p.seat); err != nil {
		return answer, true, err
	}
	if err := successor.Ask(state); err != nil {
		return answer, true, err
	}
	answer, err = successor.Answer(state)
	return answer, true, err
}

// unlessStopped tells an error, after which the person goes on, unless the match was
// stopped.
func (p *Player) unlessStopped(err error) error {
	if p.ctx.Err() != nil {
		return err
	}
	p.wrong(0, err.Error(), nil)
	return nil
}

func (p *Player) quit(*match.State, []string) (answer match.Answer, over bool, err error) {
	return answer, true, p.stop(ErrQuit)
}

func (p *Player) help(*match.State, []string) (answer match.Answer, over bool, err error) {
	var text strings.Builder
	row := func(usage, doc string) { fmt.Fprintf(&text, "  %-24s %s\n", usage, doc) }
	text.WriteString("The lines of a bot:\n")
	row(p.schema.Usage(), "give a command")
	usage := strings.Fields(p.schema.Usage())[1:]
	for i, accepted := range p.schema.Words() {
		if accepted != nil {
			row("", usage[i]+": "+strings.Join(accepted, ", "))
		}
	}
	row("done [ROUND]", "end the round")
	for i, note := range notes {
		doc := ""
		if i == 0 {
			doc = "notes, which are shown with the match"
		}
		row(note, doc)
	}
	text.WriteString("And for you:\n")
	for _, h := range helpers {
		row(h.usage, h.doc)
	}
	p.tell(trimLines(text.String()))
	return answer, false, nil
}

// trimLines removes spaces at the ends of lines.
func trimLines(text string) string {
	all := strings.Split(text, "\n")
	for i := range all {
		all[i] = strings.TrimRight(all[i], " ")
	}
	return strings.Join(all, "\n")
}
