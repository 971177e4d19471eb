package engine

import (
	"math"
	"slices"
	"time" //nolint:depguard // Duration is a number, not a clock; layers_test.go sees to it
)

// Seat is what a player knows about its place in a match: its number, the names, its
// random source and its notes. The State of every game has one, with these methods.
type Seat struct {
	me    int
	names []string
	seed  uint64
	rand  *Rand
	debug *Debug
	left  func() Budget // nil: nothing is limited
}

// NewSeat returns a seat in a match of players with these names. seed is the seed of
// the player's own random source.
func NewSeat(me int, names []string, seed uint64) Seat {
	return Seat{me, slices.Clone(names), seed, NewRand(NewChaCha8(seed, 0)), new(Debug), nil}
}

// Me returns the player's own number, from 0.
func (s Seat) Me() int { return s.me }

// Name returns the name of a player, or "" if there is no such player.
func (s Seat) Name(player int) string {
	if player < 0 || player >= len(s.names) {
		return ""
	}
	return s.names[player]
}

// Names returns the names of all players.
func (s Seat) Names() []string { return slices.Clone(s.names) }

// Seed returns the seed of the player's own random source. It reveals nothing
// about the seed of the match, except in one with [Classic].
func (s Seat) Seed() uint64 { return s.seed }

// Rand returns the player's own source of random draws. The match seeds it, so a
// bot that uses no other source plays the same match again.
func (s Seat) Rand() *Rand { return s.rand }

// Debug returns the notes for the bot's author, which the viewer shows. It is the same
// value in all rounds of a match.
func (s Seat) Debug() *Debug { return s.debug }

// Budget is the CPU time that a player has left.
type Budget struct {
	Round time.Duration // of this round; what goes beyond it comes out of Bank
	Bank  time.Duration // for the rest of the match
}

// Unlimited is the budget of a player whose time is not limited: centuries.
var Unlimited = Budget{math.MaxInt64, math.MaxInt64}

// Budget returns the CPU time that the player has left at this moment, of this round and of
// its bank, by the clock of its own process: the arena also counts its children, and is the
// one that decides. It is [Unlimited] in go test and with --no-limits.
func (s Seat) Budget() Budget {
	if s.left == nil {
		return Unlimited
	}
	return s.left()
}

// SeatAs returns the seat of another player, for looking ahead. It has its own random
// source, a fast one, and shares the notes.
func SeatAs(s Seat, player int) Seat {
	return Seat{player, s.names, s.seed, NewRand(NewFast(s.seed + uint64(player))), s.debug, s.left}
}

// WithBudget returns a seat with a function that knows the budget. It is for hosts.
func WithBudget(s Seat, left func() Budget) Seat {
	s.left = left
	return s
}

// Status is the part of the CPU budget that a player used in the last round, in
// millionths. It is negative when the player is frozen.
type Status int32

// Frozen is the status of a player that may give no more commands.
const Frozen Status = -1000000

// Fraction returns the status as a number from 0 to 1, or -1 when frozen.
func (s Status) Fraction() float64 { return float64(s) / 1e6 }

// IsFrozen reports whether the player may give no more commands.
func (s Status) IsFrozen() bool { return s < 0 }
