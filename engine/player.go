package engine

import (
	"fmt"
	"slices"
)

// Player plays a game. [Bot.Player] makes one of a function.
type Player interface {
	// Play returns the player's commands for a match in this process, as it
	// stands. The match must be of the player's game.
	Play(m Match, seat int) Commands
	// Join begins a match from the far end of a wire. The function that it
	// returns answers each State message with a Commands message.
	Join(start []byte, seat Seat) (func(state []byte) (commands []byte, err error), error)
}

type player[S, M, V any, C Commands] struct {
	game *game[S, M, V, C]
	play func(V, C)
}

func (p *player[S, M, V, C]) Play(m Match, seat int) Commands {
	own, ok := m.(*match[S, M, V, C])
	if !ok {
		panic(fmt.Sprintf("engine: player asked to play %s, which is not its game", m.Setup().Game().Info().Name))
	}
	rules := own.game.rules
	view := rules.View(own.state, own.seats[seat])
	commands := rules.Commands(view)
	p.play(view, commands)
	return commands
}

func (p *player[S, M, V, C]) Join(start []byte, seat Seat) (func([]byte) ([]byte, error), error) {
	rules := p.game.rules
	begun, err := rules.DecodeStart(start)
	if err != nil {
		return nil, err
	}
	return func(state []byte) ([]byte, error) {
		match, err := rules.DecodeState(begun, state)
		if err != nil {
			return nil, err
		}
		view := rules.View(match, seat)
		commands := rules.Commands(view)
		p.play(view, commands)
		return rules.EncodeCommands(commands), nil
	}, nil
}

// Bot is the players' side of a game.
type Bot[V, C any] struct {
	info   Info
	player func(play func(V, C)) Player
}

// Info says which game the bot is for.
func (b Bot[V, C]) Info() Info { return b.info }

// Player returns a player that plays by calling play.
func (b Bot[V, C]) Player(play func(V, C)) Player { return b.player(play) }

// Seat is what a player is told about its place in a match. A game's State
// embeds it.
type Seat struct {
	me    int
	names []string
	seed  uint64
	rand  *Rand
	debug *Debug
}

// NewSeat returns a seat in a match of players with these names. The seed is of
// the player's own random source.
func NewSeat(me int, names []string, seed uint64) Seat {
	return Seat{me, slices.Clone(names), seed, NewRand(NewChaCha8(seed, 0)), new(Debug)}
}

// As returns the seat of another player, to think like it. It draws from a source
// of its own and shares the notes.
func (s Seat) As(player int) Seat {
	return Seat{player, s.names, s.seed, NewRand(NewChaCha8(s.seed, 0)), s.debug}
}

// Me is the player's own number, from 0.
func (s Seat) Me() int { return s.me }

// Name is the name of a player, "" if there is no such player.
func (s Seat) Name(player int) string {
	if player < 0 || player >= len(s.names) {
		return ""
	}
	return s.names[player]
}

// Names are the names of all players.
func (s Seat) Names() []string { return slices.Clone(s.names) }

// Seed is the seed of the player's own random source. It tells nothing of the
// match's.
func (s Seat) Seed() uint64 { return s.seed }

// Rand is the player's own source of random draws. It is seeded by the match,
// so that a bot that uses no other plays the same match again.
func (s Seat) Rand() *Rand { return s.rand }

// Debug takes notes for the author of a bot, which the viewer shows with the
// match. They change nothing in it. It is the same one in all rounds of a match.
func (s Seat) Debug() *Debug { return s.debug }

// Status is the part of the CPU budget that a player used in the last round, in
// millionths. It is negative when the player is frozen.
type Status int32

// Frozen is the status of a player that may give no more commands.
const Frozen Status = -1000000

// Fraction is the status as a number from 0 to 1; -1 when frozen.
func (s Status) Fraction() float64 { return float64(s) / 1e6 }

// IsFrozen says whether the player may give no more commands.
func (s Status) IsFrozen() bool { return s < 0 }
