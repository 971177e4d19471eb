// Package lines is the line protocol: what a match looks like to a bot that reads lines
// of words and writes lines of words, in any language. docs/lines.md is its
// specification.
//
// A game's lines follow from its schema, so that every game has them. The package knows
// the text of the protocol and nothing of processes.
package lines

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Version is the version of the protocol.
const Version = 1

// Schema is the messages of a game as lines.
type Schema struct {
	game    engine.Info
	start   []field // those that are the same for all seats
	state   []field
	columns []column // of Commands
	overlay []overlay
	scores  bool // whether State has the scores
}

// field is a field of a message, and the line or lines that it becomes.
type field struct {
	name   string
	number protowire.Number
	shape  shape
	number64
	words  map[int64]string // of an enum
	inside []field          // of a message
}

// shape is how the value of a field is written.
type shape int

const (
	numbers   shape = iota // one number, or a list of them
	letters                // bytes, as one word
	word                   // a string, as one word
	wordList               // a list of strings
	flattened              // a message, as the lines of its fields
	records                // a list of messages, as a numbered line each
	settings               // the settings, as a line each
)

// number64 is how a number is encoded.
type number64 struct {
	repeated bool
	zigzag   bool
	unsigned bool
	short    bool // it has 32 bits
	yesNo    bool // it is 0 or 1
}

// overlay is a field of State with characters that leaves out those that never change.
type overlay struct {
	number protowire.Number // of State
	over   protowire.Number // of Start
	fixed  string
}

// column is a column of a game's Commands.
type column struct {
	name   string // in the singular: "unit"
	zigzag bool
	counts bool     // whether its numbers are those of units or the like: none is negative
	words  []string // of an enum, in the order of their numbers; nil for numbers
	values []int32  // of the words
}

// reserved are the words with which the arena begins lines that no field makes. A State
// may have scores; if it has none, they are added.
var reserved = []string{"match", "name", "go", "end", "error", "places"}

const scoresWord = "scores"

var schemas sync.Map // of *Schema, by name of the game

// Of returns the lines of a game. It fails if the game's schema can't be said in lines,
// which enginetest finds.
func Of(game engine.Info) (*Schema, error) {
	if known, ok := schemas.Load(game.Name); ok {
		if s, ok := known.(*Schema); ok && s.game == game {
			return s, nil
		}
	}
	s, err := of(game, Descriptor)
	if err == nil {
		schemas.Store(game.Name, s)
	}
	return s, err
}

// of compiles the schema of a game, whose messages are found by a function.
func of(game engine.Info, find func(game, message string) (protoreflect.MessageDescriptor, error)) (*Schema, error) {
	var messages [3]protoreflect.MessageDescriptor
	for i, name := range []string{"Start", "State", "Commands"} {
		var err error
		if messages[i], err = find(game.Name, name); err != nil {
			return nil, err
		}
	}
	s, err := compile(game, messages[0], messages[1], messages[2])
	if err != nil {
		return nil, fmt.Errorf("%s can't be said in lines: %w", game.Name, err)
	}
	return s, nil
}

// Descriptor returns the description of a message of a game, such as "State". It fails if the program has no schema
// with such a message.
func Descriptor(game, message string) (protoreflect.MessageDescriptor, error) {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(game + ".v1." + message))
	if err != nil {
		return nil, fmt.Errorf("there is no message %s.v1.%s", game, message)
	}
	found, ok := d.(protoreflect.MessageDescriptor)
	if !ok {
		return nil, fmt.Errorf("%s is not a message", d.FullName())
	}
	return found, nil
}

func compile(game engine.Info, start, state, commands protoreflect.MessageDescriptor) (*Schema, error) {
	s := &Schema{game: game}
	var err error
	if s.start, err = fieldsOf(start, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", start.Name(), err)
	}
	if s.state, err = fieldsOf(state, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", state.Name(), err)
	}
	if s.overlay, err = overlaysOf(start, state); err != nil {
		return nil, fmt.Errorf("%s: %w", state.Name(), err)
	}
	if s.columns, err = columnsOf(commands); err != nil {
		return nil, fmt.Errorf("%s: %w", commands.Name(), err)
	}
	if err := s.checkNames(); err != nil {
		return nil, err
	}
	return s, nil
}

// maxDepth is how many messages may be within each other.
const maxDepth = 8

