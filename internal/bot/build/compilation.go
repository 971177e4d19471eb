package build

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// compilation is one run of the Go command to build a bot.
type compilation struct {
	ctx      context.Context
	tool     string
	folder   string
	building func(name string, left, all int) // may be nil
	debug    bool

	name string
	left map[string]bool // the packages that are still to be compiled; nil: not counted
	all  int
}

// buildFlags are those with which the arena itself was built: the compiled packages that
// both need are then shared. Its own go run has just compiled them, as a rule.
var buildFlags = sync.OnceValues(func() (flags, environment []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, nil
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "-trimpath":
			flags = append(flags, "-trimpath="+s.Value)
		case "-tags":
			flags = append(flags, "-tags="+s.Value)
		case "CGO_ENABLED":
			environment = append(environment, "CGO_ENABLED="+s.Value)
		}
	}
	return flags, environment
})

func (c *compilation) command(args ...string) *exec.Cmd {
	flags, environment := buildFlags()
	command := exec.CommandContext(c.ctx, c.tool, append(append(args[:1:1], flags...), args[1:]...)...)
	command.Dir = c.folder
	command.Env = append(command.Environ(), environment...)
	command.WaitDelay = time.Second // a killed Go command may leave compilers running
	return command
}

// count finds out which packages must be compiled. It takes a second or so.
func (c *compilation) count(name string) {
	c.name = name
	stale, err := c.command("list", "-deps", "-f", "{{if .Stale}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		return // building explains it
	}
	c.left = make(map[string]bool)
	for _, path := range strings.Fields(string(stale)) {
		c.left[path] = true
	}
	c.all = len(c.left)
	c.tell()
}

func (c *compilation) tell() { c.building(c.name, len(c.left), c.all) }

// build builds a program and returns what the Go command said about it.
func (c *compilation) build(program string) (said string, err error) {
	// Without symbols it is smaller. Linking shares nothing in any case.
	flags := []string{"-ldflags", "-s -w"}
	if c.debug {
		// The first is for the bot's own package only. The second keeps the symbols, whatever GOFLAGS says.
		flags = []string{"-gcflags", "-N -l", "-ldflags", ""}
	}
	command := c.command(slices.Concat([]string{"build", "-v"}, flags, []string{"-o", program, "."})...)
	output, write := io.Pipe()
	command.Stdout, command.Stderr = write, write
	var text strings.Builder
	var reading sync.WaitGroup
	reading.Go(func() {
		for lines := bufio.NewReader(output); ; {
			line, err := lines.ReadString('\n')
			if !c.compiled(line) {
				text.WriteString(line)
			}
			if err != nil {
				return
			}
		}
	})
	err = command.Run()
	_ = write.Close()
	reading.Wait()
	return text.String(), err
}

// compiled reports whether a line is the name of a package, which the Go command prints
// when it begins to compile it.
func (c *compilation) compiled(line string) bool {
	path, whole := strings.CutSuffix(line, "\n")
	if c.left[path] {
		delete(c.left, path)
		c.tell()
	}
	return whole && path != "" && !strings.ContainsAny(path, " \t:#")
}
