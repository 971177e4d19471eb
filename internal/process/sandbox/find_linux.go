//go:build linux && (amd64 || arm64)

package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// New returns the sandbox of a level, and the reason if that can't be had. The first call
// starts a probe.
func New(level Level) (*Sandbox, error) {
	switch level {
	case None:
		return &Sandbox{level: None}, nil
	case Standard, Strict:
	default:
		return nil, fmt.Errorf("%q is not a level of the sandbox", level)
	}
	f := look()
	if f.best == nil {
		return nil, f.whyNot(level)
	}
	s := &Sandbox{level: level, way: *f.best, layers: f.layers(level)}
	if missing := s.Missing(); level == Strict && len(missing) > 0 {
		return nil, unavailable(level, missing[0].Name+": "+missing[0].Detail, missing[0].Fix)
	}
	return s, nil
}

// finding has the result of the probes.
type finding struct {
	best     *way   // nil: no way confines enough
	found    string // by the probe, on the best way
	refusals []refusal
	short    error // the machine lacks something for the moment, so that nothing was found out
}

// look probes this system once.
var look = sync.OnceValue(func() finding { return lookFor(ways(canGiveUsers(), shim.LandlockVersion()), try) })

// lookFor tries one way after the other, the best first.
func lookFor(ways []way, try func(way) (string, error)) finding {
	var f finding
	for _, w := range ways {
		if slices.ContainsFunc(f.refusals, func(r refusal) bool { return r.refuses(w) }) {
			continue
		}
		found, err := tryAgain(w, try)
		if err == nil {
			err = w.misses(found)
		}
		if err == nil {
			f.best, f.found = &w, found
			return f
		}
		// A weaker way may work now, and would do for all matches to come.
		if f.short = shortage(err); f.short != nil {
			return f
		}
		f.refusals = append(f.refusals, refusal{w, err})
	}
	return f
}

// tryAgain tries a way, some times if it fails by what the machine lacks for the moment.
func tryAgain(w way, try func(way) (string, error)) (found string, err error) {
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		const longest = 500 * time.Millisecond
		if found, err = try(w); shortage(err) == nil || wait > longest {
			return found, err
		}
		time.Sleep(wait)
	}
}

func shortage(err error) error {
	if errors.Is(err, errSlow) {
		return err
	}
	if errors.Is(err, syscall.ENOSPC) && mayMakeNone() {
		return nil // for good
	}
	return Shortage(err)
}

// mayMakeNone reports whether the system forbids namespaces by a limit of none, with the same error as if there were
// too many.
var mayMakeNone = func() bool {
	for _, kind := range []string{"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"} {
		text, err := os.ReadFile("/proc/sys/user/max_" + kind + "_namespaces")
		if err == nil && strings.TrimSpace(string(text)) == "0" {
			return true
		}
	}
	return false
}

// errSlow reports that the probe was not done in time.
var errSlow = fmt.Errorf("the machine is too busy: a probe of the sandbox took more than %v", probeTime)

// probeTime is far more than a probe takes on a busy machine.
const probeTime = 10 * time.Second

// try starts the probe and returns what it found.
func try(w way) (string, error) { return tryFiles(w, nil) }

// ReadsPrivate starts a probe that sees the same files of the system as bots. It tries to read those that are not for
// everybody. ReadsPrivate returns how many files it tried, and which it could read.
func (s *Sandbox) ReadsPrivate() (tried int, read []string, err error) {
	paths := private()
	if len(paths) == 0 {
		return 0, nil, nil
	}
	found, err := tryFiles(s.way, paths)
	return len(paths), strings.FieldsFunc(found, func(c rune) bool { return c == 0 }), err
}

// tryFiles starts the probe, which tries to read these files or, if there are none, all that it usually tries.
func tryFiles(w way, paths []string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp(TempFolder(), "arena-probe-")
	if err != nil { // the user's folder is wrong, of which the first bot tells more
		folder, err = os.MkdirTemp("/tmp", "arena-probe-")
	}
	if err != nil {
		return "", &folderError{err}
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var output strings.Builder
	c := &exec.Cmd{
		Path: self, Args: append([]string{shim.Probe}, paths...), Stdout: &output, Env: []string{"GOMAXPROCS=1"},
		WaitDelay: time.Second,
	}
	s := &Sandbox{way: w}
	start, err := s.Confine(
		c, Program{Bot: filepath.Join(folder, "none"), Folder: folder, Limits: DefaultLimits(), probe: true})
	if err != nil {
		return "", err
	}
	err = c.Start()
	start.Begun()
	if err != nil {
		start.Stop()
		return "", &StepError{"start", err}
	}
	late := time.AfterFunc(probeTime, func() { _ = c.Process.Kill() })
	refused := start.Await()
	if refused == nil {
		refused = s.canLookInto(c.Process.Pid)
	}
	var watching sync.WaitGroup
	watching.Go(func() { start.Watch(func(Call) bool { return true }) })
	err = c.Wait()
	start.Stop()
	watching.Wait()
	switch inTime := late.Stop(); {
	case !inTime:
		refused = errSlow
	case refused == nil && err != nil:
		refused = fmt.Errorf("the probe failed: %w", err)
	}
	return output.String(), refused
}

// canLookInto reports whether we see the root folder of a program that has one of its own, as we
// must to find its socket. Root needs a right for that if the program is another user's, unless
// that user's namespace is ours.
func (s *Sandbox) canLookInto(pid int) error {
	if !s.way.namespaces {
		return nil
	}
	_, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "root"))
	if errors.Is(err, os.ErrPermission) {
		return &StepError{"look into its folder", err}
	}
	return nil // it may have ended
}

