package enginetest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Bots in other languages read a match as lines of words, and write their commands as
// such. Here, lines are read and written in another way than by engine/lines: as
// docs/lines.md says, into protobuf's own messages.

// testLines requires that everything that bots see of a match and tell it can be said in
// lines, and comes back the same.
func testLines(t *testing.T, game engine.Game) {
	schema, err := lines.Of(game.Info())
	require.NoError(t, err)
	m := begin(t, game.Default(), 9)
	requireStartInLines(t, m)
	requireNamesOfLines(t, m)
	reader := requireStartReadBack(t, m)
	r := chance()
	columns := descriptor(t, game, "Commands")
	play(m, m.Rounds(), func(turns []engine.Turn[engine.Commands]) {
		RequireStateInLines(t, m, m.StateMessage())
		requireStateReadBack(t, m, reader)
		for _, turn := range turns {
			requireCommandsInLines(t, schema, columns, m.Round(), game.EncodeCommands(turn.Commands))
		}
		requireCommandsInLines(t, schema, columns, m.Round(), anyCommands(t, r, columns))
	})
	state := m.StateMessage()
	RequireStateInLines(t, m, state)
	for _, form := range [][]byte{
		inPieces(descriptor(t, game, "State"), state, 1),
		inPieces(descriptor(t, game, "State"), state, 7), amidNoise(descriptor(t, game, "State"), state),
	} {
		RequireStateInLines(t, m, form)
	}
}

// requireStartInLines asserts that the lines with which a match begins have all that its
// Start message has.
func requireStartInLines(t *testing.T, m engine.Match) {
	t.Helper()
	seat := &arenav1.Seat{
		Me: 1, Names: []string{"demo", "two words", ""}, Seed: math.MaxUint64, CpuPerRound: 5,
		CpuBank: 6, WallPerRound: 7, WallBank: 8, CpuStart: 9,
	}
	info := m.Setup().Game().Info()
	text := newReading(t, beginInLines(t, m).AppendStart(nil, seat), m)
	require.Equal(t, []string{info.Name, strconv.Itoa(info.Version)}, text.line("match"))
	require.Equal(t, []string{"1"}, text.line("me"))
	require.Equal(t, []string{"0", "demo"}, text.line("name"))
	require.Equal(t, []string{"1", "two", "words"}, text.line("name"))
	require.Equal(t, []string{"2"}, text.line("name"))
	require.Equal(t, []string{"18446744073709551615"}, text.line("seed"))
	for i, name := range []string{"cpu_per_round", "cpu_bank", "wall_per_round", "wall_bank", "cpu_start"} {
		require.Equal(t, []string{strconv.Itoa(5 + i)}, text.line(name))
	}
	schema := descriptor(t, m.Setup().Game(), "Start")
	got := text.message(schema)
	require.Empty(t, text.rest)
	requireSameMessage(t, schema, m.StartMessage(), got)
}

// requireStartReadBack asserts that [lines.Reader] makes of the lines of a match what its
// Start message has, and returns the reader.
func requireStartReadBack(t *testing.T, m engine.Match) *lines.Reader {
	t.Helper()
	game := m.Setup().Game()
	schema, err := lines.Of(game.Info())
	require.NoError(t, err)
	var names []string
	for _, s := range m.Setup().Settings() {
		names = append(names, s.Name)
	}
	reader := schema.NewReader(names)
	seat := &arenav1.Seat{
		Me: 1, Names: []string{"demo", "two words", ""}, Seed: math.MaxUint64, CpuPerRound: 5,
		CpuBank: 6, WallPerRound: 7, WallBank: 8, CpuStart: 9,
	}
	for line := range bytes.Lines(beginInLines(t, m).AppendStart(nil, seat)) {
		require.NoError(t, reader.Line(bytes.TrimSuffix(line, []byte("\n"))))
	}
	require.True(t, proto.Equal(seat, reader.Seat()), "%v", reader.Seat())
	requireSameBytes(t, descriptor(t, game, "Start"), m.StartMessage(), reader.Start())
	return reader
}

// requireStateReadBack asserts the same of a State message.
func requireStateReadBack(t *testing.T, m engine.Match, reader *lines.Reader) {
	t.Helper()
	written, err := beginInLines(t, m).AppendState(nil, m.Round(), m.StateMessage(), m.Scores())
	require.NoError(t, err)
	for line := range bytes.Lines(written) {
		require.NoError(t, reader.Line(bytes.TrimSuffix(line, []byte("\n"))))
	}
	requireSameBytes(t, descriptor(t, m.Setup().Game(), "State"), m.StateMessage(), reader.State())
}

