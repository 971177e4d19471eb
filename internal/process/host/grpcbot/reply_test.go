package grpcbot

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// FuzzReply holds that whatever a bot answers over gRPC is either commands or the bot's
// fault, in every game, and never the end of the referee.
func FuzzReply(f *testing.F) {
	for _, reply := range []*arenav1.PlayResponse{
		{},
		{Round: 7},
		{Round: 7, Commands: []byte{0x0a, 0x04, 0x08, 0x01, 0x10, 0x02}},
		{Round: 7, Notes: []byte{0x0a, 0x02, 0x08, 0x01}},
	} {
		message, err := proto.Marshal(reply)
		require.NoError(f, err)
		f.Add(message)
	}
	f.Add([]byte{0x08, 0x07, 0x12, 0xff, 0xff, 0xff, 0xff, 0x0f})
	const round = 7
	f.Fuzz(func(t *testing.T, message []byte) {
		for _, game := range games.All() {
			p := &player{game: game}
			commands, err := p.decode(message, round)
			var fault *match.Fault
			if err != nil {
				require.True(t, errors.As(err, &fault))
				require.Equal(t, match.Protocol, fault.Kind)
				require.Nil(t, commands)
				continue
			}
			again, err := game.DecodeCommands(game.EncodeCommands(commands))
			require.NoError(t, err)
			require.Equal(t, commands, again)
			require.LessOrEqual(t, len(p.notes.Take()), len(message))
		}
	})
}
