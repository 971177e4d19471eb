package grpcbot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
)

// ErrSpeaksLines is why go-plugin is not needed any further: the program is a bot that
// speaks the line protocol.
var ErrSpeaksLines = errors.New("host: the bot speaks lines")

// runner is go-plugin's side of a process. We decide how that begins and ends, not go-plugin.
type runner struct{ bot *Bot }

func (r runner) Start(context.Context) error {
	err := r.bot.run.Start()
	if err == nil && r.bot.run.SpeaksLines() {
		err = ErrSpeaksLines
	}
	return err
}

func (r runner) Wait(context.Context) error {
	<-r.bot.run.Exited()
	return nil
}

func (r runner) Kill(context.Context) error {
	r.bot.run.Kill(nil) // go-plugin returns its own reason
	return nil
}

func (r runner) Stdout() io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(r.bot.run.Head), r.bot.run.Stdout), r.bot.run.Stdout}
}

// Stderr gives go-plugin nothing to read: it would cut lines and stop at a long
// one. We read standard error ourselves.
func (runner) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

func (r runner) Name() string                  { return r.bot.run.Command.Path }
func (runner) Diagnose(context.Context) string { return "" }

// ID returns the number of the process. It is empty for a process that never
// started, so that go-plugin does not try to kill it.
func (r runner) ID() string {
	if pid := r.bot.run.PID(); pid != 0 {
		return strconv.Itoa(pid)
	}
	return ""
}

// PluginToHost checks the address that the bot has told go-plugin.
func (r runner) PluginToHost(network, address string) (_, socket string, err error) {
	if socket, err = r.bot.ownSocket(network, address); err != nil {
		return "", "", err
	}
	r.bot.socket = socket
	return network, socket, nil
}

func (runner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
