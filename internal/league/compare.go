package league

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/replay"
)

// firstDiffering returns the programs with whose commands a match began to differ
// between those who have played it. There are none if the replay of who was alone is not there any more.
func (p *playing) firstDiffering(ctx context.Context, c store.Conclusion,
	all []finding,
) (began [][sha256.Size]byte, err error) {
	var replays []*replay.Replay
	for i, one := range all {
		data := c.Again.Replay
		switch {
		case i == 0:
			data, _, err = p.Store.Replay(ctx, c.Key)
		case one.worker != c.Again.Worker:
			data, _, err = p.Store.ReplayOf(ctx, c.Key, one.worker)
		}
		if err != nil {
			return nil, err
		}
		if recorded, err := replay.Read(bytes.NewReader(data), p.Games); err == nil {
			replays = append(replays, recorded) // who has played without a replay is compared no further
		}
	}
	for i, a := range replays {
		for _, b := range replays[i+1:] {
			for _, seat := range differingSeats(a, b) {
				if program := [sha256.Size]byte(a.Seats[seat].SHA256); !slices.Contains(began, program) {
					began = append(began, program)
				}
			}
		}
	}
	return began, nil
}

// differingSeats returns the seats that differ in the first round in which two replays of one match
// do. Until then all saw the same, so what differs there is their own.
func differingSeats(a, b *replay.Replay) (seats []int) {
	for i := range min(len(a.Rounds), len(b.Rounds)) {
		for seat := range a.Seats {
			if !bytes.Equal(commandsOf(a, i, seat), commandsOf(b, i, seat)) || verdictOf(a, i, seat) != verdictOf(b, i, seat) {
				seats = append(seats, seat)
			}
		}
		if len(seats) > 0 {
			return seats
		}
	}
	return nil
}

func commandsOf(r *replay.Replay, round, seat int) []byte {
	commands := r.Rounds[round].Turns[seat].Commands
	if commands == nil || commands.Len() == 0 {
		return nil
	}
	return r.Setup.Game().EncodeCommands(commands)
}

// verdictOf returns the kind of the verdict on a seat in a round, or "".
func verdictOf(r *replay.Replay, round, seat int) (kind string) {
	for _, v := range r.Rounds[round].Verdicts {
		if v.Seat == seat {
			kind = string(v.Kind)
		}
	}
	return kind
}
