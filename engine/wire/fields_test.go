package wire_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine/wire"
	starshipsv1 "github.com/botarena/arena/proto/starships/v1"
)

// columns are those of a State that has all kinds of them.
var columns = wire.Table{
	{Name: "statuses", Kind: wire.Sint32s},
	{Name: "scores", Kind: wire.Int64s},
	{Name: "cells", Kind: wire.Bytes},
	{Name: "starship cells", Kind: wire.Int32s},
	{Name: "starship missiles", Kind: wire.Int64s},
	{Name: "starship countdowns", Kind: wire.Sint32s},
	{Name: "missile ids", Kind: wire.Int32s},
	{Name: "missile starships", Kind: wire.Int32s},
	{Name: "missile cells", Kind: wire.Int32s},
	{Name: "next missiles", Kind: wire.One},
}

// requireSame reads a message with a Table and with protobuf, and writes it again.
func requireSame(t *testing.T, message []byte) {
	t.Helper()
	want := new(starshipsv1.State)
	invalid := proto.Unmarshal(message, want)
	lengths := []int{
		len(want.GetStatus()), len(want.GetScores()), len(want.GetCells()), len(want.GetStarshipCells()),
		len(want.GetStarshipMissiles()), len(want.GetStarshipCountdowns()), wire.Any, wire.Any, wire.Any, 1,
	}
	var room wire.Room
	w, err := columns.Read(message, &room, lengths...)
	if invalid != nil {
		require.Error(t, err, "%x: protobuf says %v", message, invalid)
		return
	}
	require.NoError(t, err, "%x", message)
	require.Equal(t, want.GetRound(), w.Round, "%x", message)
	require.Equal(t, want.GetNextMissile(), *w.One(9), "%x", message)
	require.True(t, bytes.Equal(want.GetCells(), w.Bytes(2)), "%x", message)
	for k, list := range map[int][]int32{
		0: want.GetStatus(), 3: want.GetStarshipCells(), 5: want.GetStarshipCountdowns(),
		6: want.GetMissileIds(), 7: want.GetMissileStarships(), 8: want.GetMissileCells(),
	} {
		require.True(t, slices.Equal(list, w.Int32s(k)), "%x: %s", message, columns[k].Name)
	}
	require.True(t, slices.Equal(want.GetScores(), w.Int64s(1)), "%x", message)
	require.True(t, slices.Equal(want.GetStarshipMissiles(), w.Int64s(4)), "%x", message)
	want.ProtoReflect().SetUnknown(nil)
	require.Equal(t, wire.Marshal(want), append([]byte{}, w.Encode()...), "%x", message)

	for k := range 6 {
		lengths[k]++
		_, err := columns.Read(message, &room, lengths...)
		require.EqualError(t, err, fmt.Sprintf("%d %s, but there must be %d", lengths[k]-1, columns[k].Name, lengths[k]))
		lengths[k]--
	}
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
		field := protowire.Number(1 + r.IntN(12))
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

// TestListsHaveRoom on the stack in most matches, and find it elsewhere in others.
func TestListsHaveRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	list := func(n int) []int32 {
		list := make([]int32, n)
		for i := range list {
			list[i] = int32(numbers[r.IntN(len(numbers))])
		}
		return list
	}
	for _, n := range []int{0, 1, 60, 200, 3000} {
		state := &starshipsv1.State{
			Round: 7, Status: list(n), Scores: make([]int64, n), Cells: make([]byte, n), StarshipCells: list(n),
			MissileIds: list(n), MissileStarships: list(n + 1), MissileCells: list(n / 2), NextMissile: -1,
		}
		for i := range state.GetScores() {
			state.Scores[i] = int64(numbers[r.IntN(len(numbers))])
		}
		requireSame(t, wire.Marshal(state))
		// More than its part of the room, and all in all there is enough.
		requireSame(t, wire.Marshal(&starshipsv1.State{
			MissileIds: list(min(n, 200)), MissileStarships: list(50), MissileCells: list(100),
		}))
	}
	message := wire.Marshal(&starshipsv1.State{MissileIds: list(100), MissileCells: list(150), Status: list(4)})
	require.Zero(t, testing.AllocsPerRun(10, func() {
		var room wire.Room
		if _, err := columns.Read(message, &room, 4, 0, 0, 0, 0, 0, wire.Any, wire.Any, wire.Any, 1); err != nil {
			panic(err)
		}
	}))
}

func TestListsAreFilledAndEncoded(t *testing.T) {
	var room wire.Room
	w := columns.Lists(&room, 3, 2, 4, 2, 0, 0, 1, 1, 1, 1)
	require.Equal(t, []byte{0, 0, 0, 0}, w.Bytes(2))
	w.Round, *w.One(9) = 300, 5
	wire.Put(w.Int32s(0), []int{-1, 250000, 0})
	w.Int64s(1)[1] = 1 << 40
	copy(w.Bytes(2), "a.b.")
	wire.Put(w.Int32s(8), []int{9})
	require.Equal(t, wire.Marshal(&starshipsv1.State{
		Round: 300, Status: []int32{-1, 250000, 0}, Scores: []int64{0, 1 << 40}, Cells: []byte("a.b."),
		StarshipCells: []int32{0, 0}, MissileIds: []int32{0}, MissileStarships: []int32{0}, MissileCells: []int32{9},
		NextMissile: 5,
	}), w.Encode())
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
