package archive

// numbers is a set of numbers of matches, most of which follow one another.
type numbers struct {
	bits  map[int]uint64 // by the 64th part of a number
	count int
}

func newNumbers() *numbers { return &numbers{bits: make(map[int]uint64)} }

func (n *numbers) has(number int) bool { return n.bits[number>>6]>>(number&63)&1 == 1 }

func (n *numbers) add(number int) {
	if !n.has(number) {
		n.bits[number>>6] |= 1 << (number & 63)
		n.count++
	}
}
