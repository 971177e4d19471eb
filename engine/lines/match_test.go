package lines

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// encoded returns a message that is given as protobuf's text.
func encoded(t testing.TB, of protoreflect.MessageDescriptor, text string) []byte {
	t.Helper()
	m := dynamicpb.NewMessage(of)
	require.NoError(t, prototext.Unmarshal([]byte(text), m))
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	require.NoError(t, err)
	return message
}

// said returns the lines of a start and of a state, both given as protobuf's text.
func said(t testing.TB, of texts, start, state string) (string, error) {
	t.Helper()
	startMessage, stateMessage, commands := of.messages(t)
	schema, err := compile(ludo, startMessage, stateMessage, commands)
	require.NoError(t, err)
	m, err := schema.NewMatch(encoded(t, startMessage, start))
	if err != nil {
		return "", err
	}
	text, err := m.AppendState([]byte(nil), 3, encoded(t, stateMessage, state), []int{5, -6})
	return string(m.start) + string(text), err
}

func lineUp(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestEveryKindOfFieldIsALine(t *testing.T) {
	of := texts{
		start: `Board board = 9; int32 first = 3;`,
		state: `bool open = 12; int32 round = 1; int64 long = 2; uint32 small = 3; uint64 large = 4; sint32 low = 5; sint64 lower = 6; Direction wind = 7;
			string word = 8; bytes cells = 9; repeated string words = 10; repeated sint32 list = 11;
			repeated Direction winds = 13; repeated bool doors = 14;
			repeated uint64 larges = 15; repeated int64 scores = 16; repeated House houses = 17;`,
		types: `message Board { int32 size = 2; Inner inner = 1; } message Inner { bytes terrain = 1; }
			message House { string street = 1; Direction door = 2; sint32 owner = 3; repeated int32 cells = 4; }`,
	}
	full, err := said(t, of,
		`settings: {name: "nb_rounds" value: 200} settings: {name: "least" value: -9223372036854775808} first: 4 board: {size: 3 inner: {terrain: "~!"}}`,
		`round: 3 long: -9223372036854775808 small: 4294967295 large: 18446744073709551615 low: -2147483648 lower: 9223372036854775807 wind: DIRECTION_WEST
		word: "w" cells: "#.#" words: ["a", "bc"] list: [-1, 0, 300]
		winds: [DIRECTION_UNSPECIFIED, DIRECTION_NORTH] doors: [true, false] open: true
		larges: [0, 18446744073709551615] scores: [-7, 300000000000]
		houses: {street: "high" door: DIRECTION_EAST owner: -1 cells: [7, 700]} houses: {street: "low"}`)
	require.NoError(t, err)
	require.Equal(t, lineUp(
		"nb_rounds 200", "least -9223372036854775808", "first 4", "terrain ~!", "size 3",
		"round 3", "long -9223372036854775808", "small 4294967295", "large 18446744073709551615", "low -2147483648",
		"lower 9223372036854775807",
		"wind west", "word w", "cells #.#", "words a bc", "list -1 0 300", "open 1", "winds unspecified north", "doors 1 0",
		"larges 0 18446744073709551615", "scores -7 300000000000", "houses 0 high east -1 7 700",
		"houses 1 low unspecified 0", "go 3",
	), full, "by the numbers of the fields")

	empty, err := said(t, of, ``, `word: "w"`)
	require.NoError(t, err)
	require.Equal(t, lineUp(
		"first 0", "terrain", "size 0",
		"round 0", "long 0", "small 0", "large 0", "low 0", "lower 0", "wind unspecified", "word w", "cells", "words", "list",
		"open 0", "winds", "doors",
		"larges", "scores", "go 3",
	), empty, "every line is there, also if nothing was sent")
}

func TestScoresAreAddedIfStateHasNone(t *testing.T) {
	text, err := said(t, texts{}, ``, `round: 3`)
	require.NoError(t, err)
	require.Equal(t, lineUp("round 3", "scores 5 -6", "go 3"), text)
	text, err = said(
		t, texts{state: "int32 round = 1; Table table = 2;", types: "message Table { repeated int32 scores = 1; }"}, ``,
		`table: {scores: [1, 2]}`)
	require.NoError(t, err)
	require.Equal(t, lineUp("round 0", "scores 1 2", "go 3"), text, "also if it has them within a message")
}

var overlaid = texts{
	start: `bytes board = 3;`,
	state: `bytes cells = 4 [(arena.v1.grid) = {over: "board", fixed: "OG"}]; bytes plain = 5;`,
}

func TestCellsThatNeverChangeArePutIn(t *testing.T) {
	for _, c := range []struct{ board, cells, want string }{
		{"OCCGCOOC", "1234", "O12G3OO4"},
		{"CC", "12", "12"},
		{"OG", "", "OG"},
		{"", "", ""},
	} {
		text, err := said(t, overlaid, fmt.Sprintf("board: %q", c.board), fmt.Sprintf(`cells: %q plain: "x"`, c.cells))
		require.NoError(t, err)
		require.Equal(
			t, lineUp(strings.TrimSpace("board "+c.board), strings.TrimSpace("cells "+c.want), "plain x", "scores 5 -6", "go 3"),
			text)
	}
	for _, cells := range []string{"", "123", "12345"} {
		_, err := said(t, overlaid, `board: "OCCGCOOC"`, fmt.Sprintf(`cells: %q`, cells))
		require.EqualError(t, err, fmt.Sprintf("state: cells: %d characters for 4 cells", len(cells)))
	}
}

func TestARoundLeavesNothingInTheNext(t *testing.T) {
	start, state, commands := overlaid.messages(t)
	schema, err := compile(ludo, start, state, commands)
	require.NoError(t, err)
	m, err := schema.NewMatch(encoded(t, start, `board: "OCCG"`))
	require.NoError(t, err)
	text := []byte("before ")
	for round, cells := range []string{"ab", "cd"} {
		text, err = m.AppendState(text, round, encoded(t, state, fmt.Sprintf(`cells: %q`, cells)), nil)
		require.NoError(t, err)
		require.Empty(t, m.values)
	}
	require.Equal(t, "before "+lineUp("cells OabG", "plain", "scores", "go 0", "cells OcdG", "plain", "scores", "go 1"),
		string(text))
}

func TestWhatIsNoWordIsNotSaid(t *testing.T) {
	of := texts{
		start: "string name_of_board = 3; repeated string rows = 4; bytes cells = 5; repeated House houses = 6; Direction " +
			"wind = 7;",
		types: "message House { string street = 1; repeated Direction doors = 2; }",
	}
	const fine = `name_of_board: "x" `
	for start, want := range map[string]string{
		``:                                     `name_of_board: "" is not a word`,
		`name_of_board: "two words"`:           `name_of_board: "two words" is not a word`,
		fine + `rows: ["a", ""]`:               `rows: "" is not a word`,
		fine + `rows: ["a\n"]`:                 `rows: "a\n" is not a word`,
		fine + `cells: "a b"`:                  `cells: "a b" is not a word`,
		fine + `cells: "a\x7f"`:                `cells: "a\x7f" is not a word`,
		fine + `cells: "\xff"`:                 `cells: "\xff" is not a word`,
		fine + `houses: {}`:                    `houses: street: "" is not a word`,
		fine + `wind: 9`:                       `wind: 9 is not one of its values`,
		fine + `houses: {street: "a" doors:9}`: `houses: doors: 9 is not one of its values`,
		fine + `settings: {name: "a b"}`:       `settings: "a b" is not the name of a setting`,
		fine + `settings: {name: ""}`:          `settings: "" is not the name of a setting`,
	} {
		_, err := said(t, of, start, ``)
		require.EqualError(t, err, "start: "+want)
	}
}

// TestFieldsInAnyFormMeanTheSame: lists in pieces or not packed, messages in pieces, values
// that others replace, and fields that aren't known.
func TestFieldsInAnyFormMeanTheSame(t *testing.T) {
	of := texts{
		state: "int32 round = 1; repeated sint32 list = 2; bytes cells = 3; Pair pair = 4; repeated House houses = 5;",
		types: "message Pair { repeated int32 left = 1; int32 right = 2; } message House { repeated int32 cells = 1; }",
	}
	m, err := of.schema(t).NewMatch(nil)
	require.NoError(t, err)
	number := func(to []byte, field protowire.Number, n uint64) []byte {
		return protowire.AppendVarint(protowire.AppendTag(to, field, protowire.VarintType), n)
	}
	content := func(to []byte, field protowire.Number, text ...byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(to, field, protowire.BytesType), text)
	}
	var state []byte
	state = number(state, 1, 5)
	// not known
	state = content(state, 99, 1, 2, 3)
	// of another type
	state = protowire.AppendFixed64(protowire.AppendTag(state, 1, protowire.Fixed64Type), 77)
	// of another type
	state = protowire.AppendFixed32(protowire.AppendTag(state, 2, protowire.Fixed32Type), 77)
	// of another type
	state = number(state, 3, 5)
	// of another type
	state = number(state, 4, 5)
	// of another type
	state = content(state, 1, 'x')
	// not known
	state = protowire.AppendTag(protowire.AppendTag(state, 50, protowire.StartGroupType), 50, protowire.EndGroupType)
	// -1, 1
	state = content(state, 2, 1, 2)
	// -2
	state = number(state, 2, 3)
	// 2
	state = number(state, 2, 4)
	// -3
	state = content(state, 2, 5)
	// replaced
	state = content(state, 3, 'n', 'o')
	//
	state = content(state, 3, 'y')
	// a message in pieces:
	state = content(state, 4, number(nil, 1, 8)...)
	// its list goes on
	state = content(state, 4, append(content(nil, 1, 9), number(nil, 2, 1)...)...)
	// and this replaces a value
	state = content(state, 4, number(nil, 2, 3)...)
	// two houses
	state = content(content(state, 5, content(nil, 1, 6, 7)...), 5,
		append(number(nil, 1, 1), number(nil, 1, 1<<33|300)...)...)
	// 32 bits of it
	state = number(state, 1, 1<<32|4)
	before := string(state)
	text, err := m.AppendState(nil, 0, state, nil)
	require.NoError(t, err)
	require.Equal(t, before, string(state), "the message is only read")
	require.Equal(
		t, lineUp("round 4", "list -1 1 -2 2 -3", "cells y", "left 8 9", "right 3", "houses 0 6 7", "houses 1 1 300",
			"scores", "go 0"), string(text))
}

