package host

import (
	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// SeatMessage returns what a player is told of its seat in a match with these limits.
func SeatMessage(own engine.Seat, seat int, limits Limits) *arenav1.Seat {
	return seatMessage(own, seat, limits)
}
