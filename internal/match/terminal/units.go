package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/scene"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// schema is what a game's messages say about the units that commands are for. It is found
// in the schema alone, so that every game has it.
type schema struct {
	start, state protoreflect.MessageDescriptor
	unit         string // what such a unit is called: "unit", "starship"
}

func schemaOf(game engine.Info) (*schema, error) {
	s := &schema{}
	var err error
	if s.start, err = lines.Descriptor(game.Name, "Start"); err != nil {
		return nil, err
	}
	if s.state, err = lines.Descriptor(game.Name, "State"); err != nil {
		return nil, err
	}
	commands, err := lines.Descriptor(game.Name, "Commands")
	if err != nil {
		return nil, err
	}
	if first := commands.Fields().ByNumber(1); first != nil {
		if s.unit = numberOf(first); s.unit == "" {
			s.unit = strings.TrimSuffix(string(first.Name()), "s")
		}
	}
	return s, nil
}

// numberOf returns what the numbers in a field are the numbers of, or "".
func numberOf(f protoreflect.FieldDescriptor) string {
	is, _ := proto.GetExtension(f.Options(), arenav1.E_Is).(string)
	return is
}

// units are the units of a match at one time, as the schema has them.
type units struct {
	columns []unitColumn
	count   int
}

// unitColumn is something that units have, in order of their numbers. It may end before
// the last unit.
type unitColumn struct {
	name  string // "cell"
	is    string // what its numbers are the numbers of
	texts []string
}

// of returns the units in the messages of a match: every list whose name begins with that
// of a unit is a column.
func (s *schema) of(start, state []byte) (*units, error) {
	u := &units{}
	for _, part := range []struct {
		descriptor protoreflect.MessageDescriptor
		encoded    []byte
	}{{s.state, state}, {s.start, start}} {
		message := dynamicpb.NewMessage(part.descriptor)
		if err := proto.Unmarshal(part.encoded, message); err != nil {
			return nil, fmt.Errorf("%s: %w", part.descriptor.FullName(), err)
		}
		u.gather(message, s.unit+"_")
	}
	for _, c := range u.columns {
		u.count = max(u.count, len(c.texts))
	}
	return u, nil
}

func (u *units) gather(message protoreflect.Message, prefix string) {
	fields := message.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Kind() == protoreflect.MessageKind && !f.IsList() && !f.IsMap() {
			u.gather(message.Get(f).Message(), prefix)
			continue
		}
		name, found := strings.CutPrefix(string(f.Name()), prefix)
		if !found {
			continue
		}
		column := unitColumn{name: strings.TrimSuffix(name, "s"), is: numberOf(f)}
		switch {
		case f.IsList() && f.Kind() != protoreflect.MessageKind:
			list := message.Get(f).List()
			for k := range list.Len() {
				column.texts = append(column.texts, textOf(f, list.Get(k)))
			}
		case f.Kind() == protoreflect.BytesKind && !f.IsMap(): // a character for each
			for _, c := range message.Get(f).Bytes() {
				column.texts = append(column.texts, printable(string(rune(c))))
			}
		default:
			continue
		}
		u.columns = append(u.columns, column)
	}
}

// textOf returns a value as a line has it.
func textOf(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	if f.Kind() == protoreflect.EnumKind {
		if value := f.Enum().Values().ByNumber(v.Enum()); value != nil {
			return lines.Word(value)
		}
		return strconv.Itoa(int(v.Enum()))
	}
	return printable(v.String())
}

// number returns the number of a unit in the column whose numbers are those of something.
func (u *units) number(is string, unit int) (n int, ok bool) {
	for _, c := range u.columns {
		if c.is == is && unit >= 0 && unit < len(c.texts) {
			n, err := strconv.Atoi(c.texts[unit])
			return n, err == nil
		}
	}
	return 0, false
}

// table returns a table of units, with the titles in its first row. Cells become rows and
// columns of the board, and the number of the owner is left out unless it is wanted.
func (u *units) table(unit string, legend scene.Legend, which []int, owner func(unit int) string,
	kind func(unit int) string,
) [][]string {
	titles := []string{unit}
	if owner != nil {
		titles = append(titles, "player")
	}
	if kind != nil {
		titles = append(titles, "kind")
	}
	for _, c := range u.columns {
		switch c.is {
		case "player":
		case "cell":
			titles = append(titles, rowTitle(c.name)...)
		default:
			titles = append(titles, c.name)
		}
	}
	table := [][]string{titles}
	for _, id := range which {
		row := []string{strconv.Itoa(id)}
		if owner != nil {
			row = append(row, owner(id))
		}
		if kind != nil {
			row = append(row, kind(id))
		}
		for _, c := range u.columns {
			text := "-"
			if id < len(c.texts) {
				text = c.texts[id]
			}
			switch c.is {
			case "player":
			case "cell":
				row = append(row, placeOf(text, legend)...)
			default:
				row = append(row, text)
			}
		}
		table = append(table, row)
	}
	return table
}

// rowTitle returns the titles of a cell, which is shown as row and column.
func rowTitle(name string) []string {
	if name == "cell" || name == "tile" {
		return []string{"row", "col"}
	}
	return []string{name + " row", "col"}
}

func placeOf(cell string, legend scene.Legend) []string {
	n, err := strconv.Atoi(cell)
	if err != nil || n < 0 || n >= legend.Rows*legend.Cols {
		return []string{"-", "-"}
	}
	return []string{strconv.Itoa(n / legend.Cols), strconv.Itoa(n % legend.Cols)}
}

// owned lists the units of a player, by number.
func owned(count, player int, owner func(unit int) int) (list []int) {
	for id := range count {
		if owner(id) == player {
			list = append(list, id)
		}
	}
	return slices.Clip(list)
}
