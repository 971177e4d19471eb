package wire_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine/wire"
	battleroyalev1 "github.com/botarena/arena/proto/battleroyale/v1"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// readState reads a message that has fields of all kinds that Fields reads.
func readState(message []byte) (*battleroyalev1.State, error) {
	m := new(battleroyalev1.State)
	fields := wire.NewFields(message)
	for fields.Next() {
		switch fields.Number() {
		case 1:
			fields.Int32(&m.Round)
		case 2:
			m.Status = fields.AppendSint32s(m.Status)
		case 3:
			fields.Bytes(&m.Colours)
		case 4:
			m.UnitOwners = fields.AppendInt32s(m.UnitOwners)
		case 5:
			m.UnitTiles = fields.AppendInt32s(m.UnitTiles)
		case 6:
			m.UnitHealths = fields.AppendInt32s(m.UnitHealths)
		}
	}
	return m, fields.Err()
}

// requireSame reads a message with Fields and with protobuf.
func requireSame(t *testing.T, message []byte) {
	t.Helper()
	want := new(battleroyalev1.State)
	invalid := proto.Unmarshal(message, want)
	got, err := readState(message)
	require.Equal(t, invalid == nil, err == nil, "%x: %v, but protobuf says %v", message, err, invalid)
	if err != nil {
		return
	}
	require.Equal(t, want.GetRound(), got.GetRound(), "%x", message)
	require.True(t, slices.Equal(want.GetStatus(), got.GetStatus()), "%x", message)
	require.True(t, bytes.Equal(want.GetColours(), got.GetColours()), "%x", message)
	require.True(t, slices.Equal(want.GetUnitOwners(), got.GetUnitOwners()), "%x", message)
	require.True(t, slices.Equal(want.GetUnitTiles(), got.GetUnitTiles()), "%x", message)
	require.True(t, slices.Equal(want.GetUnitHealths(), got.GetUnitHealths()), "%x", message)
}

// numbers are of all lengths on the wire; some have more bits than their field.
var numbers = []uint64{
	0, 1, 127, 128, 129, 16383, 16384, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 + 5, math.MaxUint64,
}

// randomMessage returns fields of all numbers and types, fitting or not.
func randomMessage(r *rand.Rand) []byte {
	var message []byte
	number := func() uint64 { return numbers[r.IntN(len(numbers))] }
	for range r.IntN(6) {
		field := protowire.Number(1 + r.IntN(8))
		switch r.IntN(6) {
		case 0, 1:
			message = protowire.AppendVarint(protowire.AppendTag(message, field, protowire.VarintType), number())
		case 2, 3:
			var packed []byte
			for range r.IntN(5) {
				packed = protowire.AppendVarint(packed, number())
			}
			message = protowire.AppendBytes(protowire.AppendTag(message, field, protowire.BytesType), packed)
		case 4:
			message = protowire.AppendFixed32(protowire.AppendTag(message, field, protowire.Fixed32Type), uint32(number()))
		case 5:
			inside := protowire.AppendTag(randomMessage(r), field, protowire.EndGroupType)
			message = append(protowire.AppendTag(message, field, protowire.StartGroupType), inside...)
		}
	}
	return message
}

func TestFieldsAreThoseOfProtobuf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		message := randomMessage(r)
		requireSame(t, message)
		if len(message) > 0 {
			requireSame(t, message[:r.IntN(len(message))])
			message[r.IntN(len(message))] = byte(r.Uint32())
			requireSame(t, message)
		}
	}
	for _, message := range [][]byte{
		{0x80, 0},
		{8},
		{8, 0x80},
		{7, 1},
		{0, 0},
		{12},
		{11, 12},
		{11},
		{10, 2, 1},
		{0x88, 0, 5},
		{0xf8, 0xff, 0xff, 0xff, 0xf, 0},
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
		{18, 11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
	} {
		requireSame(t, message)
	}
}

func FuzzFields(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add(randomMessage(r))
	}
	f.Fuzz(requireSame)
}

func TestLongNumbersAreThoseOfProtobuf(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		message, want := randomMessage(r), new(orkislandv1.State)
		if proto.Unmarshal(message, want) != nil {
			continue
		}
		var scores []int64
		fields := wire.NewFields(message)
		for fields.Next() {
			if fields.Number() == 3 {
				scores = fields.AppendInt64s(scores)
			}
		}
		require.NoError(t, fields.Err())
		require.True(t, slices.Equal(want.GetScores(), scores), "%x", message)
	}
	fields := wire.NewFields([]byte{26, 1, 0x80})
	require.True(t, fields.Next())
	require.Empty(t, fields.AppendInt64s(nil))
	require.Error(t, fields.Err())
}

func TestFieldsUseTheRoomThereIs(t *testing.T) {
	message := wire.AppendColumns(nil, nil, nil, nil, []int32{1, 200, -3})
	room := make([]int32, 3)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		list := room[:0]
		fields := wire.NewFields(message)
		for fields.Next() {
			list = fields.AppendInt32s(list)
		}
	}))
	require.Equal(t, []int32{1, 200, -3}, room)
}
