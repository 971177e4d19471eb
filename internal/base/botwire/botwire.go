// Package botwire is the contract between the arena and a bot's process: everything that
// both ends must agree on, except the messages. Package rpc has the settings of go-plugin and
// gRPC, so that nobody links them for a number.
package botwire

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// ProtocolVersion is the version of the wire. New fields in a message don't raise it.
const ProtocolVersion = 2

// Name is the go-plugin name under which every bot serves BotService. The
// services of games are served under the names of the games.
const Name = "bot"

// Limits of the wire.
const (
	// MaxResponse is the size of the longest message of a bot, in bytes. 1000 commands
	// of five numbers each take at most a quarter of it.
	MaxResponse = 256 << 10
	// MaxRequest is the size of the longest message of the arena, in bytes. It leaves
	// room for boards a hundred times larger than those of our games.
	MaxRequest = 8 << 20
	// MaxHeaders is the size of all headers of a message of a bot, in bytes. There is
	// nothing in them but a status.
	MaxHeaders = 64 << 10
	// Window is the size of gRPC's flow control window, in bytes. A fixed size keeps
	// gRPC from measuring the connection with pings, which cost more than our messages.
	Window = 1 << 20
)

// A variable of the environment lets a bot that is run by hand find out that no arena has started it.
const (
	CookieVariable = "ARENA_BOT"
	CookieValue    = "2f1c1be0-arena"
)

// ArenaVariable is the environment variable that tells a bot the number of the arena's
// process: nobody else may connect to its socket.
const ArenaVariable = "ARENA_PID"

// DescribeMethod is the full gRPC name of BotService.Describe.
const DescribeMethod = "/" + DescribeService + "/Describe"

// DescribeService is the full gRPC name of BotService.
const DescribeService = "arena.v1.BotService"

// PlayerService is the full gRPC name of a game's PlayerService.
func PlayerService(game string) string { return game + playerService }

const playerService = ".v1.PlayerService"

// PlayMethod is the full gRPC name of the Play stream of a game.
func PlayMethod(game string) string { return "/" + PlayerService(game) + "/Play" }

// IsPlayMethod reports whether a method is the Play stream of any game.
func IsPlayMethod(method string) bool { return strings.HasSuffix(method, playerService+"/Play") }

// The fields of arena.v1.PlayRequest. Both ends read and write them by hand, so that
// their contents are passed on unchanged.
const (
	StartField protowire.Number = 1
	StateField protowire.Number = 2
	EndField   protowire.Number = 3
)

// roundField is the field of the round in the State message of every game.
const roundField protowire.Number = 1

// Round returns the round of a State message of any game. It ignores all other fields.
func Round(state []byte) (round int32, err error) {
	for len(state) > 0 {
		number, kind, n := protowire.ConsumeTag(state)
		if n < 0 {
			return 0, protowire.ParseError(n)
		}
		if number > protowire.MaxValidNumber {
			return 0, fmt.Errorf("field %d, which no message has", number)
		}
		state = state[n:]
		if number == roundField && kind == protowire.VarintType {
			value, n := protowire.ConsumeVarint(state)
			if n < 0 {
				return 0, protowire.ParseError(n)
			}
			round = int32(value) // as in protobuf, the last one counts
			state = state[n:]
			continue
		}
		if n = protowire.ConsumeFieldValue(number, kind, state); n < 0 {
			return 0, protowire.ParseError(n)
		}
		state = state[n:]
	}
	return round, nil
}

// A bot that is asked for its CPU profile hands it over when its standard input ends. It
// goes through a pipe of its own, which no sandbox closes and nothing else uses.
const (
	// ProfileVariable is the environment variable that is set if a profile is wanted.
	ProfileVariable = "ARENA_CPU_PROFILE"
	// ProfileValue is its value: the file that a bot writes the profile to.
	ProfileValue = "5"
	// BotWritesProfile is that file.
	BotWritesProfile = 5
)
