//go:build unix

package host_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/sdk"
)

func init() {
	programs["keepsprofile"] = func() { handOver(func(*os.File) {}) }
	programs["floodsprofile"] = func() {
		handOver(func(file *os.File) { _, _ = io.Copy(file, endless{}) })
	}
}

// handOver serves a bot that does something else with the file for its profile, and does
// not end when it should.
func handOver(what func(file *os.File)) {
	_ = os.Unsetenv(botwire.ProfileVariable)
	file := os.NewFile(botwire.BotWritesProfile, "profile")
	read, write, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	os.Stdin = read // instead of that which the arena closes
	go what(file)
	sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random))
	runtime.KeepAlive(file)
	runtime.KeepAlive(write)
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// profiled starts a program that is asked for its profile.
func profiled(t *testing.T, name string) *host.Process {
	t.Helper()
	c := command(t, name)
	c.Profiled = true
	return startAll(t, host.Options{Limits: host.DefaultLimits()}, []executable.Command{c}...)[0]
}

func TestCPUProfileIsHandedOver(t *testing.T) {
	p := profiled(t, "random")
	packed, err := p.CPUProfile(t.Context())
	require.NoError(t, err)
	text, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	unpacked, err := io.ReadAll(text)
	require.NoError(t, err)
	require.Contains(t, string(unpacked), "nanoseconds")
	require.True(t, p.Ended())
	_, err = p.CPUProfile(t.Context())
	require.EqualError(t, err, "no CPU profile: the process ended before its match did")
}

func TestNoCPUProfile(t *testing.T) {
	for _, test := range []struct {
		name, want string
		within     time.Duration
	}{
		{"floodsprofile", "no CPU profile: the bot handed over more than 1 MiB", time.Minute},
		{"keepsprofile", "no CPU profile: the bot did not end it within 100ms", 100 * time.Millisecond},
	} {
		p, usual := profiled(t, test.name), host.SetProfileTime(test.within)
		_, err := p.CPUProfile(t.Context())
		usual()
		require.EqualError(t, err, test.want)
		require.NotEmpty(t, hint.Of(err), test.name)
		require.True(t, p.Ended(), "the process is left")
	}
	_, err := start(t, host.Options{}, "random")[0].CPUProfile(t.Context())
	require.ErrorContains(t, err, "no CPU profile: ", "it was not asked")
}

func TestCPUProfileEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(io.ErrClosedPipe) })
	_, err := profiled(t, "keepsprofile").CPUProfile(ctx)
	require.ErrorIs(t, err, io.ErrClosedPipe)
}
