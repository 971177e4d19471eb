package profile

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/words"
)

// Profiler returns the commands that run a bot under the usual profiler of its language on a system, on a file with
// what it reads, and then print which functions took most. It returns nil where none is known. All of them were
// tried.
func Profiler(goos string, b bots.Bot, dir, in string) []string {
	args, tool := b.Command.Args, filepath.Base(b.Command.Args[0])
	to := func(name string) string { return filepath.Join(dir, name) }
	run := func(args ...string) string {
		return words.Shell(args...) + " < " + words.Shell(in) + " > " + words.Shell(to("out.txt"))
	}
	switch {
	case b.Kind == bots.WASI, goos == "windows": // where none was tried
	case strings.HasPrefix(tool, "python"):
		script := slices.IndexFunc(args, func(arg string) bool { return filepath.Ext(arg) == ".py" })
		if script < 0 {
			break
		}
		profiled := slices.Insert(slices.Clone(args), script, "-m", "cProfile", "-o", to("python.prof"))
		return []string{
			run(append(append([]string{"env"}, pythonPaths(b.Command)...), profiled...)...),
			words.Shell(args[0], "-c", "import pstats; pstats.Stats("+strconv.Quote(to("python.prof"))+`).sort_stats("tottime").print_stats(15)`),
		}
	case tool == "node":
		return []string{
			run(slices.Insert(slices.Clone(args), 1, "--prof", "--logfile="+to("node.log"), "--no-logfile-per-isolate")...),
			words.Shell(args[0], "--prof-process", to("node.log")),
		}
	case tool == "java":
		return []string{
			run(slices.Insert(slices.Clone(args), 1, "-XX:StartFlightRecording=settings=profile,filename="+to("java.jfr"))...),
			words.Shell("jfr", "print", "--events", "jdk.ExecutionSample", "--stack-depth", "1", to("java.jfr")) +
				" | grep line: | sort | uniq -c | sort -rn | head -15",
		}
	case goos == "linux" && !program.IsScript(args[0]) && b.Kind != bots.Shell:
		return []string{
			run(append([]string{"perf", "record", "-g", "-o", to("perf.data")}, args...)...),
			words.Shell("perf", "report", "-i", to("perf.data"), "--stdio", "--no-children", "-g", "none"),
		}
	}
	return nil
}

// pythonPaths returns where the bot finds what it imports.
func pythonPaths(c program.Command) []string {
	return slices.DeleteFunc(slices.Clone(c.Env), func(variable string) bool {
		return !strings.HasPrefix(variable, "PYTHONPATH=") && !strings.HasPrefix(variable, "PYTHONUSERBASE=")
	})
}
