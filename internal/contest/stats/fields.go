package stats

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"iter"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/botarena/arena/internal/contest/played"
)

// mostOrdered is how many tied seats can be put into all orders. The cost doubles with
// each further seat.
const mostOrdered = 10

// place is a seat, and the bot that sits there.
type place struct{ bot, seat int32 }

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.bot, o.bot), cmp.Compare(p.seat, o.seat))
}

// field is the seats that a place is given to one of, with their bots: those that have no better place.
type field []place

// fields numbers all fields that there were, as they come. A field is written as a key, and keys are in the order of
// what they are of. They stand one after the other: as strings in a map, they would take three times the memory.
type fields struct {
	keys  []byte
	ends  []int   // by number, of the key
	table []int32 // numbers of fields and 1 more, at their hash or the next place that was free
	seed  maphash.Seed
	key   []byte // scratch
	field field  // scratch
}

func (f *fields) count() int { return len(f.ends) }

// at returns the key of a field.
func (f *fields) at(number int) []byte {
	from := 0
	if number > 0 {
		from = f.ends[number-1]
	}
	return f.keys[from:f.ends[number]]
}

// number returns the number of a field, which it sorts.
func (f *fields) number(of field) int32 {
	slices.SortFunc(of, place.compare)
	f.key = f.key[:0]
	for _, p := range of {
		f.key = binary.BigEndian.AppendUint32(f.key, uint32(p.bot))
		f.key = binary.BigEndian.AppendUint16(f.key, uint16(p.seat))
	}
	if 2*f.count() >= len(f.table) {
		f.rehash()
	}
	place := f.place(f.key)
	if f.table[place] == 0 {
		f.keys = append(f.keys, f.key...)
		f.ends = append(f.ends, len(f.keys))
		f.table[place] = int32(f.count()) //nolint:gosec // there is no room for more
	}
	return f.table[place] - 1
}

// place returns where in the table a key is, or would be.
func (f *fields) place(key []byte) int {
	mask := len(f.table) - 1
	place := int(maphash.Bytes(f.seed, key)) & mask //nolint:gosec // its last bits count
	for ; f.table[place] > 0; place = (place + 1) & mask {
		if bytes.Equal(f.at(int(f.table[place])-1), key) {
			break
		}
	}
	return place
}

// rehash makes the table larger.
func (f *fields) rehash() {
	if f.table = make([]int32, max(64, 2*len(f.table))); f.count() == 0 {
		f.seed = maphash.MakeSeed()
	}
	for number := range f.count() {
		f.table[f.place(f.at(number))] = int32(number + 1) //nolint:gosec // there is no room for more
	}
}

// keyed is the key of a field, and how it begins, as a number.
type keyed struct {
	first  uint64
	number int32
}

// first returns the first places of a field as a number, which orders as the keys do, up to those places.
func first(key []byte) (number uint64) {
	const bits, seatBits = 24, 8 // of a place, and of a seat in it; greater ones are the same as the greatest
	for shift := 64 - bits; shift >= 0 && len(key) > 0; shift, key = shift-bits, key[placeSize:] {
		p := placeOf(key)
		number |= uint64(min(p.bot, 1<<(bits-seatBits)-1))<<(shift+seatBits) | //nolint:gosec // never negative
			uint64(min(p.seat, 1<<seatBits-1))<<shift //nolint:gosec // the same
		if p.bot >= 1<<(bits-seatBits)-1 || p.seat >= 1<<seatBits-1 {
			break
		}
	}
	return number
}

// placeSize is how many bytes a place has in a key.
const placeSize = 6

func placeOf(key []byte) place {
	return place{
		int32(key[0])<<24 | int32(key[1])<<16 | int32(key[2])<<8 | int32(key[3]), int32(key[4])<<8 | int32(key[5]),
	}
}

// ranked returns the fields in an order that does not depend on how they came, with other numbers for their bots, and
// the rank of each number in it.
func (f *fields) ranked(index []int) (list []field, ranks []int32) {
	order := make([]keyed, f.count())
	for i := range order {
		order[i] = keyed{first(f.at(i)), int32(i)} //nolint:gosec // as many as there is room for
	}
	slices.SortFunc(order, func(a, b keyed) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return bytes.Compare(f.at(int(a.number)), f.at(int(b.number)))
	})
	list, ranks = make([]field, len(order)), make([]int32, len(order))
	places := make([]place, 0, len(f.keys)/placeSize) // of all of them
	for rank, one := range order {
		from := len(places)
		for key := f.at(int(one.number)); len(key) > 0; key = key[placeSize:] {
			p := placeOf(key)
			places = append(places, place{int32(index[p.bot]), p.seat}) //nolint:gosec // as many as there are bots
		}
		list[rank], ranks[one.number] = places[from:len(places):len(places)], int32(rank) //nolint:gosec // the same
	}
	return list, ranks
}

// choices returns from which fields the places of a match were given: the first one from
// all seats, the second from the others, and so on. Where seats tie, each of their orders
// counts for an equal part of the match.
func (f *fields) choices(m played.Match) []choice {
	all := make([]choice, 0, len(m.Seats)) // unless some tie
	seats := make([]int, len(m.Seats))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int { return cmp.Compare(m.Places[a], m.Places[b]) })
	of := f.field
	for from, to := 0, 0; from < len(seats); from = to {
		for to = from + 1; to < len(seats) && m.Places[seats[to]] == m.Places[seats[from]]; {
			to++
		}
		tied, behind := seats[from:to], seats[to:]
		for left, weight := range leftOf(len(tied)) {
			of = of[:0]
			for _, seat := range behind {
				of = append(of, place{int32(m.Seats[seat]), int32(seat)})
			}
			for _, i := range left {
				of = append(of, place{int32(m.Seats[tied[i]]), int32(tied[i])})
			}
			all = append(all, choice{f.number(of), weight})
		}
	}
	f.field = of
	return all
}

// leftOf yields which of some tied seats are left at a time when those before them in an
// order have their places, and in how many of all orders, in parts of whole. More seats
// than mostOrdered are put only into the orders that go round: each begins with another seat.
func leftOf(tied int) iter.Seq2[[]int, int64] {
	if tied > mostOrdered {
		return leftGoingRound(tied)
	}
	return func(yield func([]int, int64) bool) {
		left := make([]int, 0, tied)
		for set := uint(1); set < 1<<tied; set++ {
			left = left[:0]
			for rest := set; rest != 0; rest &= rest - 1 {
				left = append(left, bits.TrailingZeros(rest))
			}
			if !yield(left, whole/int64(combin.Binomial(tied, len(left)))) {
				return
			}
		}
	}
}

func leftGoingRound(tied int) iter.Seq2[[]int, int64] {
	return func(yield func([]int, int64) bool) {
		round := make([]int, 2*tied)
		for i := range round {
			round[i] = i % tied
		}
		for first := range tied {
			for size := 1; size <= tied; size++ {
				if !yield(round[first:first+size], whole/int64(tied)) {
					return
				}
			}
		}
	}
}
