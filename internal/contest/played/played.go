// Package played has the one form of a match that was played and of who played it: a run makes it, a store keeps it,
// statistics count it, and a page lists it.
package played

import (
	"crypto/sha256"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Entrant is a bot that plays.
type Entrant struct {
	Name    string // that the bot gives itself, or else that of its file
	Version string
	Typed   string // what stands for it on a command line
	Program [sha256.Size]byte
}

// Match is a match of a schedule, and how it ended.
type Match struct {
	schedule.Planned
	match.Result
	CPU     []time.Duration // that each player used in all rounds, by seat; nil if not known
	MostCPU []time.Duration // that it used in the round that took most
	Wall    time.Duration   // from the first round to the last
	Ended   time.Time
}

// Lead counts how often the lead of a match changes. Who is alone with the greatest score leads, whether frozen or not.
// The lead has changed when another player leads than the last one who did: a tie between them is no change, nor is one
// after which the same player leads again, nor is the first lead. Two seats are two players, also of one bot.
type Lead struct {
	Changes int
	last    int // who led last: its seat, from 1; 0 if nobody has
}

// Add takes the scores after the next round, by seat.
func (l *Lead) Add(scores []int) {
	leads, alone, most := 0, false, 0
	for seat, score := range scores {
		if seat == 0 || score > most {
			leads, alone, most = seat+1, true, score
		} else if score == most {
			alone = false
		}
	}
	if !alone || leads == l.last {
		return
	}
	if l.last != 0 {
		l.Changes++
	}
	l.last = leads
}
