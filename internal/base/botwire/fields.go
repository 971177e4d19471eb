package botwire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// The fields of arena.v1.PlayRequest. Both ends read and write them by hand, so that
// their contents are passed on unchanged.
const (
	StartField protowire.Number = 1
	StateField protowire.Number = 2
	EndField   protowire.Number = 3
)

// roundField is the field of the round in the State message of every game.
const roundField protowire.Number = 1

// Round returns the round of a State message of any game. It ignores all other fields.
func Round(state []byte) (round int32, err error) {
	for len(state) > 0 {
		number, kind, n := protowire.ConsumeTag(state)
		if n < 0 {
			return 0, protowire.ParseError(n)
		}
		if number > protowire.MaxValidNumber {
			return 0, fmt.Errorf("field %d, which no message has", number)
		}
		state = state[n:]
		if number == roundField && kind == protowire.VarintType {
			value, n := protowire.ConsumeVarint(state)
			if n < 0 {
				return 0, protowire.ParseError(n)
			}
			round = int32(value) // as in protobuf, the last one counts
			state = state[n:]
			continue
		}
		if n = protowire.ConsumeFieldValue(number, kind, state); n < 0 {
			return 0, protowire.ParseError(n)
		}
		state = state[n:]
	}
	return round, nil
}
