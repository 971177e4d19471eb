package sdk

import "github.com/botarena/arena/engine"

// Bot is a bot for one game, or the null bot for all games.
type Bot struct {
	game    engine.Info // of the null bot: none
	name    string
	version string
	join    func(start []byte, seat engine.Seat) (Answer, error)
}

// Answer is a bot in a match: it answers each State message of its game with a
// Commands message. It must not keep the State message, whose memory is used again.
type Answer func(state []byte) (commands []byte, err error)

// Game is a game's side of the wire. Each game's package has one, named Bot.
type Game[S, C any] interface {
	Info() engine.Info
	Player(play func(S, C)) engine.Player
}

// Play makes a bot of a function that is called every round with the State, and
// fills in the Commands. The function must not remember anything from one call
// to the next: matches may be played at the same time. See [Remember].
func Play[S, C any](game Game[S, C], play func(S, C)) Bot {
	return Player(game.Info(), game.Player(play))
}

// Remember makes a bot with memory: play is a method of a type of the author's,
// given as (*T).Method, and is called on a new T in each match.
func Remember[T, S, C any](game Game[S, C], play func(*T, S, C)) Bot {
	return Bot{game: game.Info(), join: func(start []byte, seat engine.Seat) (Answer, error) {
		memory := new(T)
		return game.Player(func(state S, commands C) { play(memory, state, commands) }).Join(start, seat)
	}}
}

// Player makes a bot of a player of a game, for tools that know no game's types.
func Player(game engine.Info, p engine.Player) Bot {
	return Bot{game: game, join: func(start []byte, seat engine.Seat) (Answer, error) { return p.Join(start, seat) }}
}

// Null plays every game by giving no commands.
var Null = Bot{join: func([]byte, engine.Seat) (Answer, error) {
	return func([]byte) ([]byte, error) { return nil, nil }, nil
}}

// Named returns the bot with a name, of at most 12 characters, and a version of
// its own. A bot without is called like its file.
func (b Bot) Named(name, version string) Bot {
	b.name, b.version = name, version
	return b
}

// Info says which game the bot plays; for the null bot, the zero Info.
func (b Bot) Info() engine.Info { return b.game }

// Join begins a match with the game's Start message. Authors need it only to
// test a bot without a match; [Serve] and package sdktest call it.
func (b Bot) Join(start []byte, seat engine.Seat) (Answer, error) { return b.join(start, seat) }
