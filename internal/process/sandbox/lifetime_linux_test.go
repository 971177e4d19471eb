//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// parent is the name of a process that confines a program and waits, as the arena does.
const parent = "parent"

// runParent starts a confined program that never ends, and prints its number.
func runParent() {
	s, err := sandbox.New(sandbox.Standard)
	if err != nil {
		panic(err)
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	output, write, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	c := &exec.Cmd{Path: self, Args: []string{"probe", "idle"}, Stdout: write}
	start, err := s.Confine(c, sandbox.Program{Bot: "/nowhere", Folder: os.Args[1], Limits: sandbox.DefaultLimits()})
	if err != nil {
		panic(err)
	}
	err = s.Run(c.Start)
	start.Begun()
	if err != nil {
		panic(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		panic(err)
	}
	fmt.Println(c.Process.Pid, line)
	select {}
}

// TestConfinedProgramsDieWithTheArena: even if it has no time to end them.
func TestConfinedProgramsDieWithTheArena(t *testing.T) {
	standard(t)
	folder := place(t)
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.CommandContext(t.Context(), self)
	c.Args = []string{parent, folder}
	output, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	var pid int
	var said string
	_, err = fmt.Fscan(output, &pid, &said)
	require.NoError(t, err)
	require.Equal(t, "idle", said)
	require.NoError(t, syscall.Kill(pid, 0), "it does not run")
	require.NoError(t, c.Process.Kill())
	_ = c.Wait()
	testkit.Await(t, "the end of the program", func() bool {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || bytes.Contains(status, []byte(") Z "))
	})
}

// TestWhatRunsIsWhatWasRead: a program that is replaced once it has been confined runs
// as it was, and is read again for the next start.
func TestWhatRunsIsWhatWasRead(t *testing.T) {
	s := standard(t)
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	folder, file := bot(t, "main", string(self))
	confine := func() (*exec.Cmd, *sandbox.Start, *bytes.Buffer) {
		dir := place(t)
		output := new(bytes.Buffer)
		c := exec.CommandContext(testkit.Patiently(t), file)
		c.Args, c.Stdout, c.WaitDelay = []string{"probe", "reads passwd"}, output, time.Second
		start, err := s.Confine(c, sandbox.Program{Bot: folder, Folder: dir, Limits: sandbox.DefaultLimits()})
		require.NoError(t, err)
		return c, start, output
	}
	for _, want := range []string{"no: open /etc/passwd", "second"} {
		c, start, output := confine()
		require.NoError(t, os.Remove(file))
		require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\necho second\n"), 0o755)) //nolint:gosec // it is to be started
		require.NoError(t, runAnd(c, start))
		require.Contains(t, output.String(), want)
	}
}
