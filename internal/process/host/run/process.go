// Package run starts the process of a bot, confined or not, and ends it with all that it has started. Every wait for a
// process has a deadline. Other packages speak with the bot.
package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/said"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/written"
)

// Options configure how processes are run. The zero value sets no limits and
// shows no output.
type Options struct {
	Limits meter.Limits
	// Told are the limits that bots are told of, if not Limits. A match that is played
	// again without limits is the same to a bot only if it is told the same.
	Told *lineproto.Told
	// Output gets what bots write, line by line, with the bot's label in front.
	// If it is nil, the output is dropped.
	Output io.Writer
	// TempDir is where the bots' temporary folders are made. Empty means the
	// system's default folder.
	TempDir string
	// Sandbox confines the bots. Nil means that they have all the user's rights.
	Sandbox *sandbox.Sandbox
	// Keep keeps what bots write into their folders, by seat. If it is nil, that is gone with them.
	Keep *written.Keeper
	Seat int
	// FromAsked charges the bots as [meter.Meter] says it: a person plays with them.
	FromAsked bool
}

// Process is the process of a bot.
type Process struct {
	Command executable.Command // as it was asked for
	Dir     string             // its temporary folder
	Options Options
	CPU     meter.CPU
	Output  *said.Output
	Stdin   *os.File // the bot exits when this is closed, however the arena ends
	Stdout  *os.File
	Head    []byte   // bytes read of Stdout to find out what the program speaks
	Pipes   net.Conn // to a bot that serves them; nil if they could not be made
	Profile *os.File // from a bot that is asked for its CPU profile; else nil

	command  *exec.Cmd
	threads  int64         // the most that it may have, with its children's, if it is confined
	watched  bool          // though no sandbox confines it
	group    *cgroup.Group // nil if the system has none for us
	stderr   *said.Stderr  // nil until the process has started
	greets   atomic.Bool   // it speaks lines
	holdings meter.Holdings

	shim      *sandbox.Start // nil if it is not confined
	home      *os.Root       // its folder, if that is not Dir
	awaited   chan struct{}  // closed when the shim has become the program, or could not
	watching  sync.WaitGroup // for what the sandbox tells
	signals   atomic.Int32   // how many it sent to itself in a match, and caught
	ownSignal atomic.Int32   // the one by which it ended itself; 0 if it did not
	questions atomic.Int64   // how often it has asked for the machine

	outOfMemory atomic.Bool // the kernel has killed it for that
	inJob       bool        // it has limits by a job of Windows, with its children

	mu      sync.Mutex
	why     *match.Fault // why we killed it; nil if we didn't
	refused error        // why the system did not start it; nil if it did
	killed  bool
	started bool
	reaped  bool
	atKill  system.Use // zero if it ended by itself, but on Windows
	exited  chan struct{}
	alive   context.Context // ends when the process does, or is killed
	die     func()          // ends alive
	drained chan struct{}   // closed when all output was read
	looked  sync.Once       // at its folder
	wrote   written.Files
}

// New returns a process that is not started yet, and makes its temporary folder, which [Process.Leave] removes.
func New(c executable.Command, o Options) (*Process, error) {
	dir, err := newFolder(o.TempDir)
	if err != nil {
		return nil, err
	}
	command := exec.Command(c.Args[0], c.Args[1:]...)
	if path, err := filepath.Abs(c.Args[0]); err == nil { // it is not started in our folder
		command.Path, command.Err = path, nil
	}
	command.Dir = dir
	command.Env = append(environment(o.Sandbox.Home(dir)), c.Env...)
	if !o.Sandbox.HasRoot() { // else nobody but the arena can reach the bot's socket
		command.Env = append(command.Env, botwire.ArenaVariable+"="+strconv.Itoa(os.Getpid()))
	}
	if o.Limits.Memory > 0 {
		command.Env = append(command.Env, executable.MemoryVariable+"="+strconv.FormatInt(o.Limits.Memory, 10))
	}
	if o.Told == nil {
		told := o.Limits.Told()
		o.Told = &told
	}
	p := &Process{
		Command: c, Dir: dir, Options: o, command: command,
		threads: sandbox.DefaultLimits().Threads, watched: system.This.WatchesAll && !o.Sandbox.Confines(),
		exited: make(chan struct{}), drained: make(chan struct{}), awaited: make(chan struct{}),
	}
	p.alive, p.die = context.WithCancel(context.Background())
	p.Output = said.NewOutput(o.Output, engine.Printable(filepath.Base(c.Path))+": ", o.Limits, func() {
		p.Kill(lineproto.TooMuchOutput(o.Limits.Output))
	})
	return p, nil
}

// AddEnvironment adds variables. It must be called before the start.
func (p *Process) AddEnvironment(variables ...string) {
	p.command.Env = append(p.command.Env, variables...)
}

