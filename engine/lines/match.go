package lines

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Match is one match as lines, for all its seats.
type Match struct {
	schema *Schema
	start  []byte  // the lines that are the same for all seats
	grids  []grid  // for each overlay
	values []value // reused: what a message has in each field
}

// grid is a whole board of characters, of which those in the holes change.
type grid struct {
	whole []byte
	holes []hole
	size  int // of all holes together
}

type hole struct{ from, to int }

// value is what a message has in a field.
type value struct {
	bytes  []byte // the field's bytes, or of a list of numbers the packed numbers
	own    bool   // whether bytes is a copy, and not a part of the message
	number uint64
	list   [][]byte // of messages and strings
}

// NewMatch returns the lines of a match, given its Start message. It fails as [Match.AppendState] does.
func (s *Schema) NewMatch(start []byte) (*Match, error) {
	m := &Match{schema: s}
	var err error
	if m.start, err = m.message(nil, s.start, start, nil); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	for _, o := range s.overlay {
		m.grids = append(m.grids, newGrid(bytesOf(start, o.over), o.fixed))
	}
	return m, nil
}

// AppendStart appends the lines with which the match begins for one seat.
func (m *Match) AppendStart(to []byte, seat *arenav1.Seat) []byte {
	to = fmt.Appendf(to, "match %s %d\n", m.schema.game.Name, m.schema.game.Version)
	to = appendLine(to, "me", int64(seat.GetMe()))
	for i, name := range seat.GetNames() {
		to = appendTextLine(fmt.Appendf(to, "name %d", i), name)
	}
	to = append(to, "seed "...)
	to = append(strconv.AppendUint(to, seat.GetSeed(), 10), '\n')
	to = appendLine(to, "cpu_per_round", seat.GetCpuPerRound())
	to = appendLine(to, "cpu_bank", seat.GetCpuBank())
	to = appendLine(to, "wall_per_round", seat.GetWallPerRound())
	to = appendLine(to, "wall_bank", seat.GetWallBank())
	to = appendLine(to, "cpu_start", seat.GetCpuStart())
	return append(to, m.start...)
}

// AppendState appends the lines of a round: the state, the scores if the State message
// has none, and the question. It fails if the message is
// damaged, or if a value of it is no word of a line.
func (m *Match) AppendState(to []byte, round int, state []byte, scores []int) ([]byte, error) {
	to, err := m.message(to, m.schema.state, state, m.schema.overlay)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if !m.schema.scores {
		to = appendScores(to, scores)
	}
	return appendLine(to, "go", int64(round)), nil
}

// AppendEnd appends the lines with which a match ends.
func AppendEnd(to []byte, scores, places []int) []byte {
	to = appendScores(to, scores)
	to = append(to, "places"...)
	for _, p := range places {
		to = appendNumber(to, int64(p))
	}
	return append(to, "\nend\n"...)
}

func appendScores(to []byte, scores []int) []byte {
	to = append(to, "scores"...)
	for _, s := range scores {
		to = appendNumber(to, int64(s))
	}
	return append(to, '\n')
}

func appendLine(to []byte, name string, value int64) []byte {
	return append(appendNumber(append(to, name...), value), '\n')
}

// appendTextLine ends a line with a text, which may be empty and is shown in one line.
func appendTextLine(to []byte, text string) []byte {
	if text = strings.ReplaceAll(engine.Printable(text), "\t", " "); text != "" {
		to = append(append(to, ' '), text...)
	}
	return append(to, '\n')
}

// appendNumber appends a space and a number.
func appendNumber(to []byte, n int64) []byte {
	if 0 <= n && n < 10 {
		return append(to, ' ', byte('0'+n))
	}
	return strconv.AppendInt(append(to, ' '), n, 10)
}

