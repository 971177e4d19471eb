//go:build linux

package main

import (
	"math/rand/v2"
	"strconv"

	"golang.org/x/net/http2"
)

// fuzz speaks mostly right and sometimes wrong, as its seed has it.
func fuzz(w *wire) {
	seed, _ := strconv.ParseUint(target("seed"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 1))
	w.AllowIllegalWrites, w.AllowIllegalReads = true, true
	wrong := func() {
		stream := []uint32{w.stream, w.stream, w.stream, 0, 2, 99, 1 << 31}[r.IntN(7)]
		bytes := make([]byte, r.IntN(1<<r.IntN(15)))
		for i := range bytes {
			bytes[i] = byte(r.Uint32())
		}
		for range 1 + r.IntN(3)*r.IntN(200) {
			switch r.IntN(13) {
			case 0:
				_ = w.WriteData(stream, r.IntN(4) == 0, bytes)
			case 1:
				_ = w.WriteHeaders(
					http2.HeadersFrameParam{
						StreamID: stream, EndHeaders: r.IntN(2) == 0, EndStream: r.IntN(2) == 0,
						BlockFragment: bytes,
					})
			case 2:
				_ = w.WriteContinuation(stream, r.IntN(2) == 0, bytes)
			case 3:
				_ = w.WriteSettings(http2.Setting{ID: http2.SettingID(r.IntN(8)), Val: r.Uint32() >> r.IntN(32)})
			case 4:
				_ = w.WriteWindowUpdate(stream, r.Uint32()>>r.IntN(32))
			case 5:
				_ = w.WriteRSTStream(stream, http2.ErrCode(r.IntN(16)))
			case 6:
				_ = w.WriteGoAway(r.Uint32()>>r.IntN(32), http2.ErrCode(r.IntN(16)), bytes)
			case 7:
				_ = w.WritePing(r.IntN(2) == 0, [8]byte{})
			case 8:
				_ = w.WritePushPromise(
					http2.PushPromiseParam{
						StreamID: stream, PromiseID: r.Uint32() >> r.IntN(32), BlockFragment: bytes,
						EndHeaders: true,
					})
			case 9:
				_ = w.WriteRawFrame(http2.FrameType(r.IntN(256)), http2.Flags(r.IntN(256)), stream, bytes)
			case 10:
				_, _ = w.write.Write(bytes)
			case 11:
				_ = w.answer(r.IntN(rounds))
			case 12:
				block := headerBlock(":status", "200", "content-type", "application/grpc", "grpc-status", strconv.Itoa(r.IntN(20)),
					"grpc-message", string(bytes))
				_ = w.WriteHeaders(
					http2.HeadersFrameParam{StreamID: stream, EndHeaders: true, EndStream: true, BlockFragment: block})
			}
		}
	}
	when := r.IntN(rounds + 5) // in which round it begins
	if when == 0 {
		wrong()
	}
	w.greet()
	if when == 1 {
		wrong()
	}
	w.until(http2.FrameHeaders)
	if when == 2 {
		wrong()
	}
	w.accept()
	if when == 3 {
		wrong()
	}
	w.message()
	for round := 0; w.message(); round++ {
		if round+4 >= when && r.IntN(2) == 0 {
			wrong()
		}
		_ = w.answer(round)
	}
	if r.IntN(2) == 0 {
		for range 100 {
			wrong()
		}
	}
	forever()
}
