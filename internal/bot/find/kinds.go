package find

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/process/executable"
)

// Kind is what a bot is written in, as far as that decides how it is started.
type Kind string

// The kinds.
const (
	Go         Kind = "Go"
	Python     Kind = "Python"
	JavaScript Kind = "JavaScript"
	CPP        Kind = "C++"
	Classic    Kind = "classic C++" // a player file of an original program
	Java       Kind = "Java"
	Shell      Kind = "shell"
	WASI       Kind = "WASI"
	Program    Kind = "program"  // an executable file
	Described  Kind = "bot.txt"  // a folder whose bot.txt says how it is started
	Package    Kind = "package"  // one with a bot of any other kind
	Linked     Kind = "built in" // it comes with the arena
)

// endings are the endings of file names that say what a bot is.
var endings = map[string]Kind{
	".py": Python, ".pyz": Python, ".mjs": JavaScript, ".js": JavaScript, ".jar": Java, ".sh": Shell,
	".cc": CPP, ".cpp": CPP, ".cxx": CPP, ".wasm": WASI, pack.Ending: Package,
}

// kindOf goes by the ending of a name. It returns Program if that says nothing.
func kindOf(path string) Kind {
	if kind, ok := endings[strings.ToLower(filepath.Ext(path))]; ok {
		return kind
	}
	return Program
}

// recipe says how a bot is started.
type recipe struct {
	kind  Kind
	args  []string // as those of a executable.Command
	tools []string // the folders of programs that the bot may start
	files []string // files and folders whose sum is that of the bot
	game  string   // that a bot.txt names
	reads []string // what the program must be able to read besides the bot
	env   []string // what the program needs in its environment besides
	// overhead is the memory that the program itself takes.
	overhead int64
}

// file returns how a file is started. Its name is absolute.
func (f Finder) file(ctx context.Context, t target, path string) (recipe, error) {
	kind := kindOf(path)
	of := func(tool string, args ...string) recipe {
		return recipe{
			kind: kind, args: append(append([]string{tool}, args...), path), tools: []string{filepath.Dir(tool)},
			files: []string{path},
		}
	}
	switch kind {
	case Python:
		python, before, err := f.python(ctx, t, path)
		return of(python, append(before, "-u")...), err // -u: what is printed is sent at once
	case JavaScript:
		node, err := f.reader(ctx, t, "node")
		sdk := f.lent(path)
		if sdk == "" {
			return of(node), err
		}
		r := of(node, "--require", filepath.Join(sdk, "beside.cjs"))
		r.env = []string{"NODE_PATH=" + sdk} // by which a sandbox knows that the bot may see it
		return r, err
	case Java:
		java, err := f.reader(ctx, t, "java")
		// Other collectors run threads of their own. The heap would begin with a share of the machine's memory.
		return of(java, "-XX:+UseSerialGC", "-Xms16m", "-jar"), err
	case Shell:
		shell, err := f.reader(ctx, t, shellOf(path))
		return of(shell), err
	case WASI:
		return f.module(ctx, t, path)
	case CPP:
		return f.compiled(ctx, t, filepath.Dir(path), []string{filepath.Base(path)})
	}
	return f.program(ctx, t, path)
}

// python returns the interpreter for a file, and what comes before its own arguments: that
// of a virtual environment beside the file, else that of the system.
func (f Finder) python(ctx context.Context, t target, path string) (python string, before []string, err error) {
	own := filepath.Join(filepath.Dir(path), ".venv", "bin", "python")
	if runtime.GOOS == "windows" {
		own = filepath.Join(filepath.Dir(path), ".venv", "Scripts", "python.exe")
	}
	if info, err := os.Stat(own); err == nil && info.Mode().IsRegular() {
		return own, nil, t.checkEnvironment(filepath.Dir(own))
	}
	if runtime.GOOS == "windows" {
		if python, err = t.tool("py"); err == nil {
			return python, []string{"-3"}, nil
		}
		python, err = t.tool("python")
		return python, nil, err
	}
	python, err = f.reader(ctx, t, "python3")
	return python, nil, err
}

