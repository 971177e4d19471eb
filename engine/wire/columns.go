package wire

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// A Commands message consists of a few columns of numbers: the fields 1, 2, ... of the
// schema as repeated int32 or enum. They are read and written without protobuf, which
// would allocate a message and its lists for each player in every round.

// AppendColumns appends a message of these columns to b.
func AppendColumns(b []byte, columns ...[]int32) []byte {
	const tagAndSize = 1 + 3 // bytes before most columns
	room := 0
	for _, column := range columns {
		if len(column) > 0 {
			room += tagAndSize + sizeOf(column)
		}
	}
	b = slices.Grow(b, room)
	for i, column := range columns {
		if len(column) == 0 {
			continue
		}
		b = protowire.AppendTag(b, protowire.Number(i+1), protowire.BytesType)
		b = protowire.AppendVarint(b, uint64(sizeOf(column)))
		b = appendNumbers(b, column)
	}
	return b
}

func appendNumbers[T int32 | int64](b []byte, column []T) []byte {
	for _, v := range column {
		b = protowire.AppendVarint(b, uint64(int64(v)))
	}
	return b
}

// sizeOf returns how many bytes the numbers of a column take.
func sizeOf[T int32 | int64](column []T) int {
	size := 0
	for _, v := range column {
		size += protowire.SizeVarint(uint64(int64(v)))
	}
	return size
}

// ReadColumns returns the columns of a message, which must be equally long. names are
// the names of the columns in the plural, for errors. Other fields are ignored.
func ReadColumns(message []byte, names ...string) ([][]int32, error) {
	columns := make([][]int32, len(names))
	fields := NewFields(message)
	for fields.Next() {
		if k := fields.Number() - 1; k < len(columns) {
			columns[k] = fields.AppendInt32s(columns[k])
		}
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	for i, column := range columns {
		if len(column) != len(columns[0]) {
			return nil, fmt.Errorf("%d %s, but %d %s", len(columns[0]), names[0], len(column), names[i])
		}
	}
	return columns, nil
}
