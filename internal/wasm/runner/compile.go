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
	if err != nil || len(found) > 1 {
		return errors.Join(err, fmt.Errorf("%d files of compiled code", len(found)))
	}
	if len(found) == 0 { // there is no compiler for this machine: modules are interpreted
		return nil
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