// checkEnvironment refuses a virtual environment that a link leads to, by the folder of its
// programs: the author of the bot can have made the link, and the bot would see what is there.
func (t target) checkEnvironment(programs string) error {
	own := t.shown
	if !t.folder {
		own = filepath.Dir(own)
	}
	for _, name := range []string{".venv", filepath.Join(".venv", filepath.Base(programs))} {
		path := filepath.Join(filepath.Dir(filepath.Dir(programs)), name)
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			const why = " is a link, and the bot would see what that leads to"
			environment := safe.Shell(filepath.Join(own, ".venv"))
			return Unfit(
				t.typed, safe.Name(filepath.Join(own, name))+why,
				"have the environment itself there: rm -r "+environment+" && python3 -m venv "+environment,
			)
		}
	}
	return nil
}

// shellOf returns the shell that the first line of a script names, as many are not for sh.
func shellOf(path string) string {
	for _, word := range executable.Interpreter(path) {
		if name := filepath.Base(word); slices.Contains([]string{"bash", "dash", "ksh", "zsh"}, name) {
			return name
		}
	}
	return "sh"
}

// program returns how an executable file is started. If it is a script that env is to find the reader of, that is
// found here: env would look for it only in the bot's own PATH, and say little.
func (f Finder) program(ctx context.Context, t target, path string) (recipe, error) {
	r := recipe{kind: Program, args: []string{path}, files: []string{path}}
	first := executable.Interpreter(path)
	if len(first) == 0 {
		return r, nil
	}
	named, rest := first[0], first[1:]
	if filepath.Base(named) == "env" {
		isName := func(word string) bool { return !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") }
		i := slices.IndexFunc(rest, isName)
		if i < 0 {
			return r, nil
		}
		found, err := t.tool(rest[i])
		if err != nil {
			return r, err
		}
		named, rest = found, rest[i+1:]
		r.tools = []string{filepath.Dir(found)}
	} else if !mayBeNamed(named) {
		return r, nil
	}
	real, err := f.behind(ctx, t, named)
	if real != named {
		r.args = append(append([]string{real}, rest...), path)
		r.tools = []string{filepath.Dir(real)}
	}
	return r, err
}

// mainNames are the names, without ending, of the file with which a folder's bot begins.
var mainNames = []string{"main", "bot"}

// folder returns how the bot in a folder is started.
func (f Finder) folder(ctx context.Context, t target) (recipe, error) {
	if t.leads(botTxtName) {
		return recipe{}, t.linkedOut(botTxtName)
	}
	about, err := readBotTxt(filepath.Join(t.path, botTxtName))
	if err != nil {
		return recipe{}, Unfit(
			t.typed, err.Error(), "its lines are: build COMMAND, run COMMAND, game NAME; each may be left out",
		)
	}
	if f.Game == "" {
		f.Game = about.game
	} else if about.game != "" && about.game != f.Game {
		return recipe{}, Unfit(
			t.typed, safe.Sprintf("a bot for %s, as its %s says", about.game, botTxtName),
			"arena games lists the games",
		)
	}
	r, err := f.asDescribed(ctx, t, about)
	r.game = about.game
	return r, err
}

// asDescribed returns how the bot in a folder is started of which a bot.txt says this,
// which may be nothing.
func (f Finder) asDescribed(ctx context.Context, t target, about botTxt) (recipe, error) {
	if about.build != nil && !f.Unbuilt {
		if err := t.runBuild(ctx, about.build); err != nil {
			return recipe{}, err
		}
	}
	if about.run != nil {
		r, err := f.described(ctx, t, about)
		if err != nil && about.build != nil && f.Unbuilt {
			err = t.notBuilt()
		}
		return r, err
	}
	found, err := t.look()
	if err != nil {
		return recipe{}, err
	}
	switch {
	case len(found.names) > 1:
		return recipe{}, Unfit(
			t.typed, "holds "+listed(found.names)+", and each could be the bot", t.howToDescribe(found),
		)
	case found.goFiles:
		path, err := f.build(ctx, t)
		return recipe{kind: Go, args: []string{path}, files: []string{path}}, err
	case len(found.cpp) > 0:
		return f.compiled(ctx, t, t.path, found.cpp)
	case len(found.mains) == 1:
		if t.leads(found.mains[0]) {
			return recipe{}, t.linkedOut(found.mains[0])
		}
		r, err := f.file(ctx, t, filepath.Join(t.path, found.mains[0]))
		r.files = append(r.files, t.path)
		return r, err
	}
	if inside := t.inside(); len(inside) > 0 {
		const most = 4
		shown := listed(inside[:min(most, len(inside))])
		if len(inside) > most {
			shown = strings.Join(inside[:most], ", ") + ", …"
		}
		return recipe{}, Unfit(
			t.typed, "a folder that is not a bot itself; in it: "+shown,
			"type one of those in it: "+safe.Shell(filepath.Join(t.shown, inside[0])),
		)
	}
	return recipe{}, Unfit(
		t.typed, "a folder without a bot",
		"a bot's folder holds Go or C++ files, a file such as main.py or main.mjs, or one named "+botTxtName+
			" with a line: run COMMAND",
	)
}

// contents is what there is in a folder that could be a bot.
type contents struct {
	goFiles bool
	cpp     []string // names of C++ files
	mains   []string // names of files that could be started
	names   []string // an example of each possible bot
}

func (t target) look() (contents, error) {
	var found contents
	entries, err := os.ReadDir(t.path)
	if err != nil {
		return found, Unfit(t.typed, reason(err), safe.Shell("chmod", "+rx", t.shown))
	}
	var goFile string
	for _, e := range entries {
		name := e.Name()
		ending := filepath.Ext(name)
		stem, kind := strings.TrimSuffix(name, ending), kindOf(name)
		isMain := kind != Program && kind != Package && slices.Contains(mainNames, stem)
		if strings.HasPrefix(name, ".") || ending != ".go" && kind != CPP && !isMain || isTest(stem) {
			continue
		}
		info, err := os.Stat(filepath.Join(t.path, name))
		switch {
		case err != nil || info.IsDir():
			continue
		case !info.Mode().IsRegular(): // it may be a pipe, for which everybody would wait for ever
			return found, Unfit(t.typed, safe.Name(name)+" in it is not a file", "remove it")
		case ending == ".go":
			goFile = name
			found.goFiles = true
		case kind == CPP:
			found.cpp = append(found.cpp, name)
		default:
			found.mains = append(found.mains, name)
		}
	}
	if found.goFiles {
		found.names = append(found.names, goFile)
	}
	if len(found.cpp) > 0 {
		found.names = append(found.names, found.cpp[0])
	}
	found.names = append(found.names, found.mains...)
	return found, nil
}

// inside returns the names of what could be bots in a folder that is none: files by their
// ending, and folders.
func (t target) inside() (names []string) {
	entries, _ := os.ReadDir(t.path) // look has read it
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(t.path, name)
		if strings.HasPrefix(name, ".") || isTest(strings.TrimSuffix(name, filepath.Ext(name))) {
			continue
		}
		if isFolder(path) {
			in, err := target{typed: name, path: path, shown: path, folder: true}.look()
			if err == nil && len(in.names) == 0 && !exists(filepath.Join(path, botTxtName)) {
				continue
			}
		} else if kindOf(name) == Program {
			continue
		}
		names = append(names, name)
	}
	return names
}

// isTest goes by the names that tests have in Go, C++, Python and JavaScript.
func isTest(stem string) bool {
	return strings.HasSuffix(stem, "_test") || strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, ".test")
}

// howToDescribe is the advice about a folder with several possible bots.
func (t target) howToDescribe(found contents) string {
	command := "run " + safe.Shell("./"+strings.TrimSuffix(filepath.Base(t.path), ".exe"))
	if n := len(found.mains); n > 0 {
		name := found.mains[n-1]
		tool := map[Kind]string{Python: "python3 -u", JavaScript: "node", Java: "java -jar", Shell: "sh"}[kindOf(name)]
		command = "run " + tool + " " + safe.Shell(name)
	}
	return "say which in a file " + safe.Name(filepath.Join(t.shown, botTxtName)) + ", with a line such as: " + command
}

// listed joins names: "a, b and c".
func listed(names []string) string {
	names = slices.Clone(names)
	last := len(names) - 1
	for i, name := range names {
		names[i] = safe.Name(name)
	}
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
