package main_test

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/botarena/arena/internal/base/testkit"
)

// TestMain makes this binary several bots as well, so that no other language is needed. The name
// under which it is started chooses what it is.
func TestMain(m *testing.M) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), executable)
	if name == "child" {
		goOn(name)
	}
	if name == "leaves" {
		startChild()
	}
	if inRound3, is := lineBots[name]; is {
		speakLines(inRound3)
		return
	}
	os.Exit(testkit.Run(m))
}

// lineBots are bots that speak lines, by hand. Before they answer in round 3, they do something.
var lineBots = map[string]func(){
	"zorg":    func() {},
	"crashes": func() { fmt.Fprintln(os.Stderr, "no more orks"); os.Exit(7) },
	"loops":   func() { goOn("loops") },
	"leaves":  func() {},
}

// startChild starts a process that holds all open that the bot has open, and goes on without it.
func startChild() {
	child := exec.Command(beside("child" + executable))
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
	for {
		if text, _ := os.ReadFile(beside("child" + answers)); len(text) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// answers is what a file ends with that has an address, which answers as long as a process runs.
const answers = ".answers"

// goOn burns CPU time without end; there is one, so that a test that fails leaves nothing for ever.
func goOn(name string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = os.WriteFile(beside(name+answers), []byte(listener.Addr().String()), 0o600)
	}
	if err != nil {
		panic(err)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); { //nolint:revive // it is to be busy
	}
	os.Exit(0)
}

// beside is the path of a file in the folder of the bot's program.
func beside(name string) string {
	own, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return filepath.Join(filepath.Dir(own), name)
}

// speakLines moves each ork in each round.
func speakLines(inRound3 func()) {
	fmt.Print("arena 1 games=orkisland:1\r\n") // as on Windows, which is taken everywhere
	var me string
	var owners []string
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		switch word, rest, _ := strings.Cut(input.Text(), " "); word {
		case "me":
			me = rest
		case "unit_owners":
			owners = strings.Fields(rest)
		case "go":
			if rest == "3" {
				inRound3()
			}
			fmt.Print(moveAll(me, owners, rest), "done ", rest, "\n")
		}
	}
}

// moveAll goes round in circles.
func moveAll(me string, owners []string, round string) string {
	n, _ := strconv.Atoi(round)
	var orders strings.Builder
	for unit, owner := range owners {
		if owner == me {
			fmt.Fprintf(&orders, "do %d %s\n", unit, []string{"north", "east", "south", "west"}[(unit+n)%4])
		}
	}
	return orders.String()
}
