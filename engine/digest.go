package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Digest distinguishes two states of a match and names what differs. A game adds the
// items of a state one after another, always in the same order.
type Digest struct {
	bytes []byte
	items []item
}

type item struct {
	kind string
	id   int
	end  int // where the item ends in Digest.bytes
}

// Reset removes all items.
func (d *Digest) Reset() { d.bytes, d.items = d.bytes[:0], d.items[:0] }

// Add adds an item: a unit, a city, a row of cells, a score.
func (d *Digest) Add(kind string, id int, values ...int) {
	bytes := d.bytes // in a register: a state has thousands of values
	for _, v := range values {
		bytes = binary.AppendVarint(bytes, int64(v))
	}
	d.bytes = bytes
	d.items = append(d.items, item{kind, id, len(bytes)})
}

// Sum returns a hash of all items.
func (d *Digest) Sum() [8]byte {
	whole := sha256.Sum256(d.bytes)
	return [8]byte(whole[:8])
}

// Checks appends one byte for every item to buf. Different items get different bytes,
// except by chance (1 in 256).
func (d *Digest) Checks(buf []byte) []byte {
	start := 0
	for _, it := range d.items {
		buf = append(buf, byte(crc32.ChecksumIEEE(d.bytes[start:it.end])))
		start = it.end
	}
	return buf
}

// Differs names the first item whose check differs from the one in checks. It returns
// "" if all are the same.
func (d *Digest) Differs(checks []byte) string {
	for i, own := range d.Checks(nil) {
		if i >= len(checks) || checks[i] != own {
			return fmt.Sprintf("%s %d", d.items[i].kind, d.items[i].id)
		}
	}
	return ""
}
