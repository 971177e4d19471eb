//go:build unix

package progress

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// console is a program in a terminal.
type console struct {
	*emulator
	mu      sync.Mutex // for the emulator
	file    *os.File
	program *exec.Cmd
	before  *term.State
	output  strings.Builder // everything, also what was erased
	read    chan struct{}
}

// onTerminal starts this test's program, or one that starts it, in a terminal.
func onTerminal(t *testing.T, width, height int, script string, command ...string) *console {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	program := exec.Command(self)
	if len(command) > 0 {
		program = exec.Command(command[0], append(command[1:], self)...)
	}
	program.Env = append(os.Environ(), "TERM=xterm-256color", scriptVariable+"="+script)
	return begin(t, width, height, program)
}

func begin(t *testing.T, width, height int, program *exec.Cmd) *console {
	t.Helper()
	tier.Needs(t, program.Path)
	file, terminal, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(file, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}))
	c := &console{emulator: newEmulator(width, height), file: file, program: program, read: make(chan struct{})}
	c.before = c.modes(t)
	program.Stdin, program.Stdout, program.Stderr = terminal, terminal, terminal
	program.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, program.Start())
	require.NoError(t, terminal.Close())
	t.Cleanup(func() {
		_ = program.Process.Kill()
		_ = program.Wait()
		_ = file.Close()
	})
	return c
}

// reads begins to read what the program prints.
func (c *console) reads() *console {
	go func() {
		defer close(c.read)
		text := make([]byte, 4096)
		for {
			n, err := c.file.Read(text)
			c.mu.Lock()
			_, _ = c.Write(text[:n])
			c.output.Write(text[:n])
			c.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return c
}

func (c *console) modes(t *testing.T) *term.State {
	t.Helper()
	modes, err := term.GetState(c.file.Fd())
	require.NoError(t, err)
	return modes
}

func (c *console) types(t *testing.T, keys string) {
	t.Helper()
	_, err := c.file.WriteString(keys)
	require.NoError(t, err)
}

// resizes makes the terminal's window larger or smaller.
func (c *console) resizes(t *testing.T, width, height int) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.resize(width, height)
	require.NoError(t, pty.Setsize(c.file, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}))
}

func (c *console) shown() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text()
}

// waitsFor waits until a text is on the screen.
func (c *console) waitsFor(t *testing.T, text string) {
	t.Helper()
	testkit.Await(t, text, func() bool { return strings.Contains(c.shown(), text) })
}

// ends waits for the end and requires that the terminal is as it was.
func (c *console) ends(t *testing.T) {
	t.Helper()
	<-c.read
	_ = c.program.Wait()
	require.Equal(t, c.before, c.modes(t))
	require.False(t, c.hidden, "the cursor is hidden")
}

func TestTheBoardDisappearsAndTheTerminalIsRestored(t *testing.T) {
	for name, end := range map[string]func(*testing.T, *console){
		"Ctrl-C": func(t *testing.T, c *console) { c.types(t, "x\x03") },
		"SIGTERM": func(t *testing.T, c *console) {
			require.NoError(t, c.program.Process.Signal(unix.SIGTERM))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := onTerminal(t, 80, 24, "update linger note update wait linger").reads()
			c.waitsFor(t, "red")
			c.waitsFor(t, "Ctrl-C stops")
			require.Equal(t, c.before, c.modes(t))
			end(t, c)
			c.ends(t)
			require.Equal(t, "before\n"+
				"note: a long line a long line a long line a long line a long line a long line a\n"+
				"long line a long line a long line a long line\n"+
				"hint: red\nclosed: <nil>\n", c.text())
		})
	}
}

func TestTheBoardIsBelowWhatWasPrinted(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 40, "update linger note linger wait").reads()
	c.waitsFor(t, "red")
	c.waitsFor(t, "Ctrl-C stops")
	require.Regexp(t, `(?s)^before\nnote: .*\nhint: red\ncompare moria .*\n124 of at most 400 matches, .*\n\nCtrl-C stops\n$`,
		c.shown())
}

func TestTheBoardFitsAWindowThatIsMadeSmallerAndLarger(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 90, "note update wait").reads()
	c.waitsFor(t, "Ctrl-C stops")
	for _, width := range []int{50, 20, 100} {
		c.resizes(t, width, 90)
		done := width * 124 / 400
		c.waitsFor(t, "\n"+strings.Repeat("━", done)+strings.Repeat("─", width-done)+"\n")
		c.waitsFor(t, "Ctrl-C stops")
		require.Regexp(t, `(?s)^before\nnote: .*\nhint: red\ncompare moria`, c.shown())
		require.Equal(t, 1, strings.Count(c.shown(), "compare moria"), "%s", c.shown())
	}
	c.types(t, "\x03")
	c.ends(t)
	require.Regexp(t, "^before\nnote: .*\n.*\nhint: red\nclosed: <nil>\n$", c.text())
}

