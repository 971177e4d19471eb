package sandbox

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// Layer is one of the things that confine a bot. Most threats are stopped by two at
// least, so that a hole in one is none in the whole.
type Layer struct {
	Name   string
	On     bool
	Does   string // what it does for the user
	Detail string // more of it if it is on, else why not
	Fix    string // what to do to have it; "" if nothing can be done or need be
	Strict bool   // it is wanted by the level strict alone
	Always bool   // nearly every system has it
}

// unavailable returns an error: a level can't be had.
func unavailable(level Level, why, fix string) *hint.HintedError {
	return hint.New("--sandbox "+string(level), "can't be had on this system: "+why, fix)
}

// StepError reports at which step a program could not be confined.
type StepError struct {
	Step  string
	Cause error
}

func (e *StepError) Error() string { return "can't be confined: " + e.Step + ": " + e.Cause.Error() }
func (e *StepError) Unwrap() error { return e.Cause }

// shortages are errors of a machine that lacks something for the moment, whatever program it
// should start.
var shortages = []struct {
	errno syscall.Errno
	fix   string
}{
	{syscall.ETOOMANYREFS, "another program of this user sends files that nobody receives: end it"},
	{syscall.EMFILE, "more files must be open at once: ulimit -n 4096"},
	{syscall.ENFILE, "close other programs: the whole machine has too many files open"},
	{syscall.EAGAIN, "close other programs of this user, or play fewer matches at a time (-j): too many processes run"},
	{syscall.ENOMEM, "close other programs, or play fewer matches at a time (-j): there is too little memory"},
	{
		syscall.ENOSPC,
		"make room for temporary files, or let there be more namespaces and mounts: sysctl user fs.mount-max",
	},
	{syscall.EFBIG, "a limit on the size of files (ulimit -f) is below that of a program: ulimit -f unlimited"},
	{syscall.EDQUOT, "make room: your quota of the disk is used up"},
	{syscall.EUSERS, "let there be more namespaces: sysctl user"},
	{syscall.ENOBUFS, "close other programs, or play fewer matches at a time (-j): there is too little memory"},
}

// ShortageError reports that the machine lacks what it takes to confine or to start any
// program. It is no fault of the program's.
type ShortageError struct{ hint.HintedError }

// Shortage returns the error as a [ShortageError] if it is one of the machine's, else nil.
func Shortage(err error) error {
	for _, s := range shortages {
		if errors.Is(err, s.errno) || s.errno == syscall.EMFILE && isBeyondFiles(err) {
			problem := "this machine can't start any bot now: " + err.Error()
			return &ShortageError{*hint.New("", problem, s.fix).Because(err)}
		}
	}
	return nil
}

// isBeyondFiles reports whether a process was not started as the limit of open files lies below the numbers that its
// files were to have: then the system complains of a bad file descriptor, and not of too many files.
func isBeyondFiles(err error) bool {
	start := new(fs.PathError)
	return errors.As(err, &start) && start.Op == "fork/exec" && errors.Is(start, syscall.EBADF)
}

const howToPlayWithout = "--sandbox none plays without: bots then run with all your rights, except .wasm files"

// ErrNoBuilds is returned where compilers can't be confined, as they start programs.
var ErrNoBuilds = errors.New("the sandbox of this system can't confine compilers: it has no namespaces")

// InterpreterError reports that a bot names an interpreter that is neither the system's nor
// in PATH. What such a bot names would have to be shown to it, with the folder around it.
type InterpreterError struct{ Bot, Path string }

func (e *InterpreterError) Error() string {
	return "names the interpreter " + e.Path + ", which is neither the system's, nor in PATH, nor in the bot's own folder"
}

// Hint returns what may be done about it.
func (e *InterpreterError) Hint() string {
	return "begin a script with #!/usr/bin/env " + filepath.Base(e.Path) + ", and have it in PATH: PATH=" +
		safe.Shell(filepath.Dir(e.Path)) + ":$PATH arena …; " + howToPlayWithout
}

// Level returns the level. A nil sandbox has level [None].
func (s *Sandbox) Level() Level {
	if s == nil {
		return None
	}
	return s.level
}

// Confines reports whether programs must be started through the sandbox.
func (s *Sandbox) Confines() bool { return s.Level() != None }

// Layers returns all layers, on or off. There are none where there is no sandbox.
func (s *Sandbox) Layers() []Layer {
	if s == nil {
		return nil
	}
	return s.layers
}

// Missing returns the layers that the system could have, but does not.
func (s *Sandbox) Missing() []Layer {
	var missing []Layer
	for _, l := range s.Layers() {
		if !l.On && l.Fix != "" && (!l.Strict || s.level == Strict) {
			missing = append(missing, l)
		}
	}
	return missing
}

// String names the layers in one line.
func (s *Sandbox) String() string {
	if !s.Confines() {
		return "none: bots run with all your rights"
	}
	var on, off []string
	for _, l := range s.layers {
		switch {
		case l.Always && (l.On || l.Fix == ""):
		case l.On && l.Detail != "":
			on = append(on, l.Name+" ("+l.Detail+")")
		case l.On:
			on = append(on, l.Name)
		case l.Fix != "" && !l.Strict:
			off = append(off, l.Name)
		}
	}
	line := string(s.level) + ": " + strings.Join(on, ", ")
	if len(off) > 0 {
		line += "; missing: " + strings.Join(off, ", ")
	}
	return line
}

// misplaced is an error about the place where a bot lies. Another place would do.
type misplaced interface{ misplaced() }

// IsMisplaced reports whether a bot can't be started because of the place where it lies.
func IsMisplaced(err error) bool { return errors.As(err, new(misplaced)) }

func (*PrivateError) misplaced() {}

// PrivateError reports that a bot is a folder with what no bot may see, or such a file.
type PrivateError struct{ Bot, Path string }

func (e *PrivateError) Error() string {
	if e.Bot == e.Path {
		return "is " + e.Path + ", which no bot may see"
	}
	return "is or holds " + e.Path + ", which no bot may see"
}

// Hint returns what may be done about it.
func (e *PrivateError) Hint() string {
	return "put the bot's files into a folder of their own; " + howToPlayWithout
}
