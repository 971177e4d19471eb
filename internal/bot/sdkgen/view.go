package sdkgen

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var files embed.FS

// view is a game as the templates want it.
type view struct {
	*Game
	Records []recordView
	Types   []typeView
}

// recordView is a list of records, such as the cities.
type recordView struct {
	Field
	Attributes []attribute
	Letters    string // for each field n or w, and N or W for a list
	Fixed      bool   // whether they are of Start
}

// typeView is a table, such as the units.
type typeView struct {
	Table
	Attributes []attribute
}

// attribute is an attribute of a record or a unit.
type attribute struct {
	Name, Doc string
	Type      string // in the language
	Kind      FieldKind
	Wide      bool
	Column    string // of State, "" if it comes from elsewhere
}

// types are the types of a language by what a line holds: those that it does not have are that of a text, a Word. Those
// of wide numbers are there if they are others.
type types map[FieldKind]string

// What a line may hold besides.
const (
	kindOfUnit  FieldKind = "kind"
	wideNumber  FieldKind = "wide " + Number
	wideNumbers FieldKind = "wide " + Numbers
)

func (t types) of(kind FieldKind, wide bool) string {
	if name, is := t["wide "+kind]; wide && is {
		return name
	}
	if name, is := t[kind]; is {
		return name
	}
	return t[Word]
}

// newView returns a game for a language with these types, and names that are no keywords.
func newView(g *Game, types types, safe func(string) string) view {
	v, typeOf := view{Game: g}, types.of
	add := func(list []Field, fixed bool) {
		for _, f := range list {
			if f.Kind != Records {
				continue
			}
			r := recordView{Field: f, Fixed: fixed}
			r.Attributes = append(
				r.Attributes, attribute{Name: "id", Doc: "its number", Type: typeOf(Number, false), Kind: Number})
			for _, in := range f.Record.Fields {
				r.Attributes = append(
					r.Attributes, attribute{safe(in.Name), in.Doc, typeOf(in.Kind, in.Wide), in.Kind, in.Wide, ""})
				r.Letters += map[FieldKind]string{Number: "n", Numbers: "N", Word: "w", Words: "W", Letters: "w"}[in.Kind]
			}
			for _, j := range f.Record.Joined {
				r.Attributes = append(
					r.Attributes, attribute{safe(j.Name), j.Doc, typeOf(Number, j.Wide), Number, j.Wide, j.Column})
			}
			v.Records = append(v.Records, r)
		}
	}
	add(g.Start, true)
	add(g.State, false)
	for _, t := range g.Tables {
		one := typeView{Table: t}
		one.Attributes = append(
			one.Attributes, attribute{Name: "id", Type: typeOf(Number, false), Kind: Number, Column: t.ID})
		for _, j := range t.Fields {
			one.Attributes = append(
				one.Attributes, attribute{safe(j.Name), j.Doc, typeOf(Number, j.Wide), Number, j.Wide, j.Column})
		}
		if t.Owner != "" {
			one.Attributes = append(
				one.Attributes, attribute{
					Name: "owner", Doc: "The player that owns it.", Type: typeOf(Number, false),
					Kind: Number,
				})
		}
		if len(t.Kinds) > 0 {
			one.Attributes = append(one.Attributes, attribute{
				Name: "kind", Doc: "What it is: " + strings.Join(t.Kinds, ", ") + ".", Type: typeOf(kindOfUnit, false),
				Kind: kindOfUnit,
			})
		}
		v.Types = append(v.Types, one)
	}
	return v
}

// Lists returns the names of the lines that come once for each record.
func (v view) Lists() (names []string) {
	for _, r := range v.Records {
		names = append(names, r.Name)
	}
	return names
}

// Kinds returns what units can be, nil if they are all alike.
func (v view) Kinds() []string {
	if t := v.Units(); t != nil {
		return t.Kinds
	}
	return nil
}

// WalkerKinds returns the kinds of units that find ways of their own.
func (v view) WalkerKinds() (kinds []string) {
	if v.Board == nil {
		return nil
	}
	for _, w := range v.Board.Walkers {
		if w.Kind != "" {
			kinds = append(kinds, w.Kind)
		}
	}
	return kinds
}

// AliasRows reports whether the settings with the size of the board have other names
// than rows and cols.
func (v view) AliasRows() bool { return v.Board.Rows != "rows" || v.Board.Cols != "cols" }

// DoDoc says what a command is.
func (v view) DoDoc() string {
	doc := "Gives a command"
	for _, c := range v.Columns {
		if c.Words != nil {
			doc += fmt.Sprintf("; the %s is one of %s", c.Name, strings.Join(c.Words, ", "))
		}
	}
	return doc + "."
}

// Fields lists all lines but those of the seat, in their order.
func (v view) Fields() []Field {
	all := slices.Concat(v.Settings, v.Start, v.State)
	if v.Scores {
		all = append(all, Field{Name: "scores", Doc: "For every player, the points so far.", Kind: Numbers, Wide: true})
	}
	return all
}

