package botwire_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/internal/base/botwire"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// requireRound asserts that Round reads what protobuf does.
func requireRound(t *testing.T, state []byte) {
	t.Helper()
	var common arenav1.State
	want := proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(state, &common)
	round, err := botwire.Round(state)
	if want != nil {
		require.Error(t, err, "protobuf says %v", want)
		return
	}
	require.NoError(t, err)
	require.Equal(t, common.GetRound(), round)
}

func rounds(numbers ...int64) (state []byte) {
	for _, n := range numbers {
		state = protowire.AppendVarint(protowire.AppendTag(state, 1, protowire.VarintType), uint64(n))
	}
	return state
}

func TestRoundIsReadAsProtobufDoes(t *testing.T) {
	others := protowire.AppendBytes(protowire.AppendTag(nil, 4, protowire.BytesType), []byte{8, 9})
	others = protowire.AppendFixed64(protowire.AppendTag(others, 9, protowire.Fixed64Type), 7)
	for _, state := range [][]byte{
		nil,
		rounds(0),
		rounds(137),
		rounds(-1),
		rounds(1 << 40),
		rounds(5, 6),
		others,
		append(others, rounds(137)...),
		append(rounds(137), others...),
		protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), []byte{5}),
		{0xff},
		{8},
		{8, 0xff},
		{0x22, 5, 1},
		{0},
	} {
		requireRound(t, state)
	}
}

func FuzzRound(f *testing.F) {
	f.Add(rounds(1, 300))
	f.Fuzz(requireRound)
}
