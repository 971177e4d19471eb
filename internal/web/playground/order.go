package playground

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/inside"
)

// usualLimits are those of a match for which none are given. They are wider than those of processes: the first round
// of a bot in Python takes half a second, and a tab shares its processor with whatever else is open.
var usualLimits = Limits{Wall: 1000, Bank: 5000}

// patience returns the limits as times.
func (l Limits) patience() lineproto.Patience {
	return lineproto.Patience{
		Wall: time.Duration(l.Wall) * time.Millisecond, Bank: time.Duration(l.Bank) * time.Millisecond,
	}
}

// check refuses limits that are none. The longest is far beyond what a reader waits.
func (l Limits) check() error {
	const longest = 1000 * 1000
	if l.Wall < 1 || l.Bank < 0 || l.Wall > longest || l.Bank > longest {
		return fmt.Errorf("limits of %d and %d milliseconds: from 1 and 0 to %d are possible", l.Wall, l.Bank, longest)
	}
	return nil
}

// Bots are bots that come with the arena, by their names. Each has one for every game that it plays.
type Bots map[string][]sdk.Bot

// of returns the bot of a name for a game.
func (b Bots) of(name string, game engine.Info) (sdk.Bot, error) {
	if b[name] == nil {
		return sdk.Bot{}, safe.Errorf("%s: no bot of that name comes with the arena", name)
	}
	for _, bot := range b[name] {
		if plays := bot.Info().Name; plays == game.Name || plays == "" {
			return bot, nil
		}
	}
	return sdk.Bot{}, safe.Errorf("%s: does not play %s", name, game.Title)
}

// plan is a match that can be begun.
type plan struct {
	header replay.Header
	limits Limits
	seats  []planned
	from   *branching // nil: it is a match of its own
	shown  bool
}

// planned is who plays in a seat: a bot that comes with the arena, a person, one of the page's bots, or nobody.
type planned struct {
	inside   *sdk.Bot
	words    []pagedata.Word // that a person can tell a unit; nil of others
	recorded bool
}

// plan finds all that an order names. The match that was played last may be nil.
func (r *Room) plan(o Order, last *replay.Replay) (*plan, error) {
	p := &plan{limits: o.Limits, shown: o.Shown}
	if p.limits == (Limits{}) {
		p.limits = usualLimits
	}
	if err := p.limits.check(); err != nil {
		return nil, err
	}
	if err := p.setUp(o, r.Games, last); err != nil {
		return nil, err
	}
	if err := p.seat(o.Seats, r.Bots); err != nil {
		return nil, err
	}
	told := lineproto.UsuallyTold()
	p.header.Arena, p.header.CPU, p.header.Sandbox = r.Arena, told.CPU, browser
	p.header.Limits = &replay.Limits{
		Bank: told.Bank, StartCPU: told.StartCPU, Wall: told.Wall, WallBank: told.WallBank,
	}
	return p, nil
}

// browser is how the bots are confined, as a replay says it.
const browser = "browser"

// setUp settles what is played.
func (p *plan) setUp(o Order, games engine.Games, last *replay.Replay) (err error) {
	if o.From != 0 {
		if last == nil {
			return errNoMatch
		}
		p.header, p.from = last.Header, &branching{last, o.From}
		return nil
	}
	p.header.Random = engine.ChaCha8
	if p.header.Seed, err = seedOf(o.Seed); err != nil {
		return err
	}
	game, err := games.Find(o.Game)
	if err != nil {
		return err
	}
	p.header.Setup, err = o.setup(game)
	return err
}

func seedOf(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, safe.Errorf("seed %s: not a number from 0 to 18446744073709551615", text)
	}
	return seed, nil
}

