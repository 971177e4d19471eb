//go:build !wasip1 && !windows

package sdk

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Serve serves the bots to the arena that started this process, and does not
// return. It panics if two bots play the same game.
//
// If no arena started the process, Serve prints what the program is and how to play
// it, and exits with code 1.
func Serve(bots ...Bot) {
	all := newServer(bots)
	if os.Getenv(botwire.CookieVariable) != botwire.CookieValue {
		all.introduce(os.Stderr, os.Args[0])
		os.Exit(1)
	}
	go exitWithArena(os.Stdin, startProfile())
	pipes := openPipes()
	all.pipes = pipes != nil
	stderr := os.Stderr
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: all.plugins()},
		Logger:           rpc.Logger(),
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			var first sync.Once
			var server *grpc.Server
			server = grpc.NewServer(append(options,
				grpc.Creds(newGuard()),
				grpc.StaticStreamWindowSize(botwire.Window),
				grpc.StaticConnWindowSize(botwire.Window),
				grpc.MaxRecvMsgSize(botwire.MaxRequest),
				grpc.ForceServerCodecV2(newCodec()),
				grpc.UnaryInterceptor(
					func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
						// The first call: go-plugin has finished its setup.
						first.Do(func() {
							redirect(stderr)
							if all.pipes {
								go func() { _ = server.Serve(newListener(pipes)) }()
							}
						})
						return handler(ctx, request)
					}),
				grpc.UnknownServiceHandler(all.playAny))...)
			return server
		},
	})
}

// exitWithArena ends the process when the arena is gone. However the arena ends, the
// pipe to our standard input closes. A profile is handed over before that.
func exitWithArena(stdin io.Reader, handOverProfile func()) {
	_, _ = io.Copy(io.Discard, stdin)
	handOverProfile()
	os.Exit(0)
}

// redirect sends what the bot prints to stderr, the standard error with which the
// process was started. go-plugin has replaced os.Stdout and os.Stderr by then.
func redirect(stderr *os.File) {
	os.Stderr = stderr
	read, write, err := os.Pipe()
	if err != nil {
		os.Stdout = stderr
		return
	}
	os.Stdout = write
	go warnAndCopy(stderr, read)
}

func warnAndCopy(stderr io.Writer, stdout io.Reader) {
	buffer := make([]byte, 32<<10)
	for warned := false; ; {
		n, err := stdout.Read(buffer)
		if err != nil {
			return
		}
		if !warned {
			warned = true
			_, _ = fmt.Fprintln(
				stderr, "warning: this bot prints to standard output, which belongs to the arena; print to os.Stderr")
		}
		_, _ = stderr.Write(buffer[:n])
	}
}

// plugins has BotService, and a PlayerService for each game.
func (s *server) plugins() goplugin.PluginSet {
	set := goplugin.PluginSet{botwire.Name: &service{grpc.ServiceDesc{
		ServiceName: botwire.DescribeService,
		HandlerType: (*any)(nil),
		Methods:     []grpc.MethodDesc{{MethodName: "Describe", Handler: s.describe}},
	}, goplugin.NetRPCUnsupportedPlugin{}}}
	for _, b := range s.bots {
		stream := rpc.PlayStream
		stream.Handler = func(_ any, stream grpc.ServerStream) error { return play(stream, b) }
		set[b.game.Name] = &service{grpc.ServiceDesc{
			ServiceName: botwire.PlayerService(b.game.Name),
			HandlerType: (*any)(nil),
			Streams:     []grpc.StreamDesc{stream},
		}, goplugin.NetRPCUnsupportedPlugin{}}
	}
	return set
}

// service serves one gRPC service under a go-plugin name.
type service struct {
	description grpc.ServiceDesc
	goplugin.NetRPCUnsupportedPlugin
}

func (s *service) GRPCServer(_ *goplugin.GRPCBroker, registrar *grpc.Server) error {
	registrar.RegisterService(&s.description, nil)
	return nil
}

func (s *service) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, fmt.Errorf("sdk: a bot is not a client")
}

func (s *server) describe(_ any, ctx context.Context, decode func(any) error, intercept grpc.UnaryServerInterceptor) (any, error) { //nolint:revive // gRPC wants this order
	request := new(arenav1.DescribeRequest)
	if err := decode(request); err != nil {
		return nil, err
	}
	info := &grpc.UnaryServerInfo{FullMethod: botwire.DescribeMethod}
	return intercept(ctx, request, info, func(context.Context, any) (any, error) {
		return s.description(), nil
	})
}

func (s *server) description() *arenav1.DescribeResponse {
	d := &arenav1.DescribeResponse{Sdk: "go " + Version, AnyGame: s.null, Version: buildVersion(), Pipes: s.pipes}
	for _, b := range s.bots {
		d.Games = append(d.Games, &arenav1.GameVersion{Name: b.game.Name, Version: int32(b.game.Version)})
		if b.name != "" {
			d.Name, d.Version = b.name, b.version
		}
	}
	return d
}
