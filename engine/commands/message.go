package commands

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/wire"
)

// usual is how many commands have room on the stack: most players give no more in a round.
const usual = 128

// Encode returns the Commands message of a game whose commands have two columns: the units,
// and the numbers of what they are told. All commands are in it, valid or not: the arena is
// the judge. There are none if the player's are nil.
func Encode[C any, P player[C]](commands P, columns func(C) (engine.UnitID, int32)) []byte {
	var room [2 * usual]int32
	given := Given[C](commands)
	numbers, n := room[:], len(given)
	if n > usual {
		numbers = make([]int32, 2*n)
	}
	units, orders := numbers[:n], numbers[n:2*n]
	for k, c := range given {
		unit, order := columns(c)
		units[k], orders[k] = wire.Unit(unit), order
	}
	return wire.AppendColumns(nil, units, orders)
}

// Decode returns the commands of such a message. It keeps invalid numbers, since such
// commands count, too. An error names the columns, whose names are in the plural.
func Decode[C any](message []byte, units, orders string, command func(engine.UnitID, int32) C) (List[C], error) {
	var room [2][usual]int32
	columns := [2][]int32{room[0][:0], room[1][:0]}
	fields := wire.NewFields(message)
	for fields.Next() {
		if k := fields.Number() - 1; k < len(columns) {
			columns[k] = fields.AppendInt32s(columns[k])
		}
	}
	if err := fields.Err(); err != nil {
		return List[C]{}, fmt.Errorf("commands: %w", err)
	}
	if n, m := len(columns[0]), len(columns[1]); n != m {
		return List[C]{}, fmt.Errorf("commands: %d %s, but %d %s", n, units, m, orders)
	}
	given := make([]C, len(columns[0]))
	for k, unit := range columns[0] {
		given[k] = command(engine.UnitID(unit), columns[1][k])
	}
	return Of(given), nil
}
