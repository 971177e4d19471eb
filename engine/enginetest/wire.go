package enginetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// testSchema compares the game's schema with the messages of arena.v1 that the arena
// uses instead.
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
		{"Start", "settings", 2, protoreflect.MessageKind, "arena.v1.Setting"},
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

// descriptor returns the description of a message in the game's schema.
func descriptor(t testing.TB, game engine.Game, message string) protoreflect.MessageDescriptor {
	t.Helper()
	name := protoreflect.FullName(game.Info().Name + ".v1." + message)
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	require.NoError(t, err)
	of, ok := d.(protoreflect.MessageDescriptor)
	require.True(t, ok, "%s is not a message", name)
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
	requireStateInAnyForm(t, m)

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

// testFarEnd plays one player on both sides of the wire. As from the arena, the Start
// message begins with the seat.
func testFarEnd(t *testing.T, game engine.Game) {
	m := begin(t, game.Default(), 6)
	last := m.Setup().Seats() - 1
	front, err := proto.Marshal(&arenav1.Start{Seat: &arenav1.Seat{Me: int32(last)}})
	require.NoError(t, err)
	far, err := game.Random().Join(append(front, m.StartMessage()...),
		engine.NewSeat(last, m.Seat(last).Names(), m.Seat(last).Seed()))
	require.NoError(t, err)
	near := game.Random()
	turns := make([]engine.Turn[engine.Commands], m.Setup().Seats())
	for m.Round() < 50 && !m.Over() {
		turns[last].Commands = near.Play(m, last)
		message, err := far(m.StateMessage())
		require.NoError(t, err)
		require.Equal(t, game.EncodeCommands(turns[last].Commands), message)
		m.Step(turns)
	}
	_, err = far([]byte{0xff})
	require.ErrorContains(t, err, "state: ")
	_, err = game.Random().Join([]byte{0xff}, m.Seat(0))
	require.ErrorContains(t, err, "start: ")
}

// testStartSettings takes settings out of a Start, adds some and changes them.
func testStartSettings(t *testing.T, game engine.Game) {
	m := begin(t, game.Default(), 2)
	schema := descriptor(t, game, "Start")
	field := schema.Fields().ByName("settings")
	refused := func(change func(list protoreflect.List), want string) {
		t.Helper()
		start := dynamicpb.NewMessage(schema)
		require.NoError(t, proto.Unmarshal(m.StartMessage(), start))
		change(start.Mutable(field).List())
		message, err := proto.Marshal(start)
		require.NoError(t, err)
		var d engine.Digest
		_, _, err = probe(t, game).Redo(message, m.StateMessage(), &d)
		require.ErrorContains(t, err, "start: ")
		require.ErrorContains(t, err, want)
	}
	setting := func(name string, value int64) protoreflect.Value {
		one := dynamicpb.NewMessage(field.Message())
		one.Set(field.Message().Fields().ByName("name"), protoreflect.ValueOfString(name))
		one.Set(field.Message().Fields().ByName("value"), protoreflect.ValueOfInt64(value))
		return protoreflect.ValueOfMessage(one)
	}
	for i, s := range m.Board().Settings() {
		if s.Optional {
			continue // and is the last, as it is not in the message
		}
		refused(func(list protoreflect.List) {
			list.Set(i, list.Get(list.Len()-1))
			list.Truncate(list.Len() - 1)
		}, s.Name+": not given")
		refused(func(list protoreflect.List) { list.Append(list.Get(i)) }, s.Name+": given twice")
		if s.Min == s.Max { // the board may determine it, and a Start need not have the board
			s.Min, s.Max = math.MinInt+1, math.MaxInt-1
		}
		refused(func(list protoreflect.List) { list.Set(i, setting(s.Name, int64(s.Max)+1)) }, s.Name)
		refused(func(list protoreflect.List) { list.Set(i, setting(s.Name, int64(s.Min)-1)) }, s.Name)
	}
	refused(func(list protoreflect.List) { list.Append(setting("speed", 1)) }, "settings, but there are ")
}

// testCommandColumns compares reading and writing with protobuf, also for messages with
// unknown fields and with lists in pieces.
func testCommandColumns(t *testing.T, game engine.Game) {
	schema := descriptor(t, game, "Commands")
	whole := dynamicpb.NewMessage(schema)
	for i := range schema.Fields().Len() {
		list := whole.Mutable(schema.Fields().Get(i)).List()
		for _, n := range []int32{3, -1, 0, 1 << 30, 2} {
			if schema.Fields().Get(i).Enum() != nil {
				list.Append(protoreflect.ValueOfEnum(protoreflect.EnumNumber(n)))
			} else {
				list.Append(protoreflect.ValueOfInt32(n))
			}
		}
	}
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(whole)
	require.NoError(t, err)
	again := func(message []byte) []byte {
		t.Helper()
		commands, err := game.DecodeCommands(message)
		require.NoError(t, err)
		return game.EncodeCommands(commands)
	}
	require.Equal(t, message, again(message), "all numbers are kept, valid or not")
	unknown := protowire.AppendString(protowire.AppendTag(nil, 77, protowire.BytesType), "later")
	twice, err := proto.Marshal(whole)
	require.NoError(t, err)
	doubled := append(append(slices.Clone(message), unknown...), twice...)
	require.NoError(t, proto.Unmarshal(doubled, whole))
	whole.SetUnknown(nil)
	message, err = proto.MarshalOptions{Deterministic: true}.Marshal(whole)
	require.NoError(t, err)
	require.Equal(t, message, again(doubled), "lists in pieces")

	if schema.Fields().Len() == 1 {
		return
	}
	last := schema.Fields().Get(schema.Fields().Len() - 1)
	whole.Mutable(last).List().Truncate(4)
	message, err = proto.Marshal(whole)
	require.NoError(t, err)
	_, err = game.DecodeCommands(message)
	require.EqualError(t, err, fmt.Sprintf("commands: 10 %s, but 4 %s", schema.Fields().Get(0).Name(), last.Name()))
}

// FuzzCommands decodes what a hostile bot might send, compares with protobuf, and plays
// the commands.
func FuzzCommands(f *testing.F, game engine.Game) {
	m := begin(f, game.Default(), 1)
	f.Add(game.EncodeCommands(game.Random().Play(m, 0)))
	f.Add([]byte{10, 2, 1, 0xff})
	f.Fuzz(func(t *testing.T, message []byte) {
		commands, err := game.DecodeCommands(message)
		known := dynamicpb.NewMessage(descriptor(t, game, "Commands"))
		if invalid := proto.Unmarshal(message, known); invalid != nil {
			require.Error(t, err, "protobuf says %v", invalid)
		}
		if err != nil {
			return
		}
		known.SetUnknown(nil)
		for i := range known.Descriptor().Fields().Len() {
			if field := known.Descriptor().Fields().Get(i); field.Enum() == nil {
				numbers := known.Mutable(field).List()
				for k := range numbers.Len() { // numbers that aren't units are written as -1
					numbers.Set(k, protoreflect.ValueOfInt32(int32(max(numbers.Get(k).Int(), -1))))
				}
			}
		}
		want, err := proto.MarshalOptions{Deterministic: true}.Marshal(known)
		require.NoError(t, err)
		require.Equal(t, want, append([]byte{}, game.EncodeCommands(commands)...),
			"all numbers are kept, but those below 0 of a repeated int32, which become -1: see wire.Unit")
		if commands.Len() <= engine.MaxCommands {
			m := begin(t, game.Default(), 1)
			turns := make([]engine.Turn[engine.Commands], m.Setup().Seats())
			turns[0].Commands = commands
			m.Step(turns)
		}
	})
}

// testSpoiledMessages decodes bytes that a broken bot or arena might send. Those that
// still are commands are played.
func testSpoiledMessages(t *testing.T, game engine.Game) {
	r := chance()
	m := begin(t, game.Default(), 5)
	for m.Round() < 100 && !m.Over() {
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
		requireStateOfProtobuf(t, game, m.StartMessage(), spoil(r, m.StateMessage()))
		_, _, _ = probe(t, game).Redo(spoil(r, m.StartMessage()), m.StateMessage(), &d)
	}
}

// spoil returns the text with some bytes changed, left out or repeated.
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
