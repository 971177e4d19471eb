//go:build unix

package host_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/botarena/arena/engine/lines"
)

// lineBots are bots that speak lines, by hand.
var lineBots = map[string]func(){
	"lines":       func() { speakLines("arena 1", answerNothing) },
	"linesrandom": func() { speakLines("arena 1 sdk=test/1 name=gandalf version=1.2 games=orkisland:1", moveAll) },
	"linesonce":   func() { speakLines("arena 1 once", answerNothing) },
	"linesquit":   func() { speakLines("arena 1", answerNothing, "end") },
	"linesother":  func() { speakLines("arena 1 games=chess:1", answerNothing) },
	"linesold":    func() { speakLines("arena 1 games=orkisland:0", answerNothing) },
	"linescrlf": func() {
		speakLines("arena 1\r", func(n int) string { return fmt.Sprintf("do\t3   north\r\n\tdone  %d \r\n", n) })
	},
	"linesmark":    func() { fmt.Print("\ufeff"); speakLines("arena 1", answerNothing) },
	"linescolours": lineDo(func() { fmt.Print("\x1b[32mdone 3\x1b[0m\n"); time.Sleep(time.Hour) }),
	"linesunseen":  lineBad("do 3 north\u200b"),
	"linesnotes": func() {
		speakLines("arena 1", func(n int) string {
			return fmt.Sprintf(
				"mark 1 2\narrow 1 2 -3 4\nlabel 5 6 two words\nlog round %d\nlogunit 7 tired\nchart %d army\n"+
					"mark here\ndone %d\n", n, n, n)
		})
	},
	"linesprints": func() {
		speakLines("arena 1", func(n int) string {
			return strings.Repeat("where am I?\n", 1000) + fmt.Sprintf("done %d\n", n)
		})
	},
	"linesexact": func() {
		speakLines("arena 1", func(round int) string {
			return strings.Repeat("x", lines.MaxLine) + "\n" + answerNothing(round)
		})
	},
	"linescount": func() {
		speakLines("arena 1", func(n int) string {
			read := lineBytes
			lineBytes = 0
			return fmt.Sprintf("log %d\ndone %d\n", read, n)
		})
	},
	"linesahead": func() { speakLines("arena 1", answerAllAtTheStart) },
	"linesblind": func() {
		fmt.Println("arena 1")
		for n := range rounds {
			fmt.Printf("do 3 north\ndone %d\n", n)
		}
		time.Sleep(time.Hour)
	},
	"linesnoread":  func() { fmt.Println("arena 1"); time.Sleep(time.Hour) },
	"linesword":    lineBad("do 3 nroth"),
	"linescapital": lineBad("DO 3 north"),
	"linesshort":   lineBad("do 3"),
	"linesnumber":  lineBad("do x north"),
	"linescontrol": lineBad("do \x07 north"),
	"linesmore":    lineBad("do 3 north now"),
	"lineswrong":   lineBad("done 99"),
	"lineslong":    lineBad(strings.Repeat("x", 5000)),
	"linesendless": lineDo(func() { fill("x") }),
	"linesmuch":    lineDo(func() { fill("do 3 north\n") }),
	"linesflood":   lineDo(func() { fill("I print a lot and never answer\n") }),
	"lineshalf":    lineDo(func() { fmt.Print("do 3 nor"); time.Sleep(time.Hour) }),
	"linesprint":   lineDo(func() { fmt.Print("Move 3 north\nMove 4 south\n"); time.Sleep(time.Hour) }),
	"linesopen":    lineDo(func() { fmt.Print("do 3 north\n"); time.Sleep(time.Hour) }),
	"linessilent":  lineDo(func() { time.Sleep(time.Hour) }),
	"linesearlier": func() {
		speakLines("arena 1", func(round int) string {
			if round == badRound {
				time.Sleep(time.Hour)
			}
			return "printed in another round\n" + answerNothing(round)
		})
	},
	"linesclose":   lineDo(func() { _ = os.Stdout.Close(); time.Sleep(time.Hour) }),
	"linesdeaf":    lineDo(func() { _ = os.Stdin.Close(); time.Sleep(time.Hour) }),
	"linesexit":    lineDo(func() { syscall.Exit(0) }),
	"linespanic":   lineDo(func() { panic("no more orks") }),
	"lineskill":    lineDo(func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Hour) }),
	"linesburn":    lineDo(func() { burn(time.Hour) }),
	"linesheirs":   lineDo(leaveHeirs),
	"lineslast":    func() { speakLines("arena 1", leaveAfterTheLast) },
	"linesstay":    func() { speakLines("arena 1 once", answerNothing, "stay") },
	"linesburnend": func() { speakLines("arena 1 once", answerNothing, "burn") },
	"linesafter":   func() { speakLines("arena 1", answerNothing, "answer") },
	"linesbadgame": func() { fmt.Println("arena 1 games=orkisland"); time.Sleep(time.Hour) },
	"lines2":       func() { fmt.Println("arena 2"); time.Sleep(time.Hour) },
	"linesword1":   func() { fmt.Println("arena one"); time.Sleep(time.Hour) },
	"linesunended": func() { fmt.Print("arena 1"); time.Sleep(time.Hour) },
	"linescut":     func() { fmt.Print("arena 1"); syscall.Exit(0) },
	"linesarena":   func() { fmt.Print("arena "); syscall.Exit(3) },
	"linesbegin":   func() { fmt.Print("aren"); time.Sleep(time.Hour) },
	"lineshuge":    func() { fmt.Print("arena 1 name=" + strings.Repeat("x", 100_000)); time.Sleep(time.Hour) },
}

