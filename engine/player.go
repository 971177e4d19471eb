package engine

import "fmt"

// Player plays a game. [Bot.Player] makes one from a function.
type Player interface {
	// Play returns the player's commands for the next round of a match in this
	// process. The match must be of the player's game.
	Play(m Match, seat int) Commands
	// Join begins a match in a bot's process, with the Start message. The function
	// that it returns answers each State message with a Commands message. Both fail if they
	// can't decode their message.
	Join(start []byte, seat Seat) (func(state []byte) (commands []byte, err error), error)
}

type player[S SetupRules[S, M], M MatchRules[S, M, V, C], V any, C Commands] struct {
	game *game[S, M, V, C]
	play func(V, C)
}

func (p *player[S, M, V, C]) Play(m Match, seat int) Commands {
	own, ok := m.(*match[S, M, V, C])
	if !ok {
		panic(fmt.Sprintf("engine: player asked to play %s, which is not its game", m.Setup().Game().Info().Name))
	}
	return p.answer(own.state, own.seats[seat])
}

func (p *player[S, M, V, C]) Join(start []byte, seat Seat) (func([]byte) ([]byte, error), error) {
	rules := p.game.rules
	begun, err := rules.DecodeStart(start)
	if err != nil {
		return nil, err
	}
	return func(state []byte) ([]byte, error) {
		match, err := begun.DecodeState(state)
		if err != nil {
			return nil, err
		}
		return rules.EncodeCommands(p.answer(match, seat)), nil
	}, nil
}

// Settings returns the names of the game's settings, as the lines of a match have them.
func (p *player[S, M, V, C]) Settings() (names []string) {
	for _, s := range p.game.Default().Settings() {
		names = append(names, s.Name)
	}
	return names
}

// answer returns the player's commands in a round.
func (p *player[S, M, V, C]) answer(match M, seat Seat) C {
	view := match.View(seat)
	commands := p.game.rules.Commands(view)
	p.play(view, commands)
	return commands
}

// Bot is a game as its players see it. Each game's package has one, named Bot.
type Bot[V, C any] struct {
	info   Info
	player func(play func(V, C)) Player
}

// Info returns the game that the bot plays.
func (b Bot[V, C]) Info() Info { return b.info }

// Player returns a player that plays by calling play in every round.
func (b Bot[V, C]) Player(play func(V, C)) Player { return b.player(play) }
