// Package linesdoc has the documents of the line protocol: its specification, and for
// each game a page with all its lines, which follows from the game's schema.
//
// A schema's comments are not in the program. So the pages of the games that come with the
// arena are made by a test, with the comments, and are kept in docs/lines. The pages of
// other games are made when they are asked for, without.
package linesdoc

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/docs"
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Protocol returns the specification.
func Protocol() ([]byte, error) { return docs.Lines.ReadFile("lines.md") }

// Of returns the page of a game.
func Of(game engine.Game) ([]byte, error) {
	info := game.Info()
	if page, err := docs.Lines.ReadFile("lines/" + info.Name + ".md"); err == nil &&
		bytes.Contains(page, []byte(matchLine(info))) {
		return page, nil
	}
	return Page(game, nil)
}

// matchLine is the line of the example by which a page is known to be that of a game.
func matchLine(info engine.Info) string {
	return fmt.Sprintf("\nmatch %s %d\n", info.Name, info.Version)
}

// Comments returns what a schema says of one of its elements, or of the whole by the name of
// its package; "" if it says nothing.
type Comments func(protoreflect.FullName) string

// Page makes the page of a game. comments may be nil.
func Page(game engine.Game, comments Comments) ([]byte, error) {
	if comments == nil {
		comments = func(protoreflect.FullName) string { return "" }
	}
	info := game.Info()
	schema, err := lines.Of(info)
	if err != nil {
		return nil, err
	}
	var messages [3]protoreflect.MessageDescriptor
	for i, name := range []string{"Start", "State", "Commands"} {
		if messages[i], err = lines.Descriptor(info.Name, name); err != nil {
			return nil, err
		}
	}
	example, err := newExample(game, schema)
	if err != nil {
		return nil, err
	}
	p := &page{comments: comments}
	p.paragraph("# " + info.Title + " as lines")
	p.paragraph("All lines that a bot is sent in a match of " + info.Title + ", and those that it may answer. " +
		"What all games have in common is in [lines.md](../lines.md), which `arena lines` prints.")
	p.paragraph(plain(comments(messages[0].ParentFile().Package())))
	p.paragraph("This is seed 1 with random players, before round " + strconv.Itoa(example.round) +
		", and an answer (`<`). Long lines are cut at `…`.")
	p.block("```\n" + example.text + "```")
	p.settings(game.Default().Settings())
	p.fields("What else never changes", messages[0])
	p.fields("The state before a round", messages[1])
	p.commands(schema, messages[2], example.command)
	return []byte(strings.TrimRight(p.text.String(), "\n") + "\n"), nil
}

// page is a page that is being made.
type page struct {
	text     strings.Builder
	comments Comments
}

// paragraph adds a paragraph, if there is any text.
func (p *page) paragraph(text string) {
	if text = strings.TrimRight(text, "\n"); text != "" {
		p.block(wrapped(text, ""))
	}
}

// block adds lines as they are.
func (p *page) block(text string) {
	p.text.WriteString(strings.TrimRight(text, "\n") + "\n\n")
}

// wrapped breaks a text into lines. Those after the first are indented.
func wrapped(text, indent string) string {
	const width = 110
	var lines strings.Builder
	column := 0
	for i, word := range strings.Split(text, " ") {
		size := utf8.RuneCountInString(word)
		switch {
		case i > 0 && column+1+size > width:
			lines.WriteString("\n" + indent)
			column = len(indent)
		case i > 0:
			lines.WriteByte(' ')
			column++
		}
		lines.WriteString(word)
		column += size
	}
	return lines.String() + "\n"
}

func (p *page) settings(list []engine.Setting) {
	p.paragraph("## The settings")
	text := "| line | meaning |\n|---|---|\n"
	for _, s := range list {
		meaning := s.Doc
		if s.Optional {
			meaning += fmt.Sprintf("; there is no such line while it is %d", s.Default)
		}
		text += fmt.Sprintf("| `%s NUMBER` | %s |\n", s.Name, meaning)
	}
	p.block(text)
}

// fields adds a list of the lines of a message, if it has any other than the seat and the
// settings.
func (p *page) fields(title string, message protoreflect.MessageDescriptor) {
	list := p.list(message)
	if message.Name() == "State" && message.Fields().ByName("scores") == nil {
		list += entry(0, "scores NUMBER…", "For every player, the points so far.")
	}
	if list != "" {
		p.paragraph("## " + title)
		p.block(list)
	}
}

