package wire

import (
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// Table is the columns of a game's State messages after the round, which is field 1: the
// first is field 2, and so on. There are at most 12. They are read and written without
// protobuf, which would take several times as long and allocate a message and its lists.
type Table []Column

// Column is a field of a State.
type Column struct {
	Name string // in the plural, for errors, such as "unit cells"
	Kind Kind
}

// Kind is the type of a column in the schema.
type Kind byte

// The kinds of columns.
const (
	Int32s  Kind = iota // repeated int32 or enum
	Sint32s             // repeated sint32
	Int64s              // repeated int64
	Bytes               // bytes
	One                 // int32, a single number
)

// Any is the length of a column of 32 bits that may have any when it is read. The game
// checks it.
const Any = -1

// Room is where the columns of one State are put, once. It is for the stack, as they are
// needed only to be checked or sent, and large enough for most matches: others allocate.
type Room struct {
	numbers [512]int32
	long    [64]int64
}

const mostColumns = 12

// Lists are the columns of one State. What its methods return lies in the Room.
type Lists struct {
	Round   int32
	table   Table
	numbers []int32
	long    []int64
	text    []byte // bytes of all columns, or the message with them
	at      [mostColumns]span
}

// span is where the values of a column are, how many there is room for, and how many there
// are.
type span struct{ start, room, got int32 }

// Lists returns columns of these lengths, to be filled and encoded. They consist of zeros.
func (t Table) Lists(room *Room, lengths ...int) Lists {
	l := t.lay(room, lengths)
	size := int32(0)
	for k := range t {
		s := &l.at[k]
		if s.got = s.room; t[k].Kind == Bytes {
			s.start, s.got = size, int32(lengths[k])
			size += s.got
		}
	}
	l.text = make([]byte, size)
	return l
}

// lay gives every column its part of the room. Those that may have any length share what
// the others leave.
func (t Table) lay(room *Room, lengths []int) (l Lists) {
	l.table, l.numbers, l.long = t, room.numbers[:], room.long[:]
	numbers, long, shared := int32(0), int32(0), int32(0)
	for k := range t {
		s := &l.at[k]
		if lengths[k] == Any {
			shared++ // of numbers of 32 bits
			continue
		}
		s.room = int32(lengths[k])
		switch t[k].Kind {
		case Int64s:
			s.start = long
			long += s.room
		case Bytes:
		case One:
			s.got = 1
			fallthrough
		default:
			s.start = numbers
			numbers += s.room
		}
	}
	if int(numbers) > len(l.numbers) {
		l.numbers = make([]int32, numbers)
	}
	if int(long) > len(l.long) {
		l.long = make([]int64, long)
	}
	if shared > 0 {
		part := (int32(len(l.numbers)) - numbers) / shared
		for k := range t {
			if lengths[k] == Any {
				l.at[k].start, l.at[k].room = numbers, part
				numbers += part
			}
		}
	}
	return l
}

// Read reads a State as protobuf would. An error says that it is no message, or which
// column is longer or shorter than it must be.
func (t Table) Read(message []byte, room *Room, lengths ...int) (l Lists, err error) {
	l = t.lay(room, lengths)
	err = l.read(message)
	for k, length := range lengths {
		if got := l.at[k].got; length == Any && got > l.at[k].room {
			l, err = t.readLong(message, lengths, &l)
			break
		}
	}
	l.text = message
	if err != nil {
		return l, err
	}
	for k, length := range lengths {
		if got := int(l.at[k].got); got != length && length != Any {
			return l, CheckLengths(Length{t[k].Name, got, length})
		}
	}
	return l, nil
}

// readLong reads a State again, with room for columns of any length.
func (t Table) readLong(message []byte, lengths []int, short *Lists) (Lists, error) {
	known := slices.Clone(lengths)
	for k, length := range known {
		if length == Any {
			known[k] = int(short.at[k].got)
		}
	}
	l := t.lay(new(Room), known)
	err := l.read(message)
	return l, err
}

// read counts values for which there is no room.
func (l *Lists) read(message []byte) error {
	fields := NewFields(message)
	for fields.Next() {
		k := fields.Number() - 2
		if k == -1 {
			fields.Int32(&l.Round)
		}
		if k < 0 || k >= len(l.table) {
			continue
		}
		s := &l.at[k]
		switch kind := l.table[k].Kind; kind {
		case Bytes:
			if fields.kind == protowire.BytesType {
				s.got = int32(len(fields.value))
				s.start = int32(len(message)-len(fields.rest)) - s.got
			}
		case One:
			fields.Int32(&l.numbers[s.start])
		case Int64s:
			s.got += readNumbers(&fields, l.long[s.start+min(s.got, s.room):s.start+s.room])
		case Int32s:
			s.got += readNumbers(&fields, l.numbers[s.start+min(s.got, s.room):s.start+s.room])
		case Sint32s:
			list := l.numbers[s.start+min(s.got, s.room) : s.start+s.room]
			n := readNumbers(&fields, list)
			s.got += n
			for i, v := range list[:min(int(n), len(list))] {
				list[i] = int32(uint32(v)>>1) ^ -(v & 1)
			}
		}
	}
	return fields.Err()
}

// readNumbers reads the values of a field that is repeated, and returns how many there are,
// with those that don't fit into the list.
func readNumbers[T int32 | int64](f *Fields, list []T) (n int32) {
	if f.kind != protowire.BytesType && f.kind != protowire.VarintType {
		return 0
	}
	value, k := f.value, 0
	for i := 0; i < len(value); k++ {
		// Most numbers have one byte or two.
		v := T(value[i])
		i++
		if v >= 0x80 {
			if i < len(value) && value[i] < 0x80 {
				v = v&0x7f | T(value[i])<<7
				i++
			} else {
				long, size := protowire.ConsumeVarint(value[i-1:])
				if size < 0 {
					f.fail(size)
					break
				}
				v = T(long)
				i += size - 1
			}
		}
		if k < len(list) {
			list[k] = v
		}
	}
	return int32(k)
}

// Int32s returns the column with this index in the table, which is of 32 bits.
func (l *Lists) Int32s(k int) []int32 {
	s := &l.at[k]
	return l.numbers[s.start : s.start+s.got]
}

// Int64s returns the column with this index, which is of 64 bits.
func (l *Lists) Int64s(k int) []int64 {
	s := &l.at[k]
	return l.long[s.start : s.start+s.got]
}

// Bytes returns the column with this index, which is of bytes. It may be part of the
// message.
func (l *Lists) Bytes(k int) []byte {
	s := &l.at[k]
	return l.text[s.start : s.start+s.got]
}

// One returns the place of the single number with this index.
func (l *Lists) One(k int) *int32 { return &l.numbers[l.at[k].start] }

// Encode returns the message, as protobuf would.
func (l *Lists) Encode() []byte {
	var sizes [mostColumns]int
	room := 2 * protowire.SizeVarint(uint64(int64(l.Round)))
	for k := range l.table {
		sizes[k] = l.size(k)
		room += 4 + sizes[k]
	}
	b := make([]byte, 0, room)
	if l.Round != 0 {
		b = protowire.AppendTag(b, 1, protowire.VarintType)
		b = protowire.AppendVarint(b, uint64(int64(l.Round)))
	}
	for k := range l.table {
		switch one := l.table[k].Kind == One; {
		case sizes[k] == 0 || one && *l.One(k) == 0: // left out
		case one:
			b = protowire.AppendTag(b, protowire.Number(k+2), protowire.VarintType)
			b = l.appendValues(b, k)
		default:
			b = protowire.AppendTag(b, protowire.Number(k+2), protowire.BytesType)
			b = protowire.AppendVarint(b, uint64(sizes[k]))
			b = l.appendValues(b, k)
		}
	}
	return b
}

// size returns how many bytes the values of a column take.
func (l *Lists) size(k int) (size int) {
	switch l.table[k].Kind {
	case Bytes:
		return len(l.Bytes(k))
	case Sint32s:
		for _, v := range l.Int32s(k) {
			size += protowire.SizeVarint(uint64(zigzag(v)))
		}
		return size
	case Int64s:
		return sizeOf(l.Int64s(k))
	default:
		return sizeOf(l.Int32s(k))
	}
}

func (l *Lists) appendValues(b []byte, k int) []byte {
	switch l.table[k].Kind {
	case Bytes:
		return append(b, l.Bytes(k)...)
	case Sint32s:
		for _, v := range l.Int32s(k) {
			b = protowire.AppendVarint(b, uint64(zigzag(v)))
		}
		return b
	case Int64s:
		return appendNumbers(b, l.Int64s(k))
	default:
		return appendNumbers(b, l.Int32s(k))
	}
}

func zigzag(v int32) uint32 { return uint32(v<<1) ^ uint32(v>>31) }

// Put puts numbers into a column of the same length. They must fit into an int32.
func Put[T ~int | ~int32](column []int32, values []T) {
	for i, v := range values {
		column[i] = int32(v)
	}
}
