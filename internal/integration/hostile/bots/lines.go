//go:build linux

package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// linePrograms speak the line protocol wrongly.
var linePrograms = map[string]func(){
	"deaf-lines": func() { fmt.Println("arena 1"); forever() },
	"blind-lines": func() { // it answers without reading
		fmt.Println("arena 1")
		for n := 0; ; n++ {
			fmt.Printf("do 3 north\ndone %d\n", n)
			time.Sleep(time.Millisecond)
		}
	},
	"endless-line":   inBadRound(func() { flood(os.Stdout, "x") }),
	"endless-answer": inBadRound(func() { flood(os.Stdout, "do 9999 north\n") }),
	"half-line":      inBadRound(func() { fmt.Print("do 3 nor"); forever() }),
	"closes-output":  inBadRound(func() { _ = os.Stdout.Close(); forever() }),
	"closes-input":   inBadRound(func() { _ = os.Stdin.Close(); forever() }),
	"wrong-round":    inBadRound(func() { fmt.Print("done 99\n"); forever() }),
	"wrong-number":   inBadRound(func() { fmt.Print("do 99999999999999999999 north\n") }),
	"not-a-number":   inBadRound(func() { fmt.Print("do NaN north\n"); forever() }),
	"escapes":        escapes,
	"fuzzes-lines":   fuzzLines,
}

// inBadRound speaks lines, and misbehaves once.
func inBadRound(do func()) func() {
	return func() {
		speakLines(func(round int) string {
			if round == badRound {
				do()
			}
			return nothing(round)
		})
	}
}

// escapes writes what would control a terminal, wherever a bot may write.
func escapes() {
	const evil = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x00\xff\xfe\u202e\u0085\r"
	fmt.Println("arena 1 name=evil\x1b[2J")
	followLines(bufio.NewReader(os.Stdin), func(round int) string {
		fmt.Fprintf(os.Stderr, "%s %s\n", evil, strings.Repeat(evil, 100))
		return evil + "\nlog " + evil + "\n" + nothing(round)
	})
}

// fuzzLines writes lines and pieces of lines of the protocol, true and false ones, in any
// order. It commands no unit that there is, so that the others' match stays the same.
func fuzzLines() {
	seed, _ := strconv.ParseUint(target("seed"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 2))
	fmt.Println("arena 1")
	input := bufio.NewReader(os.Stdin)
	words := []string{
		"do", "done", "DO", "mark", "log", "label", "arrow", "logunit", "9999", "-1", "0", "north", "nroth",
		"\x00", "\xff", "\r", "", "\t",
	}
	for round := 0; ; {
		for range r.IntN(2000) { // lines are read at times
			line, err := input.ReadString('\n')
			if err != nil {
				return
			}
			if n, ok := strings.CutPrefix(line, "go "); ok {
				round, _ = strconv.Atoi(strings.TrimSpace(n))
				break
			}
		}
		for range r.IntN(1 << r.IntN(10)) {
			switch r.IntN(40) {
			case 0:
				fmt.Print(strings.Repeat("x", 1<<r.IntN(14)))
			case 1:
				time.Sleep(time.Duration(r.IntN(20)) * time.Millisecond)
			case 2:
				noise := make([]byte, r.IntN(300))
				for i := range noise {
					noise[i] = byte(r.Uint32())
				}
				_, _ = os.Stdout.Write(noise)
			case 3:
				if r.IntN(100) == 0 {
					_ = os.Stdout.Close()
				}
			case 4:
				if r.IntN(100) == 0 {
					syscall.Exit(r.IntN(3))
				}
			case 5:
				fmt.Print(words[r.IntN(len(words))], " ", words[r.IntN(len(words))], "\n")
			case 6:
				fmt.Print(words[r.IntN(len(words))])
			default:
				fmt.Println([]string{"do 9999 north", "mark 1 2", "log hello", "print me", "logunit 3 x"}[r.IntN(5)])
			}
		}
		if r.IntN(8) > 0 {
			fmt.Print(nothing(round))
		}
	}
}
