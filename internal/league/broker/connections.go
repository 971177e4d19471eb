package broker

import (
	"net/netip"
	"slices"
	"time"
)

// connection is one that was let in.
type connection struct {
	number uint64 // by which the server knows it
	key    string // with which it came
	from   netip.Prefix
}

// By one key from one address, which may be that of a school, so many may connect after one another.
const (
	connectRate  = time.Second
	connectBurst = 120
)

// origin is who shares limits, however many connections it makes.
type origin struct {
	key  string
	from netip.Prefix
}

func (c *connection) origin() origin { return origin{c.key, c.from} }

// connections are all that were let in, by the ID of their worker. Every limit is counted from them, and they
// are as many as the server has.
type connections struct {
	of      map[string][]*connection // never empty
	isThere func(number uint64) bool // whether the server has it
}

// look forgets the connections of a user that have ended, and returns the others.
func (c *connections) look(who string) []*connection {
	of := slices.DeleteFunc(c.of[who], func(one *connection) bool { return !c.isThere(one.number) })
	if len(of) == 0 {
		delete(c.of, who)
		return nil
	}
	c.of[who] = of
	return of
}

// prune forgets all that have ended.
func (c *connections) prune() {
	for who := range c.of {
		c.look(who)
	}
}

// count returns how many there are.
func (c *connections) count() (count int) {
	for _, of := range c.of {
		count += len(of)
	}
	return count
}
