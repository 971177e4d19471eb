package build

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/unfit"
)

// golang builds the Go program in a folder. The Go command finds out whether it is up to date.
func (f Builder) golang(ctx context.Context, t Source) (Recipe, error) {
	made := program(language.Go, f.builtPath(t.Path))
	t, err := f.toBuild(t)
	if err != nil {
		return Recipe{}, err
	}
	if f.Unbuilt {
		return made, t.builtBefore(made.Args[0])
	}
	if f.Workshop != nil {
		path, err := f.Workshop.golang(ctx, f, t)
		made := program(language.Go, path)
		made.Place = t.Path
		return made, err
	}
	if err := t.checkGo(); err != nil {
		return Recipe{}, err
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		return Recipe{}, unfit.New(
			t.Typed, "a Go program, but Go is not installed",
			"install it from https://go.dev/dl, or give a bot that is already built",
		)
	}
	if f.Cache == "" {
		return Recipe{}, t.NoCache()
	}
	c := compilation{ctx: ctx, tool: tool, folder: t.Path, building: f.Building, debug: f.Debug}
	if f.IsNew(t) && f.Building != nil {
		c.count(t.Name())
	}
	said, err := c.build(made.Args[0])
	if ctx.Err() != nil {
		return Recipe{}, context.Cause(ctx)
	}
	if err != nil {
		return Recipe{}, unfit.New(t.Typed, "does not build\n"+t.readable(said), t.howToBuild(said))
	}
	return made, nil
}

// builtBefore returns an error unless the program that was built last is there.
func (t Source) builtBefore(program string) error {
	if files.IsFile(program) {
		return nil
	}
	return t.notBuilt()
}

// notBuilt is why a bot does not play that nobody has named: to build it is to run what its author
// wants, and nothing confines that.
func (t Source) notBuilt() error {
	return unfit.New(
		t.Typed, "must be built first, and only a bot that you name is built",
		"name it, or the folder that it is in: --bots DIR",
	)
}

// IsNew reports whether a target is a folder with a Go program that was never built.
func (f Builder) IsNew(t Source) bool {
	if goFiles, _ := filepath.Glob(filepath.Join(t.Path, "*.go")); !t.Folder || f.Cache == "" || len(goFiles) == 0 {
		return false
	}
	_, err := os.Stat(f.builtPath(t.Path))
	return errors.Is(err, fs.ErrNotExist)
}

// builtPath returns the path of a folder's program. The file has the name of the
// folder; folders of the same name have different paths.
func (f Builder) builtPath(folder string) string {
	hash := sha256.Sum256([]byte(folder))
	name := filepath.Base(folder)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	kind := "bots"
	if f.Debug {
		kind = "debug"
	}
	return filepath.Join(f.Cache, kind, hex.EncodeToString(hash[:8]), name)
}

// checkGo explains why a folder doesn't hold a Go program, in plainer words than the
// Go command.
func (t Source) checkGo() error {
	const howTo = "a bot's folder holds a Go program: package main, func main"
	if name := t.irregular(); name != "" {
		return unfit.New(t.Typed, safe.Name(name)+" in it is not a file", "remove it")
	}
	context := build.Default
	context.CgoEnabled = false
	found, err := context.ImportDir(t.Path, 0)
	if none := new(build.NoGoError); errors.As(err, &none) {
		return unfit.New(t.Typed, "a folder without Go files", howTo)
	}
	if several := new(build.MultiplePackageError); errors.As(err, &several) {
		return unfit.New(
			t.Typed,
			fmt.Sprintf("Go files of different packages: %s and %s", several.Packages[0], several.Packages[1]),
			howTo,
		)
	}
	if err == nil && found.Name != "main" {
		return unfit.New(t.Typed, fmt.Sprintf("Go package %s, not a program", found.Name), howTo)
	}
	return nil // the compiler explains any other error better
}

// irregular returns the name of something in the folder that the Go command would open
// and that isn't a file. It would wait for ever for a pipe.
func (t Source) irregular() string {
	entries, err := os.ReadDir(t.Path)
	if err != nil {
		return "" // the Go command explains it
	}
	for _, e := range entries {
		if name := e.Name(); filepath.Ext(name) == ".go" || name == "go.mod" || name == "go.sum" {
			if info, err := os.Stat(filepath.Join(t.Path, name)); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
				return name
			}
		}
	}
	return ""
}

// modulePath is the path of the arena's module, of which a bot imports the SDK.
const modulePath = sdks.GoModule

// howToBuild returns the command to type after a failed build. If the folder lacks a
// module, or its module does not know that of the arena, the command solves the problem.
func (t Source) howToBuild(said string) string {
	commands := []string{safe.Shell("cd", t.Shown)}
	switch {
	case strings.Contains(said, "go.mod file not found"):
		commands = append(commands, "go mod init "+ModuleName(t.Path))
		commands = append(commands, useSource()...)
	case strings.Contains(said, "no required module provides package "+modulePath):
		commands = append(commands, useSource()...)
	case !strings.Contains(said, "go mod tidy") && !strings.Contains(said, "missing go.sum entry"):
		return "to see it by hand: " + commands[0] + " && go build"
	}
	return strings.Join(append(commands, "go mod tidy"), " && ")
}

// ModuleName returns a name for the module of a folder: its own, without characters that a
// module's name may not have.
func ModuleName(folder string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '-'
	}, filepath.Base(folder))
}

// useSource returns the command that makes a module use the source from which this arena
// was built, if it is on this machine. Bot and arena are of the same version then.
func useSource() []string {
	if root := OwnSource(); root != "" {
		return []string{safe.Shell("go", "mod", "edit", "-replace", modulePath+"="+root)}
	}
	return nil
}

// OwnSource returns the folder of the arena's source from which this program was built, or "".
func OwnSource() string {
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(file), "..", "..", "..")
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || !strings.HasPrefix(string(text), "module "+modulePath+"\n") || !filepath.IsAbs(root) {
		return "" // built with -trimpath, by go install, or elsewhere
	}
	return root
}

// readable makes the compiler's paths relative to the user's current folder. The
// compiler prints them relative to the bot's folder.
func (t Source) readable(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for i, line := range lines {
		indent := line[:len(line)-len(strings.TrimLeft(line, "\t"))]
		if rest, ok := strings.CutPrefix(line[len(indent):], "."+string(filepath.Separator)); ok {
			lines[i] = indent + filepath.Join(t.Shown, rest)
		} else if file, _, ok := strings.Cut(line, ".go:"); ok && !HasSeparator(file) && !strings.ContainsAny(file, " \t") {
			lines[i] = filepath.Join(t.Shown, line)
		}
	}
	return strings.Join(lines, "\n")
}

// HasSeparator reports whether a path has a name of a folder in it.
func HasSeparator(path string) bool {
	return strings.ContainsFunc(path, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(byte(r)) })
}

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
