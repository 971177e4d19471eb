package wire_test

import (
	"fmt"

	"github.com/botarena/arena/engine/wire"
)

// The messages of games have a column for each part of a command, which makes them short. ReadColumns refuses those of
// which a part is missing.
func ExampleReadColumns() {
	units, directions := []int32{0, 1, 2}, []int32{1, 4, 2}
	message := wire.AppendColumns(nil, units, directions)
	columns, err := wire.ReadColumns(message, "units", "directions")
	fmt.Println(len(message), "bytes:", columns, err)
	_, err = wire.ReadColumns(wire.AppendColumns(nil, units, directions[:2]), "units", "directions")
	fmt.Println(err)
	// Output:
	// 10 bytes: [[0 1 2] [1 4 2]] <nil>
	// 3 units, but 2 directions
}

// A State is read field by field, each by its number in the schema.
func ExampleFields() {
	message := wire.AppendColumns(nil, []int32{7, 8}, []int32{9})
	var units, cells []int32
	fields := wire.NewFields(message)
	for fields.Next() {
		switch fields.Number() {
		case 1:
			units = fields.AppendInt32s(units)
		case 2:
			cells = fields.AppendInt32s(cells)
		}
	}
	fmt.Println(units, cells, fields.Err())
	// Output:
	// [7 8] [9] <nil>
}
