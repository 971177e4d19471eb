//go:build linux && (amd64 || arm64)

package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/process/sandbox/filter"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// ordered is a program for which an order to the shim is made, part by part.
type ordered struct {
	*shim.Order
	sandbox  *Sandbox
	command  *exec.Cmd
	program  Program
	needs    needs
	children bool   // it may have some
	user     int    // of its own, or 0
	release  func() // gives back the user
}

// order begins an order with what the program may see. Its paths are those that it sees.
func (s *Sandbox) order(c *exec.Cmd, p Program) (*ordered, error) {
	n, err := needsOf(c, p.Bot, s.way.namespaces)
	if err != nil {
		return nil, err
	}
	if p.Builds && !s.Builds() {
		return nil, ErrNoBuilds
	}
	for _, path := range p.Reads {
		if p.Builds {
			if secret := holdsSecret(path); secret != "" {
				return nil, &PrivateError{path, secret}
			}
			n.hideAt(path, filepath.Join(shim.SDK, filepath.Base(path)))
		}
		n.show(path)
	}
	if p.Tool != "" {
		n.showTool(p.Tool)
	}
	n.sockets = n.sockets || p.Builds // virtual machines try whether there is an internet
	if p.probe && len(c.Args) > 1 {   // it tries to read some of that
		n.reads = append(n.reads, systemReads()...)
	}
	folder, err := filepath.Abs(p.Folder)
	if err != nil {
		return nil, err
	}
	number, err := programNumber()
	if err != nil {
		return nil, err
	}
	limits := limitsOf(p.Limits, s.way)
	limits.Files = min(limits.Files, int64(number)-1)
	o := &ordered{
		sandbox: s, command: c, program: p, needs: n, release: func() {},
		children: p.Builds || n.children && s.way.namespaces && (p.Counted || s.way.tell),
		Order: &shim.Order{
			Namespaces: s.way.namespaces, Folder: folder, Reads: n.reads, Proc: (n.proc || p.probe) && s.way.proc,
			CPU:      s.processor(),
			Landlock: s.way.landlock, Filter: -1, Tell: s.way.tell, Limits: limits,
			Program: -1, Number: number, File: n.seen(n.file), Executes: p.Executes,
		},
	}
	for _, arg := range n.args {
		o.Args = append(o.Args, n.seen(arg))
	}
	c.Env = withoutCache(c.Env)
	for i := range c.Env {
		c.Env[i] = n.seen(c.Env[i])
	}
	o.Starts = n.starts(o.children)
	if p.Builds && !p.Executes {
		o.Starts = slices.DeleteFunc(o.Starts, func(path string) bool { return within(path, shim.Bot) })
	}
	if o.children && !p.Builds {
		o.Limits.Files = min(o.Limits.Files, mostOpenEach)
	}
	return o, nil
}

// giveUser makes the program run as a user of its own, if it can, to whom its folder belongs.
func (o *ordered) giveUser() (err error) {
	way := o.sandbox.way
	if !way.ownUser {
		return nil
	}
	if err := o.sandbox.canBeRead(o.program.Bot, o.needs); err != nil {
		return err
	}
	if o.user, err = users.give(); err != nil {
		return err
	}
	if !way.users { // else it begins as that
		o.UID = o.user
	}
	o.release = sync.OnceFunc(func() { users.takeBack(o.user) })
	if err := os.Chown(o.Folder, o.user, o.user); err != nil {
		o.release()
		return err
	}
	return nil
}

// passFiles gives the command the files that the shim needs beside the program's own.
func (o *ordered) passFiles() (*Start, error) {
	o.Files = 3 + len(o.command.ExtraFiles)
	if err := o.passProgram(); err != nil {
		return nil, err
	}
	if err := o.passFilter(); err != nil {
		return nil, err
	}
	for _, members := range o.program.Groups {
		o.Groups = append(o.Groups, o.pass(members))
	}
	report, tell, err := socketPair()
	if err != nil {
		return nil, err
	}
	o.Report = o.pass(tell)
	memory := cmp.Or(o.program.Limits.Memory, DefaultLimits().Memory)
	return &Start{
		report: report, ours: []*os.File{tell}, Children: o.children, memory: memory, release: o.release,
	}, nil
}

// pass returns the number that a file will have in the shim.
func (o *ordered) pass(f *os.File) int {
	o.command.ExtraFiles = append(o.command.ExtraFiles, f)
	return 2 + len(o.command.ExtraFiles)
}

func (o *ordered) passProgram() error {
	if o.needs.byPath {
		return nil
	}
	ownCode := len(o.program.Reads) == 0 // a module of somebody else's would be among these
	program, ours, err := o.sandbox.programs.open(o.needs.file, ownCode)
	if err != nil {
		return err
	}
	o.Program, o.Ours = o.pass(program), ours
	return nil
}

func (o *ordered) passFilter() error {
	way := o.sandbox.way
	if !way.filter {
		return nil
	}
	code, err := o.sandbox.filters.open(filter.Options{
		Self: shim.OwnNumber, Program: o.Number, Start: shim.StartPath, Files: shim.FilesLimit, Report: o.Number - 1,
		Tell: way.tell, Sockets: o.needs.sockets,
		Root:     way.namespaces && (!o.Proc || o.needs.byPath), // else it reaches the copy of its program
		Children: o.children, Count: o.children && !o.program.Counted && !o.program.Builds, Builds: o.program.Executes,
		Threads: way.tell && !way.countsThreads(),
	})
	if err != nil {
		return err
	}
	o.Filter = o.pass(code)
	return nil
}

// programNumber returns the number of the program's file, which no file can have later.
func programNumber() (int, error) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("getrlimit: %w", err)
	}
	return int(min(highest, limit.Cur-1)), nil
}

// processor returns the processor for the next program, each one of those that the arena
// may use in turn.
func (s *Sandbox) processor() int {
	var usable unix.CPUSet
	if err := unix.SchedGetaffinity(0, &usable); err != nil || usable.Count() == 0 {
		return -1
	}
	n := int(s.started.Add(1)) % usable.Count()
	for cpu := 0; ; cpu++ {
		if !usable.IsSet(cpu) {
			continue
		}
		if n == 0 {
			return cpu
		}
		n--
	}
}

func limitsOf(l Limits, w way) shim.Limits {
	usual := DefaultLimits()
	limits := shim.Limits{
		Disk: cmp.Or(l.Disk, usual.Disk), Inodes: cmp.Or(l.Files, usual.Files),
		Files: openFor(cmp.Or(l.Open, usual.Open), socketBuffer()),
	}
	if l.Memory > 0 {
		limits.Memory = l.Memory + Overhead
	}
	if w.countsThreads() {
		limits.Threads = l.Threads + 1 // so that we see that it wants more
	}
	return limits
}

// socketBuffer returns how much a socket may hold if nobody says otherwise, or 0 if the system
// does not tell.
var socketBuffer = sync.OnceValue(func() int64 {
	text, _ := os.ReadFile("/proc/sys/net/core/wmem_default")
	size, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return size
})
