package main_test

import (
	"bufio"
	"fmt"
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
		beatOn(name)
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
	"loops":   func() { beatOn("loops") },
	"leaves":  func() {},
}

// startChild starts a process that holds all open that the bot has open, and goes on without it.
func startChild() {
	child := exec.Command(beside("child" + executable))
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
	for sizeOf(beside("child"+beats)) == 0 {
		time.Sleep(beat)
	}
}

// beat is how often a process shows that it runs, by a letter more in its file.
const (
	beat  = 20 * time.Millisecond
	beats = ".beats"
)

// beatOn burns CPU time without end; there is one, so that a test that fails leaves nothing for ever.
func beatOn(name string) {
	file, err := os.OpenFile(beside(name+beats), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	for end, next := time.Now().Add(patience), time.Now(); next.Before(end); {
		if time.Now().After(next) {
			_, _ = file.WriteString("x")
			next = next.Add(beat)
		}
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

func sizeOf(path string) int64 {
	file, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return file.Size()
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