// fieldsOf lists the fields of a message, which is so many messages deep, in the order of
// their numbers, without the seat.
func fieldsOf(message protoreflect.MessageDescriptor, depth int) (list []field, err error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("more than %d messages within each other", maxDepth)
	}
	for _, f := range Fields(message) {
		if depth == 0 && f.Message() != nil && f.Message().FullName() == "arena.v1.Seat" {
			continue // which differs from player to player
		}
		one, err := fieldOf(f, depth)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		list = append(list, one)
	}
	return list, nil
}

// Fields returns the fields of a message in the order of their lines.
func Fields(message protoreflect.MessageDescriptor) (list []protoreflect.FieldDescriptor) {
	for i := range message.Fields().Len() {
		list = append(list, message.Fields().Get(i))
	}
	slices.SortFunc(list, func(a, b protoreflect.FieldDescriptor) int { return cmp.Compare(a.Number(), b.Number()) })
	return list
}

func fieldOf(f protoreflect.FieldDescriptor, depth int) (field, error) {
	one := field{name: string(f.Name()), number: f.Number(), number64: numberOf(f)}
	switch {
	case f.IsMap():
		return one, errors.New("a map can't be a line")
	case f.HasOptionalKeyword():
		return one, errors.New("an optional field can't be a line, since every line is always there")
	case f.ContainingOneof() != nil:
		return one, errors.New("a oneof can't be a line")
	case depth > 0 && GridOf(f).GetOver() != "":
		return one, errors.New("only a field of State itself can leave out cells")
	}
	switch f.Kind() {
	case protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.BoolKind,
		protoreflect.Uint32Kind, protoreflect.Uint64Kind, protoreflect.Sint32Kind, protoreflect.Sint64Kind:
	case protoreflect.EnumKind:
		one.words = make(map[int64]string)
		for _, v := range values(f.Enum()) {
			one.words[int64(v.Number())] = Word(v)
		}
	case protoreflect.BytesKind:
		one.shape = letters
		if f.IsList() {
			return one, errors.New("a list of bytes can't be a line")
		}
	case protoreflect.StringKind:
		one.shape = word
		if f.IsList() {
			one.shape = wordList
		}
	case protoreflect.MessageKind:
		return messageOf(one, f, depth)
	default:
		return one, fmt.Errorf("a %s can't be a word", f.Kind())
	}
	return one, nil
}

func numberOf(f protoreflect.FieldDescriptor) number64 {
	n := number64{repeated: f.IsList()}
	switch f.Kind() {
	case protoreflect.Int32Kind, protoreflect.EnumKind:
		n.short = true
	case protoreflect.BoolKind:
		n.yesNo = true
	case protoreflect.Uint32Kind:
		n.unsigned, n.short = true, true
	case protoreflect.Uint64Kind:
		n.unsigned = true
	case protoreflect.Sint32Kind:
		n.zigzag, n.short = true, true
	case protoreflect.Sint64Kind:
		n.zigzag = true
	}
	return n
}

func messageOf(one field, f protoreflect.FieldDescriptor, depth int) (field, error) {
	var err error
	if f.Message().FullName() == "arena.v1.Setting" && f.IsList() {
		one.shape = settings
		return one, nil
	}
	one.inside, err = fieldsOf(f.Message(), depth+1)
	if err != nil {
		return one, err
	}
	one.shape = flattened
	if !f.IsList() {
		return one, nil
	}
	one.shape = records
	for i, part := range one.inside {
		switch {
		case part.shape != numbers && part.shape != word:
			return one, fmt.Errorf("%s is more than a word of a line", part.name)
		case part.repeated && i != len(one.inside)-1:
			return one, fmt.Errorf("the list %s must be the last field", part.name)
		}
	}
	return one, nil
}

func values(enum protoreflect.EnumDescriptor) (list []protoreflect.EnumValueDescriptor) {
	for i := range enum.Values().Len() {
		list = append(list, enum.Values().Get(i))
	}
	return list
}

// Word returns the word for a value of an enum: "north" for DIRECTION_NORTH.
func Word(value protoreflect.EnumValueDescriptor) string {
	name := string(value.Name())
	return strings.ToLower(strings.TrimPrefix(name, prefixOf(value.Parent().Name())))
}

