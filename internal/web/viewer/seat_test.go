package viewer

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// playing is a match of Duel in which a person has seat 1, and its page.
type playing struct {
	*served
	seat   *Seat
	cancel context.CancelFunc
	ended  chan struct{} // closed
	err    error
	result match.Result
	file   *replay.Memory
}

func playByHand(t *testing.T, rounds, from int) *playing {
	t.Helper()
	setup := storytest.Setup(t, duel.Game, rounds)
	h := replay.Header{Setup: setup, Seed: 3, Random: engine.ChaCha8, Seats: make([]replay.Seat, setup.Seats())}
	m, err := setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	seat, err := NewSeat(duel.Game, 1)
	require.NoError(t, err)
	seat.Again = "arena play duel"
	live := NewLive(m, h)
	p := &playing{served: serve(t, live.Feed), seat: seat, ended: make(chan struct{}), file: replay.NewMemory(h)}
	p.server.Seats(seat)
	ctx, cancel := context.WithCancelCause(t.Context())
	p.cancel = func() { cancel(nil) }
	seat.Begin(from, "", cancel)
	players := []match.Player{match.Local(duel.Game.Random()), seat}
	go func() {
		defer close(p.ended)
		p.result, p.err = match.Play(ctx, m, players, live, p.file)
		live.End(p.err)
	}()
	t.Cleanup(func() {
		p.cancel()
		<-p.ended
	})
	return p
}

// order sends orders as the page does.
func (p *playing) order(round int, orders string) *http.Response {
	p.t.Helper()
	text, err := json.Marshal(map[string]any{"round": round, "orders": orders})
	require.NoError(p.t, err)
	return p.post(string(text), p.own()...)
}

func (p *playing) post(text string, headers ...string) *http.Response {
	p.t.Helper()
	return p.ask(http.MethodPost, "/orders", strings.NewReader(text), headers...)
}

func (p *playing) own() []string {
	return []string{"X-Arena: orders", "Origin: http://" + p.address, "X-Arena-Seat: " + p.seat.key}
}

// ordered orders as soon as the round before was played.
func (p *playing) ordered(round int, orders string) string {
	p.t.Helper()
	for {
		r := p.order(round, orders)
		text := bodyOf(p.t, r)
		if r.StatusCode != http.StatusConflict || !strings.Contains(text, errEarly.Error()) {
			require.Equal(p.t, http.StatusOK, r.StatusCode, text)
			return text
		}
	}
}

func TestAPersonPlaysAMatchByThePage(t *testing.T) {
	p := playByHand(t, 3, 0)
	units := duelUnits(t, 1)
	require.JSONEq(t, `{"seat": 1, "round": 0, "most": 1000, "again": "arena play duel", "back": "", "retakes": true, "words": [
		{"word": "north", "rows": -1, "cols": 0}, {"word": "south", "rows": 1, "cols": 0},
		{"word": "east", "rows": 0, "cols": 1}, {"word": "west", "rows": 0, "cols": -1}
	]}`, bodyOf(t, p.get("/seat", p.own()...)))
	require.Contains(t, p.ordered(0, fmt.Sprintf("do %d north\n", units)), `"round":1`)
	require.Contains(t, p.ordered(1, ""), `"round":2`, "no orders are orders, too")
	p.ordered(2, fmt.Sprintf("do %d east\ndone 2\n", units))
	<-p.ended
	require.NoError(t, p.err)
	require.Empty(t, p.result.Verdicts)
	file, err := p.file.Bytes(p.result, true)
	require.NoError(t, err)
	shown := readShow(t, file)
	require.True(t, shown.Ended)
	require.Empty(t, shown.Damage)
	var told []int
	for _, round := range shown.Played {
		n := 0
		for _, o := range round.Orders {
			if o.Seat == 1 {
				n++
			}
		}
		told = append(told, n)
	}
	require.Equal(t, []int{1, 0, 1}, told)
	r := p.order(3, "")
	require.Equal(t, http.StatusConflict, r.StatusCode)
	require.Equal(t, "the match is over\n", bodyOf(t, r))
}