func requireSameBytes(t *testing.T, schema protoreflect.MessageDescriptor, want, got []byte) {
	t.Helper()
	read := dynamicpb.NewMessage(schema)
	require.NoError(t, proto.Unmarshal(got, read))
	requireSameMessage(t, schema, want, read)
}

// RequireStateInLines asserts that the lines for a State message of a match have all that
// it has.
func RequireStateInLines(t *testing.T, m engine.Match, state []byte) {
	t.Helper()
	const round = 17
	written, err := beginInLines(t, m).AppendState(nil, round, state, m.Scores())
	require.NoError(t, err)
	text := newReading(t, written, m)
	schema := descriptor(t, m.Setup().Game(), "State")
	got := text.message(schema)
	if schema.Fields().ByName("scores") == nil {
		var scores []string
		for _, s := range m.Scores() {
			scores = append(scores, strconv.Itoa(s))
		}
		require.Equal(t, scores, text.line("scores"))
	}
	require.Equal(t, []string{strconv.Itoa(round)}, text.line("go"))
	require.Empty(t, text.rest)
	requireSameMessage(t, schema, state, got)
}

func beginInLines(t *testing.T, m engine.Match) *lines.Match {
	t.Helper()
	schema, err := lines.Of(m.Setup().Game().Info())
	require.NoError(t, err)
	begun, err := schema.NewMatch(m.StartMessage())
	require.NoError(t, err)
	return begun
}

func requireSameMessage(t *testing.T, schema protoreflect.MessageDescriptor, want []byte, got *dynamicpb.Message) {
	t.Helper()
	wanted := dynamicpb.NewMessage(schema)
	require.NoError(t, proto.Unmarshal(want, wanted))
	wanted.SetUnknown(nil)
	for i := range schema.Fields().Len() { // a message without fields is as one that is not there
		if f := schema.Fields().Get(i); f.Message() != nil && !f.IsList() && !isSeat(f) {
			wanted.Mutable(f)
			got.Mutable(f)
		}
	}
	if !proto.Equal(wanted, got) { // else no time is lost with texts
		require.Equal(t, wanted.String(), got.String())
	}
}

func isSeat(f protoreflect.FieldDescriptor) bool {
	return f.Message() != nil && f.Message().FullName() == "arena.v1.Seat"
}

// requireNamesOfLines asserts that the first word of a line tells which line it is, also if
// it is that of a setting.
func requireNamesOfLines(t *testing.T, m engine.Match) {
	t.Helper()
	encoder := beginInLines(t, m)
	text := encoder.AppendStart(nil, new(arenav1.Seat))
	text, err := encoder.AppendState(text, 0, m.StateMessage(), m.Scores())
	require.NoError(t, err)
	times := map[string]int{"name": 0, "places": 0, "end": 0, "error": 0}
	last := ""
	for line := range strings.Lines(string(text)) {
		if first := strings.Fields(line)[0]; first != last { // several lines of a list of messages are one
			times[first]++
			last = first
		}
	}
	for name, n := range times {
		require.LessOrEqual(t, n, 1, "%s begins lines of different meanings", name)
	}
	for _, s := range m.Board().Settings() {
		if s.IsTold() {
			times[s.Name]--
		}
		require.Zero(t, times[s.Name], "the setting %s needs a name that no other line has", s.Name)
	}
}

// reading reads lines from the first to the last.
type reading struct {
	t     *testing.T
	match engine.Match
	rest  []string
}

// newReading also asserts that a text is as plain as is promised.
func newReading(t *testing.T, text []byte, m engine.Match) *reading {
	t.Helper()
	require.Regexp(t, `\A(?:[!-~]+(?: [!-~]+)*\n)+\z`, string(text),
		"words from ! to ~, one space between them, one line feed")
	all := strings.Split(string(text), "\n")
	return &reading{t, m, all[:len(all)-1]}
}

// isNext reports whether the next line begins with a word.
func (r *reading) isNext(name string) bool {
	return len(r.rest) > 0 && (r.rest[0] == name || strings.HasPrefix(r.rest[0], name+" "))
}

// line returns the words of the next line, which must begin with this one, without it.
func (r *reading) line(name string) []string {
	r.t.Helper()
	require.NotEmpty(r.t, r.rest, "there is no line %s", name)
	require.True(r.t, r.isNext(name), "found %q, expected %s", r.rest[0], name)
	words := strings.Split(r.rest[0], " ")[1:]
	r.rest = r.rest[1:]
	if len(words) == 0 {
		return nil
	}
	return words
}