func TestABoardAsHighAsTheTerminalScrollsNothing(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 12, strings.Repeat("update linger ", 4)).reads()
	c.ends(t)
	require.Equal(t, "before\nclosed: <nil>\n", c.text())
}

func TestLinesAreWholeOnAScreenThatScrolls(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 24, strings.Repeat("update linger note linger ", 3)).reads()
	c.ends(t)
	note := "note: a long line a long line a long line a long line a long line a long line a\n" +
		"long line a long line a long line a long line\nhint: red\n"
	require.Equal(t, "before\n"+strings.Repeat(note, 3)+"closed: <nil>\n", c.text())
}

func TestAPanicIsLegible(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 24, "update linger panic").reads()
	c.ends(t)
	require.Contains(t, c.text(), "before\npanic: on purpose")
}

func TestATraceOnCtrlBackslashIsLegible(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 24, "update wait").reads()
	c.waitsFor(t, "Ctrl-C stops")
	c.types(t, "\x1c")
	c.ends(t)
	require.Contains(t, c.text(), "SIGQUIT: quit\n")
}

func TestColoursAreLeftOutIfNotWanted(t *testing.T) {
	for setting, coloured := range map[string]bool{"NO_COLOR=": true, "NO_COLOR=1": false} {
		t.Setenv("NO_COLOR", strings.TrimPrefix(setting, "NO_COLOR="))
		c := onTerminal(t, 40, 12, "update linger linger").reads()
		c.ends(t)
		require.Equal(t, coloured, c.coloured, setting)
	}
}

// After Ctrl-Z and fg the board comes back, below: one for each stop, though a frame is due then, too.
func TestTheBoardComesBackAfterAStop(t *testing.T) {
	t.Parallel()
	const stops = 6
	c := onTerminal(t, 80, 250, "update wait",
		"sh", "-mc", `"$0"; for i in 1 2 3 4 5 6; do sleep 0.3; echo stopped $i; read line; fg; done; echo over`).reads()
	boards := func() int { return strings.Count(c.shown(), "Ctrl-C stops") }
	for i := range stops {
		testkit.Await(t, "a board", func() bool { return boards() == i+1 })
		c.types(t, "\x1a")
		c.waitsFor(t, fmt.Sprint("stopped ", i+1))
		require.Equal(t, c.before, c.modes(t))
		c.types(t, "\n")
	}
	testkit.Await(t, "the last board", func() bool { return boards() == stops+1 })
	c.types(t, "\x03")
	c.ends(t)
	require.Contains(t, c.text(), "closed: <nil>\nover\n")
	require.Equal(t, stops, boards(), "the last one is erased")
}

func TestTheBoardComesBackAfterSIGSTOP(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 40, "update wait", "sh", "-mc", `"$0"; sleep 0.3; echo stopped; read line; fg; echo over`).reads()
	c.waitsFor(t, "Ctrl-C stops")
	group, err := unix.IoctlGetInt(int(c.file.Fd()), unix.TIOCGPGRP)
	require.NoError(t, err)
	require.NoError(t, unix.Kill(-group, unix.SIGSTOP))
	c.waitsFor(t, "stopped")
	c.types(t, "\n")
	testkit.Await(t, "another board", func() bool { return strings.Count(c.shown(), "Ctrl-C stops") == 2 })
	c.types(t, "\x03")
	c.ends(t)
	require.Contains(t, c.text(), "closed: <nil>\nover\n")
	require.Contains(t, c.text(), "stopped\n")
}

func TestNothingIsDrawnInTheBackground(t *testing.T) {
	t.Parallel()
	c := onTerminal(t, 80, 40, "update linger linger note linger", "sh", "-mc", `"$0" & wait; echo over`).reads()
	c.waitsFor(t, "hint: red")
	require.Equal(t, c.before, c.modes(t))
	c.ends(t)
	require.NotContains(t, c.output.String(), "compare moria")
}

// The terminal of a stalled connection is not read. The run goes on, and ends.
func TestATerminalThatDoesNotReadHoldsNothingUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out")
	t.Setenv("OUT", file)
	c := onTerminal(t, 80, 24, "update linger flood linger update linger flood", "sh", "-c", `exec "$0" >"$OUT"`)
	require.NoError(t, c.program.Wait())
	out, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "closed: nobody read what was shown\n", string(out))
	require.Equal(t, c.before, c.modes(t))
}
