package playground_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots"
	"github.com/botarena/arena/sdk/sdktest"
)

// replayOf returns the match that was played last.
func (p *tab) replayOf() *replay.Replay {
	p.Helper()
	file, err := p.call("replay", nil)
	require.NoError(p, err)
	r, err := replay.Read(bytes.NewReader(file), all)
	require.NoError(p, err)
	require.NoError(p, r.Verify())
	return r
}

func hashes(r *replay.Replay) (hashes [][8]byte) {
	for _, round := range r.Rounds {
		hashes = append(hashes, round.Hash)
	}
	return hashes
}

// TestABotOfThePagePlaysAsOneThatComesAlong in every game: the same match comes out whether a bot is asked in lines,
// all seats of a round at once, or plays inside, and it is that of the usual referee.
func TestABotOfThePagePlaysAsOneThatComesAlong(t *testing.T) {
	for _, game := range all {
		t.Run(game.Info().Name, func(t *testing.T) {
			info, seats := game.Info(), game.Default().Seats()
			if info.Name != "battleroyale" {
				tier.Long(t, "plays matches")
			}
			demo, err := bots.Of("demo", info.Name)
			require.NoError(t, err)
			dummy, err := bots.Of("dummy", info.Name)
			require.NoError(t, err)
			rounds := "nb_rounds"
			if info.Name == "starships" {
				rounds = "nb_rnds"
			}
			inside, outside := newTab(t), newTab(t)
			outside.thinks = true
			var a, b playground.Order
			for seat := range seats {
				name, bot := "demo", demo
				if seat%2 == 1 {
					name, bot = "dummy", dummy
				}
				a.Seats, b.Seats = append(a.Seats, comes(name)), append(b.Seats, comes(name))
				if seat != 1 { // one remains inside
					b.Seats[seat] = own(name)
					outside.workers[seat] = speaks(t, bot)
				}
			}
			a.Game, a.Seed, a.Settings = info.Name, "30", []playground.Setting{{Name: rounds, Value: 60}}
			b.Game, b.Seed, b.Settings = a.Game, a.Seed, a.Settings
			ended := inside.play(a)
			require.Equal(t, 60, ended.Round)
			require.Empty(t, ended.Verdicts)
			require.Equal(t, ended.Scores, outside.play(b).Scores)
			require.Equal(t, hashes(inside.replayOf()), hashes(outside.replayOf()))

			setup, err := game.Default().With(rounds, 60)
			require.NoError(t, err)
			usual := sdktest.Play(t, setup, 30, demo, dummy, demo, dummy)
			require.Equal(t, usual.Scores, ended.Scores)
			require.Equal(t, usual.Places, ended.Places)
			for seat := range seats {
				if seat != 1 {
					require.True(t, strings.HasSuffix(outside.last[seat], "\nend\n"), "told how it ended: %q", outside.last[seat])
				}
			}
		})
	}
}

// TestBotsInsideThinkWhileThoseOfThePageDo, once in a round, whatever the page does.
func TestBotsInsideThinkWhileThoseOfThePageDo(t *testing.T) {
	p := newTab(t)
	var thought []int
	counts := sdk.Play(orkisland.Bot, func(s *orkisland.State, _ *orkisland.Commands) {
		thought = append(thought, s.Round())
	})
	p.room.Bots = playground.Bots{"counts": {counts}}
	think := func() {
		_, err := p.call("think", nil)
		require.NoError(t, err)
	}
	think() // before the first match
	o := order("orkisland", own("a"), comes("counts"), own("b"), own("c"))
	o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 3}}
	asked := p.ask("begin", o)
	require.Empty(t, thought)
	think()
	think()
	require.Equal(t, []int{0}, thought)
	for range 3 {
		var replies []playground.Reply
		for _, q := range asked.Questions {
			reply := idles(q.Text)
			reply.Seat = q.Seat
			replies = append(replies, reply)
		}
		asked = p.ask("next", replies)
	}
	require.True(t, asked.Over)
	think()
	require.Equal(t, []int{0, 1, 2}, thought)
}

