//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// rounds is how long the matches of the test are.
const rounds = 20

// grpcPrograms speak gRPC as it should be spoken, and say in it what they should not.
var grpcPrograms = map[string]func(){
	"garbage":         func() { serveRaw(answerBytes([]byte{0xff, 0xff, 0xff, 0xff})) },
	"wrong-type":      func() { serveRaw(answerBytes([]byte{0x0a, 0x02, 0xff, 0xff})) },
	"100000-commands": func() { serveRaw(answerBytes(manyCommands(100_000))) },
	"huge":            func() { serveRaw(answerBytes(make([]byte, botwire.MaxResponse))) },
	"64-megabytes":    func() { serveRaw(answerBytes(make([]byte, 64<<20))) },
	"old-round":       func() { serveRaw(answerFor(-1, 1)) },
	"future-round":    func() { serveRaw(answerFor(1<<30, 1)) },
	"answers-twice":   func() { serveRaw(answerFor(0, 2)) },
	"leaves":          func() { serveRaw(func(grpc.ServerStream) error { return nil }) },
	"many-headers":    func() { serveRaw(sendManyHeaders) },
	"burns-at-end":    func() { serveRaw(burnAtTheEnd) },
	"unknown-fields":  func() { serveRaw(unknownFields) },
	"1001-commands":   func() { serveRaw(answerBytes(manyCommands(engine.MaxCommands + 1))) },
	"uses-broker":     func() { serveAll(answerFor(0, 1), useBroker) },
	"prints":          func() { serveRaw(printForEver) },
}

// serveRaw serves Ork Island without the SDK.
func serveRaw(play func(grpc.ServerStream) error) { serveAll(play, nil) }

func serveAll(play func(grpc.ServerStream) error, broker func(*goplugin.GRPCBroker)) {
	stream := rpc.PlayStream
	stream.Handler = func(_ any, s grpc.ServerStream) error { return play(s) }
	serve(raw{
		describe: grpc.ServiceDesc{
			ServiceName: botwire.DescribeService,
			HandlerType: (*any)(nil),
			Methods:     []grpc.MethodDesc{{MethodName: "Describe", Handler: describeAny}},
		},
		play: grpc.ServiceDesc{
			ServiceName: botwire.PlayerService("orkisland"),
			HandlerType: (*any)(nil),
			Streams:     []grpc.StreamDesc{stream},
		},
		broker: broker,
	})
}

func serve(r raw) {
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {botwire.Name: r}},
		Logger:           rpc.Logger(),
		GRPCServer:       goplugin.DefaultGRPCServer,
	})
}

type raw struct {
	describe, play grpc.ServiceDesc
	broker         func(*goplugin.GRPCBroker)
	goplugin.NetRPCUnsupportedPlugin
}

func (r raw) GRPCServer(broker *goplugin.GRPCBroker, s *grpc.Server) error { //nolint:unparam // go-plugin wants it
	s.RegisterService(&r.describe, nil)
	s.RegisterService(&r.play, nil)
	if r.broker != nil {
		go r.broker(broker)
	}
	return nil
}

func (raw) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func describeAny(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	return &arenav1.DescribeResponse{AnyGame: true}, decode(new(arenav1.DescribeRequest))
}

// eachState calls a function for every State until the match is over.
func eachState(stream grpc.ServerStream, do func(round int32) error) error {
	for round := int32(0); ; {
		request := new(arenav1.PlayRequest)
		if err := stream.RecvMsg(request); err != nil || request.GetEnd() != nil {
			return nil //nolint:nilerr // the match is over
		}
		if request.GetState() == nil {
			continue
		}
		if err := do(round); err != nil {
			return err
		}
		round++
		wait()
	}
}

// answerFor answers every State several times, for its round plus an offset.
func answerFor(off int32, times int) func(grpc.ServerStream) error {
	return func(stream grpc.ServerStream) error {
		return eachState(stream, func(round int32) error {
			for range times {
				if err := stream.SendMsg(&arenav1.PlayResponse{Round: round + off}); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// answerBytes gives commands that are any bytes.
func answerBytes(commands []byte) func(grpc.ServerStream) error {
	return func(stream grpc.ServerStream) error {
		return eachState(stream, func(round int32) error {
			return stream.SendMsg(&arenav1.PlayResponse{Round: round, Commands: commands})
		})
	}
}

func unknownFields(stream grpc.ServerStream) error {
	return eachState(stream, func(round int32) error {
		response := &arenav1.PlayResponse{Round: round}
		unknown := []byte{0xfa, 0x3f, 0x03, 'a', 'b', 'c'} // field 1023, of bytes
		response.ProtoReflect().SetUnknown(unknown)
		return stream.SendMsg(response)
	})
}

func sendManyHeaders(stream grpc.ServerStream) error {
	headers := metadata.MD{}
	for i := range 100_000 {
		headers.Append(fmt.Sprintf("x-%d", i), strings.Repeat("y", 100))
	}
	if err := stream.SendHeader(headers); err != nil {
		return err
	}
	return answerFor(0, 1)(stream)
}

// manyCommands encodes commands to unit 0 that name no direction.
func manyCommands(n int) []byte {
	none := make([]byte, n)
	units := protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), none)
	return protowire.AppendBytes(protowire.AppendTag(units, 2, protowire.BytesType), none)
}

// burnAtTheEnd burns in four threads when the match is over.
func burnAtTheEnd(stream grpc.ServerStream) error {
	_ = answerFor(0, 1)(stream)
	runtime.GOMAXPROCS(4)
	burnInThreads(4)
	return nil
}

// useBroker asks the arena for connections of its own, by go-plugin's broker.
func useBroker(broker *goplugin.GRPCBroker) {
	for id := range uint32(100) {
		go func() { _, _ = broker.Dial(id) }()
		go broker.AcceptAndServe(100+id, func([]grpc.ServerOption) *grpc.Server { return grpc.NewServer() })
	}
}

// printForEver floods what go-plugin makes of standard output once it serves.
func printForEver(stream grpc.ServerStream) error {
	slow = true
	go flood(os.Stdout, strings.Repeat("x", 1000)+"\n")
	return answerFor(0, 1)(stream)
}
