package match

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
)

// awaitDebugger prints how to attach a debugger to the bot, and waits until one is.
func (o *rerunOptions) awaitDebugger(ctx context.Context, s *shell.Shell, l *lineup.Players, in io.Reader) error {
	process := l.Processes[0]
	fmt.Fprintf(
		s.Err, "seat %d (%s): process %d; it waits for its match. To attach a debugger, type in another terminal:\n",
		o.seat, l.Names()[0], process.PID())
	for _, line := range o.debugger(l.Bots[0], process.PID()) {
		fmt.Fprintln(s.Err, "  "+line)
	}
	if host.SeesTraced {
		fmt.Fprintln(s.Err, "The match begins when a debugger is attached, or with Enter here.")
	} else {
		fmt.Fprintln(s.Err, "Press Enter here when it is attached; then the match begins.")
	}
	return awaitTracer(ctx, process, in)
}

// tracerEvery is how often we look whether a debugger is attached.
const tracerEvery = 100 * time.Millisecond

// awaitTracer waits until a debugger is attached to a process, or somebody presses Enter.
func awaitTracer(ctx context.Context, process *host.Process, in io.Reader) error {
	enter := make(chan struct{})
	go func() { // ends with the arena at the latest, as nothing can end a read of a terminal
		if _, err := bufio.NewReader(in).ReadString('\n'); err == nil {
			close(enter)
		}
	}()
	ticker := time.NewTicker(tracerEvery)
	defer ticker.Stop()
	for {
		switch {
		case host.Traced(process.PID()):
			return nil
		case process.Ended():
			return fmt.Errorf("the bot ended before a debugger was attached: it %s", process.Ending().How)
		}
		select {
		case <-enter:
			return nil
		case <-ctx.Done():
			return fmt.Errorf("stopped before the first round: %w", context.Cause(ctx))
		case <-ticker.C:
		}
	}
}

// debugger returns what to type to attach a debugger to a bot, and what to type in it.
func (o *rerunOptions) debugger(b find.Bot, pid int) []string {
	return language.Debugging{
		Kind: b.Kind, Program: b.Command.Args[0], PID: strconv.Itoa(pid), Sudo: sudo(),
		Lines: safe.Shell("arena", "transcript", o.file, "--seat", strconv.Itoa(o.seat), "--in"),
	}.Debugger()
}

// sudo returns what comes before a debugger on a system that lets it attach only to its
// own children.
func sudo() string {
	if runtime.GOOS == "darwin" {
		return "sudo "
	}
	text, err := os.ReadFile(filepath.Join("/proc/sys/kernel/yama", "ptrace_scope"))
	if err == nil && strings.TrimSpace(string(text)) != "0" && os.Geteuid() != 0 {
		return "sudo "
	}
	return ""
}
