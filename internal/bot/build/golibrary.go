package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/unfit"
)

// goLibrary has the compiled packages of Go and of the SDK. They are compiled by the Go command, with all rights of the
// user: nothing of any bot is in them.
type goLibrary struct {
	folder string            // that has all of the files
	tools  string            // the folder of the compiler and the linker
	files  map[string]string // by import path
}

func (l *goLibrary) tool(name string) string { return filepath.Join(l.tools, name) }

// goLibraries are those that were made so far in this process, by what they have.
var goLibraries struct {
	mu   sync.Mutex
	made map[string]*goLibrary
}

// goLibrary returns a library that has some packages, with all that these need.
func (f Builder) goLibrary(ctx context.Context, t Source, packages []string) (*goLibrary, error) {
	if f.Cache == "" {
		return nil, t.NoCache()
	}
	goLibraries.mu.Lock()
	defer goLibraries.mu.Unlock()
	key := f.Cache + "\x00" + strings.Join(packages, "\x00")
	if l := goLibraries.made[key]; l != nil && l.isThere() {
		return l, nil
	}
	f.begun(t)
	module, err := f.goSDK(packages)
	if err != nil {
		return nil, fmt.Errorf("the SDK for Go: %w", err)
	}
	l, err := newGoLibrary(ctx, module, packages)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("the SDK for Go can't be compiled: %w", err)
	}
	if err == nil && l.hasAll(packages) { // else the bot is refused, and anybody can think of more names
		if goLibraries.made == nil {
			goLibraries.made = map[string]*goLibrary{}
		}
		goLibraries.made[key] = l
	}
	return l, err
}

func (l *goLibrary) hasAll(packages []string) bool {
	return !slices.ContainsFunc(packages, func(name string) bool { return l.files[name] == "" })
}

func (l *goLibrary) isThere() bool {
	for _, file := range l.files {
		if !files.Exists(file) {
			return false
		}
	}
	return true
}

// goSDK writes a module that has the SDK with some of its packages, and returns its folder.
func (f Builder) goSDK(packages []string) (string, error) {
	texts := map[string][]byte{}
	for _, name := range append(packages, sdks.GoModule+"/sdk") {
		if !strings.HasPrefix(name, sdks.GoModule+"/") {
			continue
		}
		beside, err := sdks.GoBeside("library", name)
		if err != nil {
			return "", err
		}
		maps.Copy(texts, beside)
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(texts[name]), texts[name])
	}
	home := filepath.Join(f.Cache, "golib")
	module := filepath.Join(home, hex.EncodeToString(sum.Sum(nil)[:8]))
	if files.IsFolder(module) {
		return module, nil
	}
	if err := os.MkdirAll(home, 0o755); err != nil { //nolint:gosec // a compiler may run as another user
		return "", err
	}
	fresh, err := os.MkdirTemp(home, "new-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	for name, text := range texts {
		if _, err := files.New(filepath.Join(fresh, name), 0o644, bytes.NewReader(text)); err != nil {
			return "", err
		}
	}
	if err := errors.Join(os.Chmod(fresh, 0o755), os.Rename(fresh, module)); err != nil && !files.IsFolder(module) { //nolint:gosec // likewise
		return "", err
	}
	return module, nil
}

// newGoLibrary compiles packages in a module, unless Go has done that before, and gathers the results in a folder.
func newGoLibrary(ctx context.Context, module string, packages []string) (*goLibrary, error) {
	told, err := goCommand(ctx, module, "env", "GOTOOLDIR")
	if err != nil {
		return nil, err
	}
	flags, _ := buildFlags() // what the arena was built of, is compiled already
	args := slices.Concat([]string{"list"}, flags, []string{
		"-e", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}", "--", "runtime",
	}, packages)
	found, err := goCommand(ctx, module, args...)
	if err != nil {
		return nil, err
	}
	l := &goLibrary{
		folder: filepath.Join(module, "compiled"), tools: strings.TrimSpace(told), files: map[string]string{},
	}
	if err := os.MkdirAll(l.folder, 0o755); err != nil { //nolint:gosec // a compiler may run as another user
		return nil, err
	}
	for line := range strings.Lines(found) {
		imported, file, is := strings.Cut(strings.TrimSpace(line), "=")
		if !is {
			continue
		}
		l.files[imported] = filepath.Join(l.folder, filepath.Base(file)) // which is a sum of it
		if err := keep(file, l.files[imported]); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// keep has a file under another name as well, or a copy of it.
func keep(file, as string) error {
	if err := os.Link(file, as); err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	return files.Replace(as, 0o644, from)
}

// goCommand runs the Go command on the arena's own module.
func goCommand(ctx context.Context, folder string, args ...string) (string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", unfit.New("", "Go is not installed on this machine", "install it from https://go.dev/dl")
	}
	command := exec.CommandContext(ctx, tool, args...)
	command.Dir = folder
	command.Env = append(command.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	command.WaitDelay = time.Second
	withChildren(command)
	var complained bytes.Buffer
	command.Stderr = &complained
	said, err := command.Output()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", errors.New(safe.Name(lastLine(complained.String())) + ": " + err.Error())
	}
	return string(said), nil
}