// message appends the lines of a message.
func (m *Match) message(to []byte, fields []field, message []byte, overlays []overlay) ([]byte, error) {
	from, err := m.collect(fields, message)
	defer func() { m.values = m.values[:from] }()
	if err != nil {
		return nil, err
	}
	for i := range fields {
		f, v := &fields[i], m.values[from+i]
		for k, o := range overlays {
			if o.number == f.number {
				if v.bytes, err = m.grids[k].fill(v.bytes); err != nil {
					return nil, fmt.Errorf("%s: %w", f.name, err)
				}
			}
		}
		if to, err = m.field(to, f, v); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return to, nil
}

func newGrid(base []byte, fixed string) grid {
	g := grid{whole: bytes.Clone(base)}
	for i, c := range base {
		if strings.IndexByte(fixed, c) >= 0 {
			continue
		}
		if n := len(g.holes); n > 0 && g.holes[n-1].to == i {
			g.holes[n-1].to++
		} else {
			g.holes = append(g.holes, hole{i, i + 1})
		}
		g.size++
	}
	return g
}

// fill puts characters into the holes, in order, and returns the board until the next
// call.
func (g *grid) fill(changing []byte) ([]byte, error) {
	if len(changing) != g.size {
		return nil, fmt.Errorf("%d characters for %d cells", len(changing), g.size)
	}
	for _, h := range g.holes {
		changing = changing[copy(g.whole[h.from:h.to], changing):]
	}
	return g.whole, nil
}

// collect appends to values what a message has in each field, and returns where they
// begin.
func (m *Match) collect(fields []field, message []byte) (from int, err error) {
	from = len(m.values)
	m.values = append(m.values, make([]value, len(fields))...)
	return from, collect(m.values[from:], fields, message)
}

// collect finds the fields of a message. Those that the schema does not know are
// ignored.
func collect(values []value, fields []field, message []byte) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return protowire.ParseError(n)
		}
		message = message[n:]
		var content []byte
		var varint uint64
		switch kind {
		case protowire.BytesType:
			content, n = protowire.ConsumeBytes(message)
		case protowire.VarintType:
			varint, n = protowire.ConsumeVarint(message)
		default:
			n = protowire.ConsumeFieldValue(number, kind, message)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		message = message[n:]
		for i := range fields {
			if fields[i].number == number {
				values[i].add(&fields[i], kind, content, varint)
				break
			}
		}
	}
	return nil
}

// add takes a field of a message: as in protobuf, the last one counts, and lists go on.
func (v *value) add(f *field, kind protowire.Type, content []byte, varint uint64) {
	isList := f.shape == numbers && f.repeated
	switch {
	case kind == protowire.VarintType && isList: // which is not packed
		v.copy()
		v.bytes = protowire.AppendVarint(v.bytes, varint)
	case kind == protowire.VarintType && f.shape == numbers:
		v.number = varint
	case kind != protowire.BytesType:
	case f.shape == records || f.shape == settings || f.shape == wordList:
		v.list = append(v.list, content)
	case len(v.bytes) > 0 && (isList || f.shape == flattened): // two messages in a row are one
		v.copy()
		v.bytes = append(v.bytes, content...)
	case f.shape != numbers || f.repeated:
		v.bytes = content
	}
}

// copy makes bytes something that can be appended to.
func (v *value) copy() {
	if !v.own {
		v.bytes, v.own = bytes.Clone(v.bytes), true
	}
}

func (m *Match) field(to []byte, f *field, v value) ([]byte, error) {
	switch f.shape {
	case flattened:
		return m.message(to, f.inside, v.bytes, nil)
	case records:
		for i, one := range v.list {
			var err error
			to = appendNumber(append(to, f.name...), int64(i))
			if to, err = m.words(to, f.inside, one); err != nil {
				return nil, err
			}
			to = append(to, '\n')
		}
		return to, nil
	case settings:
		for _, one := range v.list {
			var s arenav1.Setting
			if err := proto.Unmarshal(one, &s); err != nil {
				return nil, err
			}
			if !isWord([]byte(s.GetName())) {
				return nil, fmt.Errorf("%q is not the name of a setting", s.GetName())
			}
			to = appendLine(to, s.GetName(), s.GetValue())
		}
		return to, nil
	}
	to, err := appendValue(append(to, f.name...), f, v)
	return append(to, '\n'), err
}

