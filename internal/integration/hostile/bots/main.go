//go:build linux

// Command bots is every hostile bot that is written in Go. The first argument says which
// one; those that follow say what it may attack, as NAME=VALUE.
package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/sdk"
)

// badRound is the round in which a bot misbehaves. Before and after it, it gives no
// commands.
const badRound = 3

// attempts are what a bot tries in one round. It tells what came of it, and plays on.
var attempts = map[string]func() error{}

// acts are what a bot does in one round, and never plays on.
var acts = map[string]func(){}

// programs are bots from their start on.
var programs = map[string]func(){
	"march": func() { speakLines(march) },
	"quiet": func() { speakLines(nothing) },
	"null":  func() { sdk.Serve(sdk.Null) },
}

func init() {
	for _, group := range []map[string]func() error{
		clockAttempts, memoryAttempts, fileAttempts, networkAttempts, processAttempts, kernelAttempts,
	} {
		maps.Copy(attempts, group)
	}
	for _, group := range []map[string]func(){timeActs, endActs, outputActs} {
		maps.Copy(acts, group)
	}
	for _, group := range []map[string]func(){startPrograms, linePrograms, grpcPrograms, wirePrograms, addressPrograms} {
		maps.Copy(programs, group)
	}
}

func main() {
	name := os.Args[1]
	if program, is := programs[name]; is {
		program()
		return
	}
	misbehave := acts[name]
	if attempt, is := attempts[name]; is {
		misbehave = func() { report(attempt()) }
	}
	if misbehave == nil {
		fmt.Fprintf(os.Stderr, "no bot has the name %q\n", name)
		os.Exit(1)
	}
	if target("protocol") == "grpc" {
		sdk.Serve(sdk.Player(engine.Info{Name: "orkisland", Title: "Ork Island", Version: 1}, grpcPlayer{misbehave}))
	}
	speakLines(func(round int) string {
		if round == badRound {
			misbehave()
		}
		wait()
		return nothing(round)
	})
}

// slow bots take their time in every round, so that the match does not end before they are
// noticed, also on a machine that is busy.
var slow bool

func wait() {
	if slow {
		time.Sleep(3 * time.Second)
	}
}

// report tells on standard error what came of an attempt, for the test to read.
func report(err error) {
	text := "done"
	if err != nil {
		text = err.Error()
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", os.Args[1], text)
}

// target returns what the arguments say about something to attack.
func target(name string) string {
	for _, arg := range os.Args[2:] {
		if value, is := strings.CutPrefix(arg, name+"="); is {
			return value
		}
	}
	return ""
}

func targetNumber(name string) int {
	n, err := strconv.Atoi(target(name))
	if err != nil {
		panic(name + " is missing")
	}
	return n
}

// forever ends no process, whatever becomes of its other threads.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

// grpcPlayer misbehaves in badRound over go-plugin.
type grpcPlayer struct{ misbehave func() }

func (grpcPlayer) Play(engine.Match, int) engine.Commands { return nil }

func (grpcPlayer) Settings() []string { return nil }

func (p grpcPlayer) Join([]byte, engine.Seat) (func([]byte) ([]byte, error), error) {
	round := 0
	return func([]byte) ([]byte, error) {
		if round == badRound {
			p.misbehave()
		}
		round++
		wait()
		return nil, nil
	}, nil
}

// What the arena has said of the match so far.
var (
	seat   string
	owners []string
)

// speakLines plays by the line protocol.
func speakLines(answer func(round int) string) {
	fmt.Println("arena 1")
	followLines(bufio.NewReader(os.Stdin), answer)
}

func followLines(input *bufio.Reader, answer func(round int) string) {
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "go":
			round, _ := strconv.Atoi(rest)
			_, _ = io.WriteString(os.Stdout, answer(round))
		case "me":
			seat = rest
		case "unit_owners":
			owners = strings.Fields(rest)
		}
	}
}

func nothing(round int) string { return fmt.Sprintf("done %d\n", round) }

// march is a harmless rival: it moves every ork, always in the same way.
func march(round int) string {
	var answer strings.Builder
	for unit, owner := range owners {
		if owner == seat {
			fmt.Fprintf(&answer, "do %d %s\n", unit, []string{"north", "east", "south", "west"}[(unit+round)%4])
		}
	}
	return answer.String() + nothing(round)
}
