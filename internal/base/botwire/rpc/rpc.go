// Package rpc is what both ends tell go-plugin and gRPC.
package rpc

import (
	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/botarena/arena/internal/base/botwire"
)

// Handshake lets a bot that is run by hand find out that no arena has started it.
var Handshake = goplugin.HandshakeConfig{
	MagicCookieKey:   botwire.CookieVariable,
	MagicCookieValue: botwire.CookieValue,
}

// Logger silences go-plugin: everything that matters reaches the user as an error.
func Logger() hclog.Logger { return hclog.NewNullLogger() }

// PlayStream describes the Play stream of any game.
var PlayStream = grpc.StreamDesc{StreamName: "Play", ServerStreams: true, ClientStreams: true}
