package wire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// A Commands message consists of a few columns of numbers: the fields 1, 2, ... of the
// schema as repeated int32 or enum. They are read and written without protobuf, which
// would allocate a message and its lists for each player in every round.

// AppendColumns appends a message of these columns to b.
func AppendColumns(b []byte, columns ...[]int32) []byte {
	for i, column := range columns {
		if len(column) == 0 {
			continue
		}
		size := 0
		for _, v := range column {
			size += protowire.SizeVarint(uint64(int64(v)))
		}
		b = protowire.AppendTag(b, protowire.Number(i+1), protowire.BytesType)
		b = protowire.AppendVarint(b, uint64(size))
		for _, v := range column {
			b = protowire.AppendVarint(b, uint64(int64(v)))
		}
	}
	return b
}

// ReadColumns returns the columns of a message, which must be equally long. names are
// the names of the columns in the plural, for errors. Other fields are ignored.
func ReadColumns(message []byte, names ...string) ([][]int32, error) {
	columns := make([][]int32, len(names))
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		if number > protowire.MaxValidNumber {
			return nil, fmt.Errorf("field %d, which no message has", number)
		}
		message = message[n:]
		if n = protowire.ConsumeFieldValue(number, kind, message); n < 0 {
			return nil, protowire.ParseError(n)
		}
		value := message[:n]
		message = message[n:]
		if int(number) > len(columns) {
			continue
		}
		var err error
		column := &columns[number-1]
		switch kind {
		case protowire.BytesType:
			value, _ = protowire.ConsumeBytes(value)
			*column, err = appendPacked(*column, value)
		case protowire.VarintType:
			*column, err = appendPacked(*column, value)
		}
		if err != nil {
			return nil, err
		}
	}
	for i, column := range columns {
		if len(column) != len(columns[0]) {
			return nil, fmt.Errorf("%d %s, but %d %s", len(columns[0]), names[0], len(column), names[i])
		}
	}
	return columns, nil
}

func appendPacked(column []int32, packed []byte) ([]int32, error) {
	if column == nil {
		column = make([]int32, 0, countVarints(packed))
	}
	for len(packed) > 0 {
		v, n := protowire.ConsumeVarint(packed)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		column = append(column, int32(v))
		packed = packed[n:]
	}
	return column, nil
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