// setup returns the game's setup, changed as the order says.
func (o Order) setup(game engine.Game) (setup engine.Setup, err error) {
	setup = game.Default()
	if o.Board != "" {
		if setup, err = game.ReadSetup([]byte(o.Board)); err != nil {
			return nil, fmt.Errorf("board: %w", err)
		}
	}
	for _, s := range o.Settings {
		if setup, err = setup.With(s.Name, s.Value); err != nil {
			return nil, err
		}
	}
	return setup, nil
}

// seat settles who plays.
func (p *plan) seat(seats []Seat, bots Bots) error {
	info := p.header.Setup.Game().Info()
	if wanted := p.header.Setup.Seats(); len(seats) != wanted {
		return fmt.Errorf("%s, but %s is for %d", safe.Count(len(seats), "bot"), info.Title, wanted)
	}
	recorded := p.header.Seats
	p.header.Seats = make([]replay.Seat, len(seats))
	for i, s := range seats {
		if s.Recorded && p.from == nil {
			return fmt.Errorf("seat %d: nothing was recorded, as the match is not played on from a round", i)
		}
		if s.Recorded {
			p.header.Seats[i] = recorded[i]
			p.seats = append(p.seats, planned{recorded: true})
			continue
		}
		who, err := s.seated(info)
		if err != nil {
			return err
		}
		one, err := s.planned(info, bots)
		if err != nil {
			return err
		}
		p.header.Seats[i], p.seats = who, append(p.seats, one)
	}
	return nil
}

// planned returns who plays in a seat in which nothing was recorded.
func (s Seat) planned(game engine.Info, bots Bots) (one planned, err error) {
	switch {
	case s.Person:
		one.words, err = pagedata.WordsOf(game)
	case s.Bot != "":
		bot, unknown := bots.of(s.Bot, game)
		one.inside, err = &bot, unknown
	}
	return one, err
}

// players returns who plays, for the referee of a session. A seat in which nobody does has none.
func (p *plan) players(s *session) []match.Player {
	players := make([]match.Player, len(p.seats))
	for i, who := range p.seats {
		switch {
		case who.recorded:
		case who.inside != nil:
			bot := &early{Player: inside.PlayerTold(*who.inside, left)}
			s.inside = append(s.inside, bot)
			players[i] = bot
		case who.words != nil:
			players[i] = p.person(s, i)
		default:
			players[i] = &outside{session: s, patience: p.limits.patience()}
		}
	}
	return players
}

// person returns the person of a seat, who is asked from the round on that is played anew.
func (p *plan) person(s *session, seat int) *person {
	one := &person{
		session: s, game: p.header.Setup.Game(),
		offer: pagedata.Seat{Seat: seat, Most: engine.MaxCommands, Words: p.seats[seat].words},
	}
	if p.from != nil {
		one.from = p.from.round
	}
	return one
}

// seated returns a seat as the replay has it. Both kinds of bots have the names that they have in a match of
// processes.
func (s Seat) seated(game engine.Info) (replay.Seat, error) {
	if s.Person {
		return replay.Seat{Name: replay.Human}, nil
	}
	if s.Bot != "" {
		return replay.Seat{Name: lineproto.Cut(s.Bot, engine.MaxName), Named: s.Bot}, nil
	}
	hello, err := lines.ParseHello(bytes.TrimRight([]byte(s.Hello), "\r\n"))
	if err != nil {
		return replay.Seat{}, safe.Errorf("%s: it %w", s.Name, err)
	}
	if err := lineproto.Plays(hello.Games == nil, hello.Games, game); err != nil {
		return replay.Seat{}, safe.Errorf("%s: %w", s.Name, err)
	}
	name := hello.Name
	if name == "" {
		name = lineproto.Cut(s.Name, engine.MaxName)
	}
	return replay.Seat{Name: name, Version: hello.Version}, nil
}

// left is the time that a bot inside has left, as far as this can be told without a clock for each of them. It is told
// the limits of those outside, but not held to them.
func left(since time.Duration) engine.Budget {
	told := lineproto.UsuallyTold()
	return engine.Budget{Round: told.CPU - since, Bank: told.Bank}
}
