package lines

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Reader reads a match from its lines, as a bot does that thinks in messages. It is the
// inverse of [Match].
type Reader struct {
	parts    [2]map[string]place // of Start and of State, by the first word of their lines
	settings place               // of Start; its line begins with the name of one
	names    map[string]bool     // of the settings
	overlay  []overlay
	grids    []grid // for each overlay
	seat     arenav1.Seat
	begun    bool   // the first round has begun: the lines are those of State
	start    []byte // the messages read so far
	state    []byte
}

// place is where in a message the value of a line belongs.
type place struct {
	within []protowire.Number // the messages around the field, the outermost first
	field  *field
}

// NewReader returns a reader for one match of a game that has settings of these names.
func (s *Schema) NewReader(settings []string) *Reader {
	r := &Reader{names: make(map[string]bool, len(settings)), overlay: s.overlay}
	for _, name := range settings {
		r.names[name] = true
	}
	for i, fields := range [][]field{s.start, s.state} {
		r.parts[i] = make(map[string]place)
		r.addPlaces(r.parts[i], nil, fields)
	}
	return r
}

func (r *Reader) addPlaces(to map[string]place, within []protowire.Number, fields []field) {
	for i := range fields {
		f := &fields[i]
		switch f.shape {
		case flattened:
			r.addPlaces(to, append(slices.Clone(within), f.number), f.inside)
		case settings:
			r.settings = place{within, f}
		default:
			to[f.name] = place{within, f}
		}
	}
}

// Seat returns what the match tells the player about itself.
func (r *Reader) Seat() *arenav1.Seat { return &r.seat }

// Start returns the Start message, without the seat. It is complete when the first State
// is.
func (r *Reader) Start() []byte { return r.start }

// State returns the State message that was read since the last call. It is valid until
// the next line is read.
func (r *Reader) State() []byte {
	state := r.state
	r.state = r.state[:0]
	return state
}

// roundWord begins the first line of every State.
const roundWord = "round"

// Line reads a line of the arena, without its end. It ignores those that it does not
// know, as docs/lines.md asks of bots. An error quotes the line, and names its fault.
func (r *Reader) Line(line []byte) error {
	name, rest, _ := bytes.Cut(line, []byte(" "))
	if !r.begun && string(name) == roundWord {
		r.begun = true
		for _, o := range r.overlay {
			r.grids = append(r.grids, newGrid(bytesOf(r.start, o.over), o.fixed))
		}
	}
	err := r.line(string(name), rest)
	if err != nil {
		return fmt.Errorf("line %q: %w", shortened(string(line)), err)
	}
	return nil
}

func (r *Reader) line(name string, rest []byte) (err error) {
	if r.begun {
		if p, ok := r.parts[1][name]; ok {
			r.state, err = r.append(r.state, p, rest)
		}
		return err
	}
	if p, ok := r.parts[0][name]; ok {
		r.start, err = r.append(r.start, p, rest)
		return err
	}
	if r.settings.field != nil && r.names[name] {
		value, err := strconv.ParseInt(string(rest), 10, 64)
		if err != nil {
			return err
		}
		one, err := proto.Marshal(&arenav1.Setting{Name: name, Value: value})
		r.start = r.settings.append(r.start, one)
		return err
	}
	return r.seatLine(name, rest)
}

// seatLine reads a line about the player.
func (r *Reader) seatLine(name string, rest []byte) (err error) {
	number := func(to *int64) { *to, err = strconv.ParseInt(string(rest), 10, 64) }
	switch name {
	case "me":
		var me int64
		number(&me)
		r.seat.Me = int32(me) //nolint:gosec // the arena has few seats
	case "name":
		_, text, _ := bytes.Cut(rest, []byte(" "))
		r.seat.Names = append(r.seat.Names, string(text))
	case "seed":
		r.seat.Seed, err = strconv.ParseUint(string(rest), 10, 64)
	case "cpu_per_round":
		number(&r.seat.CpuPerRound)
	case "cpu_bank":
		number(&r.seat.CpuBank)
	case "cpu_start":
		number(&r.seat.CpuStart)
	case "wall_per_round":
		number(&r.seat.WallPerRound)
	case "wall_bank":
		number(&r.seat.WallBank)
	}
	return err
}

