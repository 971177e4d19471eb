//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"time"

	"golang.org/x/net/http2"
)

// wirePrograms speak HTTP/2 wrongly, or the messages in it.
var wirePrograms = map[string]func(){
	"deaf":         func() { servePipes(answerWithoutReading) },
	"all-at-once":  func() { servePipes(answerAllAtOnce) },
	"one-more":     func() { servePipes(afterTheEnd(1, 0)) },
	"chatter":      func() { servePipes(afterTheEnd(1<<30, time.Millisecond)) },
	"no-streams":   func() { servePipes(allowNoStreams) },
	"silent-pipes": func() { servePipes(func(*wire) { forever() }) },
	"closed-pipes": func() { servePipes(func(w *wire) { w.close(); forever() }) },
	"no-headers":   func() { servePipes(answerWithoutHeaders) },
	"goes-away":    func() { servePipes(goAway) },
	"pings":        func() { servePipes(flood2(func(w *wire) error { return w.WritePing(false, [8]byte{}) })) },
	"settings":     func() { servePipes(flood2(func(w *wire) error { return w.WriteSettings() })) },
	"resets-streams": func() {
		servePipes(flood2(func(w *wire) error { return w.WriteRSTStream(w.stream+2, http2.ErrCodeCancel) }))
	},
	"empty-data":        func() { servePipes(flood2(func(w *wire) error { return w.WriteData(w.stream, false, nil) })) },
	"endless-headers":   func() { servePipes(floodOfHeaders) },
	"endless-trailers":  func() { servePipes(floodOfTrailers) },
	"zero-window":       func() { servePipes(closeTheWindow) },
	"overflows-window":  func() { servePipes(overflowTheWindow) },
	"drips":             func() { servePipes(dripAnAnswer) },
	"promises-2GB":      func() { servePipes(promiseAnAnswer) },
	"gzip-bomb":         func() { servePipes(answerCompressed) },
	"wrong-stream":      func() { servePipes(answerOnAnotherStream) },
	"noise":             func() { servePipes(noise) },
	"escapes-in-status": func() { servePipes(statusWithControlCharacters) },
	"fuzzes-http2":      func() { servePipes(fuzz) },
}

func answerWithoutReading(w *wire) {
	w.join()
	w.message() // the first State: all seats have started
	for round := 0; ; round++ {
		time.Sleep(10 * time.Millisecond)
		_ = w.answer(round)
	}
}

func answerAllAtOnce(w *wire) {
	w.join()
	for round := range rounds {
		_ = w.answer(round)
	}
	forever()
}

func afterTheEnd(times int, pause time.Duration) func(*wire) {
	return func(w *wire) {
		w.join()
		for round := range rounds {
			w.message()
			_ = w.answer(round)
		}
		w.message() // End
		for range times {
			_ = w.answer(rounds)
			time.Sleep(pause)
		}
		forever()
	}
}

func allowNoStreams(w *wire) {
	w.greet(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 0})
	for w.until(http2.FramePing) != nil {
	}
}

func answerWithoutHeaders(w *wire) {
	w.greet()
	w.until(http2.FrameHeaders)
	w.play()
}

func goAway(w *wire) {
	w.join()
	for round := range badRound {
		w.message()
		_ = w.answer(round)
	}
	_ = w.WriteGoAway(1<<31-1, http2.ErrCodeNo, []byte("\x1b[31mbye"))
	forever()
}

// flood2 repeats a frame for ever instead of answering.
func flood2(write func(*wire) error) func(*wire) {
	return func(w *wire) {
		w.join()
		go func() { _, _ = io.Copy(io.Discard, w.read) }()
		for write(w) == nil {
		}
		forever()
	}
}

func floodOfHeaders(w *wire) {
	w.join()
	block := headerBlock("x", string(bytes.Repeat([]byte("y"), 8<<10)))
	_ = w.WriteHeaders(http2.HeadersFrameParam{StreamID: w.stream, BlockFragment: block})
	for w.WriteContinuation(w.stream, false, block) == nil {
	}
	forever()
}

func floodOfTrailers(w *wire) {
	w.join()
	w.message()
	block := headerBlock("grpc-status", "0", "x", string(bytes.Repeat([]byte("y"), 8<<10)))
	_ = w.WriteHeaders(http2.HeadersFrameParam{StreamID: w.stream, EndStream: true, BlockFragment: block})
	for w.WriteContinuation(w.stream, false, block) == nil {
	}
	forever()
}

// closeTheWindow allows nothing to be sent to it.
func closeTheWindow(w *wire) {
	w.greet(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	w.until(http2.FrameHeaders)
	w.accept()
	for {
		if _, err := w.ReadFrame(); err != nil {
			forever()
		}
	}
}

func overflowTheWindow(w *wire) {
	w.join()
	for {
		if w.WriteWindowUpdate(w.stream, 1<<31-1) != nil || w.WriteWindowUpdate(0, 1<<31-1) != nil {
			forever()
		}
	}
}

// dripAnAnswer sends a byte of its answer from time to time: always something, never all.
func dripAnAnswer(w *wire) {
	w.join()
	w.message()
	_ = w.WriteData(w.stream, false, []byte{0, 0, 0, 200, 0})
	for {
		time.Sleep(10 * time.Millisecond)
		_ = w.WriteData(w.stream, false, []byte{1})
	}
}

// promiseAnAnswer says that its answer has 2 GB, and begins it.
func promiseAnAnswer(w *wire) {
	w.join()
	w.message()
	_ = w.WriteData(w.stream, false, []byte{0, 0x7f, 0xff, 0xff, 0xff, 1, 2, 3})
	forever()
}

// answerCompressed sends 16 MB of zeros as 16 KB.
func answerCompressed(w *wire) {
	w.greet()
	w.until(http2.FrameHeaders)
	_ = w.WriteHeaders(http2.HeadersFrameParam{
		StreamID: w.stream, EndHeaders: true, BlockFragment: headerBlock(":status", "200", "content-type", "application/grpc",
			"grpc-encoding", "gzip"),
	})
	w.message() // Start
	w.message()
	var bomb bytes.Buffer
	packer := gzip.NewWriter(&bomb)
	for range 16 {
		_, _ = packer.Write(make([]byte, 1<<20))
	}
	_ = packer.Close()
	body := binary.BigEndian.AppendUint32([]byte{1}, uint32(bomb.Len()))
	for body = append(body, bomb.Bytes()...); len(body) > 0; {
		piece := body[:min(len(body), 16<<10)]
		_ = w.WriteData(w.stream, false, piece)
		body = body[len(piece):]
	}
	forever()
}

func answerOnAnotherStream(w *wire) {
	w.join()
	w.message()
	w.stream += 2
	_ = w.answer(0)
	forever()
}

func noise(w *wire) {
	go func() { _, _ = io.Copy(io.Discard, w.read) }()
	random := rand.NewChaCha8([32]byte{1})
	bytes := make([]byte, 4096)
	for {
		_, _ = random.Read(bytes)
		if _, err := w.write.Write(bytes); err != nil {
			forever()
		}
	}
}

func statusWithControlCharacters(w *wire) {
	w.join()
	w.message()
	_ = w.WriteHeaders(http2.HeadersFrameParam{
		StreamID: w.stream, EndHeaders: true, EndStream: true,
		BlockFragment: headerBlock("grpc-status", "13", "grpc-message", "%1B[31mred%0Aline"),
	})
	forever()
}
