package wasm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/sandbox/filter"
	"github.com/botarena/arena/internal/process/wasm/runner"
)

// confined is the sandbox of compilers, the best that this system has without being asked
// for. It is nil where there is none, and with it only what the compiler sees to itself.
var confined = sync.OnceValue(func() *sandbox.Sandbox {
	s, err := sandbox.New(sandbox.Usual())
	if err != nil {
		return nil
	}
	return s
})

// compileInto compiles a module and puts the code into a folder. temp is a folder for
// other files.
func compileInto(ctx context.Context, folder, temp, path string) error {
	limited, stop := context.WithTimeout(ctx, longestCompile)
	defer stop()
	own, err := os.Executable()
	if err != nil {
		return err
	}
	home := filepath.Join(temp, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	command := exec.CommandContext(limited, own, runner.CompileWord, path)
	command.Dir = home
	var said bytes.Buffer
	command.Stderr = &said
	command.WaitDelay = time.Second
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	stopWatching, err := start(command, path, home)
	if err != nil {
		return err
	}
	result := bufio.NewReader(io.LimitReader(output, largestCode))
	line, err := result.ReadString('\n')
	if line = strings.TrimSpace(line); err == nil && isCode().MatchString(line) {
		err = write(folder, line, result)
	}
	_, _ = io.Copy(io.Discard, output)
	ended := command.Wait()
	stopWatching()
	exit := new(exec.ExitError)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return unfit(
			fmt.Sprintf("takes more than %v to be compiled", longestCompile),
			"is there a very long function in it? The time grows with the longest one",
		)
	case errors.As(ended, &exit) && exit.ExitCode() == runner.Unfit && line != "":
		return unfit(line, howToBuild)
	case ended != nil:
		return unfit("can't be compiled: the compiler "+whyEnded(ended, said.String()), howToBuild)
	case err == nil && !isCode().MatchString(line):
		return unfit(fmt.Sprintf("can't be compiled: the compiler said %.200q", line), howToBuild)
	}
	return err
}

// isCode is the path of compiled code. A compiler that a module has taken over could give
// any other.
var isCode = late.Regexp(`^wazero-[-\w.+]+/[0-9a-f]{64}$`)

// whyEnded says how a compiler failed.
func whyEnded(ended error, said string) string {
	if strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory") {
		return fmt.Sprintf("needs more than %d GiB of memory for it", int64(runner.CompilerMemory)>>30)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	if first == "" {
		first = "said nothing"
	}
	return fmt.Sprintf("ended with %v: %.200q", ended, first)
}

// start starts a compiler, which sees the module and its home. The function that it returns
// must be called once the compiler has ended.
func start(command *exec.Cmd, path, home string) (stopWatching func(), err error) {
	s := confined()
	at := s.Home(home)
	command.Env = []string{
		"HOME=" + at, "TMPDIR=" + at, "TMP=" + at, "TEMP=" + at,
		"SYSTEMROOT=" + os.Getenv("SYSTEMROOT"),
	}
	if !s.Confines() {
		return func() {}, command.Start()
	}
	limits := sandbox.DefaultLimits()
	limits.Memory, limits.Disk = runner.CompilerMemory, largestCode
	shim, err := s.Confine(command, sandbox.Program{Bot: path, Folder: home, Limits: limits})
	if err != nil {
		return nil, err
	}
	err = s.Run(command.Start)
	shim.Begun()
	if err != nil {
		shim.Stop()
		return nil, err
	}
	if err := shim.Await(); err != nil {
		_ = command.Process.Kill()
		_ = command.Wait()
		shim.Stop()
		return nil, err
	}
	var watching sync.WaitGroup
	watching.Go(func() { shim.Watch(func(c sandbox.Call) bool { return c.What != filter.Attack }) })
	return func() {
		shim.Stop()
		watching.Wait()
	}, nil
}
