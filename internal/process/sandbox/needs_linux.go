//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"cmp"
	"debug/elf"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// needs is what a program must have to run, and nothing else.
type needs struct {
	file     string   // the file to start: an ELF file, or one that the system will refuse
	args     []string // its arguments
	byPath   bool     // it is the system's, to be started where it is; else it is the bot's own
	own      bool     // it is the arena itself, as the interpreter of a module for WASI
	loader   string   // the program that loads it with its libraries; "" if it has none
	reads    []shim.Read
	hidden   []hidden
	proc     bool // its own entry of /proc
	children bool
	sockets  bool // its runtime tries whether there is an internet
}

// origin is the bot that a program belongs to, by the names that its paths can begin with.
type origin struct {
	bot    string
	folder string   // the same, without any link
	named  []string // folders in which the bot, and not the user, says what a name stands for
}

func originOf(bot string) origin {
	o := origin{bot: bot, folder: bot, named: []string{bot}}
	real, err := filepath.EvalSymlinks(bot)
	if err == nil {
		o.folder = real
		o.named = append(o.named, real)
	}
	if !isFolder(bot) { // beside it, there may be a virtual environment
		folder := filepath.Dir(bot)
		o.named = append(o.named, filepath.Join(folder, environment))
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			o.named = append(o.named, filepath.Join(real, environment))
		}
	}
	return o
}

// environment is the folder with a virtual environment of Python's.
const environment = ".venv"

// names reports whether a path begins in a folder of the bot's.
func (o origin) names(path string) bool {
	return slices.ContainsFunc(o.named, func(folder string) bool { return within(path, folder) })
}

// holds reports whether a file is in such a folder, whatever links there are on the way to it. It
// may be a link itself.
func (o origin) holds(path string) bool {
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && o.names(path) && o.names(filepath.Join(folder, filepath.Base(path)))
}

// shells are runtimes that can hardly do anything by themselves: a line such as `cat`
// starts another program.
var shells = []string{"sh", "bash", "dash", "ksh", "zsh", "ash", "busybox", "env"}

// needsOf finds out what the program of a command is.
func needsOf(c *exec.Cmd, bot string, hide bool) (needs, error) {
	n := needs{file: c.Path, args: c.Args}
	if err := checkBot(bot); err != nil {
		return n, err
	}
	own := filesOf(bot)
	of := originOf(bot)
	if err := n.followScript(of, c); err != nil {
		return n, err
	}
	real, err := filepath.EvalSymlinks(n.file)
	if err != nil {
		return n, err
	}
	n.own = isOwn(n.file)
	interprets := slices.ContainsFunc(n.args[1:], func(arg string) bool {
		return within(arg, bot) || within(arg, of.folder)
	})
	n.byPath = !n.own && !within(real, of.folder) && (interprets || isSystem(real))
	if hide {
		n.hide(own)
		n.hideModules(c.Env)
		n.hideProgram(bot)
	}
	n.loader = loaderOf(real)
	dynamic := n.loader != ""
	if isFolder(bot) || n.byPath || n.own {
		for _, path := range own {
			n.show(path)
		}
	}
	if !n.byPath && !dynamic {
		n.file = real
		return n, nil
	}
	n.proc = !n.own
	for _, read := range systemReads() {
		if !n.shows(read.At) {
			n.reads = append(n.reads, read)
		}
	}
	if n.byPath {
		n.children = slices.Contains(shells, filepath.Base(real)) && !of.names(real) // one of the bot's own can be anything
		n.sockets = needsSockets(real)
		for _, path := range []string{n.file, real} {
			n.showRuntime(path)
		}
		n.showModules(c.Env)
	}
	n.file = real
	return n, nil
}

// systemReads returns the files of the system that bots see. Looking for them takes longer than all
// else, so they are remembered for the next starts: but not for long, as they must be there.
func systemReads() []shim.Read {
	seenSystem.mu.Lock()
	defer seenSystem.mu.Unlock()
	if time.Since(seenSystem.at) < 5*time.Second {
		return seenSystem.reads
	}
	var n needs
	for _, path := range system {
		n.showSystem(path)
	}
	for _, pattern := range settings {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			n.show(path)
		}
	}
	seenSystem.at, seenSystem.reads = time.Now(), n.reads
	return n.reads
}

var seenSystem struct {
	mu    sync.Mutex
	at    time.Time
	reads []shim.Read
}

// filesOf returns a bot's own files: its folder, or its file and the SDK beside that. Files beside it
// came from the author of the bot: a link, or a folder, could show anything of the user's.
func filesOf(bot string) []string {
	if isFolder(bot) {
		return []string{bot}
	}
	return append([]string{bot}, executable.Beside(bot)...)
}

// followScript does what the system does with a file that begins with #!: the filter
// allows one start only, and that must be the interpreter's. Each file is judged before it
// is read: a bot's link or first line could name anything of the user's.
func (n *needs) followScript(of origin, c *exec.Cmd) error {
	const deepest = 4 // as the system
	for range deepest {
		if err := n.judge(of, c); err != nil {
			return err
		}
		words := executable.Interpreter(n.file)
		if len(words) == 0 {
			return nil
		}
		script := n.file
		if filepath.Base(words[0]) == "env" && len(words) == 2 && !strings.HasPrefix(words[1], "-") {
			found, err := lookPath(words[1], c.Env)
			if err != nil {
				return err
			}
			n.file, words = found, []string{words[1]}
		} else {
			n.file = words[0]
			if len(words) > 1 {
				words = []string{words[0], strings.Join(words[1:], " ")} // the system passes the rest as one
			}
		}
		n.args = slices.Concat(words, []string{script}, n.args[1:])
	}
	return n.judge(of, c)
}

