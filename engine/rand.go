package engine

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Source makes random draws.
type Source interface {
	// Draw returns a uniform integer in [low, high], both ends included.
	// It returns low when the interval is empty.
	Draw(low, high int) int
}

// Rand makes the random draws that the rules of the games use.
type Rand struct{ source Source }

// NewRand returns a Rand over a source.
func NewRand(source Source) *Rand { return &Rand{source} }

// Draw returns a uniform integer in [low, high], both ends included. It returns
// low when the interval is empty.
func (r *Rand) Draw(low, high int) int { return r.source.Draw(low, high) }

// Below returns a uniform number from 0 to n-1. It returns 0 if n is not positive.
func (r *Rand) Below(n int) int { return r.Draw(0, n-1) }

// Source returns the source that r draws from.
func (r *Rand) Source() Source { return r.source }

// Permutation returns the numbers from 0 to n-1 in random order. It makes n draws, as
// the original programs do, although the last one has no effect.
func (r *Rand) Permutation(n int) []int {
	order := make([]int, n)
	r.Permute(order)
	return order
}

// Permute fills order with the numbers from 0 to len(order)-1 in random order,
// with the draws of [Rand.Permutation].
func (r *Rand) Permute(order []int) {
	for i := range order {
		order[i] = i
	}
	for i := range order {
		j := r.Draw(i, len(order)-1)
		order[i], order[j] = order[j], order[i]
	}
}

// Randomness names a kind of source. It is part of a match's replay.
type Randomness string

const (
	// ChaCha8 is the default: a cryptographic generator, so that no player can
	// work out coming draws from past ones.
	ChaCha8 Randomness = "chacha8"
	// Classic is the generator of the game's original program. It reproduces the
	// program's matches exactly, but a player can predict it from what it sees.
	Classic Randomness = "classic"
)

// New returns a Rand of this kind, seeded. It fails if there is no such kind.
func (k Randomness) New(seed uint64) (*Rand, error) {
	switch k {
	case ChaCha8:
		return NewRand(NewChaCha8(seed, 0)), nil
	case Classic:
		return NewRand(NewClassic(seed)), nil
	}
	return nil, fmt.Errorf("random source %q is not known: it is %s or %s", k, ChaCha8, Classic)
}

// playerSeed returns the seed of a player's own random source. It reveals nothing about
// the seed of the match. With Classic it is the one that the original programs gave their
// players, so that these make the same draws again.
func (k Randomness) playerSeed(seed uint64, player int) uint64 {
	if k == Classic {
		return seed + uint64(player) + 1
	}
	return chacha(seed, uint64(player)+1).Uint64()
}

type chachaSource struct{ generator *rand.ChaCha8 }

// NewChaCha8 returns the default source. Different streams of one seed are
// independent.
func NewChaCha8(seed, stream uint64) Source {
	return chachaSource{chacha(seed, stream)}
}

func chacha(seed, stream uint64) *rand.ChaCha8 {
	var key [32]byte
	copy(key[:], "arena")
	binary.LittleEndian.PutUint64(key[16:], seed)
	binary.LittleEndian.PutUint64(key[24:], stream)
	return rand.NewChaCha8(key)
}

// Draw scales a 64-bit number to the interval and rejects the few that would
// make some results likelier. It does not use the standard library, since a replay
// must always play the same.
func (s chachaSource) Draw(low, high int) int {
	if low >= high {
		return low
	}
	width := uint64(high-low) + 1
	above, below := bits.Mul64(s.generator.Uint64(), width)
	if below < width { // rare: this saves most draws the division
		for below < -width%width {
			above, below = bits.Mul64(s.generator.Uint64(), width)
		}
	}
	return low + int(above)
}

// fastSource is the generator SplitMix64.
type fastSource struct{ state uint64 }

// NewFast returns a source for looking ahead: a draw takes less than half the time of one
// from the default source, and seeding takes none. A few draws reveal all the others, so
// no match is played with it.
func NewFast(seed uint64) Source { return &fastSource{seed} }

// Draw leaves it at one number: what it makes likelier is so by less than 1 in 2^32 for
// any interval that a game has.
func (s *fastSource) Draw(low, high int) int {
	if low >= high {
		return low
	}
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	above, _ := bits.Mul64(z^z>>31, uint64(high-low)+1)
	return low + int(above)
}

// ClassicSource is the generator of the original programs, except for games with an
// [OwnClassic].
type ClassicSource struct{ state uint64 }

const (
	classicModulus = 1 << 31
	// classicWidest is the width of the widest interval that the original draws from.
	// For wider ones it returns the lower end.
	classicWidest = 1000000
)

// NewClassic returns the generator of the original programs, seeded. Only the low 31
// bits of the seed are used.
func NewClassic(seed uint64) *ClassicSource {
	return &ClassicSource{seed % classicModulus}
}

// State returns the generator's state, from which NewClassic continues.
func (s *ClassicSource) State() uint64 { return s.state }

// Draw implements [Source] with the original's two steps per draw.
func (s *ClassicSource) Draw(low, high int) int {
	if low > high || high-low+1 > classicWidest {
		return low
	}
	s.step()
	s.step()
	return low + int(uint64(high-low+1)*s.state/classicModulus)
}

func (s *ClassicSource) step() {
	s.state = (843314861*s.state + 453816693) % classicModulus
}