func init() {
	for name, bot := range lineBots {
		programs[name] = bot
	}
}

// speakLines begins with a hello and gives the answer to every question. What it does at
// the end of a match may be said.
func speakLines(hello string, answer func(round int) string, atTheEnd ...string) {
	fmt.Println(hello)
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		lineBytes += len(line)
		line = strings.TrimSuffix(line, "\n")
		switch word, rest, _ := strings.Cut(line, " "); {
		case word == "go":
			n, _ := strconv.Atoi(rest)
			_, _ = io.WriteString(os.Stdout, answer(n))
		case word == "me":
			lineSeat, _ = strconv.Atoi(rest)
		case word == "unit_owners":
			lineOwners = strings.Fields(rest)
		case word == "end" && len(atTheEnd) > 0:
			switch atTheEnd[0] {
			case "end":
				return
			case "stay":
				time.Sleep(time.Hour)
			case "burn":
				burn(time.Hour)
			case "answer":
				fmt.Printf("do 3 north\ndone %d\nhello\n", rounds)
			}
		}
	}
}

var (
	lineSeat   int
	lineOwners []string
	lineBytes  int // read since the last answer
)

func answerNothing(round int) string { return fmt.Sprintf("done %d\n", round) }

// moveAll moves every ork, always in the same way.
func moveAll(round int) string {
	var b bytes.Buffer
	for unit, owner := range lineOwners {
		if owner == strconv.Itoa(lineSeat) {
			fmt.Fprintf(&b, "do %d %s\n", unit, []string{"north", "east", "south", "west"}[(unit+round)%4])
		}
	}
	fmt.Fprintf(&b, "done %d\n", round)
	return b.String()
}

func answerAllAtTheStart(round int) string {
	if round > 0 {
		return ""
	}
	var b bytes.Buffer
	for n := range rounds {
		fmt.Fprintf(&b, "do 3 north\ndone %d\n", n)
	}
	return b.String()
}

func leaveAfterTheLast(round int) string {
	if round == rounds-1 {
		fmt.Printf("done %d\n", round)
		syscall.Exit(0)
	}
	return answerNothing(round)
}

// lineBad writes a line in the bad round that can't be read, and waits.
func lineBad(line string) func() {
	return lineDo(func() { fmt.Printf("do 3 south\n%s\n", line); time.Sleep(time.Hour) })
}

// lineDo does something in the bad round instead of answering.
func lineDo(do func()) func() {
	return func() {
		speakLines("arena 1", func(round int) string {
			if round == badRound {
				do()
			}
			return answerNothing(round)
		})
	}
}

func fill(text string) {
	text = strings.Repeat(text, 100)
	for {
		if _, err := os.Stdout.WriteString(text); err != nil {
			time.Sleep(time.Hour)
		}
	}
}