// TestAPersonTakesRoundsBack: the match ends with the round as its cause, and orders wait for the next one.
func TestAPersonTakesRoundsBack(t *testing.T) {
	p := playByHand(t, 9, 0)
	own := append(p.own()[1:], "X-Arena: back")
	retake := func(round string, headers ...string) (int, string) {
		r := p.ask(http.MethodPost, "/back?choose="+round, nil, headers...)
		return r.StatusCode, bodyOf(t, r)
	}
	for round, orders := range []string{"", "", ""} {
		p.ordered(round, orders)
	}
	for round, says := range map[string]string{
		"3": "round 3 was not ordered yet\n", "-1": "round -1 was not ordered yet\n", "x": "strconv.Atoi",
	} {
		status, said := retake(round, own...)
		require.Equal(t, http.StatusBadRequest, status)
		require.Contains(t, said, says)
	}
	status, _ := retake("1", own[0], own[2])
	require.Equal(t, http.StatusForbidden, status, "a spectator")
	status, _ = retake("1", p.own()...)
	require.Equal(t, http.StatusForbidden, status, "another header")
	status, said := retake("1", own...)
	for said == errEarly.Error()+"\n" {
		status, said = retake("1", own...)
	}
	require.Equal(t, http.StatusOK, status, said)
	<-p.ended
	taken := new(Taken)
	require.ErrorAs(t, p.err, &taken)
	require.Equal(t, 1, taken.Round)
	require.Empty(t, p.result.Verdicts)
	_, said = retake("1", own...)
	require.Equal(t, errEarly.Error()+"\n", said)
	r := p.order(3, "")
	require.Equal(t, http.StatusConflict, r.StatusCode)
	require.Equal(t, errEarly.Error()+"\n", bodyOf(t, r), "the match is not over: another begins")

	p.seat.Leave()
	require.Equal(t, errOver.Error()+"\n", bodyOf(t, p.order(3, "")), "none could begin")

	p.seat.Begin(1, "", nil)
	require.NoError(t, p.seat.Start(t.Context(), nil, 1))
	answer, err := p.seat.answer(0)
	require.NoError(t, err)
	require.Nil(t, answer.Commands, "as it was")
	require.Contains(t, p.ordered(1, "do 1 north"), `"round":2`)
	answer, err = p.seat.answer(1)
	require.NoError(t, err)
	require.Equal(t, 1, answer.Commands.Len())
	_, said = retake("1", own...)
	require.Equal(t, "rounds of this match cannot be taken back\n", said)
}

// duelUnits returns the first unit of a seat.
func duelUnits(t *testing.T, seat int) int {
	t.Helper()
	m, err := storytest.Setup(t, duel.Game, 3).New([]string{"a", "b"}, 3, engine.ChaCha8)
	require.NoError(t, err)
	for _, u := range m.Scene().Units {
		if u.Owner == seat {
			return u.ID
		}
	}
	t.Fatal("there are none")
	return 0
}

// TestOrdersOfTheWrongRound: of one that another tab has ordered, and of one that is not there yet.
func TestOrdersOfTheWrongRound(t *testing.T) {
	p := playByHand(t, 5, 0)
	p.ordered(0, "")
	r := p.order(0, "do 1 north")
	require.Equal(t, http.StatusConflict, r.StatusCode)
	require.Equal(t, "round 0 was ordered already, maybe in another tab\n", bodyOf(t, r))
	for _, round := range []int{2, 1 << 40, -1} {
		require.Equal(t, http.StatusConflict, p.order(round, "").StatusCode, round)
	}
	require.Contains(t, bodyOf(t, p.get("/seat", p.own()...)), `"round":1`, "a page that is loaded again goes on there")
}