// TestNamesAreThoseOfTheHello, or else those of the files, as short as those of a match of processes.
func TestNamesAreThoseOfTheHello(t *testing.T) {
	p := newTab(t)
	p.workers = map[int]worker{0: idles, 1: idles}
	o := order("orkisland", own("a very long name"), comes("dummy"), comes("null"), comes("null"))
	o.Seats[1] = playground.Seat{Name: "bot", Hello: "arena 1 sdk=js/1 name=gandalfthegrey version=7 games=orkisland:1\n"}
	p.play(o)
	r := p.replayOf()
	require.Equal(t, []string{"a very long ", "gandalfthegr", "null", "null"}, r.Names())
	require.Equal(t, "7", r.Seats[1].Version)
	require.Equal(t, "browser", r.Sandbox)
	require.Equal(t, "0.0.0", r.Arena)
	require.Equal(t, 50*time.Millisecond, r.CPU, "what the bots were told")
	require.Equal(t, 200*time.Millisecond, r.Limits.Wall)
	require.Equal(t, match.Receipt{CPU: 5e5, Wall: 5e5, Bytes: len("done 0\n")}, r.Rounds[0].Receipts[0])
}

// TestABotOfThePageIsFrozenForItsMistakes, and the match goes on without it, with all others.
func TestABotOfThePageIsFrozenForItsMistakes(t *testing.T) {
	says := func(text string) worker {
		return func(string) playground.Reply { return playground.Reply{Text: text} }
	}
	fails := func(fault, detail string, wall time.Duration) worker {
		return func(string) playground.Reply {
			return playground.Reply{Fault: fault, Detail: detail, Wall: milliseconds(wall)}
		}
	}
	for name, c := range map[string]struct {
		does   worker
		kind   match.Kind
		detail string
	}{
		"endless": {
			fails("wall", "", 0), match.Late, "gave no answer for 6s; it had 1s for a round and 5s in its bank",
		},
		"late": {
			fails("", "", 7*time.Second), match.Late, "gave no answer for 6s; it had 1s for a round and 5s in its bank",
		},
		"half": {
			func(string) playground.Reply { return playground.Reply{Text: "do 3 north\ndo 4 sou", Fault: "wall"} },
			match.Late,
			`gave no answer for 6s; it had 1s for a round and 5s in its bank; its last line has no end: "do 4 sou"`,
		},
		"throws": {
			fails("crash", "ValueError: no\x1b[2J north", time.Millisecond), match.Crash,
			"ended with an error: ValueError: no[2J north",
		},
		"unknown": {fails("eats", "", 0), match.Crash, "ended with an error"},
		"memory":  {fails("memory", "MemoryError", 0), match.TooMuchMemory, "had no more memory: MemoryError"},
		"floods":  {fails("output", "", 0), match.TooMuchOutput, "wrote more than 16 MiB of output"},
		"prints": {
			func(string) playground.Reply { return playground.Reply{Prints: []string{strings.Repeat("x", 16<<20)}} },
			match.TooMuchOutput, "wrote more than 16 MiB of output",
		},
		"misspells": {
			says("do 3 nroth\n"), match.Protocol,
			`wrote "do 3 nroth": line 1, column 6: "nroth" is not one of north, south, east, west, none; did you mean north?`,
		},
		"other round": {
			says("done 99\n"), match.Protocol, `wrote "done 99": line 1, column 6: answered "done 99" when "go 2" was asked`,
		},
		"nothing":   {says(""), match.Protocol, "gave no answer"},
		"no end":    {says("do 3 north\n"), match.Protocol, `gave no answer; its answer has 1 line, but not the last one, "done 2"`},
		"only says": {says("hello\n"), match.Protocol, `gave no answer; it printed 1 line but no answer, the first: "hello"`},
		"long":      {says(strings.Repeat("x", 5000)), match.Protocol, "wrote a line of more than 4 KiB"},
		"greedy": {
			says(strings.Repeat("do 3 north\n", engine.MaxCommands+1) + "done 2\n"), match.TooManyCommands,
			"gave 1001 commands, the most is 1000",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t)
			asks := 0
			p.workers[1] = idles
			p.workers[0] = func(text string) playground.Reply {
				asks++
				return but(2, c.does, idles)(text)
			}
			o := order("orkisland", own("bad"), own("good"), comes("demo"), comes("null"))
			o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 5}}
			ended := p.play(o)
			require.Equal(t, 5, ended.Round)
			require.Equal(t, []playground.Verdict{{Seat: 0, Round: 2, Kind: string(c.kind), Detail: c.detail}}, ended.Verdicts)
			require.Equal(t, 3, asks, "who is frozen is asked no more")
			r := p.replayOf()
			require.Equal(t, []match.Verdict{{Seat: 0, Round: 2, Kind: c.kind, Detail: c.detail}}, r.Verdicts())
			require.NotContains(t, p.last, 0)
			require.Contains(t, p.last, 1)
		})
	}
}