// entry returns an entry of a list, at a depth from 0.
func entry(depth int, usage, meaning string) string {
	text := strings.Repeat("  ", depth) + "- `" + usage + "`"
	if meaning != "" {
		text += ": " + meaning
	}
	return wrapped(text, strings.Repeat("  ", depth+1))
}

// list lists the lines of a message.
func (p *page) list(message protoreflect.MessageDescriptor) (text string) {
	for _, f := range lines.Fields(message) {
		switch {
		case f.Message() == nil:
			text += entry(0, string(f.Name())+" "+usage(f), p.meaning(f))
		case f.Message().FullName() == "arena.v1.Seat" || f.Message().FullName() == "arena.v1.Setting":
		case !f.IsList():
			text += p.list(f.Message())
		default:
			text += p.record(f)
		}
	}
	return text
}

// record lists the words of a numbered line.
func (p *page) record(f protoreflect.FieldDescriptor) string {
	words, parts := "", ""
	for _, part := range lines.Fields(f.Message()) {
		name := strings.ToUpper(string(part.Name()))
		if part.IsList() {
			name += "…"
		}
		words += " " + name
		parts += entry(1, name, p.meaning(part))
	}
	meaning := p.meaning(f)
	if meaning != "" {
		meaning += " "
	}
	return entry(0, fmt.Sprintf("%s NUMBER%s", f.Name(), words), meaning+"A line for each, from 0; there may be none.") +
		parts
}

// usage returns what the words of a line are.
func usage(f protoreflect.FieldDescriptor) string {
	word := "NUMBER"
	is, _ := proto.GetExtension(f.Options(), arenav1.E_Is).(string)
	switch {
	case is != "":
		word = strings.ToUpper(is)
	case f.Enum() != nil:
		var words []string
		for i := range f.Enum().Values().Len() {
			words = append(words, lines.Word(f.Enum().Values().Get(i)))
		}
		word = strings.Join(words, "|")
	case f.Kind() == protoreflect.BoolKind:
		word = "0|1"
	case f.Kind() == protoreflect.BytesKind:
		word = "CHARACTERS"
	case f.Kind() == protoreflect.StringKind:
		word = "WORD"
	}
	if f.IsList() {
		word += "…"
	}
	return word
}

// meaning returns the comment of a field, and what its options say.
func (p *page) meaning(f protoreflect.FieldDescriptor) string {
	comment, grid := plain(p.comments(f.FullName())), lines.GridOf(f)
	if grid == nil {
		return comment
	}
	size := fmt.Sprintf("`%s` rows of `%s` characters", grid.GetRows(), grid.GetCols())
	switch {
	case grid.GetOver() == "":
		return strings.TrimSpace(comment + " Row by row: " + size + ".")
	case comment != "":
		comment = " Of the others the schema says: " + comment
	}
	return fmt.Sprintf("The whole board, row by row: %s. The cells that never change (%s) are those of `%s`.%s",
		size, strings.Join(strings.Split(grid.GetFixed(), ""), ", "), grid.GetOver(), comment)
}

// of finds names of fields in comments.
var of = regexp.MustCompile(`\b(?:Start|State)\.(\w+)`)

// plain makes one paragraph of a comment.
func plain(comment string) string {
	return of.ReplaceAllString(strings.Join(strings.Fields(comment), " "), "`$1`")
}

// sentence returns the first sentence of a text: what follows in comments of commands is
// about what can't be said in lines.
func sentence(text string) string {
	if first, _, more := strings.Cut(text, ". "); more {
		return first + "."
	}
	return text
}

func (p *page) commands(schema *lines.Schema, message protoreflect.MessageDescriptor, command string) {
	p.paragraph("## Commands")
	text := "    " + schema.Usage() + "\n"
	if command != "" {
		text += "    " + command + "\n"
	}
	p.block(text)
	text = ""
	names := strings.Fields(schema.Usage())[1:]
	for i, f := range lines.Fields(message) {
		text += entry(0, names[i], sentence(plain(p.comments(f.FullName()))))
		if f.Enum() == nil {
			continue
		}
		for k := range f.Enum().Values().Len() {
			if v := f.Enum().Values().Get(k); v.Number() != 0 {
				text += entry(1, lines.Word(v), plain(p.comments(v.FullName())))
			}
		}
	}
	p.block(text)
}
