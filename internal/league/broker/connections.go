package broker

import (
	"net/netip"
	"slices"
)

// connection is one that was let in.
type connection struct {
	number uint64 // by which the server knows it
	key    string // with which it came
	author bool
	from   netip.Prefix
	asked  int // requests of an author
}

// origin is who shares limits, however many connections it makes.
type origin struct {
	key  string
	from netip.Prefix
}

func (c *connection) origin() origin { return origin{c.key, c.from} }

// connections are all that were let in, by their user: the ID of a worker, or the session of an author. Every limit
// is counted from them, and they are as many as the server has.
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

// count returns of how many something is true.
func (c *connections) count(what func(one *connection) bool) (count int) {
	for _, of := range c.of {
		for _, one := range of {
			if what(one) {
				count++
			}
		}
	}
	return count
}