// message reads the lines of a message.
func (r *reading) message(schema protoreflect.MessageDescriptor) *dynamicpb.Message {
	r.t.Helper()
	m := dynamicpb.NewMessage(schema)
	var fields []protoreflect.FieldDescriptor
	for i := range schema.Fields().Len() {
		fields = append(fields, schema.Fields().Get(i))
	}
	slices.SortFunc(fields, func(a, b protoreflect.FieldDescriptor) int { return int(a.Number() - b.Number()) })
	for _, f := range fields {
		switch {
		case isSeat(f):
		case f.Message() != nil && f.Message().FullName() == "arena.v1.Setting":
			r.settings(m.Mutable(f).List())
		case f.Message() != nil && f.IsList():
			for i := 0; r.isNext(string(f.Name())); i++ {
				words := r.line(string(f.Name()))
				require.NotEmpty(r.t, words)
				require.Equal(r.t, strconv.Itoa(i), words[0])
				m.Mutable(f).List().Append(protoreflect.ValueOfMessage(r.record(f.Message(), words[1:])))
			}
		case f.Message() != nil:
			m.Set(f, protoreflect.ValueOfMessage(r.message(f.Message())))
		case f.IsList():
			for _, word := range r.line(string(f.Name())) {
				m.Mutable(f).List().Append(r.value(f, word))
			}
		default:
			words := r.line(string(f.Name()))
			if f.Kind() == protoreflect.BytesKind && len(words) == 0 {
				words = []string{""} // characters may be none
			}
			require.Len(r.t, words, 1, f.Name())
			m.Set(f, r.value(f, words[0]))
		}
	}
	return m
}

func (r *reading) settings(list protoreflect.List) {
	r.t.Helper()
	for _, s := range r.match.Board().Settings() {
		if !s.IsTold() {
			continue
		}
		words := r.line(s.Name)
		require.Len(r.t, words, 1, s.Name)
		one := list.AppendMutable().Message()
		fields := one.Descriptor().Fields()
		one.Set(fields.ByName("name"), protoreflect.ValueOfString(s.Name))
		one.Set(fields.ByName("value"), r.value(fields.ByName("value"), words[0]))
	}
}

// record reads a message that is one line.
func (r *reading) record(schema protoreflect.MessageDescriptor, words []string) *dynamicpb.Message {
	r.t.Helper()
	m := dynamicpb.NewMessage(schema)
	for i := range schema.Fields().Len() {
		f := schema.Fields().Get(i)
		if f.IsList() {
			require.Equal(r.t, schema.Fields().Len()-1, i, "%s: a list must be the last field", f.FullName())
			for _, word := range words {
				m.Mutable(f).List().Append(r.value(f, word))
			}
			return m
		}
		require.NotEmpty(r.t, words, f.FullName())
		m.Set(f, r.value(f, words[0]))
		words = words[1:]
	}
	require.Empty(r.t, words)
	return m
}

// value reads a word.
func (r *reading) value(f protoreflect.FieldDescriptor, word string) protoreflect.Value {
	r.t.Helper()
	signed := func(bits int) int64 {
		n, err := strconv.ParseInt(word, 10, bits)
		require.NoError(r.t, err, f.FullName())
		return n
	}
	unsigned := func(bits int) uint64 {
		n, err := strconv.ParseUint(word, 10, bits)
		require.NoError(r.t, err, f.FullName())
		return n
	}
	switch f.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(unsigned(1) == 1)
	case protoreflect.Int32Kind, protoreflect.Sint32Kind:
		return protoreflect.ValueOfInt32(int32(signed(32)))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind:
		return protoreflect.ValueOfInt64(signed(64))
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(uint32(unsigned(32)))
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(unsigned(64))
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(word)
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes(r.characters(f, word))
	case protoreflect.EnumKind:
		for i := range f.Enum().Values().Len() {
			if v := f.Enum().Values().Get(i); inLines(v) == word {
				return protoreflect.ValueOfEnum(v.Number())
			}
		}
		require.Fail(r.t, "no such word", "%s: %s", f.FullName(), word)
	}
	require.Fail(r.t, "not a kind of word", "%s: %s", f.FullName(), f.Kind())
	return protoreflect.Value{}
}

