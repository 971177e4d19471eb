//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"debug/elf"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/sandbox/shim"
)

// needs is what a program must have to run, and nothing else.
type needs struct {
	file     string   // what is started: an ELF file, or what the system will refuse
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

// hidden is what a program sees elsewhere than it is, as it is not to learn the path.
type hidden struct {
	path, at string
	alone    bool // what is in this folder stays where it is
}

// system are the folders that hold programs and libraries, and nothing of the user's.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"}

// settings are files of the system that runtimes read, and that tell nothing about the
// user.
var settings = []string{
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/mime.types",
	"/etc/java*", "/etc/.java", "/etc/python*", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/java",
}

// shells are runtimes that can hardly do anything by themselves: a line such as `cat`
// starts another program.
var shells = []string{"sh", "bash", "dash", "ksh", "zsh", "ash", "busybox", "env"}

// needsOf finds out what the program of a command is.
func needsOf(c *exec.Cmd, bot string, hide bool) (needs, error) {
	n := needs{file: c.Path, args: c.Args}
	own := filesOf(bot)
	if hide {
		n.hide(own)
	}
	if err := n.followScript(c.Env); err != nil {
		return n, err
	}
	real, err := filepath.EvalSymlinks(n.file)
	if err != nil {
		return n, err
	}
	ownFolder, err := filepath.EvalSymlinks(bot)
	if err != nil {
		ownFolder = bot
	}
	n.own = isOwn(n.file)
	interprets := slices.ContainsFunc(n.args[1:], func(arg string) bool { return within(arg, bot) || within(arg, ownFolder) })
	n.byPath = !n.own && !within(real, ownFolder) && (interprets || isSystem(real))
	// What a first line names, or a link in the bot's folder, is named by the bot.
	byBot := n.file != c.Path || within(n.file, bot) || within(n.file, ownFolder)
	trusted := func(path string) bool { return !byBot || inPath(path, real, c.Env) }
	if n.byPath {
		for _, path := range []string{n.file, real} {
			if !isSystem(path) && !within(path, bot) && !within(path, ownFolder) && !trusted(path) {
				return n, &InterpreterError{Bot: bot, Path: path}
			}
		}
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
	for _, path := range system {
		n.show(path)
	}
	for _, pattern := range settings {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			n.show(path)
		}
	}
	if n.byPath {
		n.children = slices.Contains(shells, filepath.Base(real))
		n.sockets = filepath.Base(real) == "java"
		for _, path := range []string{n.file, real} {
			if trusted(path) {
				n.showRuntime(path)
			}
		}
		n.showModules(c.Env)
	}
	n.file = real
	return n, nil
}

// filesOf returns what is a bot's own: its folder, or its file and the SDK beside that.
func filesOf(bot string) []string {
	own := []string{bot}
	if isFolder(bot) {
		return own
	}
	besides, _ := os.ReadDir(filepath.Dir(bot))
	for _, entry := range besides {
		if path := filepath.Join(filepath.Dir(bot), entry.Name()); strings.HasPrefix(entry.Name(), "arena.") && path != bot {
			own = append(own, path)
		}
	}
	return own
}

// hide makes the program see the bot's own files in a folder of their own. What else is in
// the folder of a bot of one file stays where it is: an interpreter there may know its path.
func (n *needs) hide(own []string) {
	bot := own[0]
	if !filepath.IsAbs(bot) || bot == "/" || isSystem(bot) {
		return
	}
	folder, file := bot, ""
	if !isFolder(bot) {
		folder, file = filepath.Dir(bot), filepath.Base(bot)
	}
	folders := []string{folder}
	if real, err := filepath.EvalSymlinks(folder); err == nil && real != folder {
		folders = append(folders, real)
	}
	for _, folder := range folders {
		if file != "" {
			for _, path := range own {
				name := filepath.Base(path)
				n.hidden = append(n.hidden, hidden{path: filepath.Join(folder, name), at: filepath.Join(shim.Bot, name)})
			}
		}
		n.hidden = append(n.hidden, hidden{path: folder, at: shim.Bot, alone: file != ""})
	}
}

// place returns where the program sees a file.
func (n *needs) place(path string) string {
	for _, h := range n.hidden {
		if !h.alone && within(path, h.path) {
			return h.at + strings.TrimPrefix(path, h.path)
		}
	}
	return path
}

// seen returns an argument or a variable of the environment as it is right for the
// program: with the paths at which it sees its own files.
func (n *needs) seen(text string) string {
	for _, h := range n.hidden {
		if !h.alone || !n.shows(h.path) {
			text = replacePath(text, h.path, h.at, h.alone)
		}
	}
	return text
}

// replacePath replaces a path wherever it stands in a text by itself or, unless alone, with
// more behind it.
func replacePath(text, path, by string, alone bool) string {
	var result strings.Builder
	done := 0 // so much of the text is in the result
	for from := 0; ; {
		at := strings.Index(text[from:], path)
		if at < 0 {
			return result.String() + text[done:]
		}
		at += from
		end := at + len(path)
		begins := at == 0 || !isInPath(text[at-1])
		ends := end == len(text) || text[end] == '/' && !alone || !isInPath(text[end])
		if begins && ends {
			result.WriteString(text[done:at] + by)
			done = end
		}
		from = end
	}
}

// isInPath reports whether a letter before or behind a path may belong to a longer one.
func isInPath(c byte) bool { return !strings.ContainsRune(":;,=@ \t\n\"'()<>|", rune(c)) }

// followScript does what the system does with a file that begins with #!: the filter
// allows one start only, and that must be the interpreter's.
func (n *needs) followScript(env []string) error {
	const deepest = 4 // as the system
	for range deepest {
		words := program.Interpreter(n.file)
		if len(words) == 0 {
			return nil
		}
		script := n.file
		if filepath.Base(words[0]) == "env" && len(words) == 2 && !strings.HasPrefix(words[1], "-") {
			found, err := lookPath(words[1], env)
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
	return nil
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
// name: what a bot names otherwise could be anything of the user's.
func inPath(path, real string, env []string) bool {
	for _, folder := range append(pathOf(env), filepath.SplitList(os.Getenv("PATH"))...) {
		if folder == filepath.Dir(path) {
			return true
		}
		if found, err := filepath.EvalSymlinks(filepath.Join(folder, filepath.Base(path))); err == nil && path == real && found == real {
			return true
		}
	}
	return false
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
// is shown already.
func (n *needs) show(path string) {
	at := n.place(path)
	if _, err := os.Lstat(path); err != nil || n.shows(at) {
		return
	}
	n.reads = append(n.reads, shim.Read{Path: path, At: at})
	if at != path {
		return // what it points to is seen in its place
	}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		n.show(real)
	}
}

// shows reports whether the program sees something at a path.
func (n *needs) shows(at string) bool {
	return slices.ContainsFunc(n.reads, func(read shim.Read) bool { return within(at, read.At) })
}

// showRuntime shows the folder that an interpreter is installed in. If it lies about in
// another folder, such as the user's own, the file alone is shown.
func (n *needs) showRuntime(file string) {
	if isSystem(file) {
		return
	}
	n.show(file)
	prefix := filepath.Dir(file)
	if filepath.Base(prefix) != "bin" {
		return
	}
	prefix = filepath.Dir(prefix)
	home, _ := os.UserHomeDir()
	if prefix == "/" || within(home, prefix) || prefix == filepath.Join(home, ".local") {
		return
	}
	n.show(prefix)
}

// showModules shows the folders in which runtimes look for modules.
func (n *needs) showModules(env []string) {
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		switch name {
		case "PYTHONPATH", "NODE_PATH", "CLASSPATH":
			for _, folder := range filepath.SplitList(value) {
				n.show(folder)
			}
		case "PYTHONUSERBASE": // packages of the user's, without the programs beside them
			folders, _ := filepath.Glob(filepath.Join(value, "lib", "python*"))
			for _, folder := range folders {
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

func isSystem(path string) bool {
	return slices.ContainsFunc(system, func(folder string) bool { return within(path, folder) })
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