// judge refuses to start a path that a bot may not name, or that is no file. It opens nothing.
func (n *needs) judge(of origin, c *exec.Cmd) error {
	real, err := filepath.EvalSymlinks(n.file)
	if err != nil {
		return err
	}
	// What a first line names, or a link in the bot's folder, is named by the bot.
	byBot := n.file != c.Path || of.names(n.file)
	if path := of.stranger(n.file, real, c.Env); byBot && path != "" {
		return &InterpreterError{Bot: of.bot, Path: path}
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		return &os.PathError{Op: "start", Path: n.file, Err: cmp.Or(err, error(syscall.EACCES))} // as the system says
	}
	return nil
}

// stranger returns which of the paths of a program that a bot names, the one without links
// being the second, is neither the bot's nor a runtime's, or "".
func (o origin) stranger(named, real string, env []string) string {
	if within(real, o.folder) {
		return ""
	}
	for _, path := range []string{named, real} {
		if !isSystem(path) && !o.holds(path) && managed(path) == "" && !o.inPath(path, real, env) {
			return path
		}
	}
	return ""
}

// lookPath finds a program as env would, in the PATH of the bot.
func lookPath(name string, env []string) (string, error) {
	for _, folder := range pathOf(env) {
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	return "", &os.PathError{Op: "find", Path: name, Err: os.ErrNotExist}
}

// inPath reports whether an interpreter is one that the bot or the user would find by its
// name: what a bot names otherwise could be anything of the user's, and so could what links in its
// own folder lead to.
func (o origin) inPath(path, real string, env []string) bool {
	for _, folder := range append(pathOf(env), filepath.SplitList(os.Getenv("PATH"))...) {
		if o.names(folder) {
			continue
		}
		if folder == filepath.Dir(path) {
			return true
		}
		if found, err := filepath.EvalSymlinks(filepath.Join(folder, filepath.Base(path))); err == nil && path == real &&
			found == real {
			return true
		}
	}
	return false
}

// IsRuntime reports whether a program is one of the system's, one that somebody finds in PATH, or one
// that a program such as uv or pyenv has installed, whatever links lead to it. It reads nothing of it.
func IsRuntime(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && (isSystem(real) || managed(real) != "" || origin{}.inPath(real, real, nil))
}

// IsSystem reports whether every bot sees a program, as it is where the system has its own.
func IsSystem(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && isSystem(real)
}

// pathOf returns the folders of the PATH of a bot.
func pathOf(env []string) []string {
	for _, entry := range slices.Backward(env) { // the last one counts
		if folders, is := strings.CutPrefix(entry, "PATH="); is {
			return filepath.SplitList(folders)
		}
	}
	return nil
}

// show adds a path, and what it points to if it is a link, unless it is in a folder that
// is shown already. All links on the way are resolved here, and never again.
func (n *needs) show(path string) {
	at := n.place(path)
	info, err := os.Lstat(path)
	if err != nil || n.shows(at) {
		return
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return
	}
	real, err := filepath.EvalSymlinks(path)
	isLink := info.Mode().Type() == os.ModeSymlink
	switch {
	case at != path && err == nil: // what it points to is seen in its place
		n.reads = append(n.reads, shim.Read{Path: real, At: at, Hidden: true})
	case at == path:
		n.reads = append(n.reads, shim.Read{Path: filepath.Join(folder, filepath.Base(path)), At: at})
		if isLink && err == nil {
			n.show(real)
		}
	}
}

// shows reports whether the program sees something at a path.
func (n *needs) shows(at string) bool {
	return slices.ContainsFunc(n.reads, func(read shim.Read) bool { return within(at, read.At) })
}

// showModules shows the folders in which runtimes look for modules.
func (n *needs) showModules(env []string) {
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		var folders []string
		switch {
		case slices.Contains(moduleVariables, name):
			folders = filepath.SplitList(value)
		case name == userModules && filepath.IsAbs(value):
			folders = packagesIn(value)
		}
		for _, folder := range folders {
			if real, err := filepath.EvalSymlinks(folder); err == nil && holdsSecret(real) == "" {
				n.show(folder)
			}
		}
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isOwn(path string) bool {
	own, err := os.Executable()
	return err == nil && path == own
}

// within reports whether a path is a folder or below it.
func within(path, folder string) bool {
	return path == folder || folder != "" && strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// starts returns what the program may start, as it sees that. Usually that is the program
// itself, unless it is sealed, and what loads it; with children, it is all that it sees.
func (n *needs) starts(children bool) (paths []string) {
	if children {
		for _, read := range n.reads {
			paths = append(paths, read.At)
		}
		return paths
	}
	if n.byPath {
		paths = append(paths, n.seen(n.file))
	}
	if n.loader != "" && n.shows(n.loader) {
		paths = append(paths, n.loader)
	}
	return paths
}

// loaderOf returns what loads an ELF file with its libraries, or "" if it needs none.
func loaderOf(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			const longest = 4096
			name, _ := io.ReadAll(io.LimitReader(p.Open(), longest))
			return string(bytes.TrimRight(name, "\x00"))
		}
	}
	return ""
}
