// Package grpcbot talks to a bot that is served by go-plugin.
package grpcbot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"sync/atomic"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	pluginrunner "github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/run"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Bot is a process that serves matches over gRPC.
type Bot struct {
	run               *run.Process
	client            *goplugin.Client
	conn              *grpc.ClientConn // used for matches
	pipes             *grpc.ClientConn // nil if the bot does not serve pipes
	socket            string           // the bot's, as it said; checked
	byPipes, bySocket traffic
}

// New returns the bot of a process that is not started yet: go-plugin does that.
func New(process *run.Process) *Bot {
	free := process.Options.Limits.Output == 0
	b := &Bot{run: process, byPipes: traffic{free: free}, bySocket: traffic{free: free, shared: true}}
	b.client = goplugin.NewClient(b.config())
	return b
}

// OverPipes reports whether matches go over the pipes, and not over the socket.
func (b *Bot) OverPipes() bool { return b.pipes != nil }

// Close closes the connections. The process must have been killed: go-plugin would ask the bot to leave, and a stopped
// bot never answers.
func (b *Bot) Close() {
	b.client.Kill()
	if b.pipes != nil {
		_ = b.pipes.Close()
	}
}

func (b *Bot) config() *goplugin.ClientConfig {
	return &goplugin.ClientConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {botwire.Name: &connector{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		RunnerFunc: func(_ hclog.Logger, command *exec.Cmd, _ string) (pluginrunner.Runner, error) {
			b.run.AddEnvironment(append(command.Env, b.socketFolder()...)...)
			return runner{b}, nil
		},
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: b.run.Dir},
		StartTimeout:     meter.Forever, // the process has its own timer
		SkipHostEnv:      true,
		Logger:           rpc.Logger(),
		SyncStdout:       printing{b},
		SyncStderr:       printing{b},
		GRPCDialOptions:  append(dialOptions(), grpc.WithContextDialer(b.dialSocket)),
	}
}

func dialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithStaticStreamWindowSize(botwire.Window),
		grpc.WithStaticConnWindowSize(botwire.Window),
		grpc.WithMaxHeaderListSize(botwire.MaxHeaders),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(botwire.MaxResponse)),
	}
}

// connector returns the plain connection, on which we call services by name.
type connector struct {
	goplugin.NetRPCUnsupportedPlugin
}

func (*connector) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error {
	return errors.New("host: the arena serves no bot")
}

func (*connector) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return conn, nil
}

// Connect starts the process, waits until it serves, and returns what it says of itself. The error is [ErrSpeaksLines]
// if it speaks lines instead.
func (b *Bot) Connect(ctx context.Context) (*arenav1.DescribeResponse, error) {
	protocol, err := b.client.Client()
	if err != nil {
		return nil, err
	}
	dispensed, err := protocol.Dispense(botwire.Name)
	if err != nil {
		return nil, err
	}
	conn, ok := dispensed.(*grpc.ClientConn)
	if !ok {
		return nil, fmt.Errorf("go-plugin dispensed a %T", dispensed)
	}
	b.conn = conn
	answer := new(arenav1.DescribeResponse)
	if err := conn.Invoke(ctx, botwire.DescribeMethod, &arenav1.DescribeRequest{}, answer); err != nil {
		return nil, fmt.Errorf("describe: %w", err)
	}
	if answer.GetPipes() && b.run.Pipes != nil {
		return answer, b.usePipes()
	}
	return answer, nil
}

// usePipes makes matches run over the pipes; go-plugin keeps its socket.
func (b *Bot) usePipes() error {
	var dialled atomic.Bool
	dial := func(context.Context, string) (net.Conn, error) {
		if dialled.Swap(true) {
			return nil, errors.New("the bot has given up its connection")
		}
		return counted{b.run.Pipes, b, &b.byPipes}, nil
	}
	conn, err := grpc.NewClient("passthrough:///pipes", append(dialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(dial),
		grpc.WithIdleTimeout(0))...) // there is only one connection: it must not be dropped when idle
	if err != nil {
		return err
	}
	b.conn = conn
	b.pipes = conn
	return nil
}
