package playground_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// me is the seat of a person.
var me = playground.Seat{Person: true}

// orders is a person who says so in each round, and whose seats the page is told.
func orders(t *testing.T, told *[]pagedata.Seat, text string) worker {
	return func(question string) playground.Reply {
		var seat pagedata.Seat
		require.NoError(t, json.Unmarshal([]byte(question), &seat))
		*told = append(*told, seat)
		return playground.Reply{Text: text, Wall: 1e7}
	}
}

// TestAPersonPlaysInATab in every game: however long it takes, nobody is frozen, and the match is one as others.
func TestAPersonPlaysInATab(t *testing.T) {
	for _, game := range all {
		t.Run(game.Info().Name, func(t *testing.T) {
			p := newTab(t)
			var told []pagedata.Seat
			p.workers[1] = orders(t, &told, "")
			o := order(game.Info().Name, comes("demo"), me, comes("dummy"), comes("null"))
			o.Settings = []playground.Setting{{Name: roundsOf(game.Info().Name), Value: 3}}
			ended := p.play(o)
			require.Equal(t, 3, ended.Round)
			require.Empty(t, ended.Verdicts)
			require.Len(t, told, 3)
			require.Equal(t, []int{0, 1, 2}, []int{told[0].Round, told[1].Round, told[2].Round})
			require.Equal(t, 1, told[0].Seat)
			require.NotEmpty(t, told[0].Words)
			r := p.replayOf()
			require.Equal(t, replay.Human, r.Seats[1].Name)
			require.Zero(t, r.Rounds[1].Receipts[1])
		})
	}
}

// TestAPersonTakesARoundBack: the match ends where it is, and the person is asked from the round that is played anew.
func TestAPersonTakesARoundBack(t *testing.T) {
	p := newTab(t)
	var told []pagedata.Seat
	p.workers[0] = orders(t, &told, "")
	o := order("orkisland", me, comes("demo"), comes("dummy"), comes("null"))
	asked := p.ask("begin", o)
	for range 3 {
		asked = p.ask("next", []playground.Reply{{Seat: 0, Text: goNorth(t, asked)}})
	}
	_, err := p.call("stop", nil)
	require.NoError(t, err)
	before := p.replayOf()
	require.Len(t, before.Rounds, 3)

	o.From, o.Settings = 2, nil
	anew := p.ask("begin", o)
	require.Equal(t, 2, anew.Round)
	require.Len(t, anew.Questions, 1)
	anew = p.ask("next", []playground.Reply{{Seat: 0}})
	require.Equal(t, 3, anew.Round)
	_, err = p.call("stop", nil)
	require.NoError(t, err)
	after := p.replayOf()
	require.Equal(t, hashes(before)[:2], hashes(after)[:2])
	require.NotEqual(t, hashes(before)[2], hashes(after)[2], "another order was given")
}

// goNorth tells all units, also those of others, the first of the words.
func goNorth(t *testing.T, asked playground.Asked) string {
	var seat pagedata.Seat
	require.NoError(t, json.Unmarshal([]byte(asked.Questions[0].Text), &seat))
	var all strings.Builder
	for unit := range 60 {
		fmt.Fprintf(&all, "do %d %s\n", unit, seat.Words[0].Word)
	}
	return all.String()
}

// TestAPersonsOrdersAreRead as those of a bot are, and what can't be read freezes the seat and nothing else.
func TestAPersonsOrdersAreRead(t *testing.T) {
	for wrong, detail := range map[string]string{
		"go away\n":                          "not an order",
		"done 0\ndone 1\n":                   "2 rounds",
		strings.Repeat("do 1 north\n", 1001): "1001 orders",
	} {
		p := newTab(t)
		var told []pagedata.Seat
		p.workers[0] = orders(t, &told, wrong)
		o := order("orkisland", me, comes("null"), comes("null"), comes("null"))
		o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 5}}
		ended := p.play(o)
		require.Equal(t, 5, ended.Round)
		require.Len(t, ended.Verdicts, 1)
		require.Contains(t, ended.Verdicts[0].Detail, detail)
		require.Len(t, told, 1)
	}
}

func roundsOf(game string) string {
	if game == "starships" {
		return "nb_rnds"
	}
	return "nb_rounds"
}
