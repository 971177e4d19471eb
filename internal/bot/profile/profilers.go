package profile

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/executable"
)

// Profiler returns the commands that run a bot under the usual profiler of its language on a system, on a file with
// what it reads, and then print which functions took most. It returns nil where none is known. All of them were
// tried.
func Profiler(goos string, b find.Bot, dir, in string) []string {
	args, tool := b.Command.Args, filepath.Base(b.Command.Args[0])
	to := func(name string) string { return filepath.Join(dir, name) }
	run := func(args ...string) string {
		return safe.Shell(args...) + " < " + safe.Shell(in) + " > " + safe.Shell(to("out.txt"))
	}
	switch {
	case b.Kind == find.WASI, goos == "windows": // where none was tried
	case strings.HasPrefix(tool, "python"):
		script := slices.IndexFunc(args, func(arg string) bool { return filepath.Ext(arg) == ".py" })
		if script < 0 {
			break
		}
		profiled := slices.Insert(slices.Clone(args), script, "-m", "cProfile", "-o", to("python.prof"))
		return []string{
			run(append(append([]string{"env"}, pythonPaths(b.Command)...), profiled...)...),
			safe.Shell(args[0], "-c", "import pstats; pstats.Stats("+strconv.Quote(to("python.prof"))+
				`).sort_stats("tottime").print_stats(15)`),
		}
	case tool == "node":
		return []string{
			run(slices.Insert(slices.Clone(args), 1, "--prof", "--logfile="+to("node.log"), "--no-logfile-per-isolate")...),
			safe.Shell(args[0], "--prof-process", to("node.log")),
		}
	case tool == "java":
		return []string{
			run(slices.Insert(slices.Clone(args), 1, "-XX:StartFlightRecording=settings=profile,filename="+to("java.jfr"))...),
			safe.Shell("jfr", "print", "--events", "jdk.ExecutionSample", "--stack-depth", "1", to("java.jfr")) +
				" | grep line: | sort | uniq -c | sort -rn | head -15",
		}
	case goos == "linux" && !executable.IsScript(args[0]) && b.Kind != find.Shell:
		return []string{
			run(append([]string{"perf", "record", "-g", "-o", to("perf.data")}, args...)...),
			safe.Shell("perf", "report", "-i", to("perf.data"), "--stdio", "--no-children", "-g", "none"),
		}
	}
	return nil
}

// pythonPaths returns where the bot finds what it imports.
func pythonPaths(c executable.Command) []string {
	return slices.DeleteFunc(slices.Clone(c.Env), func(variable string) bool {
		return !strings.HasPrefix(variable, "PYTHONPATH=") && !strings.HasPrefix(variable, "PYTHONUSERBASE=")
	})
}
