package starships

import "github.com/botarena/arena/engine"

// classic is the generator of the original program. Rules 9.
type classic struct{ state uint64 }

const (
	classicModulus    = 1<<31 - 1
	classicMultiplier = 48271
)

func newClassic(seed uint64) *classic { return &classic{1 + seed%(classicModulus-1)} }

// Draw implements [engine.Source].
func (c *classic) Draw(low, high int) int {
	if low > high {
		return low
	}
	return low + int(c.step()%(uint64(high-low)+1))
}

func (c *classic) step() uint64 {
	c.state = c.state * classicMultiplier % classicModulus
	return c.state - 1
}

// draws draws the order of the players in a round, and returns what places are
// drawn from. With the classic source, that is a second one that begins where the
// round does; the next round begins after a fifth draw of the first. Rules 9.
func draws(r *engine.Rand) (order [players]int, places *engine.Rand) {
	places = r
	source, isClassic := r.Source().(*classic)
	if isClassic {
		again := *source
		places = engine.NewRand(&again)
	}
	r.Permute(order[:])
	if isClassic {
		source.step()
	}
	return order, places
}
