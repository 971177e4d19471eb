package lines

import (
	"context"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/botarena/arena/engine"
	_ "github.com/botarena/arena/proto/duel/v1" // a schema to find
)

// ludo is the game whose schemas the tests make up.
var ludo = engine.Info{Name: "ludo", Title: "Ludo", Version: 7}

// texts are the fields of the messages of a made-up schema, and further types.
type texts struct{ start, state, commands, types string }

const (
	plainState    = "int32 round = 1;"
	plainCommands = "repeated int32 units = 1 [(arena.v1.is) = \"unit\"]; repeated Direction directions = 2;"
	directions    = "enum Direction { DIRECTION_UNSPECIFIED = 0; DIRECTION_NORTH = 1; DIRECTION_SOUTH = 2; " +
		"DIRECTION_EAST = 3; DIRECTION_WEST = 4; }"
)

// messages compiles a made-up schema. What is not given is plain.
func (x texts) messages(t testing.TB) (start, state, commands protoreflect.MessageDescriptor) {
	t.Helper()
	if x.state == "" {
		x.state = plainState
	}
	if x.commands == "" {
		x.commands = plainCommands
	}
	text := `syntax = "proto3"; package ludo.v1; import "arena/v1/arena.proto";
		message Start { arena.v1.Seat seat = 1; repeated arena.v1.Setting settings = 2; ` + x.start + `}
		message State { ` + x.state + `} message Commands { ` + x.commands + ` } ` + directions + x.types
	compiler := protocompile.Compiler{Resolver: protocompile.ResolverFunc(
		func(name string) (protocompile.SearchResult, error) {
			if name == "ludo.proto" {
				return protocompile.SearchResult{Source: strings.NewReader(text)}, nil
			}
			known, err := protoregistry.GlobalFiles.FindFileByPath(name)
			return protocompile.SearchResult{Desc: known}, err
		})}
	files, err := compiler.Compile(context.Background(), "ludo.proto")
	require.NoError(t, err)
	// As in generated code, options are to be of Go's own types.
	plain, err := proto.Marshal(protoutil.ProtoFromFileDescriptor(files[0]))
	require.NoError(t, err)
	known := new(descriptorpb.FileDescriptorProto)
	require.NoError(t, proto.Unmarshal(plain, known))
	file, err := protodesc.NewFile(known, protoregistry.GlobalFiles)
	require.NoError(t, err)
	all := file.Messages()
	return all.ByName("Start"), all.ByName("State"), all.ByName("Commands")
}

// schema returns the lines of a made-up schema.
func (x texts) schema(t testing.TB) *Schema {
	t.Helper()
	start, state, commands := x.messages(t)
	s, err := compile(ludo, start, state, commands)
	require.NoError(t, err)
	return s
}

func TestWhatCantBeSaidIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		of   texts
		want string
	}{
		{"map", texts{start: "map<int32, int32> houses = 3;"}, "Start: houses: a map can't be a line"},
		{"oneof", texts{start: "oneof house { int32 here = 3; int32 there = 4; }"}, "Start: here: a oneof can't be a line"},
		{
			"optional",
			texts{start: "optional int32 house = 3;"},
			"Start: house: an optional field can't be a line, since every line is always there",
		},
		{"float", texts{start: "float speed = 3;"}, "Start: speed: a float can't be a word"},
		{"double", texts{state: "int32 round = 1; repeated double speeds = 2;"}, "State: speeds: a double can't be a word"},
		{
			"fixed numbers",
			texts{state: "int32 round = 1; fixed32 seed_of_dice = 2;"},
			"State: seed_of_dice: a fixed32 can't be a word",
		},
		{"list of bytes", texts{start: "repeated bytes rows = 3;"}, "Start: rows: a list of bytes can't be a line"},
		{
			"name twice",
			texts{start: "int32 size = 3;", state: "int32 round = 1; int32 size = 2;"},
			"size is a name in Start and in State",
		},
		{
			"name twice, within a message",
			texts{start: "int32 size = 3; Board board = 4;", types: "message Board { int32 size = 1; }"},
			"size is a name in Start and in Start",
		},
		{"name of the seat", texts{start: "int32 me = 3;"}, "me is a name in the seat and in Start"},
		{
			"name of the seat, in State",
			texts{state: "int32 round = 1; int64 cpu_bank = 2;"},
			"cpu_bank is a name in the seat and in State",
		},
		{"name of the protocol", texts{state: "int32 go = 1;"}, "go is a name in the protocol and in State"},
		{"places", texts{state: "repeated int32 places = 1;"}, "places is a name in the protocol and in State"},
		{
			"scores that never change",
			texts{start: "repeated int32 scores = 3;"},
			"scores is a name in Start and in the protocol",
		},
		{
			"list not last",
			texts{start: "repeated House houses = 3;", types: "message House { repeated int32 cells = 1; int32 owner = 2; }"},
			"Start: houses: the list cells must be the last field",
		},
		{
			"list not last by its number",
			texts{start: "repeated House houses = 3;", types: "message House { int32 owner = 2; repeated int32 cells = 1; }"},
			"Start: houses: the list cells must be the last field",
		},
		{
			"list of words in a line",
			texts{start: "repeated House houses = 3;", types: "message House { repeated string doors = 1; }"},
			"Start: houses: doors is more than a word of a line",
		},
		{
			"characters in a line",
			texts{start: "repeated House houses = 3;", types: "message House { bytes doors = 1; }"},
			"Start: houses: doors is more than a word of a line",
		},
		{
			"message in a line",
			texts{start: "repeated House houses = 3;", types: "message House { Door door = 1; } message Door { int32 at = 1; }"},
			"Start: houses: door is more than a word of a line",
		},
		{
			"message within itself",
			texts{start: "House house = 3;", types: "message House { House next = 1; }"},
			"Start: house: next: next: next: next: next: next: next: next: more than 8 messages within each other",
		},
		{
			"list within itself",
			texts{start: "repeated House houses = 3;", types: "message House { repeated House rooms = 1; }"},
			"Start: houses: rooms: rooms: rooms: rooms: rooms: rooms: rooms: rooms: more than 8 messages within each other",
		},
		{
			"seat within a message",
			texts{start: "Board board = 3;", types: "message Board { arena.v1.Seat seat = 1; }"},
			"me is a name in the seat and in Start",
		},
		{
			"float within a message",
			texts{start: "Board board = 3;", types: "message Board { float height = 1; }"},
			"Start: board: height: a float can't be a word",
		},
		{
			"characters over nothing",
			texts{state: `bytes cells = 1 [(arena.v1.grid) = {over: "board"}];`},
			"State: cells: Start has no characters named board",
		},
		{
			"characters over a number",
			texts{start: "int32 board = 3;", state: `bytes cells = 1 [(arena.v1.grid) = {over: "board"}];`},
			"State: cells: Start has no characters named board",
		},
		{
			"numbers over characters",
			texts{start: "bytes board = 3;", state: `repeated int32 cells = 1 [(arena.v1.grid) = {over: "board"}];`},
			"State: cells: Start has no characters named board",
		},
		{
			"characters over others, within a message",
			texts{
				start: "bytes board = 3;", state: `Board now = 1;`,
				types: `message Board { bytes cells = 1 [(arena.v1.grid) = {over: "board"}]; }`,
			},
			"State: now: cells: only a field of State itself can leave out cells",
		},
		{"command without columns", texts{commands: "reserved 1;"}, "Commands: there are no columns"},
		{
			"one command only",
			texts{commands: "int32 unit = 1;"},
			"Commands: unit: the fields of Commands are lists, numbered from 1",
		},
		{
			"column with another number",
			texts{commands: "repeated int32 units = 2;"},
			"Commands: units: the fields of Commands are lists, numbered from 1",
		},
		{
			"column of texts",
			texts{commands: "repeated string words = 1;"},
			"Commands: words: a string can't be a word of a command",
		},
		{
			"column of large numbers",
			texts{commands: "repeated int64 units = 1;"},
			"Commands: units: a int64 can't be a word of a command",
		},
		{
			"column with nothing to say",
			texts{commands: "repeated Void voids = 1;", types: "enum Void { VOID_UNSPECIFIED = 0; }"},
			"Commands: voids: Void has no values but 0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, state, commands := c.of.messages(t)
			_, err := compile(ludo, start, state, commands)
			require.EqualError(t, err, c.want)
		})
	}
}

func TestSchemaIsFoundByTheNameOfTheGame(t *testing.T) {
	duel := engine.Info{Name: "duel", Version: 1}
	first, err := Of(duel)
	require.NoError(t, err)
	again, err := Of(duel)
	require.NoError(t, err)
	require.Same(t, first, again, "it is made once")
	duel.Version = 2
	other, err := Of(duel)
	require.NoError(t, err)
	require.NotSame(t, first, other, "another version is another game")

	_, err = Of(engine.Info{Name: "nowhere"})
	require.EqualError(t, err, "there is no message nowhere.v1.Start")
	_, err = Of(engine.Info{Name: "arena"}) // whose schema has a Start and a State
	require.EqualError(t, err, "there is no message arena.v1.Commands")
	_, err = Descriptor("duel", "PlayerService")
	require.EqualError(t, err, "duel.v1.PlayerService is not a message")
}

func TestSchemaThatCantBeSaidNamesTheGame(t *testing.T) {
	start, state, commands := texts{start: "float speed = 3;"}.messages(t)
	messages := map[string]protoreflect.MessageDescriptor{"Start": start, "State": state, "Commands": commands}
	find := func(_, message string) (protoreflect.MessageDescriptor, error) { return messages[message], nil }
	_, err := of(ludo, find)
	require.EqualError(t, err, "ludo can't be said in lines: Start: speed: a float can't be a word")
}

func TestCommandsAreDescribed(t *testing.T) {
	s := texts{
		commands: "repeated int32 units = 1; repeated Direction directions = 2; repeated sint32 cities = 3; repeated " +
			"ShipKind ship_kinds = 4;",
		types: "enum ShipKind { SHIP_KIND_UNSPECIFIED = 0; SHIP_KIND_BIG_ONE = 4; ODD = 2; }",
	}.schema(t)
	require.Equal(t, "do UNIT DIRECTION CITY SHIP_KIND", s.Usage())
	require.Equal(t, [][]string{nil, {"north", "south", "east", "west"}, nil, {"big_one", "odd"}}, s.Words())
}
