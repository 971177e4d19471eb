package stats

import (
	"cmp"
	"encoding/binary"
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
// what they are of.
type fields struct {
	numbers map[string]int32
	keys    []string
	key     []byte // scratch
}

// number returns the number of a field, which it sorts.
func (f *fields) number(of field) int32 {
	slices.SortFunc(of, place.compare)
	f.key = f.key[:0]
	for _, p := range of {
		f.key = binary.BigEndian.AppendUint32(f.key, uint32(p.bot))
		f.key = binary.BigEndian.AppendUint16(f.key, uint16(p.seat))
	}
	number, ok := f.numbers[string(f.key)]
	if !ok {
		if f.numbers == nil {
			f.numbers = make(map[string]int32)
		}
		number = int32(len(f.keys))
		key := string(f.key)
		f.numbers[key] = number
		f.keys = append(f.keys, key)
	}
	return number
}

// keyed is the key of a field, and how it begins, as a number.
type keyed struct {
	first  uint64
	number int32
}

// first returns the first places of a field as a number, in the order of the keys as far as it goes.
func first(key string) (number uint64) {
	const bits, seatBits = 24, 8 // of a place, and of a seat in it; greater ones are the same as the greatest
	for shift := 64 - bits; shift >= 0 && key != ""; shift, key = shift-bits, key[placeSize:] {
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

func placeOf(key string) place {
	return place{
		int32(key[0])<<24 | int32(key[1])<<16 | int32(key[2])<<8 | int32(key[3]), int32(key[4])<<8 | int32(key[5]),
	}
}

// ranked returns the fields in an order that does not depend on how they came, with other numbers for their bots, and
// the rank of each number in it.
func (f *fields) ranked(index []int) (list []field, ranks []int32) {
	order, size := make([]keyed, len(f.keys)), 0
	for i, key := range f.keys {
		order[i] = keyed{first(key), int32(i)} //nolint:gosec // as many as there is room for
		size += len(key) / placeSize
	}
	slices.SortFunc(order, func(a, b keyed) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return cmp.Compare(f.keys[a.number], f.keys[b.number])
	})
	list, ranks = make([]field, len(order)), make([]int32, len(order))
	places := make([]place, 0, size) // of all of them
	for rank, one := range order {
		from := len(places)
		for key := f.keys[one.number]; key != ""; key = key[placeSize:] {
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
func (f *fields) choices(m played.Match) (all []choice) {
	seats := make([]int, len(m.Seats))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int { return cmp.Compare(m.Places[a], m.Places[b]) })
	var of field
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
