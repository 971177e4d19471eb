//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"os"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/internal/base/botwire"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// wire is a server's end of HTTP/2 over the pipes, spoken by hand: no library keeps it
// from speaking wrongly.
type wire struct {
	*http2.Framer
	read, write *os.File
	stream      uint32 // that of the match
}

// servePipes says that it serves the pipes, and leaves them to a function.
func servePipes(speak func(*wire)) {
	read, write := os.NewFile(botwire.BotReads, "pipe"), os.NewFile(botwire.BotWrites, "pipe")
	w := &wire{Framer: http2.NewFramer(write, read), read: read, write: write, stream: 1}
	var once sync.Once
	serve(raw{
		describe: grpc.ServiceDesc{
			ServiceName: botwire.DescribeService,
			HandlerType: (*any)(nil),
			Methods: []grpc.MethodDesc{{
				MethodName: "Describe",
				Handler: func(any, context.Context, func(any) error, grpc.UnaryServerInterceptor) (any, error) {
					once.Do(func() { go speak(w) })
					return &arenav1.DescribeResponse{AnyGame: true, Pipes: true}, nil
				},
			}},
		},
		play: grpc.ServiceDesc{ServiceName: "none", HandlerType: (*any)(nil)},
	})
}

func (w *wire) close() {
	_ = w.read.Close()
	_ = w.write.Close()
}

// greet reads the client's preface and sends settings.
func (w *wire) greet(settings ...http2.Setting) {
	_, _ = io.ReadFull(w.read, make([]byte, len(http2.ClientPreface)))
	_ = w.WriteSettings(settings...)
	_ = w.WriteSettingsAck()
}

// until reads frames up to one of a type, and returns it; nil at the end.
func (w *wire) until(kind http2.FrameType) http2.Frame {
	for {
		frame, err := w.ReadFrame()
		if err != nil {
			return nil
		}
		if frame.Header().StreamID != 0 {
			w.stream = frame.Header().StreamID
		}
		if frame.Header().Type == kind {
			return frame
		}
	}
}

// join greets, and reads and answers what begins a stream.
func (w *wire) join() {
	w.greet()
	w.until(http2.FrameHeaders)
	w.accept()
	w.message() // Start
}

// message reads frames up to the end of a gRPC message, and reports whether there was one.
func (w *wire) message() bool {
	for length, got := 5, 0; got < length; {
		frame, ok := w.until(http2.FrameData).(*http2.DataFrame)
		if !ok {
			return false
		}
		if got == 0 && len(frame.Data()) >= 5 {
			length += int(binary.BigEndian.Uint32(frame.Data()[1:]))
		}
		got += len(frame.Data())
	}
	return true
}

func headerBlock(fields ...string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for i := 0; i < len(fields); i += 2 {
		_ = encoder.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
	}
	return block.Bytes()
}

func (w *wire) accept() {
	_ = w.WriteHeaders(http2.HeadersFrameParam{
		StreamID: w.stream, EndHeaders: true, BlockFragment: headerBlock(":status", "200", "content-type",
			"application/grpc"),
	})
}

// response is a gRPC message.
func response(round int) []byte {
	body, _ := proto.Marshal(&arenav1.PlayResponse{Round: int32(round)})
	return append([]byte{0, 0, 0, 0, byte(len(body))}, body...)
}

func (w *wire) answer(round int) error { return w.WriteData(w.stream, false, response(round)) }

// play reads States and answers them.
func (w *wire) play() {
	for round := 0; w.message(); round++ {
		_ = w.answer(round)
	}
}