// TestABankIsForTheWholeMatch: a bot may be slow for once, and each question says how slow.
func TestABankIsForTheWholeMatch(t *testing.T) {
	p := newTab(t)
	slow := func(text string) playground.Reply {
		r := idles(text)
		r.Wall = 130
		return r
	}
	o := order("orkisland", own("slow"), comes("null"), comes("null"), comes("null"))
	o.Limits = playground.Limits{Wall: 100, Bank: 70}
	asked := p.ask("begin", o)
	for _, patience := range []int{170, 140, 110} {
		require.Equal(t, patience, asked.Questions[0].Patience)
		asked = p.ask("next", []playground.Reply{slow(asked.Questions[0].Text)})
	}
	require.Equal(t, "gave no answer for 110ms; it had 100ms for a round and 10ms in its bank", asked.Verdicts[0].Detail)
}

// TestWhatABotPrintsIsKept in the round in which it did, and its author is told where lines of the protocol go.
func TestWhatABotPrintsIsKept(t *testing.T) {
	p := newTab(t)
	p.workers[0] = but(1, func(string) playground.Reply {
		return playground.Reply{Text: "hm\r\ndo 3 north\ndone 1\nbye\n", Prints: []string{"to\x1b[31m stderr"}}
	}, idles)
	o := order("orkisland", own("a"), comes("null"), comes("null"), comes("null"))
	o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 3}}
	require.Empty(t, p.play(o).Verdicts)
	require.Equal(t, []string{
		"to stderr", "(it prints to standard output, which is the protocol; use standard error or the SDK)", "printed: hm",
		"printed: bye",
	}, p.replayOf().Rounds[1].Lines[0])
}

// TestAnAnswerAheadCountsWhenItIsAskedFor, as it does with a process.
func TestAnAnswerAheadCountsWhenItIsAskedFor(t *testing.T) {
	p := newTab(t)
	p.workers[0] = func(text string) playground.Reply {
		texts := map[int]string{0: "done 0\ndo 3 north\ndone 1\nd", 2: "one 2\ndone 4\n"}
		return playground.Reply{Text: texts[roundOf(text)]}
	}
	o := order("orkisland", own("a"), comes("null"), comes("null"), comes("null"))
	o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 4}}
	ended := p.play(o)
	require.Equal(t, 3, ended.Verdicts[0].Round)
	require.Contains(t, ended.Verdicts[0].Detail, `answered "done 4" when "go 3" was asked`)
	require.Equal(t, 1, p.replayOf().Rounds[1].Turns[0].Commands.Len())
}

// TestAMatchIsPlayedOnFromARound: recorded commands count until then, and from then on the bots do.
func TestAMatchIsPlayedOnFromARound(t *testing.T) {
	p := newTab(t)
	p.thinks = true
	o := order("orkisland", comes("demo"), comes("demo"), comes("dummy"), comes("null"))
	o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 40}}
	p.play(o)
	before := p.replayOf()

	rounds := 0
	p.workers[0] = func(text string) playground.Reply {
		rounds++
		return idles(text)
	}
	nobody := playground.Seat{Recorded: true}
	p.play(playground.Order{From: 25, Seats: []playground.Seat{own("what if"), nobody, comes("dummy"), nobody}})
	after := p.replayOf()
	require.Equal(t, 40, rounds, "the bot knows what it would know")
	require.Equal(t, hashes(before)[:25], hashes(after)[:25])
	require.NotEqual(t, hashes(before)[25], hashes(after)[25])
	require.Equal(t, []string{"what if", "demo", "dummy", "null"}, after.Names())

	_, err := p.call("begin", playground.Order{From: 41, Seats: []playground.Seat{nobody, nobody, nobody, nobody}})
	require.EqualError(t, err, "no round 41: rounds 0 to 39 were recorded")
}

