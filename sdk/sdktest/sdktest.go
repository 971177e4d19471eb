// Package sdktest plays bots inside go test, without processes.
package sdktest

import (
	"fmt"
	"testing"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/inside"
)

// Result is the result of a match and the notes made in it.
type Result struct {
	match.Result
	Notes []Note // by round, then by seat, then in the order made
}

// Note is a note that a bot made with s.Debug().
type Note struct {
	Round, Seat int
	engine.Note
}

// notebook is a [match.Watcher] that keeps the notes.
type notebook struct{ notes []Note }

func (b *notebook) Round(_ engine.Match, round match.Round) {
	for seat, made := range round.Notes {
		for _, n := range made {
			b.notes = append(b.notes, Note{round.Number, seat, n})
		}
	}
}

// Play plays a match of the bots and returns its result. If there are fewer bots than
// seats, the null bot takes the rest. The bots exchange the same bytes as they would
// as processes, but their time is not limited. A bot that returns an error or exceeds
// a limit fails the test; a bot that panics ends it. Package sdk/bots has bots to play against.
func Play(t testing.TB, setup engine.Setup, seed uint64, bots ...sdk.Bot) Result {
	t.Helper()
	names := make([]string, setup.Seats())
	players := make([]match.Player, setup.Seats())
	for seat := range players {
		bot := sdk.Null
		if seat < len(bots) {
			bot = bots[seat]
		}
		names[seat], players[seat] = fmt.Sprintf("bot %d", seat), inside.Player(bot)
	}
	m, err := setup.New(names, seed, engine.ChaCha8)
	if err != nil {
		t.Fatal(err)
	}
	var noted notebook
	result, err := match.Play(t.Context(), m, players, &noted)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range result.Verdicts {
		t.Errorf("bot %d: %s in round %d: %s", v.Seat, v.Kind, v.Round, v.Detail)
	}
	return Result{result, noted.notes}
}