// words appends the fields of a message as words.
func (m *Match) words(to []byte, fields []field, message []byte) ([]byte, error) {
	from, err := m.collect(fields, message)
	defer func() { m.values = m.values[:from] }()
	if err != nil {
		return nil, err
	}
	for i := range fields {
		if to, err = appendValue(to, &fields[i], m.values[from+i]); err != nil {
			return nil, fmt.Errorf("%s: %w", fields[i].name, err)
		}
	}
	return to, nil
}

// appendValue appends a space and the value of a field, or each value of a list.
func appendValue(to []byte, f *field, v value) ([]byte, error) {
	switch f.shape {
	case letters, word:
		return appendWord(to, v.bytes, f.shape == letters)
	case wordList:
		for _, one := range v.list {
			var err error
			if to, err = appendWord(to, one, false); err != nil {
				return nil, err
			}
		}
		return to, nil
	}
	if !f.repeated {
		return f.append(to, v.number)
	}
	if f.words == nil && !f.zigzag && !f.unsigned && !f.yesNo {
		return appendPlain(to, v.bytes, f.short)
	}
	for rest := v.bytes; len(rest) > 0; {
		n, size := protowire.ConsumeVarint(rest)
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		rest = rest[size:]
		var err error
		if to, err = f.append(to, n); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// appendPlain appends packed numbers, which are most of a message.
func appendPlain(to, packed []byte, short bool) ([]byte, error) {
	for len(packed) > 0 {
		n, size := uint64(packed[0]), 1
		if n >= 0x80 {
			if n, size = protowire.ConsumeVarint(packed); size < 0 {
				return nil, protowire.ParseError(size)
			}
			if short {
				n = uint64(int64(int32(n)))
			}
		}
		packed = packed[size:]
		to = appendNumber(to, int64(n))
	}
	return to, nil
}

// append appends a space and a number, or the word that it stands for. As in protobuf, a
// number of 32 bits is the lower half of the one that was sent.
func (f *field) append(to []byte, n uint64) ([]byte, error) {
	switch {
	case f.yesNo:
		return appendNumber(to, int64(min(n, 1))), nil
	case f.zigzag && f.short:
		return appendNumber(to, protowire.DecodeZigZag(n&math.MaxUint32)), nil
	case f.zigzag:
		return appendNumber(to, protowire.DecodeZigZag(n)), nil
	case f.unsigned && f.short:
		return appendNumber(to, int64(uint32(n))), nil
	case f.unsigned:
		return strconv.AppendUint(append(to, ' '), n, 10), nil
	case f.short:
		n = uint64(int64(int32(n)))
	}
	if f.words == nil {
		return appendNumber(to, int64(n)), nil
	}
	named, ok := f.words[int64(n)]
	if !ok {
		return nil, fmt.Errorf("%d is not one of its values", int64(n))
	}
	return append(append(to, ' '), named...), nil
}

// appendWord appends a space and a word. Only the characters of a board may be none at
// all.
func appendWord(to, text []byte, mayBeEmpty bool) ([]byte, error) {
	if len(text) == 0 && mayBeEmpty {
		return to, nil
	}
	if !isWord(text) {
		return nil, fmt.Errorf("%s is not a word", quoted(text))
	}
	return append(append(to, ' '), text...), nil
}

// isWord reports whether a text is a word of a line: one character or more from ! to ~.
func isWord(text []byte) bool {
	for _, c := range text {
		if c-'!' > '~'-'!' {
			return false
		}
	}
	return len(text) > 0
}

// bytesOf returns a field of a message that is known to be sound.
func bytesOf(message []byte, wanted protowire.Number) (found []byte) {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		size := protowire.ConsumeFieldValue(number, kind, message[n:])
		if number == wanted && kind == protowire.BytesType {
			found, _ = protowire.ConsumeBytes(message[n:])
		}
		message = message[n+size:]
	}
	return found
}
