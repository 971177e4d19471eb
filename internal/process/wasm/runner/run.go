package runner

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/botarena/arena/internal/process/executable"
)

// newRuntime returns a runtime that finds compiled code in a folder.
func newRuntime(ctx context.Context, code string) (wazero.Runtime, error) {
	cache, err := wazero.NewCompilationCacheWithDir(code)
	if err != nil {
		return nil, err
	}
	r, err := compiling(ctx, wazero.NewRuntimeConfigCompiler().WithCompilationCache(cache).WithDebugInfoEnabled(false))
	if err != nil {
		return nil, err
	}
	_, err = wasi_snapshot_preview1.Instantiate(ctx, r)
	return r, err
}

// bot is a module that is being run.
type bot struct {
	name    string
	folder  wazero.FSConfig // nil: it may read nothing
	runtime wazero.Runtime
	module  wazero.CompiledModule
	in      *input
	memory  *memory
}

// run runs a module and returns the exit code. A fault of ours is told in one line, without a stack: an author
// would take that for one of the bot.
func run(args []string) (code int) {
	keepFaults()
	defer func() {
		if fault := recover(); fault != nil {
			code = fail(fmt.Errorf("the runner of the module has failed: %.200v", fault))
		}
	}()
	b := &bot{name: filepath.Base(args[1]), in: newInput(os.Stdin), memory: new(memory)}
	b.memory.most, _ = strconv.ParseUint(os.Getenv(executable.MemoryVariable), 10, 64)
	if err := b.load(args); err != nil {
		return fail(err)
	}
	for first := true; ; first = false {
		err := b.play(first)
		if err == nil && b.in.over {
			continue // it has played a match to its end
		}
		return b.ended(err)
	}
}

func (b *bot) load(args []string) (err error) {
	binary, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	if len(args) > 2 {
		if b.folder, err = readOnly(args[2]); err != nil {
			return err
		}
	}
	ctx := context.Background()
	if b.runtime, err = newRuntime(ctx, args[0]); err != nil {
		return err
	}
	if b.module, err = b.runtime.CompileModule(ctx, boundTables(binary)); err != nil {
		// The module was compiled before, so it is no fault of the module.
		return fmt.Errorf("the compiled code is damaged: remove %s (%w)", args[0], err)
	}
	return nil
}

// play runs the module, until it ends by itself. Each match has a fresh one. Its first
// line is for the arena only the first time.
func (b *bot) play(first bool) error {
	w := newWorld()
	b.in.begin(w.seed)
	out := io.Writer(os.Stdout)
	if !first {
		out = &skipLine{to: os.Stdout}
	}
	config := w.configure(wazero.NewModuleConfig()).WithName("").WithArgs(b.name).
		WithEnv("ARENA_LINES", "1").WithEnv("GOGC", "400"). // as every bot has them
		WithStdin(b.in).WithStdout(out).WithStderr(struct{ io.Writer }{os.Stderr})
	if b.folder != nil {
		config = config.WithFSConfig(b.folder).WithEnv("ARENA_BOT_DIR", "/")
	}
	if values, given := os.LookupEnv(executable.ParametersVariable); given {
		config = config.WithEnv(executable.ParametersVariable, values)
	}
	ctx := experimental.WithMemoryAllocator(context.Background(), b.memory)
	module, err := b.runtime.InstantiateModule(ctx, b.module, config)
	if module != nil {
		_ = module.Close(ctx)
	}
	return err
}

// ended returns the exit code for a module that has ended, and prints why if it did not
// end by itself.
func (b *bot) ended(err error) int {
	if err == nil {
		return 0
	}
	if b.memory.refused > 0 {
		fmt.Fprintln(os.Stderr, b.memory.why())
	}
	if exit := new(sys.ExitError); errors.As(err, &exit) {
		return int(exit.ExitCode())
	}
	_, text, _ := strings.Cut(err.Error(), " failed: ")
	// Lines that begin with a tab are of a stack of Go's.
	fmt.Fprintln(os.Stderr, "fatal error: "+strings.ReplaceAll(text, "\t", "  "))
	return Trapped
}

// skipLine drops the first line that is written to it.
type skipLine struct {
	to      io.Writer
	skipped bool
}

func (s *skipLine) Write(text []byte) (int, error) {
	if s.skipped {
		return s.to.Write(text)
	}
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		return len(text), nil
	}
	s.skipped = true
	if len(text) == end+1 {
		return len(text), nil
	}
	n, err := s.to.Write(text[end+1:])
	return end + 1 + n, err
}

// world is the clock and the random source of a module. Both are the same on every
// machine, and begin afresh with each match.
type world struct {
	now    int64 // nanoseconds since the module began
	random *rand.ChaCha8
}

const (
	// epoch is the time at which every module begins: 1 January 2000, UTC.
	epoch = 946684800
	// tick is by how much the clock goes on whenever it is read: a bot that waits for a
	// time waits in vain on a clock that stands still.
	tick = 500 * time.Microsecond
)

func newWorld() *world {
	w := new(world)
	w.seed(0)
	return w
}

// seed makes the random numbers those of a seat in a match.
func (w *world) seed(seed uint64) {
	key := [32]byte{}
	copy(key[8:], "arena, WASI")
	binary.LittleEndian.PutUint64(key[:], seed)
	w.random = rand.NewChaCha8(key)
}

// Read returns random bytes.
func (w *world) Read(to []byte) (int, error) { return w.random.Read(to) }

func (w *world) read() int64 {
	w.now += int64(tick)
	return w.now
}

// configure makes a module live in the world.
func (w *world) configure(c wazero.ModuleConfig) wazero.ModuleConfig {
	wall := func() (sec int64, nsec int32) {
		now := w.read()
		return epoch + now/int64(time.Second), int32(now % int64(time.Second)) //nolint:gosec // less than a second
	}
	// A module that sleeps wakes up at once, at a later time.
	sleep := func(ns int64) { w.now += max(ns, 0) }
	return c.WithWalltime(wall, 1).WithNanotime(w.read, 1).WithNanosleep(sleep).WithRandSource(w)
}
