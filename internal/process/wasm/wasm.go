// Package wasm makes a bot of a module for WASI preview 1 something that can be started:
// it has the module compiled once, and keeps the machine code in the arena's cache.
//
// A module is compiled in a process of its own, in a sandbox where there is one, and
// bounded in time and memory, since it may be a stranger's. That process has no right to
// the cache: the arena takes the code from it and puts it where no other module's code is.
// A bot that manages to have wrong code made gets it for itself alone, in its own process,
// which sees the code but can't change it.
package wasm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/cpu"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/wasm/runner"
)

const (
	// Largest is the size of the largest module in bytes. A bot in Go has 9 MB, and takes
	// 5 seconds to compile.
	Largest = 64 << 20
	// longestCompile is how long a module may be compiled.
	longestCompile = 3 * time.Minute
	// largestCode is how many bytes of machine code a module may become. Usually it is four
	// times as large.
	largestCode = 1 << 30
)

// Error reports why a module can't be a bot, in words that follow its name.
type Error struct{ hint.HintedError }

func unfit(problem, fix string) error { return &Error{*hint.New("", problem, fix)} }

const howToBuild = "build it for WASI preview 1, as with: GOOS=wasip1 GOARCH=wasm go build -o mybot.wasm"

// Told is who hears what goes on. Both must be there.
type Told struct {
	Compiling func()          // a module that was never compiled before is compiled
	Unkept    func(why error) // code is kept for this process alone; called once in it
}

// Compile returns the folder with the machine code of a module, whose contents have the
// given sum. If there is none yet, or it is damaged, Compile has it made, below a folder of the
// arena's. If that can't be written, or is "", the code is kept until [Forget].
func Compile(ctx context.Context, cache, path string, sum [sha256.Size]byte, told Told) (code string, err error) {
	if err := Able(); err != nil {
		return "", err
	}
	name := key(sum)
	if code := filepath.Join(cache, name); cache != "" && isWhole(code) {
		now := time.Now()
		_ = os.Chtimes(code, now, now) // it is in use
		return code, nil
	}
	if code, ok := passing.find(name); ok {
		return code, nil
	}
	if err := checkFile(path); err != nil {
		return "", err
	}
	told.Compiling()
	code, unkept := makeCode(ctx, cache, name, path)
	if unkept == nil || ctx.Err() != nil || errors.As(unkept, new(*Error)) {
		return code, unkept
	}
	cache, err = passing.open()
	if err == nil {
		code, err = makeCode(ctx, cache, name, path)
	}
	if err != nil {
		return "", errors.Join(unkept, err)
	}
	passing.tell(func() { told.Unkept(unkept) })
	return code, nil
}

// Able returns an [Error] if no module can be compiled on this system. None is interpreted then: it would
// be frozen for its CPU time in matches that it plays well elsewhere, and a table would keep that.
func Able() error {
	err := runner.Able()
	if err == nil {
		return nil
	}
	return unfit(
		"can't be played: "+err.Error()+", and without it modules are some 30 times as slow",
		"let it: a service without MemoryDenyWriteExecute, SELinux with deny_execmem off; modules play on amd64 and arm64",
	)
}

// makeCode has a module compiled into a folder of that name in a cache, and returns the folder.
func makeCode(ctx context.Context, cache, name, path string) (code string, err error) {
	if cache == "" {
		return "", errNoCache
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp(cache, "new-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	whole := filepath.Join(temp, "whole")
	if err := os.Mkdir(whole, 0o755); err != nil { // bots of other users read it, if the arena is root's
		return "", err
	}
	if err := compileInto(ctx, whole, temp, path); err != nil {
		return "", err
	}
	code = filepath.Join(cache, name)
	if err := replace(cache, whole, code, filepath.Join(temp, "damaged")); err != nil {
		return "", err
	}
	forgetOld(cache)
	return code, nil
}

// engine is what makes the code. It changes with the module of that name in go.mod.
const engine = "github.com/tetratelabs/wazero v1.12.0"

// key stands for all that decides about the code of a module.
func key(sum [sha256.Size]byte) string {
	all := sha256.Sum256(
		fmt.Appendf(nil, "%x %s %s %s %v %v", sum, engine, runtime.GOOS, runtime.GOARCH, cpu.X86, cpu.ARM64))
	return hex.EncodeToString(all[:16])
}

// checkFile finds out at once what needs no compiler.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > Largest {
		return unfit(
			fmt.Sprintf("larger than %d MB, which is too large for a module", Largest>>20),
			"leave out what it does not need; files that it reads can be beside it, in a folder",
		)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, 4)
	if _, err := io.ReadFull(file, head); err != nil || string(head) != "\x00asm" {
		return unfit("is not a WebAssembly module, whatever its name says", howToBuild)
	}
	return nil
}

// mostKept is for how many modules code is kept, and keptFor how long in any case: a
// series may be running with it.
const (
	mostKept = 32
	keptFor  = 24 * time.Hour
)

// forgetOld removes the code that was used the longest time ago. Remains of killed arenas
// go, too.
func forgetOld(cache string) {
	entries, _ := os.ReadDir(cache) // what can't be read is not removed
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.Name() == lockName })
	var kept int
	for age := time.Duration(0); len(entries) > 0; {
		newest, at := time.Time{}, 0
		for i, e := range entries {
			if info, err := e.Info(); err == nil && info.ModTime().After(newest) {
				newest, at = info.ModTime(), i
			}
		}
		age = time.Since(newest)
		if kept++; kept > mostKept && age > keptFor {
			_ = os.RemoveAll(filepath.Join(cache, entries[at].Name()))
		}
		entries = append(entries[:at], entries[at+1:]...)
	}
}

// Arguments returns the arguments of a program that runs a module with the code made for
// it. folder is the one that the module may read, or "".
func Arguments(code, path, folder string) ([]string, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{own, runner.RunWord, code, path}
	if folder != "" {
		args = append(args, folder)
	}
	return args, nil
}

// Apart is the environment of what runs modules. When Go's runtime ends it, as when there is no memory
// left, that is by a signal: no module can do so, which tells the fault of a runner from one of its bot.
const Apart = "GOTRACEBACK=crash"

// Overhead returns the bytes of memory that running a module takes beyond its own linear
// memory.
func Overhead(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return runner.Overhead(0)
	}
	return runner.Overhead(info.Size())
}
