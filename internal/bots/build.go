package bots

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/build"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// build builds the Go program in a folder and returns the path of the result. It
// leaves it to the Go command to find out what is up to date.
func (f Finder) build(ctx context.Context, t target) (string, error) {
	if err := t.checkGo(); err != nil {
		return "", err
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", &Error{t.typed, "a Go program, but Go is not installed", "install it from https://go.dev/dl, or give a bot that is already built"}
	}
	if f.Cache == "" {
		return "", &Error{t.typed, "nowhere to put the built program", "name a folder for such files with the environment variable XDG_CACHE_HOME"}
	}
	program := f.builtPath(t.path)
	// Small and quick to start: without symbols, and without pages about gRPC that
	// nobody looks at in a bot.
	command := exec.CommandContext(ctx, tool, "build", "-trimpath", "-tags", "grpcnotrace", "-ldflags", "-s -w", "-o", program, ".")
	command.Dir = t.path
	command.Env = append(command.Environ(), "CGO_ENABLED=0")
	command.WaitDelay = time.Second // for the compilers that a killed Go command leaves
	said, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", &Error{t.typed, "does not build\n" + t.readable(string(said)), t.howToBuild(string(said))}
	}
	return program, nil
}

// builtPath is where the program of a folder is put. Folders of the same name
// don't get in each other's way, and the file still has the name of the folder.
func (f Finder) builtPath(folder string) string {
	hash := sha256.Sum256([]byte(folder))
	name := filepath.Base(folder)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(f.Cache, "bots", hex.EncodeToString(hash[:8]), name)
}

// checkGo says what is wrong with a folder that the Go command would not make a
// program of, more plainly than it does.
func (t target) checkGo() error {
	const howTo = "a bot's folder holds a Go program: package main, func main"
	context := build.Default
	context.CgoEnabled = false
	found, err := context.ImportDir(t.path, 0)
	if none := new(build.NoGoError); errors.As(err, &none) {
		return &Error{t.typed, "a folder without Go files", howTo}
	}
	if several := new(build.MultiplePackageError); errors.As(err, &several) {
		return &Error{t.typed, fmt.Sprintf("Go files of different packages: %s and %s", several.Packages[0], several.Packages[1]), howTo}
	}
	if err == nil && found.Name != "main" {
		return &Error{t.typed, fmt.Sprintf("Go package %s, no program", found.Name), howTo}
	}
	return nil // any other error the compiler explains better
}

// howToBuild says what to type after a failed build. A folder that was copied
// out of its module is the one case in which that mends it.
func (t target) howToBuild(said string) string {
	if strings.Contains(said, "go.mod file not found") {
		return fmt.Sprintf("cd %s && go mod init %s && go mod tidy", t.shown, filepath.Base(t.path))
	}
	return fmt.Sprintf("to see it by hand: cd %s && go build", t.shown)
}

// readable makes the compiler's paths, which are relative to the bot's folder,
// relative to where the user is.
func (t target) readable(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "."+string(filepath.Separator)); ok {
			lines[i] = filepath.Join(t.shown, rest)
		} else if file, _, ok := strings.Cut(line, ".go:"); ok && !hasSeparator(file) && !strings.ContainsAny(file, " \t") {
			lines[i] = filepath.Join(t.shown, line)
		}
	}
	return strings.Join(lines, "\n")
}