// prefixOf returns what the names of an enum's values begin with: "SHIP_KIND_" for
// ShipKind.
func prefixOf(enum protoreflect.Name) string {
	var prefix strings.Builder
	for i, r := range string(enum) {
		if i > 0 && 'A' <= r && r <= 'Z' {
			prefix.WriteByte('_')
		}
		prefix.WriteRune(r)
	}
	return strings.ToUpper(prefix.String()) + "_"
}

func columnsOf(commands protoreflect.MessageDescriptor) (list []column, err error) {
	for i, f := range Fields(commands) {
		c := column{name: singular(string(f.Name())), counts: proto.HasExtension(f.Options(), arenav1.E_Is)}
		switch f.Kind() {
		case protoreflect.Int32Kind:
		case protoreflect.Sint32Kind:
			c.zigzag = true
		case protoreflect.EnumKind:
			for _, v := range values(f.Enum()) {
				if v.Number() != 0 { // "unspecified" is no order
					c.words, c.values = append(c.words, Word(v)), append(c.values, int32(v.Number()))
				}
			}
			if c.words == nil {
				return nil, fmt.Errorf("%s: %s has no values but 0", f.Name(), f.Enum().Name())
			}
		default:
			return nil, fmt.Errorf("%s: a %s can't be a word of a command", f.Name(), f.Kind())
		}
		if !f.IsList() || f.Number() != protowire.Number(i+1) {
			return nil, fmt.Errorf("%s: the fields of Commands are lists, numbered from 1", f.Name())
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, errors.New("there are no columns")
	}
	return list, nil
}

// singular returns what one of a list is called.
func singular(list string) string {
	if stem, ok := strings.CutSuffix(list, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(list, "s")
}

func overlaysOf(start, state protoreflect.MessageDescriptor) (list []overlay, err error) {
	for _, f := range Fields(state) {
		grid := GridOf(f)
		if grid.GetOver() == "" {
			continue
		}
		over := start.Fields().ByName(protoreflect.Name(grid.GetOver()))
		if over == nil || over.Kind() != protoreflect.BytesKind || f.Kind() != protoreflect.BytesKind {
			return nil, fmt.Errorf("%s: Start has no characters named %s", f.Name(), grid.GetOver())
		}
		list = append(list, overlay{f.Number(), over.Number(), grid.GetFixed()})
	}
	return list, nil
}

// GridOf returns what a field's schema says of the board that its characters are, or
// nil.
func GridOf(f protoreflect.FieldDescriptor) *arenav1.Grid {
	if !proto.HasExtension(f.Options(), arenav1.E_Grid) {
		return nil
	}
	grid, _ := proto.GetExtension(f.Options(), arenav1.E_Grid).(*arenav1.Grid)
	return grid
}

// checkNames makes sure that a word at the beginning of a line means one thing only.
func (s *Schema) checkNames() error {
	seen := map[string]string{}
	for _, name := range reserved {
		seen[name] = "the protocol"
	}
	seat := (&arenav1.Seat{}).ProtoReflect().Descriptor()
	for _, f := range Fields(seat) {
		seen[string(f.Name())] = "the seat"
	}
	var add func(in string, list []field) error
	add = func(in string, list []field) error {
		for _, f := range list {
			if f.shape == flattened {
				if err := add(in, f.inside); err != nil {
					return err
				}
				continue
			}
			if other, twice := seen[f.name]; twice {
				return fmt.Errorf("%s is a name in %s and in %s", f.name, other, in)
			}
			seen[f.name] = in
		}
		return nil
	}
	if err := add("Start", s.start); err != nil {
		return err
	}
	if _, early := seen[scoresWord]; early {
		return fmt.Errorf("%s is a name in Start and in the protocol", scoresWord)
	}
	if err := add("State", s.state); err != nil {
		return err
	}
	_, s.scores = seen[scoresWord]
	return nil
}

// Usage returns what a command looks like: "do UNIT DIRECTION".
func (s *Schema) Usage() string {
	usage := doWord
	for _, c := range s.columns {
		usage += " " + strings.ToUpper(c.name)
	}
	return usage
}

// Words returns the words that a command takes after its usage's capital words, or nil
// where it takes a number.
func (s *Schema) Words() (words [][]string) {
	for _, c := range s.columns {
		words = append(words, c.words)
	}
	return words
}