// environment returns all environment variables that a bot gets.
func environment(dir string) []string {
	return append([]string{
		"HOME=" + dir, "TMPDIR=" + dir, "TMP=" + dir, "TEMP=" + dir,
		"LANG=C.UTF-8",
		"PATH=" + executable.Path,
		// A bot that speaks lines may begin with "arena" and any version up to this one.
		"ARENA_LINES=1",
		// One core for each bot is fair to bots in other languages. It is also
		// faster: the Go scheduler doesn't wake a second thread for every message.
		"GOMAXPROCS=1",
		"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "RAYON_NUM_THREADS=1",
		// Else the order of Python's sets of strings differs from run to run.
		"PYTHONHASHSEED=0",
		// A bot keeps few megabytes, so that memory is cheaper than time. A bot that
		// knows better calls debug.SetGCPercent.
		"GOGC=400",
	}, system.This.Environment()...)
}

// Start starts the process, and waits for the first letters of the program, which tell what it speaks.
func (p *Process) Start() error {
	if err := p.launch(); err != nil {
		return err
	}
	if err := p.awaitProgram(); err != nil {
		return err
	}
	p.listen()
	return nil
}

// SpeaksLines reports whether the program has begun with the first word of the line protocol.
func (p *Process) SpeaksLines() bool { return p.greets.Load() }

// listen reads from standard output as long as it is what bots say first that speak
// lines. A byte order mark before that is dropped: a program in .NET may write one without its author's knowledge.
func (p *Process) listen() {
	const mark = "\ufeff"
	word := lines.HelloWord
	for len(p.Head) < len(word) {
		var letter [1]byte
		if n, err := p.Stdout.Read(letter[:]); n == 0 || err != nil {
			return
		}
		p.Head = append(p.Head, letter[0])
		if len(p.Head) == 1 && letter[0] == mark[0] {
			word = mark + word
		}
		if letter[0] != word[len(p.Head)-1] {
			return
		}
	}
	p.Head = bytes.TrimPrefix(p.Head, []byte(mark))
	p.greets.Store(true)
}

func (p *Process) launch() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.why != nil {
		return p.why
	}
	if err := p.alive.Err(); err != nil { // nobody wants it any more
		return err
	}
	var files pipes
	defer func() { closeFiles(files.child) }()
	var output *os.File
	p.command.Stdin, p.Stdin = files.toChild()
	p.Stdout, p.command.Stdout = files.fromChild()
	output, p.command.Stderr = files.fromChild()
	p.addPipes(&files)
	if files.err == nil {
		files.err = p.startHeld()
	}
	if files.err != nil {
		closeFiles(files.own)
		p.refused = files.err
		return files.err
	}
	p.started = true
	p.CPU.Begin(p.command.Process, p.group, p.MayHaveChildren())
	p.holdings = meter.Holdings{
		Process: p.command.Process, Memory: p.Options.Limits.Memory, Overhead: p.Command.Overhead, Threads: p.threads,
		HasChildren: p.MayHaveChildren(), Kernel: p.shim != nil && p.Options.Sandbox.Level() != sandbox.Strict,
	}
	p.stderr = said.NewStderr(output, p.Output)
	go p.reap()
	go p.watchHoldings()
	return nil
}

// startHeld starts the process, in its own cgroup if the system allows that.
func (p *Process) startHeld() error {
	system.TakeIgnoredSignals()
	program := p.command
	if p.group = system.This.NewGroup(); p.group != nil {
		err := p.startCopy(program)
		if err == nil {
			return nil
		}
		p.group.Close() // an old kernel has groups but can't start a process in one
		p.group = nil
		if system.This.HasJobs || p.Options.Sandbox.Level() == sandbox.Strict {
			return err
		}
	}
	return p.startCopy(program)
}

// startCopy starts a copy of a command, since each one can be started only once.
func (p *Process) startCopy(of *exec.Cmd) error {
	p.command = &exec.Cmd{
		Path: of.Path, Args: of.Args, Env: of.Env, Dir: of.Dir,
		Stdin: of.Stdin, Stdout: of.Stdout, Stderr: of.Stderr, ExtraFiles: slices.Clone(of.ExtraFiles),
	}
	system.This.OwnSession(p.command)
	if p.Options.Sandbox.Confines() {
		return p.startConfined()
	}
	if p.group != nil {
		return p.startInGroup()
	}
	return p.command.Start()
}

// Begin begins a match: its output and its signals are counted anew, and a meter charges its answers.
func (p *Process) Begin(m engine.Match, seat int) *meter.Meter {
	p.signals.Store(0)
	p.Output.Begin(fmt.Sprintf("seat %d (%s): ", seat, m.Seat(seat).Name(seat)))
	made := meter.New(&p.CPU, p.Options.Limits, p.Kill)
	made.FromAsked = p.Options.FromAsked
	return made
}

// Lines returns what the process has written to standard error since the last call.
func (p *Process) Lines() []string {
	p.stderr.AtHand()
	return p.Output.Take()
}

// PID returns the number of the process, or 0 if it was never started.
func (p *Process) PID() int {
	if p.command.Process == nil {
		return 0
	}
	return p.command.Process.Pid
}
