package wire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// Fields reads a message one field after another, without protobuf, which would take
// several times as long and allocate a message and its lists:
//
//	fields := wire.NewFields(message)
//	for fields.Next() {
//		switch fields.Number() {
//		case 1:
//			fields.Int32(&round)
//		case 2:
//			cells = fields.AppendInt32s(cells)
//		}
//	}
//	return fields.Err()
//
// What it reads is what protobuf reads: the last value of a field that isn't repeated,
// all values of one that is, packed or not. A field of another type than the one that
// is asked for is ignored, as are those that nobody asks for.
type Fields struct {
	rest   []byte
	number protowire.Number
	kind   protowire.Type
	value  []byte // of the field: its bytes or, as in the message, its number
	err    error
}

// NewFields returns the fields of a message. Next goes to the first.
func NewFields(message []byte) Fields { return Fields{rest: message} }

// Next goes to the next field and reports whether there is one. There is none after an
// error.
func (f *Fields) Next() bool {
	if f.err != nil || len(f.rest) == 0 {
		return false
	}
	var n int
	if f.number, f.kind, n = protowire.ConsumeTag(f.rest); n < 0 {
		return f.fail(n)
	}
	if f.number > protowire.MaxValidNumber {
		f.err = fmt.Errorf("field %d, which no message has", f.number)
		return false
	}
	f.rest = f.rest[n:]
	if f.kind == protowire.BytesType {
		f.value, n = protowire.ConsumeBytes(f.rest)
	} else {
		n = protowire.ConsumeFieldValue(f.number, f.kind, f.rest)
		f.value = f.rest[:max(n, 0)]
	}
	if n < 0 {
		return f.fail(n)
	}
	f.rest = f.rest[n:]
	return true
}

// fail notes an error of protowire, and returns false.
func (f *Fields) fail(code int) bool {
	f.err = protowire.ParseError(code)
	return false
}

// Number returns the number of the field.
func (f *Fields) Number() int { return int(f.number) }

// Err returns the first error found so far.
func (f *Fields) Err() error { return f.err }

// Int32 reads an int32 or an enum.
func (f *Fields) Int32(to *int32) {
	if f.kind == protowire.VarintType {
		v, _ := protowire.ConsumeVarint(f.value)
		*to = int32(v)
	}
}

// AppendInt32s appends the values of a repeated int32 or enum to a list. It makes room
// for them if the list has none at all.
func (f *Fields) AppendInt32s(list []int32) []int32 {
	if f.kind != protowire.BytesType && f.kind != protowire.VarintType {
		return list
	}
	if cap(list) == 0 {
		list = make([]int32, 0, countVarints(f.value))
	}
	for rest := f.value; len(rest) > 0; {
		// Most numbers have one byte or two.
		if rest[0] < 0x80 {
			list = append(list, int32(rest[0]))
			rest = rest[1:]
			continue
		}
		if len(rest) > 1 && rest[1] < 0x80 {
			list = append(list, int32(rest[0]&0x7f)|int32(rest[1])<<7)
			rest = rest[2:]
			continue
		}
		v, n := protowire.ConsumeVarint(rest)
		if n < 0 {
			f.fail(n)
			return list
		}
		list = append(list, int32(v))
		rest = rest[n:]
	}
	return list
}

// countVarints counts the numbers in packed bytes: the last byte of each is below 128.
func countVarints(packed []byte) int {
	n := 0
	for _, b := range packed {
		if b < 0x80 {
			n++
		}
	}
	return n
}
