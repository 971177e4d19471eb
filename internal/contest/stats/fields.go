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

// read returns the field of a key.
func read(key string) (of field) {
	for ; key != ""; key = key[6:] {
		of = append(of, place{
			int32(binary.BigEndian.Uint32([]byte(key[:4]))), int32(binary.BigEndian.Uint16([]byte(key[4:6]))),
		})
	}
	return of
}

// ranked returns the fields in an order that does not depend on how they came, and the rank
// of each number in it.
func (f *fields) ranked() (list []field, ranks []int32) {
	numbers := make([]int32, len(f.keys))
	for i := range numbers {
		numbers[i] = int32(i)
	}
	slices.SortFunc(numbers, func(a, b int32) int { return cmp.Compare(f.keys[a], f.keys[b]) })
	list, ranks = make([]field, len(numbers)), make([]int32, len(numbers))
	for rank, number := range numbers {
		list[rank], ranks[number] = read(f.keys[number]), int32(rank)
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
