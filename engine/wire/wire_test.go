package wire_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/wire"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	duelv1 "github.com/botarena/arena/proto/duel/v1"
)

// setup has a setting whose bound depends on another.
type setup struct{ rows, units int }

func (s *setup) Settings() []engine.Setting {
	return []engine.Setting{
		{Name: "rows", Value: &s.rows, Min: 1, Max: 9},
		{Name: "units", Value: &s.units, Min: 0, Max: s.rows * s.rows},
	}
}

func TestSettingsGoThereAndBack(t *testing.T) {
	message := wire.Settings(&setup{4, 16})
	var again setup
	require.NoError(t, wire.ReadSettings(&again, message))
	require.Equal(t, setup{4, 16}, again)
	message[0], message[1] = message[1], message[0]
	again = setup{}
	require.NoError(t, wire.ReadSettings(&again, message), "in any order")
	require.Equal(t, setup{4, 16}, again)
}

func TestBadSettingsAreRefused(t *testing.T) {
	one := func(name string, value int64) *arenav1.Setting { return &arenav1.Setting{Name: name, Value: value} }
	for want, message := range map[string][]*arenav1.Setting{
		"units: not given":              {one("rows", 4)},
		"rows: given twice":             {one("rows", 4), one("rows", 4), one("units", 1)},
		"rowshint: rm: given twice":     {one("rows\nhint: rm", 4), one("rows\nhint: rm", 4)},
		"units: 17, but the most is 16": {one("units", 17), one("rows", 4)},
		"rows: 0, but the least is 1":   {one("units", 0), one("rows", 0)},
		"3 settings, but there are 2":   {one("units", 0), one("rows", 1), one("cols", 1)},
	} {
		require.EqualError(t, wire.ReadSettings(new(setup), message), want)
	}
}

// square has two settings that share a value.
type square struct{ size int }

func (s *square) Settings() []engine.Setting {
	return []engine.Setting{{Name: "rows", Value: &s.size, Min: 1, Max: 9}, {Name: "cols", Value: &s.size, Min: 1, Max: 9}}
}

func TestSettingsThatShareAValueMustAgree(t *testing.T) {
	message := wire.Settings(&square{4})
	var again square
	require.NoError(t, wire.ReadSettings(&again, message))
	require.Equal(t, square{4}, again)
	message[0].Value = 5
	require.EqualError(t, wire.ReadSettings(&again, message), "cols: 4, but rows is 5")
}

func TestNumbersAndUnits(t *testing.T) {
	require.Equal(t, []int32{3, -1}, wire.Numbers([]int{3, -1}))
	require.Equal(t, []int32{250000, -1000000}, wire.Numbers([]engine.Status{250000, engine.Frozen}))
	for id, want := range map[int64]int32{0: 0, -1: -1, -7: -1, math.MaxInt32: math.MaxInt32, math.MaxInt32 + 1: -1} {
		require.Equal(t, want, wire.Unit(engine.UnitID(id)))
	}
}

func TestLengthsAreChecked(t *testing.T) {
	require.NoError(t, wire.CheckLengths(wire.Length{"scores", 4, 4}, wire.Length{"cells", 0, 0}))
	require.EqualError(
		t, wire.CheckLengths(wire.Length{"scores", 4, 4}, wire.Length{"cells", 1, 2}, wire.Length{"units", 1, 2}),
		"1 cells, but there must be 2")
}

func TestMarshalIsDeterministicAndPanicsForNonsense(t *testing.T) {
	require.Equal(t, []byte{10, 1, 'x'}, wire.Marshal(&arenav1.GameVersion{Name: "x"}))
	require.Panics(t, func() { wire.Marshal(&arenav1.GameVersion{Name: "\xff"}) })
}

func TestColumnsAreThoseOfProtobuf(t *testing.T) {
	units, directions := []int32{1, -1, math.MaxInt32, 0}, []int32{4, 0, -9, 300}
	message := wire.AppendColumns([]byte("front"), units, directions)
	require.Equal(t, "front", string(message[:5]))
	message = message[5:]
	var m duelv1.Commands
	require.NoError(t, proto.Unmarshal(message, &m))
	require.Equal(t, units, m.GetUnits())
	require.EqualValues(t, -9, m.GetDirections()[2])
	require.Equal(t, wire.Marshal(&m), message)
	columns, err := wire.ReadColumns(message, "units", "directions")
	require.NoError(t, err)
	require.Equal(t, [][]int32{units, directions}, columns)
	require.Empty(t, wire.AppendColumns(nil, nil, nil))
}

func TestColumnsInAnyFormThatProtobufReads(t *testing.T) {
	single := func(number protowire.Number, v uint64) []byte {
		return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), v)
	}
	var message []byte
	message = append(message, single(1, 7)...)
	message = append(message, single(2, 1)...)
	message = append(message, single(9, 5)...) // not known
	message = append(message, wire.AppendColumns(nil, []int32{8, 9}, []int32{2, 3})...)
	// of a type that it is not
	message = protowire.AppendFixed32(protowire.AppendTag(message, 1, protowire.Fixed32Type), 5)
	columns, err := wire.ReadColumns(message, "units", "directions")
	require.NoError(t, err)
	require.Equal(t, [][]int32{{7, 8, 9}, {1, 2, 3}}, columns)

	columns, err = wire.ReadColumns(nil, "units", "directions")
	require.NoError(t, err)
	require.Equal(t, [][]int32{nil, nil}, columns)
}

func TestBadColumnsAreRefused(t *testing.T) {
	for _, message := range [][]byte{
		{0xff},
		{10},
		{10, 5, 1},
		{10, 1, 0x80},
		{8, 0x80},
		{0},
		{0x92, 0xbd, 0xbd, 0xbd, 0x30, 0},
	} {
		_, err := wire.ReadColumns(message, "units", "directions")
		require.Error(t, err, "%x", message)
		require.Error(t, proto.Unmarshal(message, new(duelv1.Commands)), "%x", message)
	}
	_, err := wire.ReadColumns(wire.AppendColumns(nil, []int32{1, 2}, []int32{1}), "units", "directions")
	require.EqualError(t, err, "2 units, but 1 directions")
}
