//go:build linux && (amd64 || arm64)

package main

import (
	"archive/zip"
	"bytes"
	"embed"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// scripts look around as probe.c does, in the languages of bots. HOME stands for that of the user.
//
//go:embed scripts
var scripts embed.FS

// script returns the one of this ending, or "".
func (h *hunt) script(ending string) string {
	text, _ := scripts.ReadFile("scripts/look" + ending) // there is nothing for other endings
	return strings.ReplaceAll(string(text), "HOME", h.home)
}

// oddNames are what a file of a stranger's may be called.
var oddNames = []string{
	"x", "evil", "-rf", "--help", "new\nline", "\x1b[31mred", "inv\xffalid", "a:b=1", " ", "  x ", "\u202egnp",
	strings.Repeat("long", 60), "@x", "#x", "%s%n", "x'y\"z", "nul\u0001", "é",
	"~", "$HOME", "`id`", ";id", "con", "...", "arena", "null", "go",
}

// oddFiles are names that mean something to the arena or its tools.
var oddFiles = []string{
	"arena.home", "arena.key", "arena.py", "arena.", "arena.venv", ".venv", ".venv", "main.py", "main.sh",
	"main.mjs", "bot.py", "bot.txt", "params.json", "go.mod", "go.work", "main.go", "x.cc",
	"LICENSE", "README.md", ".git", "__pycache__", "node_modules", "package.json", "pyvenv.cfg",
	"sitecustomize.py", "bin", "python", "python3", "node", "sh", "env", ".bashrc", "vendor",
}

// makeFolder makes a bot in a file, in a folder or in a package, with all that may lie beside it.
func (p *played) makeFolder() {
	switch p.IntN(10) {
	case 8:
		p.makeLeague()
	case 9:
		p.makeLinkedOutputs()
	case 0:
		p.makePackage()
	case 1, 2, 3:
		p.makeFolderBot()
	default:
		p.makeFileBot()
	}
}

// makeFileBot makes a bot of one file and what lies beside it.
func (p *played) makeFileBot() {
	name := "x"
	if p.oneIn(4) {
		name = strings.ReplaceAll(pick(p.Rand, oddNames...), "/", "")
	}
	name += pick(p.Rand, ".py", ".py", ".py", ".py", ".sh", ".sh", ".sh", ".mjs", "", "", ".jar", ".wasm", ".pyz")
	path := filepath.Join(p.dir, name)
	p.bot(path)
	things := 1 // a bot that can't be started tells little, so there are few
	if p.oneIn(3) {
		things += p.IntN(4)
	}
	for range things {
		names := oddFiles
		if !p.oneIn(3) {
			names = oddFiles[:7]
		}
		p.thing(filepath.Join(p.dir, pick(p.Rand, names...)), 0)
	}
	p.use(name)
}

// makeFolderBot makes a bot in a folder.
func (p *played) makeFolderBot() {
	name := pick(p.Rand, "bot", "bot", "bot", pick(p.Rand, oddNames...))
	dir := filepath.Join(p.dir, name)
	if os.Mkdir(dir, 0o755) != nil { //nolint:gosec // bots' users read it
		return
	}
	_ = p.give(dir)
	main := pick(p.Rand, "main.py", "main.sh", "main.mjs", "bot.py", "start", "bot.sh")
	p.bot(filepath.Join(dir, main))
	if p.oneIn(3) || main == "start" {
		p.botTxt(filepath.Join(dir, "bot.txt"), main)
	}
	for range p.IntN(5) {
		p.thing(filepath.Join(dir, pick(p.Rand, append(oddFiles, oddNames...)...)), 0)
	}
	if p.oneIn(3) {
		p.thing(filepath.Join(p.dir, pick(p.Rand, oddFiles...)), 0)
	}
	p.use(name)
}

// botTxt writes lines, of which some mean something.
func (p *played) botTxt(path, main string) {
	var text strings.Builder
	for range 1 + p.IntN(3) {
		line := pick(p.Rand, "run", "run", "run", "build", "game", "RUN", "run\t", "# run", "",
			"\ufeffrun") + " " + pick(p.Rand,
			"./"+main, "sh "+main, "python3 "+main, main, "../x.py", "/bin/sh -c id", "canary", "python",
			"./canary", p.home+"/bin/canary", "~/bin/canary", "env canary", "sh -c 'canary'",
			"canary built", "./canary built", "orkisland", "moria", "\x1b[31m", "\"", "a\\",
			strings.Repeat("x ", 3000), "/proc/self/exe", "../../../bin/canary", "sh "+p.home+"/bin/canary")
		isOurs := strings.Contains(line, "canary") && !strings.HasSuffix(line, "built") || strings.HasSuffix(line, " python")
		if strings.HasPrefix(line, "build") && isOurs {
			line = "build canary built" // for these alone may run outside
		}
		text.WriteString(line + pick(p.Rand, "\n", "\n", "\r\n", "\n\n"))
	}
	_ = p.put(path, text.String(), 0o644)
	_ = p.put(filepath.Join(filepath.Dir(path), "canary"), p.canary(), 0o755)
	p.made(path, fmt.Sprintf("%q", cut(text.String(), 400)))
}

// bot writes something that may be a bot.
func (p *played) bot(path string) {
	ending := filepath.Ext(path)
	text := p.script(ending)
	switch {
	case text == "" && p.oneIn(2), ending != ".py" && p.oneIn(10):
		text, _ = p.filled(pick(p.Rand, "probe", "probe-dynamic"), 0, false)
		p.made(path, "a program")
	case text == "":
		text = p.script(".sh")
		fallthrough
	default:
		first := ""
		if p.oneIn(3) || ending == "" {
			first = p.firstLine(path)
		}
		text = first + text
		p.made(path, fmt.Sprintf("a script, %q", cut(first, 80)))
	}
	_ = p.put(path, text, pick(p.Rand, os.FileMode(0o755), 0o755, 0o755, 0o755, 0o755, 0o644, 0o700, 0o4755))
}

// firstLine returns one of those that scripts begin with.
func (p *played) firstLine(path string) string {
	return pick(p.Rand, "#!/bin/sh\n", "#!/bin/sh\n", "#!/usr/bin/env bash\n", "#!/bin/sh\n",
		"#!/usr/bin/env python3\n", "#!/usr/bin/env -S sh -e\n", "#! canary\n", "#!./canary\n",
		"#!"+p.home+"/bin/canary\n", "#!/usr/bin/env canary\n",
		"#!"+p.home+"/bin/python\n", "#!"+p.home+"/.local/bin/python\n", "#!/proc/self/exe\n", "#!"+path+"\n",
		"#!"+p.home+"/.ssh/config\n", "#!/bin/bash "+p.home+"/.ssh/config\n", "#!"+strings.Repeat("x", 5000)+"\n",
		"#!/usr/bin/env -S PATH="+p.home+"/bin canary\n", "#!\n", "#!/bin/cat "+p.home+"/.ssh/config\n",
		"#!\x1b[31m\n", "#!../../bin/canary\n", "#!"+p.dir+"/.venv/bin/python\n",
		"#!/usr/bin/../.."+p.home+"/bin/canary\n")
}

// target returns where a link may lead to.
func (p *played) target() string {
	if p.oneIn(2) {
		return pick(p.Rand, "../..", "../../.ssh", "../../.ssh/id_ed25519", "../../.ssh/config",
			"../../private", p.home, p.home+"/private", "../../.local")
	}
	return pick(p.Rand, "../..", "../..", "..", ".", "../../.ssh", "../../.ssh/id_ed25519", "../../.ssh/config",
		"../../private", "../../notes.txt", p.home, p.home+"/.ssh/config", p.home+"/private",
		"/", "/proc", "/proc/self", "/proc/self/environ", "/proc/self/root"+p.home, "/proc/1/root",
		"/proc/self/cwd/../..", "/proc/self/fd", "/dev/zero", "/dev/tty", "/dev", "/etc", "/etc/passwd",
		"/sys", "loop", "nowhere",
		"../../.local", "../../bin", "../../bin/python", "../../.local/bin/python", "../../bin/canary",
		"/usr/bin/python3", "/bin/sh", "/usr", "../../.config/token", "../../.cache", "x.py", "main.py")
}

// thing puts something at a path: a file, a link, a pipe, a folder with more.
func (p *played) thing(path string, depth int) {
	if _, err := os.Lstat(path); err == nil {
		return
	}
	if filepath.Base(path) == "bot.txt" && p.oneIn(2) {
		p.botTxt(path, "main.py")
		return
	}
	if filepath.Base(path) == ".venv" && !p.oneIn(4) {
		p.venv(path)
		return
	}
	var what string
	switch p.IntN(18) {
	default:
		target := p.target()
		if target == "loop" {
			target = filepath.Base(path)
		}
		_ = os.Symlink(target, path)
		what = "a link to " + target
	case 7:
		_ = unix.Mkfifo(path, 0o666)
		what = "a pipe"
	case 8:
		if l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"}); err == nil {
			l.SetUnlinkOnClose(false)
			_ = l.Close()
		}
		what = "a socket"
	case 9:
		major, minor := uint32(1), pick(p.Rand, uint32(5), 3, 9)                // zero, null, urandom
		_ = unix.Mknod(path, unix.S_IFCHR|0o666, int(unix.Mkdev(major, minor))) //nolint:gosec // small
		what = "a device"
	case 10:
		_ = p.put(path, p.canary(), 0o755)
		what = "the canary"
	case 11:
		_ = p.put(path, "", 0o644)
		_ = os.Truncate(path, pick(p.Rand, int64(0), 1, 20<<20, 30<<30))
		what = "a large file"
	case 12:
		_ = p.put(path, pick(p.Rand, "{", "{}", strings.Repeat("[", 100000), "\x1b[31m",
			"[{\"name\":\"\x1b[2J\"}]", "module x\n", "package main\nfunc main(){}\n", "\x00\x01"), 0o644)
		what = "a text"
	case 13:
		_ = os.Mkdir(path, pick(p.Rand, os.FileMode(0o755), 0o755, 0o700, 0o000))
		what = "a folder"
		for range p.IntN(4) {
			if depth < 3 {
				p.thing(filepath.Join(path, pick(p.Rand, append(oddFiles, oddNames...)...)), depth+1)
			}
		}
	}
	_ = p.give(path)
	p.made(path, what)
}

