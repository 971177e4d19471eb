package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// testSchema compares the schema of the game with the envelope of arena.v1, which
// the arena uses in its place.
func testSchema(t *testing.T, game engine.Game) {
	in := game.Info().Name + ".v1."
	for _, f := range []struct {
		message, field string
		number         protoreflect.FieldNumber
		kind           protoreflect.Kind
		of             string
	}{
		{"PlayRequest", "start", 1, protoreflect.MessageKind, in + "Start"},
		{"PlayRequest", "state", 2, protoreflect.MessageKind, in + "State"},
		{"PlayRequest", "end", 3, protoreflect.MessageKind, "arena.v1.End"},
		{"PlayResponse", "round", 1, protoreflect.Int32Kind, ""},
		{"PlayResponse", "commands", 2, protoreflect.MessageKind, in + "Commands"},
		{"PlayResponse", "notes", 3, protoreflect.MessageKind, "arena.v1.Notes"},
		{"Start", "seat", 1, protoreflect.MessageKind, "arena.v1.Seat"},
		{"State", "round", 1, protoreflect.Int32Kind, ""},
	} {
		field := descriptor(t, game, f.message).Fields().ByName(protoreflect.Name(f.field))
		require.NotNil(t, field, "%s has no %s", f.message, f.field)
		require.Equal(t, f.number, field.Number())
		require.Equal(t, f.kind, field.Kind())
		if f.of != "" {
			require.EqualValues(t, f.of, field.Message().FullName())
		}
	}
	_, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(in + "PlayerService.Play"))
	require.NoError(t, err)
}

// descriptor is what the game's schema says of a message.
func descriptor(t *testing.T, game engine.Game, message string) protoreflect.MessageDescriptor {
	t.Helper()
	name := protoreflect.FullName(game.Info().Name + ".v1." + message)
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	require.NoError(t, err)
	of, ok := d.(protoreflect.MessageDescriptor)
	require.True(t, ok, "%s is no message", name)
	return of
}

// testWire sends every state of a match over the wire and back, and every
// player's commands.
func testWire(t *testing.T, game engine.Game) {
	m := begin(t, game.Default(), 3)
	var common arenav1.Start
	require.NoError(t, proto.Unmarshal(m.StartMessage(), &common))
	require.Nil(t, common.GetSeat(), "the arena adds the seat")
	play(m, m.Rounds(), func(turns []engine.Turn[engine.Commands]) {
		requireRedo(t, m)
		for _, turn := range turns {
			message := game.EncodeCommands(turn.Commands)
			again, err := game.DecodeCommands(message)
			require.NoError(t, err)
			require.Equal(t, turn.Commands.Len(), again.Len())
			require.Equal(t, message, game.EncodeCommands(again))
		}
	})
	requireRedo(t, m)

	none, err := game.DecodeCommands(nil)
	require.NoError(t, err)
	require.Zero(t, none.Len())
	require.Empty(t, game.EncodeCommands(nil))
}

func requireRedo(t *testing.T, m engine.Match) {
	t.Helper()
	var d engine.Digest
	start, state, err := probe(t, m.Setup().Game()).Redo(m.StartMessage(), m.StateMessage(), &d)
	require.NoError(t, err)
	require.Equal(t, m.StartMessage(), start)
	require.Equal(t, m.StateMessage(), state)
	require.Empty(t, d.Differs(digest(m).Checks(nil)))
	require.Equal(t, digest(m).Sum(), d.Sum())

	var common arenav1.State
	require.NoError(t, proto.Unmarshal(state, &common))
	require.EqualValues(t, m.Round(), common.GetRound())
}

// testSpoiledMessages decodes bytes that a broken bot or arena might send. Some
// are commands all the same; these are played.
func testSpoiledMessages(t *testing.T, game engine.Game) {
	r := chance()
	m := begin(t, game.Default(), 5)
	for m.Round() < min(100, m.Rounds()) {
		play(m, 1, func(turns []engine.Turn[engine.Commands]) {
			for seat := range turns {
				message := spoil(r, game.EncodeCommands(turns[seat].Commands))
				commands, err := game.DecodeCommands(message)
				if err != nil {
					require.NotEmpty(t, err.Error())
					continue
				}
				turns[seat].Commands = commands
			}
		})
		requireSane(t, m)
		requireRedo(t, m)
		var d engine.Digest
		_, _, _ = probe(t, game).Redo(m.StartMessage(), spoil(r, m.StateMessage()), &d)
		_, _, _ = probe(t, game).Redo(spoil(r, m.StartMessage()), m.StateMessage(), &d)
	}
}

// spoil returns a text with some bytes changed, left out or repeated.
func spoil(r *rand.Rand, text []byte) []byte {
	spoiled := slices.Clone(text)
	for range 1 + r.IntN(4) {
		if len(spoiled) == 0 {
			return []byte{byte(r.Uint32())}
		}
		at := r.IntN(len(spoiled))
		switch r.IntN(5) {
		case 0:
			spoiled[at] = byte(r.Uint32())
		case 1:
			spoiled[at] += byte(r.IntN(3)) - 1
		case 2:
			spoiled = slices.Delete(spoiled, at, min(len(spoiled), at+1+r.IntN(8)))
		case 3:
			piece := slices.Clone(spoiled[at:min(len(spoiled), at+1+r.IntN(8))])
			spoiled = slices.Insert(spoiled, at, piece...)
		case 4:
			if r.IntN(4) == 0 {
				spoiled = spoiled[:at]
			}
		}
	}
	return spoiled
}
