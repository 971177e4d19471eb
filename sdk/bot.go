package sdk

import "github.com/botarena/arena/engine"

// Bot is a bot for one game, or the null bot for all games.
type Bot struct {
	game     engine.Info // the zero Info for the null bot
	name     string
	version  string
	settings []string // the names of the game's
	join     func(start []byte, seat engine.Seat) (Answer, error)
}

// Answer is a bot in a match: it answers each State message of its game with a
// Commands message. It must not keep the State message, whose memory is reused.
type Answer func(state []byte) (commands []byte, err error)

// Play makes a bot from a function that is called in every round with the State and
// fills in the Commands. The function must not keep anything from one call to the
// next, since several matches may be played at the same time: use [Remember] for that.
//
// The game is the variable Bot of the game's package, such as orkisland.Bot.
func Play[S, C any](game engine.Bot[S, C], play func(S, C)) Bot {
	return Player(game.Info(), game.Player(play))
}

// Remember makes a bot with memory. play is a method expression such as
// (*brain).play; each match calls it on a new, zero T.
func Remember[T, S, C any](game engine.Bot[S, C], play func(*T, S, C)) Bot {
	player := func(memory *T) engine.Player {
		return game.Player(func(state S, commands C) { play(memory, state, commands) })
	}
	return Bot{
		game: game.Info(), settings: settingsOf(player(nil)),
		join: func(start []byte, seat engine.Seat) (Answer, error) {
			return player(new(T)).Join(start, seat)
		},
	}
}

// Player makes a bot from an [engine.Player]. It is for tools that don't know the
// game's types.
func Player(game engine.Info, p engine.Player) Bot {
	return Bot{game: game, settings: settingsOf(p), join: func(start []byte, seat engine.Seat) (Answer, error) {
		return p.Join(start, seat)
	}}
}

// settingsOf returns the names of the settings of a player's game. Only players of package
// engine tell them.
func settingsOf(p engine.Player) []string {
	if game, ok := p.(interface{ Settings() []string }); ok {
		return game.Settings()
	}
	return nil
}

// Null plays every game and gives no commands.
var Null = Bot{join: func([]byte, engine.Seat) (Answer, error) {
	return func([]byte) ([]byte, error) { return nil, nil }, nil
}}

// Named returns the bot with a name of at most 12 characters and a version. Without a
// name, the bot has the name of its file or folder.
func (b Bot) Named(name, version string) Bot {
	b.name, b.version = name, version
	return b
}

// Info returns the game that the bot plays, or the zero Info for the null bot.
func (b Bot) Info() engine.Info { return b.game }

// Join begins a match with the game's Start message. [Serve] and package sdktest call
// it; authors need it only to test a bot without a match. It fails if the message is not one of the game, as the Answer
// does for a State message.
func (b Bot) Join(start []byte, seat engine.Seat) (Answer, error) { return b.join(start, seat) }