// append appends the value of a line to a message.
func (r *Reader) append(message []byte, p place, rest []byte) ([]byte, error) {
	for i, o := range r.overlay {
		if r.begun && len(p.within) == 0 && o.number == p.field.number {
			changing, err := r.grids[i].changing(rest)
			if err != nil {
				return message, err
			}
			rest = changing
		}
	}
	if p.field.shape == records {
		_, rest, _ = bytes.Cut(rest, []byte(" ")) // its number
		one, err := record(p.field.inside, rest)
		if err != nil {
			return message, err
		}
		return p.append(message, one), nil
	}
	if len(p.within) == 0 {
		message, _, err := p.field.read(message, rest)
		return message, err
	}
	one, _, err := p.field.read(nil, rest)
	return append(message, p.wrap(one)...), err
}

// append appends a message as the value of the field.
func (p place) append(to, message []byte) []byte {
	return append(
		to, p.wrap(protowire.AppendBytes(protowire.AppendTag(nil, p.field.number, protowire.BytesType), message))...)
}

// wrap puts a field into the messages around it. Several messages in a row are one.
func (p place) wrap(one []byte) []byte {
	for _, around := range slices.Backward(p.within) {
		one = protowire.AppendBytes(protowire.AppendTag(nil, around, protowire.BytesType), one)
	}
	return one
}

// record reads a message that is one line.
func record(fields []field, rest []byte) (message []byte, err error) {
	for i := range fields {
		if message, rest, err = fields[i].read(message, rest); err != nil {
			return nil, fmt.Errorf("%s: %w", fields[i].name, err)
		}
	}
	return message, nil
}

// read appends the field with the value that a line begins with, and returns the rest
// of it. A list takes all words.
func (f *field) read(message, rest []byte) ([]byte, []byte, error) {
	one, after, _ := bytes.Cut(rest, []byte(" "))
	switch {
	case f.shape == letters || f.shape == word:
		return protowire.AppendBytes(protowire.AppendTag(message, f.number, protowire.BytesType), one), after, nil
	case f.shape == wordList:
		for len(rest) > 0 {
			one, rest, _ = bytes.Cut(rest, []byte(" "))
			message = protowire.AppendBytes(protowire.AppendTag(message, f.number, protowire.BytesType), one)
		}
		return message, nil, nil
	case !f.repeated:
		n, err := f.number64.read(one, f.words)
		return protowire.AppendVarint(protowire.AppendTag(message, f.number, protowire.VarintType), n), after, err
	}
	// The numbers are written behind room for their size, which few of them need all of.
	const most = 5
	message = protowire.AppendTag(message, f.number, protowire.BytesType)
	from := len(message)
	message = append(message, make([]byte, most)...)
	for len(rest) > 0 {
		one, rest, _ = bytes.Cut(rest, []byte(" "))
		n, err := f.number64.read(one, f.words)
		if err != nil {
			return message, nil, err
		}
		message = protowire.AppendVarint(message, n)
	}
	size := len(message) - from - most
	head := protowire.AppendVarint(message[from:from], uint64(size)) //nolint:gosec // not negative
	copy(message[from+len(head):], message[from+most:])
	return message[:from+len(head)+size], nil, nil
}

// read reads a word as the number that stands for it in a message.
func (n number64) read(one []byte, words map[int64]string) (uint64, error) {
	if words != nil {
		for value, name := range words {
			if name == string(one) {
				return uint64(value), nil //nolint:gosec // as protobuf writes it
			}
		}
		return 0, fmt.Errorf("%s is not one of its words", quoted(one))
	}
	if value, ok := small(one); ok {
		if n.zigzag {
			value <<= 1
		}
		return value, nil
	}
	if n.unsigned {
		return strconv.ParseUint(string(one), 10, 64)
	}
	value, err := strconv.ParseInt(string(one), 10, 64)
	if n.short && err == nil && (value < math.MinInt32 || value > math.MaxInt32) {
		err = fmt.Errorf("%d is not a 32-bit number", value)
	}
	if n.zigzag {
		return protowire.EncodeZigZag(value), err
	}
	return uint64(value), err //nolint:gosec // as protobuf writes it
}

// small reads a number of few digits, which most are.
func small(digits []byte) (n uint64, ok bool) {
	const most = 9
	for _, c := range digits {
		if c -= '0'; c > 9 {
			return 0, false
		}
		n = 10*n + uint64(c)
	}
	return n, 0 < len(digits) && len(digits) <= most
}

// changing returns the characters in the holes of a whole board. It is the inverse of
// fill.
func (g *grid) changing(whole []byte) ([]byte, error) {
	if len(whole) != len(g.whole) {
		return nil, fmt.Errorf("%d characters for %d cells", len(whole), len(g.whole))
	}
	some := make([]byte, 0, g.size)
	for _, h := range g.holes {
		some = append(some, whole[h.from:h.to]...)
	}
	return some, nil
}
