package lineproto

import (
	"time"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Told are the limits on its time that a bot is told of. A zero means that there is none.
type Told struct {
	CPU, Bank, StartCPU time.Duration // see host.Limits
	Wall, WallBank      time.Duration
}

// UsuallyTold are the limits of a match for which none are given.
func UsuallyTold() Told {
	return Told{
		CPU:      50 * time.Millisecond,
		Bank:     time.Second,
		StartCPU: time.Second,
		Wall:     200 * time.Millisecond,
		WallBank: 3 * time.Second,
	}
}

// SeatMessage returns what a player is told of its seat in a match with these limits.
func SeatMessage(own engine.Seat, seat int, limits Told) *arenav1.Seat {
	return &arenav1.Seat{
		Me:           int32(seat),
		Names:        own.Names(),
		Seed:         own.Seed(),
		CpuPerRound:  int64(limits.CPU),
		CpuBank:      int64(limits.Bank),
		CpuStart:     int64(limits.StartCPU),
		WallPerRound: int64(limits.Wall),
		WallBank:     int64(limits.WallBank),
	}
}
