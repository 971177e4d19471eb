//go:build !windows

package sdk

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/internal/base/botwire"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

func TestRequestIsReadAsProtobufDoes(t *testing.T) {
	start, state, end := &arenav1.PlayRequest_Start{Start: []byte("board")},
		&arenav1.PlayRequest_State{State: []byte("now")}, &arenav1.PlayRequest_End{End: &arenav1.End{Places: []int32{2, 1}}}
	unknown := protowire.AppendVarint(protowire.AppendTag(nil, 9, protowire.VarintType), 300)
	unknown = protowire.AppendBytes(protowire.AppendTag(unknown, 10, protowire.BytesType), []byte("later"))
	for _, c := range []struct {
		name  string
		bytes []byte
		event protowire.Number
		body  string
	}{
		{"start", encode(t, &arenav1.PlayRequest{Event: start}), botwire.StartField, "board"},
		{"state", encode(t, &arenav1.PlayRequest{Event: state}), botwire.StateField, "now"},
		{"end", encode(t, &arenav1.PlayRequest{Event: end}), botwire.EndField, string(encode(t, end.End))},
		{"nothing", nil, 0, ""},
		{"what this SDK does not know", unknown, 0, ""},
		{"something besides", append(unknown, encode(t, &arenav1.PlayRequest{Event: state})...), botwire.StateField, "now"},
		{"the last counts", append(encode(t, &arenav1.PlayRequest{Event: start}),
			encode(t, &arenav1.PlayRequest{Event: state})...), botwire.StateField, "now"},
	} {
		t.Run(c.name, func(t *testing.T) {
			event, body, err := (&request{c.bytes}).event()
			require.NoError(t, err)
			require.Equal(t, c.event, event)
			require.Equal(t, c.body, string(body))
			require.NoError(t, proto.Unmarshal(c.bytes, new(arenav1.PlayRequest)))
		})
	}
	for _, bytes := range [][]byte{{0xff}, {2<<3 | 2, 5, 'a'}, {0}} {
		_, _, err := (&request{bytes}).event()
		require.Error(t, err)
		require.Error(t, proto.Unmarshal(bytes, new(arenav1.PlayRequest)))
	}
}

func TestCodecUsesMemoryAgain(t *testing.T) {
	var r request
	require.NoError(t, newCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer("long "), mem.SliceBuffer("ago")}, &r))
	require.Equal(t, "long ago", string(r.bytes))
	first := &r.bytes[0]
	require.NoError(t, newCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer("now")}, &r))
	require.Equal(t, "now", string(r.bytes))
	require.Same(t, first, &r.bytes[0])

	var other arenav1.GameVersion
	data, err := newCodec().Marshal(&arenav1.GameVersion{Name: "chess"})
	require.NoError(t, err)
	require.NoError(t, newCodec().Unmarshal(data, &other))
	require.Equal(t, "chess", other.GetName())
}

func encode(t *testing.T, m proto.Message) []byte {
	t.Helper()
	bytes, err := proto.Marshal(m)
	require.NoError(t, err)
	return bytes
}
