// Package botwire is the contract between the arena and a bot's process: everything that
// both ends must agree on, except the messages. Package rpc has the settings of go-plugin and
// gRPC, so that nobody links them for a number.
package botwire

import "strings"

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
