package language

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	sdk "github.com/botarena/arena/sdk/python"
)

// Python is the kind of its bots.
const Python Kind = "Python"

var python = Language{
	Kind: Python, Name: "python",
	Endings: []string{".py", ".pyz"},
	Clutter: "__pycache__",
	Install: map[string]Packages{
		"python3": {"apt": "python3", "dnf": "python3", "pacman": "python", "apk": "python3", "brew": "python"},
		"python":  {"winget": "Python.Python.3.13"},
	},
	Reader: &Reader{
		Program: "python3", Windows: [][]string{{"py", "-3"}, {"python"}},
		Args: []string{"-u"}, ByHand: "python3 -u", // prints are sent at once
		Unbuffered: "-u", Flushed: "print(…, flush=True)",
		Environment: &Environment{Folder: ".venv", Program: pythonOfVenv, Make: "python3 -m venv "},
		Asked: &Question{
			late.Regexp(`^(python|pypy)[0-9.]*$`), []string{"-c", "import sys; print(sys.executable)"}, theLine,
		},
		Profiled: func(program string) bool { return strings.HasPrefix(program, "python") },
	},
	Begin: &Begin{
		Main: "bot.py", Plays: true, Lines: true,
		Try: []string{
			"python3 -m unittest", "python3 bot.py < " + Transcript,
			"python3 -m pdb -m unittest   stops in bot.py after `b bot.py:10` and `c`",
		},
		Made: []string{"__pycache__/", ".venv/"},
	},
	SDK:         &SDK{Files: sdk.Files, Ends: []string{".py", ".typed"}, Alone: []string{"arena.py"}, Page: "py"},
	Debugger:    pdb,
	Profiler:    cProfile,
	Environment: pythonPaths,
}

func pythonOfVenv() string {
	if runtime.GOOS == "windows" {
		return filepath.Join("Scripts", "python.exe")
	}
	return filepath.Join("bin", "python")
}

func pythonPaths(p Places) (env []string) {
	if p.Cache != "" {
		env = append(env, "PYTHONPYCACHEPREFIX="+filepath.Join(p.Cache, "pycache")) // no __pycache__ beside the bot
	}
	if p.SDK != "" {
		env = append(env, "PYTHONPATH="+filepath.Join(p.SDK, "python"))
	}
	if info, err := os.Stat(filepath.Join(p.User, "lib")); p.User != "" && err == nil && info.IsDir() {
		env = append(env, "PYTHONUSERBASE="+p.User)
	}
	return env
}

func pdb(d Debugging) []string {
	return []string{
		safe.Shell(d.Program, "-m", "pdb", "-p", d.PID) + "    (Python 3.14 or later; then Enter here)",
		"or without the arena: " + d.Lines + " > in.txt; docs/better.md shows the rest",
	}
}

func cProfile(p Profiling) []string {
	script := slices.IndexFunc(p.Args, func(arg string) bool { return filepath.Ext(arg) == ".py" })
	if script < 0 {
		return nil
	}
	imports := slices.DeleteFunc(slices.Clone(p.Env), func(variable string) bool {
		return !strings.HasPrefix(variable, "PYTHONPATH=") && !strings.HasPrefix(variable, "PYTHONUSERBASE=")
	})
	profiled := slices.Insert(slices.Clone(p.Args), script, "-m", "cProfile", "-o", p.to("python.prof"))
	return []string{
		p.run(slices.Concat([]string{"env"}, imports, profiled)...),
		safe.Shell(p.Args[0], "-c", "import pstats; pstats.Stats("+strconv.Quote(p.to("python.prof"))+
			`).sort_stats("tottime").print_stats(15)`),
	}
}
