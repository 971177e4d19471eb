package runner

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/tetratelabs/wazero"
)

// world is the clock and the random source of a module. Both are the same on every
// machine, and begin afresh with each match.
type world struct {
	now    int64 // nanoseconds since the module began
	random *rand.ChaCha8
}

const (
	// epoch is the time at which every module begins: 1 January 2000, UTC.
	epoch = 946684800
	// tick is by how much the clock goes on whenever it is read: a bot that waits for a
	// time waits in vain on a clock that stands still.
	tick = 500 * time.Microsecond
)

func newWorld() *world {
	w := new(world)
	w.seed(0)
	return w
}

// seed makes the random numbers those of a seat in a match.
func (w *world) seed(seed uint64) {
	key := [32]byte{}
	copy(key[8:], "arena, WASI")
	binary.LittleEndian.PutUint64(key[:], seed)
	w.random = rand.NewChaCha8(key)
}

// Read returns random bytes.
func (w *world) Read(to []byte) (int, error) { return w.random.Read(to) }

func (w *world) read() int64 {
	w.now += int64(tick)
	return w.now
}

// configure makes a module live in the world.
func (w *world) configure(c wazero.ModuleConfig) wazero.ModuleConfig {
	wall := func() (sec int64, nsec int32) {
		now := w.read()
		return epoch + now/int64(time.Second), int32(now % int64(time.Second)) //nolint:gosec // less than a second
	}
	// A module that sleeps wakes up at once, at a later time.
	sleep := func(ns int64) { w.now += max(ns, 0) }
	return c.WithWalltime(wall, 1).WithNanotime(w.read, 1).WithNanosleep(sleep).WithRandSource(w)
}
