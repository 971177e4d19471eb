package sdk

import (
	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// joined is a match that a bot has joined.
type joined struct {
	answer  Answer
	debug   *engine.Debug
	account *account // nil: time is not limited
}

func join(bot Bot, start []byte, told *arenav1.Seat) (*joined, error) {
	seat := engine.NewSeat(int(told.GetMe()), told.GetNames(), told.GetSeed())
	account := newAccount(told, cpuTime)
	if account != nil {
		seat = engine.WithBudget(seat, account.left)
	}
	answer, err := bot.Join(start, seat)
	return &joined{answer, seat.Debug(), account}, err
}

// play answers a State message with a Commands message.
func (m *joined) play(state []byte) (commands []byte, err error) {
	m.account.asked()
	if commands, err = m.answer(state); err == nil {
		m.account.answered()
	}
	return commands, err
}