// venv makes what looks like a virtual environment.
func (p *played) venv(path string) {
	bin := filepath.Join(path, "bin")
	what := "an environment whose python is "
	python := filepath.Join(bin, "python")
	switch p.IntN(5) {
	case 0:
		_ = os.Symlink(pick(p.Rand, "../..", "../../.local", p.home, p.home+"/.local", "/usr"), path)
		what = "a link to an environment"
	case 1:
		_ = p.put(filepath.Join(path, "pyvenv.cfg"), "home = "+p.home+"/bin\n", 0o644)
		_ = os.Symlink(pick(p.Rand, "../..", p.home+"/bin", "/usr/bin"), bin)
		what += "in a folder behind a link"
	case 2:
		_ = p.put(python, p.canary(), 0o755)
		what += "the canary"
	default:
		_ = p.put(filepath.Join(path, "pyvenv.cfg"), "home = /usr/bin\n", 0o644)
		_ = os.Mkdir(bin, 0o755) //nolint:gosec // as usual
		target := pick(p.Rand, p.home+"/bin/python", "/usr/bin/python3", "../../../../.local/bin/python",
			p.home+"/.local/bin/python", "/bin/sh", p.home+"/.ssh/config", "/dev/zero")
		_ = os.Symlink(target, python)
		what += "a link to " + target
	}
	p.made(path, what)
}

