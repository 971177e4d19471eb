// Package sdkgen writes the SDKs of other languages than Go, for bots that speak the line
// protocol: one text of each language for any list of games.
//
// What a game's SDK has follows from the descriptors of its schema, with their options, and
// from its settings. So it can be written for any game that an arena is built with. The part
// that is the same for all games is in the folder sdk, and is written by hand.
package sdkgen

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Comments returns the comment of an element of a schema, or "".
type Comments func(protoreflect.FullName) string

// Describe returns what the SDKs say of a game. comments may be nil: the descriptors that
// a program has at run time come without them.
func Describe(game engine.Game, comments Comments) (*Game, error) {
	info := game.Info()
	if comments == nil {
		comments = func(protoreflect.FullName) string { return "" }
	}
	if _, err := lines.Of(info); err != nil {
		return nil, err
	}
	g := &Game{Name: info.Name, Title: info.Title, Version: info.Version, Own: make(map[string]string)}
	d := describer{g, comments}
	for _, s := range game.Default().Settings() {
		if s.Optional {
			continue // a bot plays as well without it
		}
		g.Settings = append(g.Settings, Field{Name: s.Name, Doc: s.Doc, Kind: Number, Setting: true})
	}
	start, err := lines.Descriptor(info.Name, "Start")
	if err != nil {
		return nil, err
	}
	state, err := lines.Descriptor(info.Name, "State")
	if err != nil {
		return nil, err
	}
	commands, err := lines.Descriptor(info.Name, "Commands")
	if err != nil {
		return nil, err
	}
	for _, l := range languages {
		for _, ending := range l.own {
			if text := game.SDK(ending); text != "" {
				g.Own[ending] = text
			}
		}
	}
	g.Start, g.State = d.fields(start), d.fields(state)
	g.Scores = !slices.ContainsFunc(g.State, func(f Field) bool { return f.Name == "scores" })
	d.columns(commands)
	d.board(start, state)
	d.tables(start, state, commands)
	return g, g.check()
}

type describer struct {
	game     *Game
	comments Comments
}

// fields lists the lines of a message, those of the messages inside it included.
func (d describer) fields(message protoreflect.MessageDescriptor) (list []Field) {
	for _, f := range lines.Fields(message) {
		inside := f.Message()
		switch {
		case inside != nil && (inside.FullName() == "arena.v1.Seat" || inside.FullName() == "arena.v1.Setting"):
		case inside != nil && !f.IsList():
			list = append(list, d.fields(inside)...)
		default:
			list = append(list, d.field(f))
		}
	}
	return list
}

func (d describer) field(f protoreflect.FieldDescriptor) Field {
	one := Field{Name: string(f.Name()), Doc: d.comments(f.FullName()), Kind: Number, Grid: lines.GridOf(f) != nil}
	if doc := option[string](f, arenav1.E_Line); doc != "" {
		one.Doc = doc
	}
	switch f.Kind() {
	case protoreflect.BytesKind:
		one.Kind = Letters
	case protoreflect.StringKind, protoreflect.EnumKind:
		one.Kind = Word
	case protoreflect.MessageKind:
		one.Kind = Records
		one.Record = &Record{
			Name: string(f.Message().Name()), Doc: d.comments(f.Message().FullName()), Fields: d.fields(f.Message()),
		}
		return one
	default:
		one.Wide = isWide(f)
	}
	if f.IsList() {
		one.Kind = map[FieldKind]FieldKind{Number: Numbers, Word: Words}[one.Kind]
	}
	return one
}

func isWide(f protoreflect.FieldDescriptor) bool {
	switch f.Kind() {
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Uint64Kind, protoreflect.Uint32Kind:
		return true
	}
	return false
}

// columns describes a command.
func (d describer) columns(commands protoreflect.MessageDescriptor) {
	for _, f := range lines.Fields(commands) {
		c := Column{Name: singular(string(f.Name()))}
		if enum := f.Enum(); enum != nil {
			c.Type, c.Doc = string(enum.Name()), d.comments(enum.FullName())
			for k := range enum.Values().Len() {
				if v := enum.Values().Get(k); v.Number() != 0 {
					c.Words = append(c.Words, lines.Word(v))
					c.Docs = append(c.Docs, d.comments(v.FullName()))
				}
			}
		}
		d.game.Columns = append(d.game.Columns, c)
	}
	list := lines.Fields(commands)
	if last := list[len(list)-1].Enum(); last != nil {
		said, compass := lines.Steps(last)
		if d.game.Steps = said; said == nil {
			d.game.Steps, d.game.walk = compass, leading(compass)
		}
	}
}

// leading returns the words that lead to other cells.
func leading(steps []Step) (words []string) {
	for _, s := range steps {
		if s.Row != 0 || s.Col != 0 {
			words = append(words, s.Word)
		}
	}
	return words
}

