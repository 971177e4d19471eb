package enginetest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/botarena/arena/engine"
)

// Games may read States by themselves, which is faster than with protobuf. They must
// read the same.

// requireStateOfProtobuf decodes what may be a State. The result must be that of
// protobuf, which is found by decoding what protobuf makes of it: a message in which
// every field occurs once, in order.
func requireStateOfProtobuf(t *testing.T, game engine.Game, start, state []byte) {
	t.Helper()
	var wanted, digest engine.Digest
	_, again, err := probe(t, game).Redo(start, state, &digest)
	known := dynamicpb.NewMessage(descriptor(t, game, "State"))
	if invalid := proto.Unmarshal(state, known); invalid != nil {
		require.ErrorContains(t, err, "state: ", "%x, of which protobuf says %v", state, invalid)
		return
	}
	known.SetUnknown(nil)
	plain, broken := proto.MarshalOptions{Deterministic: true}.Marshal(known)
	require.NoError(t, broken)
	_, want, refused := probe(t, game).Redo(start, plain, &wanted)
	if refused != nil {
		require.EqualError(t, err, refused.Error(), "%x", state)
		return
	}
	require.NoError(t, err, "%x", state)
	require.Equal(t, want, again, "%x", state)
	require.Equal(t, wanted.Sum(), digest.Sum(), "%x", state)
}

// requireStateInAnyForm decodes a State in forms that mean the same to protobuf: lists in
// pieces, packed or not, fields that aren't known or of another type, and values that
// others replace.
func requireStateInAnyForm(t *testing.T, m engine.Match) {
	t.Helper()
	game, start, state := m.Setup().Game(), m.StartMessage(), m.StateMessage()
	schema := descriptor(t, game, "State")
	for _, form := range [][]byte{inPieces(schema, state, 1), inPieces(schema, state, 7), amidNoise(schema, state)} {
		requireStateOfProtobuf(t, game, start, form)
		var d engine.Digest
		_, again, err := probe(t, game).Redo(start, form, &d)
		require.NoError(t, err)
		require.Equal(t, state, again)
		requireStateOfProtobuf(t, game, start, append(form, state...)) // all lists are twice as long
	}
}

// eachField calls do with the fields of an encoded message.
func eachField(message []byte, do func(number protowire.Number, kind protowire.Type, value []byte)) {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		size := protowire.ConsumeFieldValue(number, kind, message[n:])
		do(number, kind, message[n:n+size])
		message = message[n+size:]
	}
}

// inPieces returns a State in which lists are sent in pieces of so many bytes or a
// little more, each as a field of its own. Pieces of one number aren't packed.
func inPieces(schema protoreflect.MessageDescriptor, state []byte, size int) (pieces []byte) {
	eachField(state, func(number protowire.Number, kind protowire.Type, value []byte) {
		if !schema.Fields().ByNumber(number).IsList() {
			pieces = append(protowire.AppendTag(pieces, number, kind), value...)
			return
		}
		for list, _ := protowire.ConsumeBytes(value); len(list) > 0; {
			end, count := 0, 0
			for end < len(list) && end < size {
				_, n := protowire.ConsumeVarint(list[end:])
				end += n
				count++
			}
			if count == 1 {
				pieces = append(protowire.AppendTag(pieces, number, protowire.VarintType), list[:end]...)
			} else {
				pieces = protowire.AppendBytes(protowire.AppendTag(pieces, number, protowire.BytesType), list[:end])
			}
			list = list[end:]
		}
	})
	return pieces
}

// amidNoise returns a State with fields in between that must be ignored.
func amidNoise(schema protoreflect.MessageDescriptor, state []byte) (noisy []byte) {
	const unknown, group = 1000, 1001
	eachField(state, func(number protowire.Number, kind protowire.Type, value []byte) {
		noisy = protowire.AppendFixed64(protowire.AppendTag(noisy, number, protowire.Fixed64Type), 1<<50)
		noisy = protowire.AppendBytes(protowire.AppendTag(noisy, unknown, protowire.BytesType), state[:3])
		noisy = protowire.AppendTag(protowire.AppendTag(noisy, group, protowire.StartGroupType), group,
			protowire.EndGroupType)
		if !schema.Fields().ByNumber(number).IsList() { // the last value counts
			if kind == protowire.BytesType {
				noisy = protowire.AppendBytes(protowire.AppendTag(noisy, number, kind), []byte("??"))
			} else {
				noisy = protowire.AppendVarint(protowire.AppendTag(noisy, number, kind), 1<<40)
			}
		}
		noisy = append(protowire.AppendTag(noisy, number, kind), value...)
	})
	return noisy
}

// FuzzState compares the decoding of States with protobuf's.
func FuzzState(f *testing.F, game engine.Game) {
	m := begin(f, game.Default(), 1)
	play(m, 5, nil)
	schema := descriptor(f, game, "State")
	for _, state := range [][]byte{
		m.StateMessage(), inPieces(schema, m.StateMessage(), 7),
		amidNoise(schema, m.StateMessage()),
	} {
		f.Add(state)
	}
	start := m.StartMessage()
	f.Fuzz(func(t *testing.T, state []byte) { requireStateOfProtobuf(t, game, start, state) })
}
