package language

import (
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/executable"
)

// Debugging is a process of a bot to which somebody wants to attach a debugger.
type Debugging struct {
	Kind    Kind
	Program string // that it runs
	PID     string
	Sudo    string // what comes before a debugger that the system would not let attach; or ""
	Lines   string // the command that prints what the bot reads in the match
}

// Debugger returns what to type to attach a debugger to a bot, and what to type in it.
func (d Debugging) Debugger() []string {
	of := Of(d.Kind)
	if of == nil && isGoProgram(d.Program) {
		of = &golang
	}
	if of == nil {
		return gdb(d)
	}
	return of.Debugger(d)
}

// gdb is the debugger of programs of any language.
func gdb(d Debugging) []string {
	return []string{d.Sudo + safe.Shell("gdb", "-p", d.PID), "(gdb) continue"}
}

// Profiling is a bot whose time somebody wants to know.
type Profiling struct {
	Kind Kind
	OS   string   // on which it runs
	Args []string // as those of its executable.Command
	Env  []string
	Dir  string // for what profilers write
	In   string // the file with what the bot reads
}

// Profiler returns the commands that run a bot under the usual profiler of its language, on a file with what it reads,
// and then print which functions took most; or why there is none. It returns nil where none is known. All of them were
// tried, none of them on Windows.
func (p Profiling) Profiler() []string {
	for _, l := range all { // what a bot.txt starts may be read by one of them, too
		r := l.Reader
		if r != nil && r.Profiled != nil && r.Profiled(filepath.Base(p.Args[0])) && p.OS != "windows" {
			return l.Profiler(p)
		}
	}
	if of := Of(p.Kind); of != nil && (of.Reader == nil || of.Reader.Profiled == nil) {
		return of.Profiler(p)
	}
	return perf(p)
}

// to returns the path of a file that a profiler writes.
func (p Profiling) to(name string) string { return filepath.Join(p.Dir, name) }

// run returns the command that runs a program, on what the bot reads.
func (p Profiling) run(args ...string) string {
	return safe.Shell(args...) + " < " + safe.Shell(p.In) + " > " + safe.Shell(p.to("out.txt"))
}

// perf is the profiler of programs of any language.
func perf(p Profiling) []string {
	if p.OS != "linux" || executable.IsScript(p.Args[0]) {
		return nil
	}
	return []string{
		p.run(append([]string{"perf", "record", "-g", "-o", p.to("perf.data")}, p.Args...)...),
		safe.Shell("perf", "report", "-i", p.to("perf.data"), "--stdio", "--no-children", "-g", "none"),
	}
}

// noProfiler is that of a language for which none is known.
func noProfiler(Profiling) []string { return nil }
