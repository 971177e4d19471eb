package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Built programs are kept in a folder below dir for each set of sources and flags. It has
// a file "made" that says which files went into the program last, headers included, and a
// folder for the program of each sum of their contents. So a program that a running series
// has begun with is not replaced under it.

// make compiles the program if it has changed, and returns its path.
func (b *cppBuild) make(ctx context.Context, f Builder) (string, error) {
	home := filepath.Join(f.Cache, "cpp", b.key())
	known := b.known(home)
	if f.Unbuilt {
		return known, b.builtBefore(known)
	}
	if known != "" {
		return known, nil
	}
	f.begun(b.Source)
	const tries = 3
	for range tries {
		program, changed, err := b.compile(ctx, home)
		if err != nil || !changed {
			return program, err
		}
	}
	return "", unfit.New(b.Typed, "changes while it is compiled", "try again when nothing writes to it")
}

// key stands for all that decides about the program, except the contents of files.
func (b *cppBuild) key() string {
	sum := sha256.New()
	compiler := b.compiler[0]
	if itself, err := filepath.EvalSymlinks(compiler); err == nil {
		compiler = itself
	}
	info, err := os.Stat(compiler)
	if err == nil {
		fmt.Fprintln(sum, executable.Identity(info))
	}
	fmt.Fprintf(sum, "%q %q %q\n", b.compiler, b.flags, b.Name())
	for _, s := range b.sources {
		fmt.Fprintf(sum, "%q\n", s.path)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

func (b *cppBuild) programIn(home, sum string) string {
	name := b.Name()
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(home, sum, name)
}

// known returns the program that was compiled from the files as they are, or "".
func (b *cppBuild) known(home string) string {
	text, err := os.ReadFile(filepath.Join(home, "made"))
	if err != nil {
		return ""
	}
	sum, err := sumOf(strings.Split(string(text), "\n"))
	program := b.programIn(home, sum)
	if info, missing := os.Stat(program); err != nil || missing != nil || !info.Mode().IsRegular() {
		return ""
	}
	return program
}

// sumOf returns the sum of the names and contents of files.
func sumOf(paths []string) (string, error) {
	sum := sha256.New()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		if !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s is not a file", path)
		}
		own, err := executable.SumFile(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %x\n", path, own)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

func changedSince(files []string, begun time.Time) bool {
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.ModTime().After(begun) &&
			info.ModTime().Before(time.Now().Add(executable.Settled)) {
			return true
		}
	}
	return false
}

// keptProgram is how long a program is kept that was compiled from older sources. A
// series may be running with it.
const keptProgram = 7 * 24 * time.Hour

func forgetOld(home, sum string) {
	entries, _ := os.ReadDir(home) // what can't be read is not removed
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && e.IsDir() && e.Name() != sum && time.Since(info.ModTime()) > keptProgram {
			_ = os.RemoveAll(filepath.Join(home, e.Name()))
		}
	}
}