// whyNot says why no way confines enough.
func (f finding) whyNot(level Level) error {
	if f.short != nil {
		fix := cmp.Or(hint.Of(f.short), "try again when it has more to spare")
		return unavailable(level, f.short.Error(), fix).Because(f.short)
	}
	if len(f.refusals) > 0 {
		last := f.refusals[len(f.refusals)-1]
		return unavailable(level, last.err.Error(), last.fixOfAll(surroundingsNow())).Because(last.err)
	}
	return unavailable(level, "the kernel has neither namespaces for us nor Landlock", howToPlayWithout)
}

// layers describes the best way.
func (f finding) layers(level Level) []Layer {
	w := f.best
	namespaces := Layer{Name: "namespaces", On: w.namespaces, Does: "a bot sees no file, process or network but its own"}
	if !w.namespaces && len(f.refusals) > 0 {
		namespaces.Detail, namespaces.Fix = f.refusals[0].explain(surroundingsNow())
	}
	proc := Layer{Name: "own /proc", On: w.proc, Does: "runtimes that look at themselves, such as Java, work"}
	if !w.proc {
		proc.Detail = "the system does not let us mount one"
		if w.namespaces {
			proc.Fix = surroundingsNow().procFix()
		}
	}
	user := w.userLayer()
	landlock := Layer{
		Name: "Landlock", On: w.landlock >= leastLandlock,
		Does: "files, signals and sockets of others are out of reach",
	}
	switch {
	case landlock.On:
		landlock.Detail = fmt.Sprintf("version %d", w.landlock)
	case w.landlock > 0:
		landlock.Detail = fmt.Sprintf("version %d, which does not cover signals and sockets", w.landlock)
		landlock.Fix = "a newer kernel, Linux 6.12 or later"
	default:
		landlock.Detail, landlock.Fix = surroundingsNow().explainLandlock(f.refusals)
	}
	threads := Layer{Name: "thread limit", On: w.countsThreads() || w.tell, Does: "a bot can't start threads without end"}
	if !threads.On {
		threads.Detail = "the system can count them only together with yours, and reports none; needs namespaces"
	}
	attempts := Layer{Name: "attempts", On: w.tell, Does: "a verdict says what a bot tried that no bot may"}
	if !w.tell {
		attempts.Detail = "another program listens to the system calls of the arena already"
	}
	children := Layer{
		Name: "children", On: w.namespaces && (w.tell || cgroup.CanCount()), Always: true,
		Does: "shell scripts may start programs, which are charged, limited and killed with them",
	}
	if !children.On {
		children.Detail = "nothing here counts what they would use: shell scripts start no programs"
	}
	limits := Layer{
		Name: "cgroup limits", Strict: true,
		Does: "memory, threads and CPU time of a bot with all its children are limited together",
	}
	if level != Strict {
		limits.Detail = "only with --sandbox strict"
	} else if err := cgroup.CanLimit(); err != nil {
		limits.Detail, limits.Fix = err.Error(), "systemd-run --user --scope -p Delegate=yes arena …, or sudo arena …"
		if os.Geteuid() == 0 {
			limits.Fix = "root has control groups unless a container keeps them: docker run --privileged"
		}
	}
	limits.On = limits.Detail == ""
	processor := Layer{Name: "one processor", On: true, Always: true, Does: "a bot's threads slow no other bot down"}
	if !strings.ContainsRune(f.found, rune(shim.Pinned)) {
		processor.On, processor.Detail = false, "the system does not let us choose one for each bot"
		processor.Fix = surroundingsNow().pinFix()
	}
	return []Layer{
		namespaces, user, landlock,
		{Name: "system call filter", On: true, Does: "a bot can ask the kernel for little: no network, no other programs"},
		attempts,
		{Name: "no new rights", On: true, Always: true, Does: "no program raises a bot's rights"},
		{Name: "limits", On: true, Does: "memory, open files, sizes of files, stack, locks"},
		threads, proc,
		limits,
		processor,
		{Name: "sealed program", On: true, Always: true, Does: "what was checked is what runs"},
		children,
		{Name: "dies with the arena", On: true, Always: true, Does: "no bot is left behind, however the arena ends"},
	}
}
