//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
)

// step is a command of the arena.
type step struct {
	mayStart  bool // what plays is a shell, which may start programs
	args      []string
	deadline  time.Duration
	interrupt time.Duration // when to send SIGINT; 0: never
	endless   bool          // it ends by the interrupt only
	builds    bool          // the user named a bot, whose build line may run
	lists     bool          // the user named a folder of bots, whose links are followed to say what they are
	limit     int64         // of a bot's memory; 0: that is not watched
}

// ran is what came of a step.
type ran struct {
	step

	output   string // of both streams
	code     int
	signal   syscall.Signal
	took     time.Duration
	afterInt time.Duration // from the interrupt to the end
	late     bool          // it was killed
	usage    usage
	pid      int
	orphans  []string
}

const usualDeadline = 10 * time.Second

// mostOutput is how much of a command's output is kept.
const mostOutput = 4 << 20

type keeper struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (k *keeper) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.text.Write(p[:min(len(p), max(0, mostOutput-k.text.Len()))])
	return len(p), nil
}

func (k *keeper) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}

// environment is that of the user, whose folders are marked.
func (h *hunt) environment() []string {
	path := h.home + "/bin:" + h.home + "/.local/bin:" + os.Getenv("PATH")
	return []string{
		"HOME=" + h.home, "PATH=" + path, "TMPDIR=" + filepath.Join(h.dir, "tmp"), "USER=hunted",
		"LANG=C.UTF-8", "HUNT_TOKEN=" + h.secret,
		"GOCACHE=" + filepath.Join(h.home, ".cache", "go-build"), "GOFLAGS=-mod=mod", "GOPROXY=off", "TERM=xterm",
	}
}

// run runs a command of the arena in a folder.
func (h *hunt) run(ctx context.Context, dir string, s step) ran {
	if s.deadline == 0 {
		s.deadline = usualDeadline
	}
	r := ran{step: s}
	var output keeper
	c := exec.CommandContext(ctx, h.arena, s.args...)
	c.Dir, c.Env, c.Stdout, c.Stderr, c.SysProcAttr = dir, h.environment(), &output, &output, h.userOf()
	c.WaitDelay = 2 * time.Second
	begun := time.Now()
	if err := c.Start(); err != nil {
		return ran{step: s, output: "not started: " + err.Error(), code: -1}
	}
	r.pid = c.Process.Pid
	watching := s.watchMemory(r.pid)
	over := make(chan struct{})
	go func() {
		_ = c.Wait() // its state says more
		close(over)
	}()
	r.await(c.Process, over)
	r.took, r.usage = time.Since(begun), watching()
	r.output = output.String()
	if state, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok {
		r.code = state.ExitStatus()
		if state.Signaled() {
			r.signal = state.Signal()
		}
	}
	r.orphans = orphansOf()
	return r
}

// await waits for the end of a command, and interrupts or kills it in time.
func (r *ran) await(p *os.Process, over <-chan struct{}) {
	var interrupt <-chan time.Time
	if r.interrupt > 0 {
		interrupt = time.After(r.interrupt)
	}
	deadline := time.After(r.deadline)
	var interrupted time.Time
	for {
		select {
		case <-over:
			if !interrupted.IsZero() {
				r.afterInt = time.Since(interrupted)
			}
			return
		case <-interrupt:
			interrupted = time.Now()
			_ = p.Signal(syscall.SIGINT)
			deadline = time.After(5 * time.Second)
		case <-deadline:
			r.late = true
			if interrupted.IsZero() { // does it at least listen?
				interrupted = time.Now()
				_ = p.Signal(syscall.SIGINT)
				select {
				case <-over:
					r.afterInt = time.Since(interrupted)
					return
				case <-time.After(2 * time.Second):
				}
			}
			r.afterInt = time.Since(interrupted)
			_ = p.Kill()
			<-over
			return
		}
	}
}

// mostAfterInterrupt is how long an arena may go on after Ctrl-C.
const mostAfterInterrupt = time.Second

var traces = regexp.MustCompile(
	`(?m)^(panic: |goroutine \d+ \[|fatal error: |runtime error)|runtime error: |\.go:\d+ \+0x`)

// startedBy is what a program says that a bot has started. In the bot itself it stands
// otherwise, as bots print what they find in their memory.
var startedBy = regexp.MustCompile(`.*HUNT-STARTED[ -].{0,12}\b42\b`)

// judge returns what a command has broken by itself.
func (r *ran) judge() (found []finding) {
	add := func(i invariant, format string, args ...any) {
		found = append(found, finding{invariant: i, detail: fmt.Sprintf(format,
			args...) + "\nby arena " + strings.Join(r.args, " ")})
	}
	if at := traces.FindStringIndex(r.output); at != nil {
		add(panicked, "%.300s", r.output[at[0]:])
	}
	if at, c := controls(r.output); c != "" {
		add(control, "%s in %.80q", c, r.output[max(0, at-30):min(len(r.output), at+40)])
	}
	if r.late && !r.endless && r.interrupt == 0 {
		add(tooLong, "%v", r.took.Round(time.Millisecond))
	}
	if r.afterInt > mostAfterInterrupt {
		add(deaf, "ended %v after the interrupt (killed: %v)", r.afterInt.Round(time.Millisecond), r.late)
	}
	stopped := r.afterInt > 0 || r.late
	if r.signal != 0 && !stopped || r.signal == 0 && (r.code < 0 || r.code > 2) && !stopped {
		add(badCode, "code %d, signal %v", r.code, r.signal)
	}
	if len(r.orphans) > 0 {
		add(left, "processes: %s", strings.Join(r.orphans, "; "))
	}
	if why := r.usage.over(r.limit); why != "" {
		add(tooMuch, "%s", why)
	}
	if text := startedBy.FindString(r.output); text != "" && !r.mayStart {
		add(became, "%s", text)
	}
	if strings.Contains(r.output, "HUNT-DID") {
		add(did, "%.200s", lineWith(r.output, "HUNT-DID"))
	}
	return found
}

func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// controls finds what controls a terminal, or misleads who reads it.
func controls(text string) (at int, what string) {
	text = strings.ReplaceAll(text, "\r\n", "\n") // as CSV has it
	for at, r := range text {
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 && len(text) < mostOutput {
				return at, fmt.Sprintf("the byte %#x", text[at])
			}
		case r == '\n' || r == '\t':
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return at, fmt.Sprintf("%U", r)
		}
	}
	return 0, ""
}

// orphansOf ends processes that an arena has left behind, which are our children now, and
// returns what they were. The arena is gone, and its children with it: what needs a moment
// to end is given one.
func orphansOf() (left []string) {
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		living := reap()
		if len(living) == 0 {
			return nil
		}
		if time.Now().After(end) {
			for _, pid := range living {
				line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				left = append(left, fmt.Sprintf("%d %q", pid, bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			time.Sleep(50 * time.Millisecond)
			reap()
			return left
		}
	}
}

// reap returns our children that live, and takes note of those that are dead.
func reap() (living []int) {
	for _, pid := range childrenOf(os.Getpid()) {
		var status syscall.WaitStatus
		if got, err := syscall.Wait4(pid, &status, syscall.WNOHANG, nil); err == nil && got == 0 {
			living = append(living, pid)
		}
	}
	return living
}

func childrenOf(pid int) (children []int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range tasks {
		text, _ := os.ReadFile(path)
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}
