package grpcbot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	goplugin "github.com/hashicorp/go-plugin"

	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
)

// longestAddress is how many characters of an address are told.
const longestAddress = 120

// ErrServesPort is how a bot of an SDK begins that did not know better yet.
var ErrServesPort = errors.New(
	"it was built with an SDK that opens a port to every program of this machine, which the arena does not use")

// ownSocket returns where a Unix socket in the bot's own folder is for us, and an error if
// the address is anything else. Where else a bot would send us, another program answers.
func (b *Bot) ownSocket(network, address string) (string, error) {
	refuse := func(why string) (string, error) {
		return "", fmt.Errorf("it serves at %s %s, %s", lineproto.Cut(network, longestAddress),
			lineproto.Cut(address, longestAddress), why)
	}
	if network == "tcp" && system.This.ServesPorts {
		return "", ErrServesPort
	}
	if network != "unix" {
		return refuse("which is not a Unix socket")
	}
	if b.run.Options.Sandbox.HasRoot() {
		return b.outside(address, refuse)
	}
	own, err := filepath.EvalSymlinks(b.run.Dir)
	if err != nil {
		return "", err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(address))
	if err != nil {
		return refuse("which is not there")
	}
	if folder != own && !strings.HasPrefix(folder, own+string(filepath.Separator)) {
		return refuse("which is not in its own folder")
	}
	return address, isSocket(address, refuse)
}

// outside is ownSocket for a bot that has a root folder of its own.
func (b *Bot) outside(address string, refuse func(string) (string, error)) (string, error) {
	path, err := b.run.Options.Sandbox.Outside(b.run.PID(), address)
	if err != nil {
		return refuse("which is " + err.Error())
	}
	return path, isSocket(path, refuse)
}

func isSocket(path string, refuse func(string) (string, error)) (err error) {
	info, statErr := os.Lstat(path)
	switch {
	case statErr != nil:
		_, err = refuse("which is not there")
	case info.Mode().Type() != os.ModeSocket:
		_, err = refuse("which is not a socket")
	}
	return err
}

// dialSocket connects to the bot's socket, if the bot is at the other end: it may have
// put another's in its place since it was checked.
func (b *Bot) dialSocket(ctx context.Context, _ string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", b.socket)
	if err != nil {
		return nil, err
	}
	if !system.This.IsServedBy(conn, b.run.PID()) {
		_ = conn.Close()
		return nil, fmt.Errorf("another program serves its socket")
	}
	return counted{conn, b, &b.bySocket}, nil
}

// socketFolder tells a bot's server where to put its socket, if not where go-plugin
// thinks: a confined bot has its folder elsewhere.
func (b *Bot) socketFolder() []string {
	if !b.run.Options.Sandbox.Confines() {
		return nil
	}
	return []string{goplugin.EnvUnixSocketDir + "=" + b.run.Options.Sandbox.Home(b.run.Dir)}
}
