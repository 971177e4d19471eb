// Command hostile is a bot for WASI that does what its name says: the name of its file.
package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// at is the round in which it happens.
const at = 3

func main() {
	did := map[string]func(){
		"idle": func() {},
		"spin": func() {
			for {
				runtime.KeepAlive(os.Args)
			}
		},
		"grow":     grow,
		"files":    files,
		"sockets":  sockets,
		"outflood": func() { flood(os.Stdout) },
		"errflood": func() { flood(os.Stderr) },
		"exit":     func() { os.Exit(7) },
		"panic":    func() { panic("on purpose") },
		"leave":    func() { os.Exit(0) },
		"clock":    clock,
		"world":    world,
		"nonsense": func() { fmt.Println("do 1 sideways") },
	}[name()]
	fmt.Println("arena 1") // it gives no commands, so that nobody sees what becomes of it
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		word, round, _ := strings.Cut(lines.Text(), " ")
		if word != "go" {
			continue
		}
		if round == fmt.Sprint(at) {
			did()
		}
		fmt.Println("done", round)
	}
}

// name is that of the file; in a folder, the only one that it could be.
func name() string {
	if os.Getenv("ARENA_BOT_DIR") != "" {
		return "files"
	}
	return strings.TrimSuffix(os.Args[0], ".wasm")
}

var kept [][]byte

func grow() {
	for {
		b := make([]byte, 1<<20)
		for i := range b {
			b[i] = 1
		}
		kept = append(kept, b)
	}
}

func flood(to *os.File) {
	for {
		_, _ = fmt.Fprintln(to, strings.Repeat("flood ", 100))
	}
}

// say tells the test, which reads standard error.
func say(what string, result any) { fmt.Fprintf(os.Stderr, "%s: %v\n", what, result) }

func files() {
	for _, path := range []string{"/etc/passwd", "../passwd", "/proc/self/environ", "/secret", "secret", "link"} {
		text, err := os.ReadFile(path)
		say("read "+path, fmt.Sprintf("%q %v", text, err != nil))
	}
	own, err := os.ReadFile("/weights.txt")
	say("own", fmt.Sprintf("%q %v", own, err != nil))
	for what, err := range map[string]error{
		"write": os.WriteFile("/x", nil, 0o600), "over": os.WriteFile("/weights.txt", []byte("x"), 0o600),
		"mkdir": os.Mkdir("/d", 0o700), "remove": os.Remove("/weights.txt"), "rename": os.Rename("/weights.txt", "/y"),
		"symlink": os.Symlink("/etc/passwd", "/z"), "chtimes": os.Chtimes("/weights.txt", time.Time{}, time.Time{}),
	} {
		say(what, err != nil)
	}
	entries, err := os.ReadDir("/")
	say("list", fmt.Sprint(entries, err != nil))
	say("arguments", os.Args)
	say("environment", os.Environ())
}

//go:wasmimport wasi_snapshot_preview1 sock_accept
func sockAccept(fd int32, flags int32, to *int32) uint32

//go:wasmimport wasi_snapshot_preview1 sock_shutdown
func sockShutdown(fd int32, how int32) uint32

func sockets() {
	open := 0
	for fd := range int32(64) {
		var to int32
		if sockAccept(fd, 0, &to) == 0 || sockShutdown(fd, 3) == 0 {
			open++
		}
	}
	say("sockets", open)
}

func clock() {
	begun := time.Now()
	for time.Since(begun) < 10*time.Second {
	}
	time.Sleep(time.Hour)
	say("waited", time.Since(begun) > time.Hour)
}

func world() {
	random := make([]byte, 8)
	_, _ = rand.Read(random)
	say("random", fmt.Sprintf("%x", random))
	say("time", time.Now().UTC().Format("2006-01-02 15:04:05.0000000"))
}