// TestNumbersAreCutAsInProtobuf compares with dynamicpb what becomes of numbers with too
// many bits.
func TestNumbersAreCutAsInProtobuf(t *testing.T) {
	const kinds = "int32 int64 uint32 uint64 sint32 sint64 bool Direction"
	for _, kind := range strings.Fields(kinds) {
		of := texts{state: fmt.Sprintf("%s one = 1; repeated %s list = 2;", kind, kind)}
		_, descriptor, _ := of.messages(t)
		m, err := of.schema(t).NewMatch(nil)
		require.NoError(t, err)
		for _, n := range []uint64{0, 1, 3, 1 << 31, 1<<32 | 2, 1<<40 - 1, math.MaxUint64, 1<<63 | 1} {
			state := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), n)
			state = protowire.AppendVarint(protowire.AppendTag(state, 2, protowire.VarintType), n)
			known := dynamicpb.NewMessage(descriptor)
			require.NoError(t, proto.Unmarshal(state, known))
			want := known.Get(descriptor.Fields().ByName("one")).String()
			switch kind {
			case "bool":
				want = map[string]string{"true": "1", "false": "0"}[want]
			case "Direction":
				v := descriptor.Fields().ByName("one").Enum().Values().ByNumber(known.Get(descriptor.Fields().ByName("one")).Enum())
				if v == nil {
					_, err := m.AppendState(nil, 0, state, nil)
					require.EqualError(t, err, fmt.Sprintf("state: one: %s is not one of its values", want))
					continue
				}
				want = Word(v)
			}
			text, err := m.AppendState(nil, 0, state, nil)
			require.NoError(t, err)
			require.Equal(t, lineUp("one "+want, "list "+want, "scores", "go 0"), string(text), "%s %x", kind, n)
		}
	}
}

