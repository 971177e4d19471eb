package replay

import (
	"bytes"

	"github.com/botarena/arena/engine"
)

// ReadWithin is Read with other limits, in bytes.
func ReadWithin(file []byte, games engine.Games, header, round, replay, kept uint64) (*Replay, error) {
	return readWithin(bytes.NewReader(file), games, limits{header, round, replay, kept})
}