// TestAMatchThatIsStoppedCanBeSeen as far as it was played, and another can begin.
func TestAMatchThatIsStoppedCanBeSeen(t *testing.T) {
	p := newTab(t)
	o := order("orkisland", own("a"), comes("demo"), comes("null"), comes("null"))
	asked := p.ask("begin", o)
	for range 3 {
		asked = p.ask("next", []playground.Reply{idles(asked.Questions[0].Text)})
	}
	_, err := p.call("replay", nil)
	require.EqualError(t, err, "no match was played", "it is being played")
	_, err = p.call("stop", nil)
	require.NoError(t, err)
	r := p.replayOf()
	require.Len(t, r.Rounds, 3)
	require.Nil(t, r.Scores)
	require.Empty(t, r.Verdicts())
	_, err = p.call("next", []playground.Reply{{}})
	require.EqualError(t, err, "the match is over")

	p.ask("begin", o)
	require.Equal(t, 0, p.ask("begin", o).Round, "the one before is ended")
}

// TestThePageIsShownTheMatchWhileItIsPlayed: what comes round by round is what the viewer makes of the file.
func TestThePageIsShownTheMatchWhileItIsPlayed(t *testing.T) {
	p := newTab(t)
	for _, name := range []string{"page", "rounds"} {
		_, err := p.call(name, nil)
		require.EqualError(t, err, "the match is not shown", "there is none")
	}
	o := order("moria", own("a"), comes("demo"), comes("dummy"), comes("null"))
	o.Settings = []playground.Setting{{Name: "nb_rounds", Value: 40}}
	p.workers[0] = but(7, func(string) playground.Reply {
		return playground.Reply{Text: "log why\ndone 7\n", Prints: []string{"here"}, Wall: 2.5}
	}, but(20, func(string) playground.Reply { return playground.Reply{Fault: "crash"} }, idles))
	p.play(o)
	_, err := p.call("page", nil)
	require.EqualError(t, err, "the match is not shown", "as it was not ordered")
	o.Shown = true
	requireShown(t, p, o)
	o.From, p.workers[0] = 10, idles
	requireShown(t, p, o)
	_, err = p.call("read", []byte("junk"))
	require.EqualError(t, err, "neither a replay nor a record of an original program")
}

// requireShown plays a match, and looks at it now and then.
func requireShown(t *testing.T, p *tab, o playground.Order) {
	t.Helper()
	var begun pagedata.Match
	var rounds []json.RawMessage
	look := func() {
		text, err := p.call("rounds", nil)
		require.NoError(t, err)
		var more []json.RawMessage
		require.NoError(t, json.Unmarshal(text, &more))
		require.NotNil(t, more)
		rounds = append(rounds, more...)
	}
	p.looks = func(a playground.Asked) {
		if a.Round == 0 {
			text, err := p.call("page", nil)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &begun))
			look()
		}
		if a.Round%3 == 0 {
			look()
			require.Len(t, rounds, a.Round)
		}
	}
	p.play(o)
	look()
	require.True(t, begun.Live)
	begun.Live, begun.Ended = false, true

	file, err := p.call("replay", nil)
	require.NoError(t, err)
	read, err := p.call("read", file)
	require.NoError(t, err)
	shown, err := json.Marshal(struct {
		pagedata.Match
		Played []json.RawMessage `json:"played"`
	}{begun, rounds})
	require.NoError(t, err)
	require.JSONEq(t, string(read), string(shown))
}

// TestARoundIsHeardAsAPlayerDid.
func TestARoundIsHeardAsAPlayerDid(t *testing.T) {
	p := newTab(t)
	var sent string
	p.workers[0] = but(1, func(text string) playground.Reply {
		sent = text
		return playground.Reply{Text: "do 3 north\nlog why\ndone 1\n"}
	}, but(4, func(string) playground.Reply { return playground.Reply{Fault: "crash"} }, idles))
	p.play(order("orkisland", own("a"), comes("null"), comes("null"), comes("null")))
	hear := func(seat, round int) (h playground.Heard, err error) {
		text, err := p.call("hear", playground.Moment{Seat: seat, Round: round})
		if err == nil {
			err = json.Unmarshal(text, &h)
		}
		return h, err
	}
	h, err := hear(0, 1)
	require.NoError(t, err)
	require.Equal(t, playground.Heard{State: sent, Answer: "do 3 north\nlog why\ndone 1\n"}, h)
	h, err = hear(0, 4)
	require.NoError(t, err)
	require.Empty(t, h.Answer, "it was frozen")
	_, err = hear(0, 5)
	require.EqualError(t, err, "seat 0 was asked nothing in round 5")
	_, err = hear(4, 0)
	require.EqualError(t, err, "no seat 4: there are 4")
}

