package playground_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots"
)

var all = engine.NewGames(games.All()...)

// worker is a bot of the page's: it is given what it is sent, and says what has become of that.
type worker func(text string) playground.Reply

// tab is a page without a browser. It says and is told all in JSON.
type tab struct {
	*testing.T
	room    *playground.Room
	workers map[int]worker
	last    map[int]string // what each bot was sent at last
	thinks  bool           // the bots inside do while those of the page do
	looks   func(playground.Asked)
}

func newTab(t *testing.T) *tab {
	room := &playground.Room{Games: all, Bots: bots.All(), Arena: "0.0.0"}
	t.Cleanup(room.Stop)
	return &tab{T: t, room: room, workers: map[int]worker{}, last: map[int]string{}}
}

func (p *tab) call(name string, given any) ([]byte, error) {
	text, isText := given.([]byte)
	if !isText {
		var err error
		text, err = json.Marshal(given)
		require.NoError(p, err)
	}
	return p.room.Call(p.Context(), name, text)
}

func (p *tab) ask(name string, given any) (a playground.Asked) {
	p.Helper()
	text, err := p.call(name, given)
	require.NoError(p, err)
	require.NoError(p, json.Unmarshal(text, &a))
	return a
}

// play plays a match to its end.
func (p *tab) play(o playground.Order) playground.Asked {
	p.Helper()
	asked := p.ask("begin", o)
	for !asked.Over {
		if p.looks != nil {
			p.looks(asked)
		}
		var replies []playground.Reply
		if p.thinks {
			_, err := p.call("think", nil)
			require.NoError(p, err)
		}
		for _, q := range asked.Questions {
			r := p.workers[q.Seat](q.Text)
			r.Seat = q.Seat
			replies = append(replies, r)
		}
		asked = p.ask("next", replies)
	}
	for _, q := range asked.Questions {
		p.last[q.Seat] = q.Text
	}
	return asked
}

// own is a seat of a bot of the page's.
func own(name string) playground.Seat { return playground.Seat{Name: name, Hello: "arena 1"} }

// comes is a seat of a bot that comes with the arena.
func comes(name string) playground.Seat { return playground.Seat{Bot: name} }

// order is a match of a game with seed 30, with as many bots as it has seats.
func order(game string, seats ...playground.Seat) playground.Order {
	return playground.Order{Game: game, Seed: "30", Seats: seats}
}

// speaks is a worker with a bot that speaks lines.
func speaks(t *testing.T, bot sdk.Bot) worker {
	schema, err := lines.Of(bot.Info())
	require.NoError(t, err)
	game, err := all.Find(bot.Info().Name)
	require.NoError(t, err)
	var settings []string
	for _, s := range game.Default().Settings() {
		settings = append(settings, s.Name)
	}
	reader := schema.NewReader(settings)
	var answer sdk.Answer
	var seat engine.Seat
	return func(text string) playground.Reply {
		var out []byte
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			round, isQuestion := strings.CutPrefix(line, "go ")
			if !isQuestion {
				require.NoError(t, reader.Line([]byte(line)))
				continue
			}
			if answer == nil {
				told := reader.Seat()
				seat = engine.NewSeat(int(told.GetMe()), told.GetNames(), told.GetSeed())
				answer, err = bot.Join(reader.Start(), seat)
				require.NoError(t, err)
			}
			commands, err := answer(reader.State())
			require.NoError(t, err)
			out, err = schema.AppendCommands(out, commands)
			require.NoError(t, err)
			for _, note := range seat.Debug().Take() {
				out = lines.AppendNote(out, note)
			}
			number, err := strconv.Atoi(round)
			require.NoError(t, err)
			out = lines.AppendDone(out, number)
		}
		return playground.Reply{Text: string(out), Wall: 1.25}
	}
}

// idles answers without a command.
func idles(text string) playground.Reply {
	return playground.Reply{Text: fmt.Sprintf("done %d\n", roundOf(text)), Wall: 0.5}
}

// but answers as another worker, but in one round does something else.
func but(round int, otherwise worker, usually worker) worker {
	return func(text string) playground.Reply {
		if roundOf(text) == round {
			return otherwise(text)
		}
		return usually(text)
	}
}

func roundOf(text string) int {
	_, number, _ := strings.Cut(text, "\ngo ")
	round, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil {
		panic(err)
	}
	return round
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
