package host

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// longestAddress is how many characters of an address are told.
const longestAddress = 120

// ownSocket reports an error unless an address is a Unix socket in the bot's own
// folder. Where else a bot would send us, another program answers.
func (p *process) ownSocket(network, address string) error {
	refuse := func(why string) error {
		return fmt.Errorf("it serves at %s %s, %s", printable(network, longestAddress), printable(address, longestAddress), why)
	}
	if network != "unix" {
		return refuse("which is not a Unix socket")
	}
	own, err := filepath.EvalSymlinks(p.command.Dir)
	if err != nil {
		return err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(address))
	if err != nil {
		return refuse("which is not there")
	}
	if folder != own && !strings.HasPrefix(folder, own+string(filepath.Separator)) {
		return refuse("which is not in its own folder")
	}
	info, err := os.Lstat(address)
	switch {
	case err != nil:
		return refuse("which is not there")
	case info.Mode().Type() != os.ModeSocket:
		return refuse("which is not a socket")
	}
	return nil
}

// dialSocket connects to the bot's socket, if the bot is at the other end: it may have
// put another's in its place since it was checked.
func (p *process) dialSocket(ctx context.Context, _ string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", p.socket)
	if err != nil {
		return nil, err
	}
	if !isServedBy(conn, p.command.Process.Pid) {
		_ = conn.Close()
		return nil, fmt.Errorf("another program serves its socket")
	}
	return conn, nil
}