func TestBrokenMessagesAreErrors(t *testing.T) {
	of := texts{
		start: "Board board = 3; bytes base = 4;",
		state: `int32 round = 1; repeated int32 list = 2; repeated sint32 low = 3; repeated House houses = 4; Now now = 5;
			bytes cells = 6 [(arena.v1.grid) = {over: "base"}];`,
		types: "message Board { int32 size = 1; } message Now { int32 width = 1; } message House { repeated int32 cells = " +
			"1; }",
	}
	schema := of.schema(t)
	m, err := schema.NewMatch(nil)
	require.NoError(t, err)
	broken := []byte{0x80}
	within := func(field protowire.Number, content ...byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), content)
	}
	for name, state := range map[string][]byte{
		"tag":                  broken,
		"field 0":              {0},
		"number":               {1 << 3, 0x80},
		"length":               {2<<3 | 2, 9, 1},
		"fixed number":         {1<<3 | 1, 1},
		"group that ends":      {1<<3 | 4},
		"packed number":        within(2, 0x80),
		"packed zigzag":        within(3, 1, 0x80),
		"message in a list":    within(4, 0x80),
		"number of a message":  within(4, within(1, 0x80)...),
		"message":              within(5, 0x80),
		"too many digits":      within(2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
		"message in two parts": append(within(5, 1<<3), within(5, 0x80)...),
	} {
		text, err := m.AppendState(nil, 0, state, nil)
		require.ErrorContains(t, err, "state: ", name)
		require.Nil(t, text, name)
	}
	for name, start := range map[string][]byte{
		"tag": broken, "setting": within(2, 0x80), "message": within(3, 0x80),
		"length": {3<<3 | 2, 9},
	} {
		_, err := schema.NewMatch(start)
		require.ErrorContains(t, err, "start: ", name)
	}
}

