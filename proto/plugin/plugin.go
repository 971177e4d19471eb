// Package plugin is the contract between the arena and a bot's process: what
// both ends of hashicorp/go-plugin must agree on, besides the messages.
package plugin

import (
	"strings"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// ProtocolVersion is the version of the wire. New fields in a message don't raise it.
const ProtocolVersion = 2

// Name is the go-plugin name under which every bot serves BotService. The
// services of games are served under the names of the games.
const Name = "bot"

// Limits of the wire.
const (
	// MaxResponse is the longest message of a bot, in bytes. 1000 commands of
	// five numbers each, all as long as can be, stay below a quarter of it.
	MaxResponse = 256 << 10
	// MaxRequest is the longest message of the arena, in bytes. It leaves room
	// for boards a hundred times larger than those of our games.
	MaxRequest = 8 << 20
	// Window is gRPC's flow control window, in bytes. A fixed one keeps gRPC
	// from measuring the connection with pings, which costs more than our
	// messages do.
	Window = 1 << 20
)

// Handshake keeps a bot that is run by hand from waiting for an arena.
var Handshake = goplugin.HandshakeConfig{
	MagicCookieKey:   "ARENA_BOT",
	MagicCookieValue: "2f1c1be0-arena",
}

// Logger silences go-plugin: what matters reaches the user as an error.
func Logger() hclog.Logger { return hclog.NewNullLogger() }

// DescribeMethod is the full gRPC name of BotService.Describe.
const DescribeMethod = "/" + DescribeService + "/Describe"

// DescribeService is the full gRPC name of BotService.
const DescribeService = "arena.v1.BotService"

// PlayerService is the full gRPC name of a game's PlayerService.
func PlayerService(game string) string { return game + playerService }

const playerService = ".v1.PlayerService"

// PlayMethod is the full gRPC name of the Play stream of a game.
func PlayMethod(game string) string { return "/" + PlayerService(game) + "/Play" }

// IsPlayMethod says whether a method is the Play stream of any game.
func IsPlayMethod(method string) bool { return strings.HasSuffix(method, playerService+"/Play") }

// PlayStream describes the Play stream of any game.
var PlayStream = grpc.StreamDesc{StreamName: "Play", ServerStreams: true, ClientStreams: true}
