package starships

import "github.com/botarena/arena/engine"

// As returns the State of the same round for another player, to think like it. Its
// random draws have nothing to do with those of that player. It is s itself if there
// is no such player.
func (s *State) As(player int) *State {
	if player < 0 || player >= players {
		return s
	}
	return s.match.View(s.seat.As(player))
}

// Commands returns empty commands of the player of s, to look ahead with.
func (s *State) Commands() *Commands { return newCommands(s, nil) }

// Next looks ahead: it plays a round by the rules of the arena if players 0, 1, ...
// give these commands, and returns the State after it. Players without commands, or
// with nil, give none. s doesn't change.
//
// Draws are taken from r, usually s.Rand(), so the result is one of the ways in which
// the round can go.
func (s *State) Next(r *engine.Rand, commands ...*Commands) *State {
	var turns [players]engine.Turn[*Commands]
	for player, c := range commands[:min(len(commands), players)] {
		turns[player].Commands = c
	}
	return s.match.Step(turns[:], r, nil).View(s.seat)
}
