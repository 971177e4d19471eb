//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/botarena/arena/internal/base/botwire"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	"github.com/botarena/arena/sdk"
)

// addressPrograms send the arena to an address at which something else answers than they,
// or nobody.
var addressPrograms = map[string]func(){
	"serves-tcp":      func() { handshake("tcp", listen("tcp", "127.0.0.1:0")) },
	"serves-abstract": func() { handshake("unix", listen("unix", "@hostile-"+strconv.Itoa(os.Getpid()))) },
	"serves-outside":  func() { handshake("unix", listen("unix", outside())) },
	"serves-link": func() {
		here := inHome("here")
		if err := os.Symlink(listen("unix", outside()), here); err != nil {
			panic(err)
		}
		handshake("unix", here)
	},
	"serves-file": func() {
		path := inHome("file")
		_ = os.WriteFile(path, nil, 0o600)
		handshake("unix", path)
	},
	"serves-user":    func() { handshake("unix", target("path")) },
	"serves-above":   func() { handshake("unix", os.Getenv("HOME")+strings.Repeat("/..", 20)+target("path")) },
	"serves-far":     func() { handshake("unix", "/"+strings.Repeat("x", 50000)) },
	"serves-escapes": func() { handshake("\x1b[31mtcp", "\x1b[2J") },
	"serves-rival":   servesRival,
	"listener":       func() { listen("unix", target("at")); time.Sleep(5 * time.Second) },
	"serves-mute":    func() { handshake("unix", listen("unix", inHome("mute"))) },
	"serves-resets":  servesResets,
	"serves-closed": func() {
		path := inHome("closed")
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			panic(err)
		}
		l.SetUnlinkOnClose(false)
		_ = l.Close()
		handshake("unix", path)
	},
	"intruder": intrude,
}

func inHome(name string) string { return filepath.Join(os.Getenv("HOME"), name) }

func outside() string { return filepath.Join(filepath.Dir(target("victim-file")), "outside") }

// listen takes connections and says nothing.
func listen(network, address string) string {
	l, err := net.Listen(network, address)
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			_, _ = l.Accept()
		}
	}()
	return l.Addr().String()
}

// handshake prints go-plugin's handshake with an address.
func handshake(network, address string) {
	fmt.Printf("1|%d|%s|%s|grpc|\n", botwire.ProtocolVersion, network, address)
	forever()
}

// servesRival names a socket in its own folder that a process of another session serves.
func servesRival() {
	path := inHome("here")
	rival := exec.Command("/proc/self/exe", "listener", "at="+path)
	rival.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := rival.Start(); err != nil {
		panic(err)
	}
	for {
		if conn, err := net.Dial("unix", path); err == nil { // it listens
			_ = conn.Close()
			handshake("unix", path)
		}
		time.Sleep(time.Millisecond)
	}
}

func servesResets() {
	path := inHome("resets")
	l, err := net.Listen("unix", path)
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			if conn, err := l.Accept(); err == nil {
				_ = conn.Close()
			}
		}
	}()
	handshake("unix", path)
}

// intrude looks for the sockets of its rivals, tells them to end, and then plays on.
func intrude() {
	tried, taken := 0, 0
	for _, pattern := range []string{"*", "*/*", "*/*/*"} {
		sockets, _ := filepath.Glob(filepath.Join(target("sockets"), pattern))
		for _, path := range sockets {
			info, err := os.Lstat(path)
			if err != nil || info.Mode().Type() != os.ModeSocket {
				continue
			}
			conn, err := grpc.NewClient("unix:"+path, grpc.WithTransportCredentials(insecure.NewCredentials()))
			if err != nil {
				continue
			}
			tried++
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			if conn.Invoke(ctx, "/plugin.GRPCController/Shutdown", &emptypb.Empty{}, &emptypb.Empty{}) == nil {
				taken++
			}
			if conn.Invoke(ctx, botwire.DescribeMethod, &arenav1.DescribeRequest{}, &arenav1.DescribeResponse{}) == nil {
				taken++
			}
			cancel()
		}
	}
	switch {
	case tried == 0:
		report(errors.New("no socket is seen"))
	case taken == 0:
		report(errors.New("every server refused"))
	default:
		report(nil)
	}
	sdk.Serve(sdk.Null)
}
