//go:build linux

package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

var outputActs = map[string]func(){
	"floods-errors": func() { flood(os.Stderr, strings.Repeat("x", 1000)+"\n") },
	"floods-output": func() { flood(os.Stdout, strings.Repeat("x", 1000)+"\n") },
	"no-newline":    func() { flood(os.Stderr, strings.Repeat("x", 1000)) },
}

func flood(file *os.File, text string) {
	text = strings.Repeat(text, 64)
	for {
		if _, err := file.WriteString(text); err != nil {
			forever()
		}
	}
}

// endActs end the process, one way or another.
var endActs = map[string]func(){
	"exits":     func() { syscall.Exit(0) },
	"exits-7":   func() { syscall.Exit(7) },
	"panics":    func() { panic("no more orks") },
	"kills":     func() { _ = unix.Kill(os.Getpid(), unix.SIGKILL); forever() },
	"terminate": func() { _ = unix.Kill(os.Getpid(), unix.SIGTERM); forever() },
	"faults":    func() { _ = unix.Kill(os.Getpid(), unix.SIGSEGV); forever() },
}

// startPrograms misbehave before the match.
var startPrograms = map[string]func(){
	"mute":           forever,
	"exits-first":    func() { os.Exit(0) },
	"exits-7-first":  func() { os.Exit(7) },
	"kills-first":    func() { _ = unix.Kill(os.Getpid(), unix.SIGKILL); forever() },
	"errors-first":   func() { flood(os.Stderr, strings.Repeat("x", 1000)+"\n") },
	"output-first":   func() { flood(os.Stdout, strings.Repeat("x", 1000)) },
	"lines-first":    func() { flood(os.Stdout, strings.Repeat("x", 1000)+"\n") },
	"junk-first":     func() { fmt.Println("hello"); forever() },
	"escapes-first":  func() { fmt.Print("\x1b[2Jhello\x00\xff\n"); forever() },
	"wrong-core":     func() { fmt.Println("9|2|unix|/nowhere|grpc|"); forever() },
	"wrong-version":  func() { fmt.Println("1|999|unix|/nowhere|grpc|"); forever() },
	"wrong-protocol": func() { fmt.Println("1|2|unix|/nowhere|netrpc|"); forever() },
	"burns-first":    burn,
	"lines-2":        func() { fmt.Println("arena 2"); forever() },
	"half-hello":     func() { fmt.Print("arena 1"); forever() },
	"long-hello":     func() { fmt.Print("arena 1 name=" + strings.Repeat("x", 100_000)); forever() },
}
