package picture

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/columns"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/match/textboard"
)

// WriteText writes a legend and the rounds from one to another as text: the players, the
// board, what happens, and the outcome of every order. NoEvents leaves out events, orders and
// verdicts; NoNotes leaves out the notes and the output of bots. The other options are
// for pictures.
func WriteText(w io.Writer, m *story.Story, from, to int, o Options) error {
	from, to, err := roundsOf(m, from, to)
	if err != nil {
		return err
	}
	t := text{bufio.NewWriter(w), m, m.Labels(), o}
	t.legend()
	for round := from; round <= to; round++ {
		t.say("\n")
		t.round(round)
	}
	return t.Flush()
}

// legend says what the characters of a board stand for.
func (t text) legend() {
	var kinds []string
	for _, c := range t.show.Legend.Cells {
		kinds = append(kinds, c.Glyph+" "+c.Name)
	}
	for _, k := range t.show.Legend.Units {
		kinds = append(kinds, k.Glyph+" "+k.Name)
	}
	t.say("Legend: %s; a digit behind it is the seat of its owner\n", plain(strings.Join(kinds, ", ")))
}

// text is a text that is being written. Its writer keeps the first error until the end.
type text struct {
	*bufio.Writer
	show    *story.Story
	names   []string
	options Options
}

func (t text) say(format string, a ...any) { fmt.Fprintf(t, format, a...) }

func (t text) round(round int) {
	frame := t.show.At(round)
	t.say("%s, round %d of %d", t.show.Game.Title, round, t.show.Rounds)
	if t.show.Seed != "" {
		t.say(", seed %s", plain(t.show.Seed))
	}
	if frame.Caption != "" {
		t.say(": %s", plain(frame.Caption))
	}
	t.say("\n\n")
	t.players(frame)
	t.say("\n")
	textboard.Write(t, t.show.Legend, frame, scene.Nobody, textboard.NoColours)
	if round < len(t.show.Played) {
		t.happening(t.show.Played[round])
	}
}

// players writes a table. The board shows the numbers of players, too.
func (t text) players(frame scene.Scene) {
	table := [][]string{append([]string{"", "player", "place"}, t.show.Legend.Numbers...)}
	for seat := range t.show.Players {
		row := []string{fmt.Sprint(seat), t.name(seat), ""}
		for i, number := range frame.Numbers {
			if seat >= len(number) {
				continue
			}
			if i == 0 {
				row[2] = ordinal(engine.Places(number)[seat])
			}
			row = append(row, fmt.Sprint(number[seat]))
		}
		table = append(table, row)
	}
	right := slices.Repeat([]bool{true}, len(table[0]))
	right[1] = false // words are aligned left, numbers right
	columns.Write(t, right, table)
}

// longestName is how many characters of a name are shown.
const longestName = 40

func (t text) name(seat int) string {
	if seat < 0 || seat >= len(t.names) {
		return "nobody"
	}
	name := []rune(plain(t.names[seat]))
	if len(name) > longestName {
		name = append(name[:longestName-1], '…')
	}
	return string(name)
}

// happening writes what happened in a round.
func (t text) happening(h story.Happening) {
	var events, orders, verdicts []string
	for _, e := range h.Events {
		if e.Text != "" {
			events = append(events, e.Text)
		}
	}
	for _, o := range h.Orders {
		line := fmt.Sprintf("%s: unit %d, %s", t.name(o.Seat), o.Unit, o.Text)
		if o.Outcome != "" {
			line += ": " + o.Outcome
		}
		orders = append(orders, line)
	}
	for _, v := range h.Verdicts {
		verdicts = append(verdicts, fmt.Sprintf("%s: %s: %s", t.name(v.Seat), v.Kind, v.Detail))
	}
	if !t.options.NoEvents {
		t.list("What happens", events)
		t.list("Orders", orders)
		t.list("Verdicts", verdicts)
	}
	if t.options.NoNotes {
		return
	}
	for seat, notes := range h.Notes {
		var lines []string
		for _, n := range notes {
			lines = append(lines, story.NoteText(n))
		}
		t.list("Notes of "+t.name(seat), lines)
	}
	for seat, lines := range h.Lines {
		t.list("Standard error of "+t.name(seat), lines)
	}
}

// list writes lines below a title. Without lines it writes nothing.
func (t text) list(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	t.say("\n%s:\n", title)
	for _, line := range lines {
		t.say("  %s\n", strings.TrimRight(plain(line), " "))
	}
}

// longest is how many characters of a text are shown. Names and notes come from bots,
// which may be hostile.
const longest = 200

// plain returns a text of a bot with only characters that are safe in a line. It
// replaces control characters, odd spaces, and marks that change the direction of text
// or pile up.
func plain(text string) string {
	var b strings.Builder
	count := 0
	for _, r := range text {
		if count == longest {
			b.WriteRune('…')
			break
		}
		count++
		switch {
		case r == unicode.ReplacementChar:
			b.WriteByte('?')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.IsMark(r), !unicode.IsGraphic(r):
			b.WriteByte('?')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
