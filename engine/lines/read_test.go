package lines

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// readBack returns what a reader makes of the lines of a start and of some states, given
// as protobuf's text, and requires that it is the same.
func requireReadBack(t *testing.T, of texts, settings []string, start string, states ...string) {
	t.Helper()
	startMessage, stateMessage, commands := of.messages(t)
	schema, err := compile(ludo, startMessage, stateMessage, commands)
	require.NoError(t, err)
	m, err := schema.NewMatch(encoded(t, startMessage, start))
	require.NoError(t, err)
	reader := schema.NewReader(settings)
	seat := &arenav1.Seat{Me: 3, Names: []string{"", "two words"}, Seed: 1<<64 - 1, WallBank: 8}
	feed(t, reader, m.AppendStart(nil, seat))
	require.True(t, proto.Equal(seat, reader.Seat()), "%v", reader.Seat())
	requireSame(t, startMessage, encoded(t, startMessage, start), reader.Start())
	for _, state := range states {
		text, err := m.AppendState(nil, 0, encoded(t, stateMessage, state), nil)
		require.NoError(t, err)
		feed(t, reader, text)
		requireSame(t, stateMessage, encoded(t, stateMessage, state), reader.State())
	}
}

func feed(t *testing.T, r *Reader, text []byte) {
	t.Helper()
	for line := range strings.Lines(string(text)) {
		require.NoError(t, r.Line([]byte(strings.TrimSuffix(line, "\n"))))
	}
}

func requireSame(t *testing.T, of protoreflect.MessageDescriptor, want, got []byte) {
	t.Helper()
	a, b := dynamicpb.NewMessage(of), dynamicpb.NewMessage(of)
	require.NoError(t, proto.Unmarshal(want, a))
	require.NoError(t, proto.Unmarshal(got, b))
	require.True(t, proto.Equal(a, b), "%v\n%v", a, b)
}

func TestEveryKindOfFieldIsReadBack(t *testing.T) {
	of := texts{
		start: `Board board = 9; int32 first = 3;`,
		state: `int32 round = 1; bool open = 12; int64 long = 2; uint32 small = 3; uint64 large = 4; sint32 low = 5; sint64 lower = 6; Direction wind = 7;
			string word = 8; bytes cells = 9; repeated string words = 10; repeated sint32 list = 11;
			repeated Direction winds = 13; repeated bool doors = 14;
			repeated uint64 larges = 15; repeated int64 points = 16; repeated House houses = 17; Board table = 18; repeated int32 many = 19;`,
		types: `message Board { int32 size = 2; Inner inner = 1; repeated House sheds = 3; } message Inner { bytes terrain = 1; }
			message House { string street = 1; Direction door = 2; sint32 owner = 3; repeated int32 plots = 4; }`,
	}
	of.state = strings.Replace(of.state, " Board table = 18;", "", 1) // its names are those of Start
	requireReadBack(t, of, []string{"nb_rounds", "least"},
		`settings: {name: "nb_rounds" value: 200} settings: {name: "least" value: -9223372036854775808} first: 4
		board: {size: 3 inner: {terrain: "~!"} sheds: {street: "back" plots: [1, 2]} sheds: {street: "side"}}`,
		`round: 3 long: -9223372036854775808 small: 4294967295 large: 18446744073709551615 low: -2147483648 lower: 9223372036854775807 wind: DIRECTION_WEST
		word: "w" cells: "#.#" words: ["a", "bc"] list: [-1, 0, 300]
		winds: [DIRECTION_UNSPECIFIED, DIRECTION_NORTH] doors: [true, false] open: true
		larges: [0, 18446744073709551615] points: [-7, 300000000000]
		houses: {street: "high" door: DIRECTION_EAST owner: -1 plots: [7, 700]} houses: {street: "low"} many: [`+strings.Repeat("-5, ", 30000)+`1]`,
		`round: 4 word: "x"`)
}

func TestCellsThatNeverChangeAreLeftOut(t *testing.T) {
	of := overlaid
	of.state = "int32 round = 1; " + of.state
	requireReadBack(t, of, nil, `board: "OCCGCOOC"`, `round: 0 cells: "1234" plain: "x"`, `round: 1 cells: "4321"`)
	requireReadBack(t, of, nil, `board: "OG"`, `round: 0`)
}

func TestReaderIgnoresWhatItDoesNotKnow(t *testing.T) {
	start, state, commands := texts{}.messages(t)
	schema, err := compile(ludo, start, state, commands)
	require.NoError(t, err)
	r := schema.NewReader([]string{"size"})
	feed(t, r, []byte("later 3 x\nsize 5\n\nnew_setting 7\nround 2\nsize 4\nweather rain\n"))
	requireSame(t, start, encoded(t, start, `settings: {name: "size" value: 5}`), r.Start())
	requireSame(t, state, encoded(t, state, `round: 2`), r.State())
	require.Empty(t, r.State(), "it was taken")
}

func TestLinesThatCantBeReadBack(t *testing.T) {
	of := texts{
		start: `bytes board = 3; repeated Direction winds = 4;`,
		state: `int32 round = 1; bytes cells = 4 [(arena.v1.grid) = {over: "board", fixed: "OG"}]; repeated House houses = 5; uint64 left = 6;`,
		types: `message House { sint32 owner = 1; }`,
	}
	start, state, commands := of.messages(t)
	schema, err := compile(ludo, start, state, commands)
	require.NoError(t, err)
	for line, want := range map[string]string{
		"me x":              `invalid syntax`,
		"seed -1":           `invalid syntax`,
		"size 1 2":          `invalid syntax`,
		"winds north norht": `"norht" is not one of its words`,
		"round 4294967296":  `4294967296 is not a 32-bit number`,
		"round":             `invalid syntax`,
	} {
		r := schema.NewReader([]string{"size"})
		err := r.Line([]byte(line))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, `line "`+line)
	}
	r := schema.NewReader(nil)
	feed(t, r, []byte("board OCG\nround 1\n"))
	require.ErrorContains(t, r.Line([]byte("cells OC")), "2 characters for 3 cells")
	require.ErrorContains(t, r.Line([]byte("houses 0 big")), "owner: ")
	require.ErrorContains(t, r.Line([]byte("left -1")), "invalid syntax")
}

func FuzzReader(f *testing.F) {
	of := texts{
		start: `bytes board = 3; repeated Direction winds = 4;`,
		state: `int32 round = 1; bytes cells = 4 [(arena.v1.grid) = {over: "board", fixed: "OG"}]; repeated House houses = 5;`,
		types: `message House { sint32 owner = 1; repeated int32 plots = 2; }`,
	}
	start, state, commands := of.messages(f)
	schema, err := compile(ludo, start, state, commands)
	require.NoError(f, err)
	f.Add("me 1\nseed 5\nsize 3\nboard OCG\nwinds north east\nround 1\ncells OXG\nhouses 0 -1 2 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := schema.NewReader([]string{"size"})
		for line := range strings.Lines(text) {
			if r.Line([]byte(line)) != nil {
				return
			}
		}
		// What was read is a message, whatever the lines were.
		require.NoError(t, proto.UnmarshalOptions{AllowPartial: true}.Unmarshal(r.Start(), dynamicpb.NewMessage(start)))
		require.NoError(t, proto.Unmarshal(r.State(), dynamicpb.NewMessage(state)))
	})
}
