package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// CompilerMemory is how many bytes of memory a compiler may use. A bot in Go takes 150 MB.
const CompilerMemory = 3 << 30

// compile compiles a module, writes the compiled code to standard output, and returns the
// exit code. If the module is unfit for a bot, it writes why instead, in words that follow
// "it".
//
// What it writes is a line with the path at which [wazero.NewCompilationCacheWithDir]
// looks for the code, and then the code.
func compile(path string) int {
	go watchMemory()
	binary, err := os.ReadFile(path)
	if err != nil {
		return fail(err)
	}
	code, err := os.MkdirTemp("", "code-")
	if err != nil {
		return fail(err)
	}
	defer func() { _ = os.RemoveAll(code) }()
	ctx := context.Background()
	r, err := newRuntime(ctx, code)
	if err != nil {
		return fail(err)
	}
	err = checkModule(binary, offered(r))
	if err == nil {
		if _, err = r.CompileModule(ctx, boundTables(binary)); err != nil {
			err = fmt.Errorf("can't be compiled: %w", err)
		}
	}
	if err == nil {
		err = checkLoading(ctx, code, binary)
	}
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		fmt.Println(line)
		return Unfit
	}
	if err := writeCode(code, os.Stdout); err != nil {
		return fail(err)
	}
	return 0
}

// Overhead returns the bytes of memory that running a module of a size takes beyond its own
// linear memory: its file, facts about its functions, and the code.
func Overhead(size int64) int64 {
	const least, times = 256 << 20, 12
	return least + times*size
}

// checkLoading loads a module from its code, as the process of a bot does, and returns an error if that takes
// much more memory than its size lets expect: the process of a bot would run out of memory before the bot
// begins. It counts all memory ever taken. That is a tenth of the limit for a bot in Go.
func checkLoading(ctx context.Context, code string, binary []byte) error {
	r, err := newRuntime(ctx, code)
	if err != nil {
		return err
	}
	taken := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(taken)
	before := taken[0].Value.Uint64()
	if _, err := r.CompileModule(ctx, boundTables(binary)); err != nil {
		return fmt.Errorf("can't be loaded: %w", err)
	}
	metrics.Read(taken)
	if most := uint64(Overhead(int64(len(binary)))) / 2; taken[0].Value.Uint64()-before > most { //nolint:gosec // it is positive
		return fmt.Errorf(
			"takes more than %d MiB of memory to be loaded, before it begins; has it many variables or functions that do "+
				"nothing?", most>>20)
	}
	return nil
}

// offered are the functions that modules may import.
func offered(r wazero.Runtime) map[string]bool {
	const wasi = wasi_snapshot_preview1.ModuleName
	names := make(map[string]bool)
	for name := range r.Module(wasi).ExportedFunctionDefinitions() {
		names[wasi+"."+name] = true
	}
	return names
}

// watchMemory ends the process if it uses too much. A sandbox would, too, but there is not
// one everywhere.
func watchMemory() {
	used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(50 * time.Millisecond) {
		if metrics.Read(used); used[0].Value.Uint64()-used[1].Value.Uint64() > CompilerMemory {
			fmt.Printf("takes more than %d GiB of memory to be compiled\n", CompilerMemory>>30)
			os.Exit(Unfit)
		}
	}
}

// writeCode writes the only file below a folder.
func writeCode(folder string, to io.Writer) error {
	found, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil || len(found) != 1 {
		return errors.Join(err, fmt.Errorf("%d files of compiled code", len(found)))
	}
	name, err := filepath.Rel(folder, found[0])
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintln(to, filepath.ToSlash(name)); err != nil {
		return err
	}
	code, err := os.Open(found[0])
	if err != nil {
		return err
	}
	defer func() { _ = code.Close() }()
	_, err = io.Copy(to, code)
	return err
}
