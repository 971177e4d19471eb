package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer"
)

// watchFlags are the flags for where a match can be watched.
type watchFlags struct {
	games  engine.Games // of the files that can be dropped on the page
	listen string
	noOpen bool

	several *viewer.Matches // nil if there is one match
	branch  viewer.Brancher // nil if nobody can play on
}

// usualListen is a free port that only this machine can reach.
const usualListen = "127.0.0.1:0"

func (f *watchFlags) register(s *program, c *cobra.Command) {
	f.games = s.games
	c.Flags().StringVar(&f.listen, "listen", usualListen, "`ADDRESS` to serve the page at; port 0 means any free port")
	c.Flags().BoolVar(&f.noOpen, "no-open", false, "do not open the browser")
	must(c.RegisterFlagCompletionFunc("listen", cobra.NoFileCompletions))
}

func (f *watchFlags) open() (net.Listener, error) { return listenAt("--listen", f.listen) }

// listenAt listens at an address that was given by a flag.
func listenAt(flag, address string) (net.Listener, error) {
	if address == "" { // net.Listen would listen at every address of the machine
		return nil, misused(flag+" "+usualListen, "%s: needs a value", flag)
	}
	listener, err := net.Listen("tcp", address)
	if at := new(net.OpError); errors.As(err, &at) {
		err = at.Err
	}
	if at := new(net.AddrError); errors.As(err, &at) {
		err = errors.New(at.Err) // without the address, which comes before it anyway
	}
	if call := new(os.SyscallError); errors.As(err, &call) {
		err = call.Err
	}
	if err != nil {
		return nil, misused(flag+" 127.0.0.1:8080", "%s %s: %w", flag, safe.Name(address), err)
	}
	return listener, nil
}

// stage is where a match is shown.
type stage struct {
	server  *viewer.Server
	address string // ends with what is a secret, if only this machine can reach it
	start   string // what the address of the first page has besides
	site    string // the address without either
	local   bool   // only this machine can reach it
	close   context.CancelFunc
	served  chan error
}

// serve serves a feed until the stage is closed. The caller must call wait.
func (f *watchFlags) serve(ctx context.Context, listener net.Listener, feed *viewer.Feed) *stage {
	page := viewer.NewServer(feed, f.games, f.listen, listener.Addr())
	page.Offer(f.several)
	if f.branch != nil && server.IsLocal(listener.Addr()) {
		page.Offers(f.branch)
	}
	return f.serveBy(ctx, listener, page)
}

func (f *watchFlags) serveBy(ctx context.Context, listener net.Listener, page *viewer.Server) *stage {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	site := addressOf(f.listen, listener.Addr())
	s := &stage{
		server: page, site: site, address: site + page.Path(), local: server.IsLocal(listener.Addr()),
		close: stop, served: make(chan error, 1),
	}
	go func() { s.served <- page.Serve(ctx, listener) }()
	return s
}

// addressOf returns the URL of a server, without a path. It keeps the host name of the address
// that was given, if there is one.
func addressOf(listen string, at net.Addr) string {
	_, port, _ := net.SplitHostPort(at.String())
	name, _, _ := net.SplitHostPort(listen)
	if ip, err := netip.ParseAddr(name); name == "" || err == nil && ip.IsUnspecified() {
		name = "localhost"
	}
	return "http://" + net.JoinHostPort(name, port)
}

// wait serves until ctx ends, then closes the stage. The audience of a match that is
// stopped has been told by then.
func (s *stage) wait(ctx context.Context) error {
	defer context.AfterFunc(ctx, s.close)()
	defer s.close()
	if err := <-s.served; err != nil {
		return fmt.Errorf("the page at %s: %w", s.address, plainError(err))
	}
	return nil
}

// invite opens the browser, if there is one.
func (f *watchFlags) invite(told io.Writer, s *stage) {
	if !s.local {
		fmt.Fprintln(told, "note: anybody who can reach this machine can watch the match")
	}
	if f.noOpen {
		return
	}
	browser := browserCommand(s.site + s.server.Ticket() + s.start)
	if browser == nil {
		return
	}
	host.OwnGroup(browser) // Ctrl-C must not reach the browser
	if browser.Start() == nil {
		_ = browser.Process.Release() // it outlives us
	}
}

// browserCommand returns the command that opens an address, or nil if the system has
// none.
func browserCommand(address string) *exec.Cmd {
	switch runtime.GOOS {
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	case "darwin":
		return exec.Command("open", address)
	}
	// Without a display, some systems would open a text browser in the terminal.
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	path, err := exec.LookPath("xdg-open")
	if err != nil {
		return nil
	}
	return exec.Command(path, address)
}

// show serves a match until ctx ends. The start is what its address ends with.
func (f *watchFlags) show(ctx context.Context, s *program, match *story.Show, damage error, start string) error {
	listener, err := f.open()
	if err != nil {
		return err
	}
	if damage != nil {
		report(s.err, damage)
	}
	stage := f.serve(ctx, listener, viewer.NewFeed(match))
	stage.start = start
	fmt.Fprintln(s.out, stage.address+start)
	f.invite(s.err, stage)
	fmt.Fprintln(s.err, "Ctrl-C stops it")
	return stage.wait(ctx)
}
