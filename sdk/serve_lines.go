//go:build wasip1 || windows

package sdk

import (
	"fmt"
	"os"
)

// Serve serves the bots to the arena that started this process, and does not return. It
// panics if two bots play the same game.
//
// If no arena started the process, Serve prints what the program is and how to play
// it, and exits with code 1.
//
// What the bot prints to os.Stdout goes to standard error, since standard output is the
// line protocol. So it is for WASI, which has neither sockets nor further files, and on
// Windows, where a server for go-plugin would open a port to every program there.
func Serve(bots ...Bot) {
	all := newServer(bots)
	if os.Getenv("ARENA_LINES") == "" {
		all.introduce(os.Stderr, os.Args[0])
		os.Exit(1)
	}
	out := os.Stdout
	os.Stdout = os.Stderr
	if err := all.talk(os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, "sdk:", err)
		os.Exit(1)
	}
	os.Exit(0)
}
