// Package compiler runs compilers, and what else builds programs, on what strangers wrote. It confines them as bots
// are, bounds what they use, and kills them with all that they have started.
package compiler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/sandbox/filter"
)

// Job is one run of such a program.
type Job struct {
	Sandbox *sandbox.Sandbox // one that confines
	Args    []string         // the path of the program, which is absolute, and its arguments
	Stdin   []byte
	Source  string   // the file or folder that a stranger wrote
	Reads   []string // what it must be able to read beyond that and the system
	Tool    string   // a program that it starts and that is not the system's, with what that needs; "" if none
	Env     []string // variables beyond those of every job

	// Starts says that it starts other programs, as most compilers do, and Executes that it starts also what it has made
	// or was given by the stranger.
	Starts, Executes bool
}

// Error reports a run that made nothing, for which the source is to blame.
type Error struct {
	Why  string // in words that follow the name of the program; "" if it ended by itself, and said why
	Said string // by the program: its first and last lines, at most 64 KiB, without what controls a terminal
}

func (e *Error) Error() string { return e.Why }

// longest is how long a job may take. It has one processor. The limits are those of all of its programs together, and
// what it writes is in memory, too. Tests have less.
var (
	longest = 3 * time.Minute
	limits  = sandbox.Limits{Memory: 2 << 30, Disk: 256 << 20, Files: 8 << 10, Threads: 256, Open: 256}
)

const (
	mostSaid  = 64 << 10 // bytes that are kept
	mostWords = 8 << 20  // bytes that it may write to be read
	mostPairs = 100      // of sockets
)

// Run runs the job in an empty folder of its own. If it succeeds, take is given that folder, which may hold anything.
// Errors that are no *[Error] are of this machine.
func (j Job) Run(ctx context.Context, take func(home *os.Root) error) error {
	limited, stop := context.WithTimeout(ctx, longest)
	defer stop()
	folder, err := os.MkdirTemp(sandbox.TempFolder(), fmt.Sprintf("%s%d-", executable.CodePrefix, os.Getpid()))
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	r := &run{Job: j}
	ended := r.run(limited, folder)
	defer r.close()
	switch fault := r.fault.Load(); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case fault != nil:
		return r.error(*fault)
	case limited.Err() != nil:
		return r.error(fmt.Sprintf("was not done after %v", longest))
	case r.said.flood:
		return r.error("wrote more than " + lineproto.InBytes(mostWords))
	case errors.As(ended, new(*exec.ExitError)):
		return r.exit(ended)
	case ended != nil:
		return ended
	}
	home, err := r.folder(folder)
	if err != nil {
		return err
	}
	return take(home)
}

// run is a job that is under way.
type run struct {
	Job
	said  words
	home  *os.Root
	stop  func()                 // kills the program
	fault atomic.Pointer[string] // why we killed it; nil if we did not
	pairs atomic.Int32           // of sockets that it has made
}

func (r *run) error(why string) error { return &Error{Why: why, Said: r.said.String()} }

// exit returns the error of a program that failed by itself.
func (r *run) exit(ended error) error {
	if said := r.said.String(); said != "" {
		return &Error{Said: said}
	}
	return r.error("ended with " + ended.Error())
}

// folder opens the folder of a job that has ended.
func (r *run) folder(outside string) (*os.Root, error) {
	if r.home == nil {
		var err error
		if r.home, err = os.OpenRoot(outside); err != nil {
			return nil, err
		}
	}
	return r.home, nil
}

func (r *run) close() {
	if r.home != nil {
		_ = r.home.Close()
	}
}

// run starts the program, and waits for its end.
func (r *run) run(ctx context.Context, folder string) error {
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	r.said.full = r.stop
	at := r.Sandbox.Home(folder)
	command := exec.CommandContext(ctx, r.Args[0], r.Args[1:]...)
	command.Dir = folder
	command.Env = append([]string{
		"HOME=" + at, "TMPDIR=" + at, "LANG=C.UTF-8", "PATH=" + executable.Path, "GOMAXPROCS=1",
	}, r.Env...)
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(r.Stdin), &r.said, &r.said
	command.WaitDelay = time.Second
	shim, err := r.Sandbox.Confine(command, sandbox.Program{
		Bot: r.Source, Folder: folder, Reads: r.Reads, Tool: r.Tool, Limits: limits, Builds: r.Starts,
		Executes: r.Executes,
	})
	if err != nil {
		return err
	}
	defer shim.Stop()
	err = r.Sandbox.Run(command.Start)
	shim.Begun()
	if err != nil {
		return err
	}
	if err := shim.Await(); err != nil {
		_ = command.Process.Kill()
		_ = command.Wait()
		return err
	}
	r.home = shim.Home()
	var watching sync.WaitGroup
	alive, die := context.WithCancel(ctx)
	watching.Go(func() { shim.Watch(r.allows) })
	watching.Go(func() {
		holdings := meter.Holdings{
			Process: command.Process, Memory: limits.Memory, Threads: limits.Threads, HasChildren: r.Starts,
		}
		if fault := holdings.Watch(alive, new(meter.CPU)); fault != nil {
			r.kill(fault.Detail)
		}
	})
	ended := command.Wait() // its namespace ends with it, and all that it has started
	die()
	shim.Stop()
	watching.Wait()
	return ended
}

// kill ends a job that does what it may not.
func (r *run) kill(why string) {
	r.fault.CompareAndSwap(nil, &why)
	r.stop()
}

// allows decides on a system call that the filter of the sandbox asks about.
func (r *run) allows(c sandbox.Call) bool {
	switch c.What {
	case filter.Attack:
		r.kill(c.Words + "; the sandbox did not let it")
		return false
	case filter.Suicide: // the system ends no first process of a namespace by that
		r.kill(c.Words)
		return false
	case filter.Pair: // which the kernel has memory for that nobody counts
		return r.pairs.Add(1) <= mostPairs
	default:
		return true
	}
}

// words are what a program says.
type words struct {
	text  []byte // the first and the last of it
	size  int
	flood bool
	full  func() // is called when it is too much
}

// Write keeps the first and the last words.
func (w *words) Write(part []byte) (int, error) {
	if w.text = append(w.text, part...); len(w.text) > 2*mostSaid {
		w.cut()
	}
	if w.size += len(part); w.size > mostWords && !w.flood {
		w.flood = true
		w.full()
	}
	return len(part), nil
}

// String returns the words that were kept, as they may be shown.
func (w *words) String() string {
	w.cut()
	return string(safe.Plain(w.text))
}

func (w *words) cut() {
	if more := len(w.text) - mostSaid; more > 0 {
		w.text = slices.Delete(w.text, mostSaid/2, mostSaid/2+more)
	}
}