func TestWhatCanBePlayedIsListed(t *testing.T) {
	p := newTab(t)
	text, err := p.call("open", nil)
	require.NoError(t, err)
	var games playground.Games
	require.NoError(t, json.Unmarshal(text, &games))
	require.Equal(t, "0.0.0", games.Arena)
	require.Len(t, games.Games, 4)
	names := map[string][]string{}
	for _, g := range games.Games {
		names[g.Name] = g.Bots
		require.Equal(t, 4, g.Seats)
		require.NotEmpty(t, g.Settings)
	}
	require.Equal(t, []string{"demo", "dummy", "null"}, names["moria"])
	require.Equal(t, []string{"demo", "dummy", "null", "search"}, names["starships"])
}

// TestAnOrderThatCanNotBePlayedIsRefused in a sentence.
func TestAnOrderThatCanNotBePlayedIsRefused(t *testing.T) {
	null := comes("null")
	good := func() playground.Order { return order("orkisland", null, null, null, null) }
	for want, change := range map[string]func(*playground.Order){
		"chess: no such game; there are: battleroyale, moria, orkisland, starships": func(o *playground.Order) {
			o.Game = "chess"
		},
		"seed -1: not a number from 0 to 18446744073709551615": func(o *playground.Order) {
			o.Seed = "-1"
		},
		"3 bots, but Ork Island is for 4": func(o *playground.Order) {
			o.Seats = o.Seats[1:]
		},
		"zorg: no bot of that name comes with the arena": func(o *playground.Order) {
			o.Seats[1] = comes("zorg")
		},
		"search: does not play Ork Island": func(o *playground.Order) {
			o.Seats[1] = comes("search")
		},
		`mine: it said "hi", but must begin with "arena 1"`: func(o *playground.Order) {
			o.Seats[0] = playground.Seat{Name: "mine", Hello: "hi"}
		},
		"mine: not a bot for Ork Island": func(o *playground.Order) {
			o.Seats[0] = playground.Seat{Name: "mine", Hello: "arena 1 games=moria:1"}
		},
		"nb_rounds: 0, but the least is 1": func(o *playground.Order) {
			o.Settings = []playground.Setting{{Name: "nb_rounds"}}
		},
		"limits of 0 and 5 milliseconds: from 1 and 0 to 1000000 are possible": func(o *playground.Order) {
			o.Limits.Bank = 5
		},
		"seat 2: nothing was recorded, as the match is not played on from a round": func(o *playground.Order) {
			o.Seats[2] = playground.Seat{Recorded: true}
		},
		"no match was played": func(o *playground.Order) { o.From = 3 },
	} {
		o := good()
		change(&o)
		_, err := newTab(t).call("begin", o)
		require.EqualError(t, err, want)
	}
	_, err := newTab(t).call("begin", []byte("{"))
	require.Error(t, err)
	_, err = newTab(t).call("close", nil)
	require.EqualError(t, err, "close: a room does no such thing")
}

// TestRepliesMustBeThoseToTheQuestions: a page that forgets one would wait for ever.
func TestRepliesMustBeThoseToTheQuestions(t *testing.T) {
	p := newTab(t)
	_, err := p.call("next", []playground.Reply{})
	require.EqualError(t, err, "no match was played")
	asked := p.ask("begin", order("orkisland", own("a"), own("b"), comes("null"), comes("null")))
	require.Len(t, asked.Questions, 2)
	for want, replies := range map[string][]playground.Reply{
		"no reply of seat 1":       {{Seat: 0}},
		"3 replies to 2 questions": {{Seat: 0}, {Seat: 1}, {Seat: 2}},
	} {
		_, err := p.call("next", replies)
		require.EqualError(t, err, want)
	}
}
