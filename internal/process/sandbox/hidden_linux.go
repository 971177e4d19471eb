//go:build linux && (amd64 || arm64)

package sandbox

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// hidden is what a program sees elsewhere than it is, as it is not to learn the path.
type hidden struct {
	path, at string
	alone    bool // the files in this folder stay where they are
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
				name, _ := filepath.Rel(filepath.Dir(bot), path) // where it is below the folder of the bot
				n.hidden = append(n.hidden, hidden{path: filepath.Join(folder, name), at: filepath.Join(shim.Bot, name)})
			}
			n.hidden = append(
				n.hidden, hidden{path: filepath.Join(folder, environment), at: filepath.Join(shim.Bot, environment)})
		}
		n.hidden = append(n.hidden, hidden{path: folder, at: shim.Bot, alone: file != ""})
	}
}

// hideModules makes the program see the folders with modules that its environment names, which
// are below the user's, in folders of their own.
func (n *needs) hideModules(env []string) {
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		switch {
		case slices.Contains(moduleVariables, name):
			for _, folder := range filepath.SplitList(value) {
				n.hideAt(folder, filepath.Join(shim.SDK, filepath.Base(folder)))
			}
		case name == userModules && filepath.IsAbs(value):
			for _, folder := range packagesIn(value) {
				if !isInterpreters(folder) {
					n.hideAt(folder, filepath.Join(shim.User, "lib", filepath.Base(folder)))
				}
			}
			n.hidden = append(n.hidden, hidden{path: value, at: shim.User, alone: true})
		}
	}
}

// hideAt makes the program see a file or folder at another place, unless that is taken.
func (n *needs) hideAt(path, at string) {
	taken := slices.ContainsFunc(n.hidden, func(h hidden) bool { return h.at == at })
	if filepath.IsAbs(path) && !isSystem(path) && n.place(path) == path && !taken {
		n.hidden = append(n.hidden, hidden{path: path, at: at})
	}
}

// hideProgram keeps from a program that the arena has built where that is.
func (n *needs) hideProgram(bot string) {
	if !n.byPath && n.place(n.file) == n.file && filepath.IsAbs(bot) {
		n.hidden = append(n.hidden, hidden{path: n.file, at: filepath.Join(shim.Bot, filepath.Base(n.file)), alone: true})
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
