package host

import (
	"bytes"
	"context"
	"errors"
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
)

// process is the operating system's side of a bot. It implements go-plugin's
// runner, so that we decide how a process begins and ends, not go-plugin.
type process struct {
	command *exec.Cmd
	origin  executable.Command // as it was asked for
	bot     string             // its file or folder
	dir     string             // its temporary folder
	sandbox *sandbox.Sandbox   // nil: none
	memory  int64              // the most that it may have, if it is confined; 0: no limit
	threads int64              // likewise, with its children's
	watched bool               // though no sandbox confines it
	output  *said.Output
	group   *cgroup.Group // nil if the system has none for us
	stdin   *os.File      // the bot exits when this is closed, however the arena ends
	stdout  *os.File
	stderr  *said.Stderr // nil until the process has started
	head    []byte       // bytes read of stdout to find out what the program speaks
	greets  atomic.Bool  // it speaks lines
	pipes   net.Conn     // to a bot that serves them; nil if they could not be made
	profile *os.File     // from a bot that is asked for its CPU profile; else nil
	socket  string       // the bot's, as it said; checked

	byPipes, bySocket traffic

	cpu      meter.CPU
	holdings meter.Holdings

	shim      *sandbox.Start // nil if it is not confined
	home      *os.Root       // its folder, if that is not dir
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
}

func newProcess(c executable.Command, dir string, o Options) *process {
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
	p := &process{
		command: command, origin: c, bot: c.Path, dir: dir, sandbox: o.Sandbox,
		memory: o.Limits.Memory, threads: sandbox.DefaultLimits().Threads,
		watched: system.This.WatchesAll && !o.Sandbox.Confines(),
		exited:  make(chan struct{}), drained: make(chan struct{}), awaited: make(chan struct{}),
	}
	p.byPipes.free, p.bySocket.free, p.bySocket.shared = o.Limits.Output == 0, o.Limits.Output == 0, true
	p.alive, p.die = context.WithCancel(context.Background())
	p.output = said.NewOutput(o.Output, engine.Printable(filepath.Base(c.Path))+": ", o.Limits, func() {
		p.kill(lineproto.TooMuchOutput(o.Limits.Output))
	})
	return p
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

// errSpeaksLines is why go-plugin is not needed any further: the program is a bot that
// speaks the line protocol.
var errSpeaksLines = errors.New("host: the bot speaks lines")

// Start implements go-plugin's runner. It waits for the first letters of the program,
// which tell what it speaks.
func (p *process) Start(context.Context) error {
	if err := p.launch(); err != nil {
		return err
	}
	if err := p.awaitProgram(); err != nil {
		return err
	}
	if p.speaksLines() {
		return errSpeaksLines
	}
	return nil
}

// speaksLines reads from standard output as long as it is what bots say first that speak
// lines. A byte order mark before that is dropped: a program in .NET may write one without its author's knowledge.
func (p *process) speaksLines() bool {
	const mark = "\ufeff"
	word := lines.HelloWord
	for len(p.head) < len(word) {
		var letter [1]byte
		if n, err := p.stdout.Read(letter[:]); n == 0 || err != nil {
			return false
		}
		p.head = append(p.head, letter[0])
		if len(p.head) == 1 && letter[0] == mark[0] {
			word = mark + word
		}
		if letter[0] != word[len(p.head)-1] {
			return false
		}
	}
	p.head = bytes.TrimPrefix(p.head, []byte(mark))
	p.greets.Store(true)
	return true
}

func (p *process) launch() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.why != nil {
		return p.why
	}
	var files pipes
	defer files.closeChildEnds()
	var output *os.File
	p.command.Stdin, p.stdin = files.toChild()
	p.stdout, p.command.Stdout = files.fromChild()
	output, p.command.Stderr = files.fromChild()
	p.addPipes(&files)
	if files.err == nil {
		files.err = p.startHeld()
	}
	if files.err != nil {
		files.closeOwnEnds()
		p.refused = files.err
		return files.err
	}
	p.started = true
	p.cpu.Begin(p.command.Process, p.group, p.mayHaveChildren())
	p.holdings = meter.Holdings{
		Process: p.command.Process, Memory: p.memory, Overhead: p.origin.Overhead, Threads: p.threads,
		HasChildren: p.mayHaveChildren(), Kernel: p.shim != nil && p.sandbox.Level() != sandbox.Strict,
	}
	p.stderr = said.NewStderr(output, p.output)
	go p.reap()
	go p.watchHoldings()
	return nil
}

// startHeld starts the process, in its own cgroup if the system allows that.
func (p *process) startHeld() error {
	system.TakeIgnoredSignals()
	program := p.command
	if p.group = system.This.NewGroup(); p.group != nil {
		err := p.startCopy(program)
		if err == nil {
			return nil
		}
		p.group.Close() // an old kernel has groups but can't start a process in one
		p.group = nil
		if cgroup.IsJob || p.sandbox.Level() == sandbox.Strict {
			return err
		}
	}
	return p.startCopy(program)
}

// startCopy starts a copy of a command, since each one can be started only once.
func (p *process) startCopy(of *exec.Cmd) error {
	p.command = &exec.Cmd{
		Path: of.Path, Args: of.Args, Env: of.Env, Dir: of.Dir,
		Stdin: of.Stdin, Stdout: of.Stdout, Stderr: of.Stderr, ExtraFiles: slices.Clone(of.ExtraFiles),
	}
	system.This.OwnSession(p.command)
	if p.sandbox.Confines() {
		return p.startConfined()
	}
	if p.group != nil {
		return p.startInGroup()
	}
	return p.command.Start()
}
