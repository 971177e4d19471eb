//go:build !wasip1 && !windows

package sdk

import (
	"slices"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/internal/base/botwire"
)

// request is an arena.v1.PlayRequest, still encoded. It is read by hand, since
// protobuf would first copy the State of every round into fresh memory.
type request struct{ bytes []byte }

// event returns the field that is set and its bytes, which are valid until the next
// request is received. The field is 0 for an event that this SDK doesn't know.
func (r *request) event() (event protowire.Number, body []byte, err error) {
	for rest := r.bytes; len(rest) > 0; {
		number, kind, n := protowire.ConsumeTag(rest)
		if n < 0 {
			return 0, nil, protowire.ParseError(n)
		}
		value := rest[n:]
		if n = protowire.ConsumeFieldValue(number, kind, value); n < 0 {
			return 0, nil, protowire.ParseError(n)
		}
		if number <= botwire.EndField && kind == protowire.BytesType {
			event = number
			body, _ = protowire.ConsumeBytes(value)
		}
		rest = value[n:]
	}
	return event, body, nil
}

// codec receives requests without decoding them, and leaves all other messages to
// protobuf.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2("proto")} }

func (c codec) Unmarshal(data mem.BufferSlice, message any) error {
	r, ok := message.(*request)
	if !ok {
		return c.CodecV2.Unmarshal(data, message)
	}
	r.bytes = slices.Grow(r.bytes[:0], data.Len())[:data.Len()]
	data.CopyTo(r.bytes)
	return nil
}
