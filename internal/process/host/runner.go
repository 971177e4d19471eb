package host

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
)

// What go-plugin's runner has beyond Start. It never decides how a process ends.

func (p *process) Wait(context.Context) error {
	<-p.exited
	return nil
}

func (p *process) Kill(context.Context) error {
	p.kill(nil) // go-plugin returns its own reason
	return nil
}

func (p *process) Stdout() io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(p.head), p.stdout), p.stdout}
}

// Stderr gives go-plugin nothing to read: it would cut lines and stop at a long
// one. We read standard error ourselves.
func (p *process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

func (p *process) Name() string                    { return p.command.Path }
func (p *process) Diagnose(context.Context) string { return "" }

// ID returns the number of the process. It is empty for a process that never
// started, so that go-plugin does not try to kill it.
func (p *process) ID() string {
	if p.command.Process == nil {
		return ""
	}
	return strconv.Itoa(p.command.Process.Pid)
}

// PluginToHost checks the address that the bot has told go-plugin.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	socket, err := p.ownSocket(network, address)
	if err != nil {
		return "", "", err
	}
	p.socket = socket
	return network, socket, nil
}

func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