// Seat lists the lines of the seat, in their order.
func (v view) Seat() []Field {
	list := []Field{{Name: "me", Kind: Number}, {Name: "names", Kind: "names"}}
	for _, name := range []string{"seed", "cpu_per_round", "cpu_bank", "wall_per_round", "wall_bank", "cpu_start"} {
		list = append(list, Field{Name: name, Kind: Number})
	}
	return list
}

// Changing lists the lines of State.
func (v view) Changing() []Field { return v.Fields()[len(v.Settings)+len(v.Start):] }

// Unchanging lists the lines of Start.
func (v view) Unchanging() []Field { return v.Fields()[:len(v.Settings)+len(v.Start)] }

// Common functions of the templates.
var common = template.FuncMap{
	"upper":    strings.ToUpper,
	"lower":    strings.ToLower,
	"one":      func(name string) string { return "One of the " + name },
	"join":     func(words []string) string { return strings.Join(words, ", ") },
	"quoted":   func(words []string) string { return `"` + strings.Join(words, `", "`) + `"` },
	"sentence": sentence,
	"doc": func(f Field) string {
		if f.Setting {
			return sentence(f.Doc)
		}
		return f.Doc
	},
	"wrap":  wrap,
	"chars": func(text string) []string { return strings.Split(text, "") },
}

// held returns what a line or an attribute holds, and whether it is wide.
func held(one any) (kind FieldKind, wide bool) {
	switch one := one.(type) {
	case Field:
		return one.Kind, one.Wide
	case attribute:
		return one.Kind, one.Wide
	}
	return Number, false
}

// costOf returns what it costs to enter a cell, as an expression; setting names one in the language.
func costOf(c cost, setting func(name string) string) string {
	switch {
	case c.Setting == "":
		return fmt.Sprint(c.Plus)
	case c.Plus == 0:
		return setting(c.Setting)
	}
	return fmt.Sprintf("%s + %d", setting(c.Setting), c.Plus)
}

// lettersOf returns the letters of cells, as the language has them.
func lettersOf(c cost, form func(letter string) string) (letters []string) {
	for letter := range strings.SplitSeq(c.Letters, "") {
		letters = append(letters, form(letter))
	}
	return letters
}

// linesOfKinds are the statements that add the kinds of units: add for a setting with their number, or 1, within a loop
// for those that come in turns.
func linesOfKinds(
	blocks []block, indent string, setting func(name string) string, loop func(times string) string,
	add func(number, kind string) string,
) (lines []string) {
	for _, group := range grouped(blocks) {
		each := group[0].Each != ""
		if each {
			lines = append(lines, loop(setting(group[0].Each)))
		}
		for _, b := range group {
			number := "1"
			if b.Setting != "" {
				number = setting(b.Setting)
			}
			line := add(number, b.Kind)
			if each {
				line = indent + line
			}
			lines = append(lines, line)
		}
		if each {
			lines = append(lines, "}")
		}
	}
	return lines
}

// sentence makes the short text about a setting a sentence.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// keywords returns a function that makes names of words, none of which is a keyword.
func keywords(words ...string) func(string) string {
	return func(name string) string {
		if slices.Contains(words, name) {
			return name + "_"
		}
		return name
	}
}

const lineLength = 110

// wrap breaks a text into lines that begin with a prefix.
func wrap(text, prefix string) string {
	var b strings.Builder
	length := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			b.WriteString(prefix)
			length = len(prefix)
		case length+1+len(word) > lineLength:
			b.WriteString("\n" + prefix)
			length = len(prefix)
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += len(word)
	}
	return b.String()
}

// fill fills in a template for a game. What only this game has replaces the blocks "types", "methods" and "hidden".
func fill(name string, v view, funcs template.FuncMap) (string, error) {
	t, err := template.New(name).Funcs(common).Funcs(funcs).ParseFS(files, "templates/"+name)
	if err != nil {
		return "", err
	}
	ending := strings.TrimSuffix(strings.TrimPrefix(name, "game."), ".tmpl")
	if err := addOwn(t, ending, v.Own[ending]); err != nil {
		return "", fmt.Errorf("%s: what it has besides: %w", v.Name, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, v); err != nil {
		return "", fmt.Errorf("%s: %w", v.Name, err)
	}
	return b.String(), nil
}

// addOwn replaces blocks of a template by those that a text defines. Where something of the text would be lost, it
// fails.
func addOwn(t *template.Template, ending, text string) error {
	var known []string
	for _, block := range t.Templates() {
		if block != t {
			known = append(known, block.Name())
		}
	}
	own, err := t.New(ending).Parse(text)
	if err != nil {
		return err
	}
	if own.Tree != nil && strings.TrimSpace(own.Root.String()) != "" {
		return fmt.Errorf("template: %s: there is text outside of {{define}}", ending)
	}
	for _, block := range t.Templates() {
		if name := block.Name(); block != t && name != ending && !slices.Contains(known, name) {
			slices.Sort(known)
			return fmt.Errorf("template: %s: defines %q; there are: %s", ending, name, strings.Join(known, ", "))
		}
	}
	return nil
}