// board finds the first field with cells that names settings for their rows and columns.
func (d describer) board(start, state protoreflect.MessageDescriptor) {
	g := d.game
	isSetting := func(name string) bool {
		return slices.ContainsFunc(g.Settings, func(f Field) bool { return f.Name == name })
	}
	fields := lines.Inside(start, state)
	at := slices.IndexFunc(fields, func(f protoreflect.FieldDescriptor) bool {
		grid := lines.GridOf(f)
		return grid.GetRows() != "" && grid.GetCols() != ""
	})
	if at < 0 || g.Columns[len(g.Columns)-1].Words == nil { // without words there are no steps from cell to cell
		return
	}
	grid := lines.GridOf(fields[at])
	if !isSetting(grid.GetRows()) || !isSetting(grid.GetCols()) {
		return
	}
	g.Board = &board{
		Rows: grid.GetRows(), Cols: grid.GetCols(), WrapRows: grid.GetWrapRows(),
		WrapCols: grid.GetWrapCols(),
	}
	for _, f := range fields {
		if walks := option[[]*arenav1.Walk](f, arenav1.E_Walk); walks != nil {
			g.Board.Grid, g.Board.Doc, g.Board.PreferFree = string(f.Name()), walks[0].GetAbout(), walks[0].GetPreferFree()
			g.Board.Walkers = walkers(walks, leading(g.Steps))
			return
		}
	}
	if g.walk != nil { // nothing is known of where units can go
		g.Board.Walkers = []walker{{Words: g.walk}}
	}
}

// tables finds the columns that belong together by what their names begin with:
// unit_owners and unit_cells are of the units, city_owners of the cities.
func (d describer) tables(start, state, commands protoreflect.MessageDescriptor) {
	g := d.game
	units := "unit" // what the first column of Commands has the numbers of
	given := lines.Fields(commands)[0]
	if isOf(given) != "" {
		units = isOf(given)
	}
	found := map[string]*Table{}
	var order []string
	for _, f := range lines.Fields(state) {
		one, attribute, ok := strings.Cut(string(f.Name()), "_")
		if !ok || !f.IsList() || f.Message() != nil || f.Kind() == protoreflect.StringKind ||
			f.Kind() == protoreflect.EnumKind {
			continue
		}
		joined := Joined{
			Name: attributeOf(f, attribute), Column: string(f.Name()),
			Doc: d.comments(f.FullName()), Wide: isWide(f),
		}
		if record := g.record(one); record != nil {
			record.Joined = append(record.Joined, joined)
			continue
		}
		t := found[one]
		if t == nil {
			t = &Table{Name: plural(one), Type: camel(one), One: one}
			found[one] = t
			order = append(order, one)
		}
		switch joined.Name {
		case "id":
			t.ID = joined.Column
			continue
		case "cell":
			t.Cell = joined.Name
		case "owner":
			t.Owned = true
		}
		if option[bool](f, arenav1.E_Away) {
			t.Away = joined.Name
		}
		t.Fields = append(t.Fields, joined)
	}
	if t := found[units]; t != nil {
		t.Name = "units"
		t.Owner = option[string](given, arenav1.E_Each)
		t.Owned = t.Owned || t.Owner != ""
		t.setKinds(lines.Inside(start, state))
		g.Tables = append(g.Tables, *t)
	}
	for _, one := range order {
		if one != units {
			g.Tables = append(g.Tables, *found[one])
		}
	}
}

// attributeOf returns the name that a column has as an attribute of one unit; rest is what
// is left of it without the name of the unit.
func attributeOf(f protoreflect.FieldDescriptor, rest string) string {
	if name := option[string](f, arenav1.E_One); name != "" {
		return name
	}
	switch isOf(f) {
	case "player":
		return "owner"
	case "cell":
		return "cell"
	}
	return singular(rest)
}

// check finds names that would mean two things.
func (g *Game) check() error {
	if GameOf(g.Name) != g.Name {
		return fmt.Errorf("%s: a file of the SDKs has this name, so that no game can have it", g.Name)
	}
	seen := map[string]string{}
	add := func(name, what string) error {
		if isKeyword(name) {
			return fmt.Errorf("%s: %s is a keyword of %s, so that no line can have this name", g.Name, name, keywordsOf)
		}
		if other, twice := seen[name]; twice {
			return fmt.Errorf("%s: %s is the name of %s and of %s", g.Name, name, other, what)
		}
		seen[name] = what
		return nil
	}
	for _, name := range ownNames {
		seen[name] = "something that every State has"
	}
	for _, list := range [][]Field{g.Settings, g.Start, g.State} {
		for _, f := range list {
			if err := add(f.Name, "a line"); err != nil {
				return err
			}
		}
	}
	for _, c := range g.Columns {
		if isKeyword(c.Name) {
			return fmt.Errorf("%s: %s is a keyword of %s, so that no column can have this name", g.Name, c.Name, keywordsOf)
		}
	}
	for _, t := range g.Tables {
		if t.Name != "units" {
			if err := add(t.Name, "a table"); err != nil {
				return err
			}
		}
	}
	return g.checkOptions()
}

// ownNames are what the State of every game has.
var ownNames = []string{
	"me", "names", "seed", "cpu_per_round", "cpu_bank", "wall_per_round", "wall_bank", "cpu_start", "players",
	"do", "command", "mark", "arrow", "label", "log", "log_unit", "chart", "rand", "budget", "numpy",
	"unit", "units", "units_of", "unit_at", "cell", "row", "col", "has", "dest", "neighbours", "cost", "ways_to",
}