// use adds commands that a user would give to a bot.
func (p *played) use(name string) {
	bot := "./" + name
	play := p.besideIt(bot)
	if p.oneIn(6) {
		play = p.besideIt(name)
	}
	p.command(step{args: append(play, "--mem", "256MB"), builds: true, deadline: 40 * time.Second, limit: 256 << 20})
	switch p.IntN(12) {
	case 0:
		p.command(step{
			args: []string{"bot", "list", ".", "--sandbox", p.level}, builds: true, lists: true, deadline: 3 * time.Minute,
		})
	case 1:
		p.command(step{args: []string{
			"bot", "pack", bot, "--unsigned", "--version", "1.0.0", "-o", "out.bot",
			"--platforms", "linux/amd64", "--sandbox", p.level,
		}, builds: true, deadline: 2 * time.Minute})
	case 2:
		p.command(step{
			args:   []string{"check", bot, "--game", "orkisland", "-q", "--sandbox", p.level},
			builds: true, deadline: 3 * time.Minute,
		})
	}
}

// makePackage makes a package that is not what the arena has written.
func (p *played) makePackage() {
	text, err := os.ReadFile(p.base.packed)
	if err != nil {
		return
	}
	how := "as it was"
	switch p.IntN(6) {
	case 0:
		text, how = p.flip(text, 1+p.IntN(4)), "bits flipped"
	case 1:
		text, how = text[:p.IntN(len(text))], "cut"
	case 2:
		text, how = append(text, text[p.IntN(len(text)):]...), "with more behind it"
	case 3, 4:
		text, how = p.zipped(text)
	}
	path := filepath.Join(p.dir, "evil-1.0.0.bot")
	_ = p.put(path, string(text), 0o644)
	p.made(path, "a package, "+how)
	p.command(step{args: []string{"bot", "info", filepath.Base(path)}})
	p.command(step{args: []string{"bot", "rebuild", filepath.Base(path)}})
	p.command(step{args: append(p.besideIt("./"+filepath.Base(path)), "--trust", "unsigned", "--mem", "256MB")})
	p.command(step{args: []string{"bot", "add", filepath.Base(path), "--trust", "unsigned", "--bots", "."}})
}

// flip changes bits of a file.
func (p *played) flip(text []byte, times int) []byte {
	text = slices.Clone(text)
	for range times {
		text[p.IntN(len(text))] ^= 1 << p.IntN(8)
	}
	return text
}

// zipped writes the entries of a package again, with others among them.
func (p *played) zipped(text []byte) ([]byte, string) {
	in, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return text, "no archive"
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		_ = w.Copy(f)
	}
	name := pick(p.Rand, "../../../bin/python", "/"+p.home+"/bin/python", "files/main.sh", "files/../../x",
		"link", "files/link", "manifest.json", "files/bomb", "x\ny", "\x1b[31m", strings.Repeat("d/", 400)+"x")
	header := &zip.FileHeader{Name: name, Method: zip.Deflate}
	header.SetMode(pick(p.Rand, os.FileMode(0o755), os.ModeSymlink|0o777, os.ModeNamedPipe|0o666,
		os.ModeDevice|0o666, os.ModeSetuid|0o755))
	if entry, err := w.CreateHeader(header); err == nil {
		content := pick(p.Rand, p.canary(), p.home+"/.ssh/config", "../../..", strings.Repeat("\x00", 40<<20))
		_, _ = entry.Write([]byte(content))
	}
	_ = w.Close()
	return out.Bytes(), "with another entry: " + name
}
