package shell

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
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer"
)

// WatchFlags are the flags for where a match can be watched.
type WatchFlags struct {
	Games  engine.Games // of the files that can be dropped on the page
	Listen string
	noOpen bool

	Several *viewer.Matches // nil if there is one match
	Branch  viewer.Brancher // nil if nobody can play on
	Seat    *viewer.Seat    // nil if no person plays
}

// usualListen is a free port that only this machine can reach.
const usualListen = "127.0.0.1:0"

// Register adds --http and --no-open.
func (f *WatchFlags) Register(s *Shell, c *cobra.Command) {
	f.Games = s.Games
	RegisterHTTP(c, &f.Listen)
	f.Listen, c.Flags().Lookup("http").DefValue = usualListen, usualListen
	RenamedFlag(c, "listen", "http")
	c.Flags().BoolVar(&f.noOpen, "no-open", false, "do not open the browser")
}

// RegisterHTTP adds --http, which is the address of the page of whatever a command shows.
func RegisterHTTP(c *cobra.Command, address *string) {
	c.Flags().StringVar(address, "http", "", "serve the page at `ADDR`, such as 127.0.0.1:8080; port 0 is any free one")
	Must(c.RegisterFlagCompletionFunc(
		"http", cobra.FixedCompletions([]string{"127.0.0.1:8080"}, cobra.ShellCompDirectiveNoFileComp)))
}

// Open listens where --http says.
func (f *WatchFlags) Open() (net.Listener, error) { return ListenAt("--http", f.Listen) }

// ListenAt listens at an address that was given by a flag.
func ListenAt(flag, address string) (net.Listener, error) {
	if address == "" { // net.Listen would listen at every address of the machine
		return nil, Misused(flag+" "+usualListen, "%s: needs a value", flag)
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
		return nil, Misused(flag+" 127.0.0.1:8080", "%s %s: %w", flag, address, err)
	}
	return listener, nil
}

// Stage is where a match is shown.
type Stage struct {
	Server  *viewer.Server
	Address string // ends with a secret, if only this machine can reach it
	start   string // what the first page adds to the address
	site    string // the address without either
	local   bool   // only this machine can reach it
	Close   context.CancelFunc
	Served  chan error
}

// Serve serves a feed until the stage is closed. The caller must call wait.
func (f *WatchFlags) Serve(ctx context.Context, listener net.Listener, feed *viewer.Feed) *Stage {
	page := viewer.NewServer(feed, f.Games, f.Listen, listener.Addr())
	page.Offer(f.Several)
	page.Seats(f.Seat)
	if f.Branch != nil && server.IsLocal(listener.Addr()) {
		page.Offers(f.Branch)
	}
	return f.ServeBy(ctx, listener, page)
}

// ServeBy serves what a server has until the stage is closed. The caller must call Wait.
func (f *WatchFlags) ServeBy(ctx context.Context, listener net.Listener, page *viewer.Server) *Stage {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	site := AddressOf(f.Listen, listener.Addr())
	s := &Stage{
		Server: page, site: site, Address: site + page.Path(), local: server.IsLocal(listener.Addr()),
		Close: stop, Served: make(chan error, 1),
	}
	go func() { s.Served <- page.Serve(ctx, listener) }()
	return s
}

// AddressOf returns the URL of a server, without a path. It keeps the host name of the address
// that was given, if there is one.
func AddressOf(listen string, at net.Addr) string {
	_, port, _ := net.SplitHostPort(at.String())
	name, _, _ := net.SplitHostPort(listen)
	if ip, err := netip.ParseAddr(name); name == "" || err == nil && ip.IsUnspecified() {
		name = "localhost"
	}
	return "http://" + net.JoinHostPort(name, port)
}

// Wait serves until ctx ends, then closes the stage. The audience of a match that is
// stopped has been told by then.
func (s *Stage) Wait(ctx context.Context) error {
	defer context.AfterFunc(ctx, s.Close)()
	defer s.Close()
	if err := <-s.Served; err != nil {
		return fmt.Errorf("the page at %s: %w", s.Address, PlainError(err))
	}
	return nil
}

// Invite opens the browser, if there is one.
func (f *WatchFlags) Invite(told io.Writer, s *Stage) {
	if !s.local {
		fmt.Fprintln(told, "note: anybody who can reach this machine can watch the match")
	}
	if f.noOpen {
		return
	}
	browser := browserCommand(s.site + s.Server.Ticket() + s.start)
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

// Show serves a match until ctx ends. The start is what its address ends with.
func (f *WatchFlags) Show(ctx context.Context, s *Shell, match *story.Story, damage error, start string) error {
	listener, err := f.Open()
	if err != nil {
		return err
	}
	if damage != nil {
		Report(s.Err, damage)
	}
	stage := f.Serve(ctx, listener, viewer.NewFeed(match))
	stage.start = start
	fmt.Fprintln(s.Out, stage.Address+start)
	f.Invite(s.Err, stage)
	fmt.Fprintln(s.Err, "Ctrl-C stops it")
	return stage.Wait(ctx)
}
