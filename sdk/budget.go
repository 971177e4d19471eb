package sdk

import (
	"time"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// account keeps the bot's own count of its CPU time, by the rule by which the arena
// charges it: from answer to answer.
type account struct {
	clock func() time.Duration
	round time.Duration // what each round may use
	bank  time.Duration // the rest of it
	extra time.Duration // until the first answer
	spent time.Duration // the clock at the last answer
}

// newAccount opens the account of a match, nil if its time is not limited.
func newAccount(seat *arenav1.Seat, clock func() time.Duration) *account {
	if seat.GetCpuPerRound() == 0 {
		return nil
	}
	return &account{
		clock: clock, spent: clock(),
		round: time.Duration(seat.GetCpuPerRound()),
		bank:  time.Duration(seat.GetCpuBank()),
		extra: time.Duration(seat.GetCpuStart()),
	}
}

// left implements engine.WithBudget.
func (a *account) left() engine.Budget {
	left := a.round + a.extra - (a.clock() - a.spent)
	return engine.Budget{Round: max(left, 0), Bank: max(a.bank+min(left, 0), 0)}
}

// asked begins a round. Where the arena counts elapsed time, it does so from here.
func (a *account) asked() {
	if a != nil && !hasCPUClock {
		a.spent = a.clock()
	}
}

// answered books a round.
func (a *account) answered() {
	if a == nil {
		return
	}
	a.bank, a.spent, a.extra = a.left().Bank, a.clock(), 0
}