// TestOrdersThatCannotBeRead change nothing: the match waits for better ones.
func TestOrdersThatCannotBeRead(t *testing.T) {
	p := playByHand(t, 2, 0)
	many := strings.Repeat("do 1 north\n", engine.MaxCommands)
	for text, says := range map[string]string{
		"do 1 nroth":        `"nroth" is not one of north`,
		"jump":              "this is not an order: do UNIT DIRECTION",
		"do 1 \x1b[31m":     `\x1b`,
		many + "do 1 north": "1001 orders in round 0: the most is 1000",
		"done 0\ndone 1":    "orders of 2 rounds: give those of round 0 only",
		"done 7":            `"done 7"`,
	} {
		r := p.order(0, text)
		require.Equal(t, http.StatusUnprocessableEntity, r.StatusCode, text)
		answer := bodyOf(t, r)
		require.Contains(t, answer, says)
		require.NotContains(t, answer, "\x1b")
	}
	p.ordered(0, many)
}

// TestOnlyThePersonOrders, and by no other page than the arena's.
func TestOnlyThePersonOrders(t *testing.T) {
	p := playByHand(t, 2, 0)
	const right = `{"round": 0, "orders": ""}`
	own := p.own()
	for name, c := range map[string]struct {
		text    string
		headers []string
		status  int
	}{
		"a spectator":    {right, own[:2], http.StatusForbidden},
		"another key":    {right, []string{own[0], own[1], own[2] + "A"}, http.StatusForbidden},
		"another page":   {right, []string{own[0], "Origin: http://evil.example", own[2]}, http.StatusForbidden},
		"without header": {right, own[1:], http.StatusForbidden},
		"another header": {right, []string{"X-Arena: branch", own[1], own[2]}, http.StatusForbidden},
		"no JSON":        {`junk`, own, http.StatusBadRequest},
		"no round":       {`{"orders": ""}`, own, http.StatusBadRequest},
		"too much":       {`{"round": 0, "orders": "` + strings.Repeat("x", maxBranch) + `"}`, own, http.StatusBadRequest},
	} {
		require.Equal(t, c.status, p.post(c.text, c.headers...).StatusCode, name)
	}
	require.Equal(t, http.StatusForbidden, p.get("/seat").StatusCode)
	require.Contains(t, bodyOf(t, p.get("/seat", own[2])), `"round":0`, "nothing was ordered")
	require.Equal(t, http.StatusOK, p.post(right, own...).StatusCode)

	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	require.Equal(t, http.StatusNotFound, s.get("/seat", own[2]).StatusCode)
	require.Equal(t, http.StatusNotFound, s.ask(http.MethodPost, "/orders", strings.NewReader(right), own...).StatusCode)
}

// TestTheMatchWaitsForThePerson, until somebody ends it, which is nobody's fault.
func TestTheMatchWaitsForThePerson(t *testing.T) {
	p := playByHand(t, 9, 2) // the rounds before are those of a record
	p.ordered(2, "")
	for asked := 0; asked < 3; { // the round before was played then
		p.seat.mu.Lock()
		asked = p.seat.asked
		p.seat.mu.Unlock()
	}
	p.cancel()
	<-p.ended
	require.ErrorIs(t, p.err, context.Canceled)
	require.Equal(t, 3, p.result.Rounds)
	require.Empty(t, p.result.Verdicts)
	require.Equal(t, "the match is over\n", bodyOf(t, p.order(3, "")))
}

// TestEachGameCanBePlayedByThePage: an order is a unit and a word in all of them, and some words lead elsewhere.
func TestEachGameCanBePlayedByThePage(t *testing.T) {
	for _, game := range games.All() {
		seat, err := NewSeat(game, 0)
		require.NoError(t, err)
		leads := slices.DeleteFunc(seat.told().Words, func(w pagedata.Word) bool { return w.Rows == 0 && w.Cols == 0 })
		require.GreaterOrEqual(t, len(leads), 4, game.Info().Name)
	}
}