// characters returns those of a whole board that the message has.
func (r *reading) characters(f protoreflect.FieldDescriptor, whole string) (some []byte) {
	r.t.Helper()
	grid := lines.GridOf(f)
	if grid.GetOver() == "" {
		return []byte(whole)
	}
	start := dynamicpb.NewMessage(descriptor(r.t, r.match.Setup().Game(), "Start"))
	require.NoError(r.t, proto.Unmarshal(r.match.StartMessage(), start))
	base := start.Get(start.Descriptor().Fields().ByName(protoreflect.Name(grid.GetOver()))).Bytes()
	require.Len(r.t, whole, len(base), "%s is whole", f.FullName())
	for i, c := range base {
		if strings.ContainsRune(grid.GetFixed(), rune(c)) {
			require.Equal(r.t, c, whole[i], "%s: cell %d never changes", f.FullName(), i)
		} else {
			some = append(some, whole[i])
		}
	}
	return some
}

var humps = regexp.MustCompile(`([a-z])([A-Z])`)

// inLines returns the word for a value of an enum: "north" for DIRECTION_NORTH.
func inLines(value protoreflect.EnumValueDescriptor) string {
	prefix := humps.ReplaceAllString(string(value.Parent().Name()), "${1}_${2}") + "_"
	return strings.TrimPrefix(strings.ToLower(string(value.Name())), strings.ToLower(prefix))
}

// requireCommandsInLines asserts that commands, written as lines, are read as the same
// bytes.
func requireCommandsInLines(t *testing.T, schema *lines.Schema, columns protoreflect.MessageDescriptor, round int,
	message []byte,
) {
	t.Helper()
	answer := schema.NewAnswer(new(engine.Debug))
	answer.Begin(round)
	text := CommandLines(t, columns, message)
	written, err := schema.AppendCommands(nil, message)
	require.NoError(t, err)
	require.Equal(t, text, string(written))
	for line := range strings.Lines(text) {
		kind, err := answer.Line([]byte(strings.TrimSuffix(line, "\n")))
		require.NoError(t, err)
		require.Equal(t, lines.Command, kind)
	}
	kind, err := answer.Line(fmt.Appendf(nil, "done %d", round))
	require.NoError(t, err)
	require.Equal(t, lines.Done, kind)
	require.Equal(t, append([]byte{}, message...), append([]byte{}, answer.Commands()...))
}

// CommandLines returns a Commands message as the lines of an answer, each with its line
// feed. It fails if a command can't be said.
func CommandLines(t testing.TB, columns protoreflect.MessageDescriptor, message []byte) string {
	t.Helper()
	commands := dynamicpb.NewMessage(columns)
	require.NoError(t, proto.Unmarshal(message, commands))
	var text strings.Builder
	for i := range commands.Get(columns.Fields().Get(0)).List().Len() {
		text.WriteString("do")
		for k := range columns.Fields().Len() {
			f := columns.Fields().Get(k)
			v := commands.Get(f).List().Get(i)
			if f.Enum() == nil {
				fmt.Fprintf(&text, " %d", v.Int())
				continue
			}
			named := f.Enum().Values().ByNumber(v.Enum())
			require.NotNil(t, named, "%s: %d", f.FullName(), v.Enum())
			text.WriteString(" " + inLines(named))
		}
		text.WriteString("\n")
	}
	return text.String()
}

// anyCommands returns commands of every word and of any number that a unit can have.
func anyCommands(t *testing.T, r *rand.Rand, columns protoreflect.MessageDescriptor) []byte {
	t.Helper()
	commands := dynamicpb.NewMessage(columns)
	for range r.IntN(20) {
		for k := range columns.Fields().Len() {
			f := columns.Fields().Get(k)
			if f.Enum() == nil {
				n := []int32{-1, 0, r.Int32N(200), math.MaxInt32}[r.IntN(4)]
				commands.Mutable(f).List().Append(protoreflect.ValueOfInt32(n))
				continue
			}
			words := f.Enum().Values()
			commands.Mutable(f).List().Append(protoreflect.ValueOfEnum(words.Get(1 + r.IntN(words.Len()-1)).Number()))
		}
	}
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(commands)
	require.NoError(t, err)
	return message
}

// IsState reports whether the game of a match can read a message as its State.
func IsState(m engine.Match, state []byte) bool {
	p, ok := m.Setup().Game().(prober)
	if !ok {
		return false
	}
	var d engine.Digest
	_, _, err := p.Redo(m.StartMessage(), state, &d)
	return err == nil
}
