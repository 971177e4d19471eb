package sdk

import "github.com/botarena/arena/engine"

// Bot is a bot for one game, or the null bot for all games.
type Bot struct {
	game    engine.Info // the zero Info for the null bot
	name    string
	version string
	join    func(start []byte, seat engine.Seat) (Answer, error)
}

// Answer is a bot in a match: it answers each State message of its game with a
// Commands message. It must not keep the State message, whose memory is reused.
type Answer func(state []byte) (commands []byte, err error)

// Play makes a bot from a function that is called in every round with the State and
// fills in the Commands. The function must not remember anything from one call to
// the next, since matches may be played at the same time: see [Remember].
//
// The game is the one that the package of each game has under the name Bot.
func Play[S, C any](game engine.Bot[S, C], play func(S, C)) Bot {
	return Player(game.Info(), game.Player(play))
}

// Remember makes a bot with memory. play is a method of a type of the author's, given
// as (*T).Method; it is called on a new T in each match.
func Remember[T, S, C any](game engine.Bot[S, C], play func(*T, S, C)) Bot {
	return Bot{game: game.Info(), join: func(start []byte, seat engine.Seat) (Answer, error) {
		memory := new(T)
		return game.Player(func(state S, commands C) { play(memory, state, commands) }).Join(start, seat)
	}}
}

// Player makes a bot from a player of a game, for tools that don't know the game's types.
func Player(game engine.Info, p engine.Player) Bot {
	return Bot{game: game, join: func(start []byte, seat engine.Seat) (Answer, error) { return p.Join(start, seat) }}
}

// Null plays every game and gives no commands.
var Null = Bot{join: func([]byte, engine.Seat) (Answer, error) {
	return func([]byte) ([]byte, error) { return nil, nil }, nil
}}

// Named returns the bot with a name of at most 12 characters and a version. A bot
// without a name is called like its file.
func (b Bot) Named(name, version string) Bot {
	b.name, b.version = name, version
	return b
}

// Info returns the game that the bot plays: the zero Info for the null bot.
func (b Bot) Info() engine.Info { return b.game }

// Join begins a match with the game's Start message. Authors need it only to
// test a bot without a match; [Serve] and package sdktest call it.
func (b Bot) Join(start []byte, seat engine.Seat) (Answer, error) { return b.join(start, seat) }