// TestTextForASeat: whatever a player is called, it stays the rest of one line.
func TestTextForASeat(t *testing.T) {
	m, err := texts{start: "int32 size = 3;"}.schema(t).NewMatch([]byte{3 << 3, 9})
	require.NoError(t, err)
	text := m.AppendStart([]byte("x"), &arenav1.Seat{
		Me: 2, Names: []string{"demo", "dummy (seat 1)", "", "a\tb\nc\x00\x1b[31md\u2028e\xff", "Ångström"},
		Seed:        math.MaxUint64,
		CpuPerRound: 50_000_000, CpuBank: 2, WallPerRound: 3, WallBank: 4, CpuStart: 5,
	})
	require.Equal(t, "x"+lineUp(
		"match ludo 7", "me 2", "name 0 demo", "name 1 dummy (seat 1)", "name 2", "name 3 a bcde?", "name 4 Ångström",
		"seed 18446744073709551615",
		"cpu_per_round 50000000", "cpu_bank 2", "wall_per_round 3", "wall_bank 4", "cpu_start 5", "size 9",
	), string(text))
}

func TestTextOfTheEnd(t *testing.T) {
	require.Equal(t, lineUp("scores 70 -2 70", "places 1 3 1", "end"),
		string(AppendEnd(nil, []int{70, -2, 70}, []int{1, 3, 1})))
}

// TestLongListsTakeTimeInProportion: a list that is sent number by number is not copied
// for each of them.
func TestLongListsTakeTimeInProportion(t *testing.T) {
	m, err := texts{state: "repeated int32 list = 1;"}.schema(t).NewMatch(nil)
	require.NoError(t, err)
	const length = 1 << 12
	var state []byte
	for range length {
		state = append(state, 1<<3, 1)
	}
	allocated := testing.AllocsPerRun(1, func() {
		text, err := m.AppendState(make([]byte, 0, 3*length), 0, state, nil)
		require.NoError(t, err)
		require.Len(t, text, len("list\nscores\ngo 0\n")+2*length)
	})
	require.Less(t, allocated, 100.0)
}
