// Package language holds what the arena knows of each language in which bots are written: a file and a [Language] for
// each. What finds, builds, begins, debugs and profiles bots reads it there.
package language

import (
	"embed"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
)

// Kind is the language of a bot, or whatever else decides how it is started.
type Kind string

// The kinds that are no languages.
const (
	Program   Kind = "program"  // an executable file
	Described Kind = "bot.txt"  // a folder whose bot.txt says how it is started
	Package   Kind = "package"  // one with a bot of any other kind
	Linked    Kind = "built in" // it comes with the arena
)

// Language is one in which bots are written.
type Language struct {
	Kind  Kind   // of its bots, and what people call it
	Other Kind   // another one of its bots; "": they have one
	Name  string // as typed, and that of its folders among the SDKs and templates; "": no bot is begun in it

	Endings []string // of files that are bots, the usual one first
	Headers []string // of files beside a bot of one file that it may be made of
	Sources []string // of files that the program of a bot has no use for, if the arena builds it
	Clutter string   // the name of the folders that its tools leave; "": none

	Install  map[string]Packages // how programs are installed that are needed for it, by their names
	Reader   *Reader             // nil: its bots are programs
	Begin    *Begin              // nil: no bot is begun in it
	SDK      *SDK                // nil: it has none, or as a module of its own
	Debugger func(Debugging) []string
	Profiler func(Profiling) []string

	// Environment returns the variables by which a bot finds what it imports.
	Environment func(Places) []string
}

// Places are folders; each may be "".
type Places struct {
	Cache string // the arena's
	SDK   string // the SDKs of all languages
	User  string // what the user has installed for themselves
}

// SDK is an SDK that the arena carries in itself.
type SDK struct {
	Files embed.FS
	Ends  []string // the endings of those that a bot may need
	// Alone are the names that an SDK of one file has beside a bot, as it was before there was a folder of them.
	Alone []string
	// Page is what the playground calls the language; "": it does not have it.
	Page string
}

// Begin is how a bot is begun.
type Begin struct {
	Main  string   // the file to change
	Plays bool     // it uses an SDK, and what it does is a template of its own for each game
	Lines bool     // it speaks lines, so that a recorded match is of use
	Try   []string // what to type in the folder to try the bot without a match
	Made  []string // what building and trying it leaves in the folder, as .gitignore names it
}

// Transcript is the file in the folder of a new bot with what the arena writes to it in a match.
const Transcript = "match.in"

// all are in the order in which people are told of them.
var all = []*Language{&golang, &python, &cpp, &javaScript, &rust, &java, &shell, &wasi}

// All returns all languages.
func All() []*Language { return slices.Clone(all) }

// What hints say of the languages, or take as an example.
const (
	HintEndings = ".py, .mjs, .cc, .jar, .sh or .wasm" // the usual one of each
	HintFolder  = "Go or C++ files, a file such as main.py or main.mjs"
	HintFile    = "x.py"
	HintRun     = "run python3 main.py"
	HintArchive = ".pyz"
)

// Of returns the language of a kind, or nil.
func Of(kind Kind) *Language {
	if kind == "" {
		return nil
	}
	return find(func(l *Language) bool { return l.Kind == kind || l.Other == kind })
}

// Named returns the language that has a name, or nil.
func Named(name string) *Language {
	return find(func(l *Language) bool { return name != "" && l.Name == name })
}

// OfFile returns the language of a bot by the ending of its file, or nil.
func OfFile(path string) *Language {
	ending := strings.ToLower(filepath.Ext(path))
	return find(func(l *Language) bool { return slices.Contains(l.Endings, ending) })
}

func find(is func(*Language) bool) *Language {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}

// IsCompiled reports whether the arena compiles bots of a kind.
func (k Kind) IsCompiled() bool {
	l := Of(k)
	return l != nil && l.Sources != nil
}

// Begun returns the names of the languages in which a bot can be begun: with an SDK, or without.
func Begun(withSDK bool) (names []string) {
	for _, l := range all {
		if l.Begin != nil && l.Begin.Plays == withSDK {
			names = append(names, l.Name)
		}
	}
	return names
}

// IsSource reports whether a file beside a compiled bot is of no use to its program.
func IsSource(path string) bool {
	ending := filepath.Ext(path)
	return ending == ".md" || find(func(l *Language) bool { return slices.Contains(l.Sources, ending) }) != nil
}

// HasHeaders reports whether a bot of one file may be made of this file beside it as well.
func HasHeaders(bot, beside string) bool {
	l := OfFile(bot)
	return l != nil && slices.Contains(l.Headers, strings.ToLower(filepath.Ext(beside)))
}

// IsClutter reports whether something of this name is no part of a bot, in whose folder it lies: it is hidden, or the
// tools of a language or an archiver have left it there.
func IsClutter(name string) bool {
	return strings.HasPrefix(name, ".") || name == "__MACOSX" ||
		find(func(l *Language) bool { return name != "" && l.Clutter == name }) != nil
}

// OnPage returns the languages of the playground, sorted by their names there.
func OnPage() []*Language {
	on := slices.DeleteFunc(All(), func(l *Language) bool { return l.SDK == nil || l.SDK.Page == "" })
	slices.SortFunc(on, func(a, b *Language) int { return strings.Compare(a.SDK.Page, b.SDK.Page) })
	return on
}

// SDKsAlone returns the names of the SDKs of one file.
func SDKsAlone() (names []string) {
	for _, l := range all {
		if l.SDK != nil {
			names = append(names, l.SDK.Alone...)
		}
	}
	return names
}

// Packages are the names of packages with a program, by the command that installs them. What installs it on a system
// that needs no package is there by the name of the system.
type Packages map[string]string

// HowToInstall returns the command that installs a program on this system.
func HowToInstall(program string) string {
	known := Packages{}
	for _, l := range all {
		if l.Install[program] != nil {
			known = l.Install[program]
		}
	}
	if command := known[runtime.GOOS]; command != "" {
		return command
	}
	for _, installer := range []struct{ command, how string }{
		{"apt", "apt install "},
		{"dnf", "dnf install "},
		{"pacman", "pacman -S "},
		{"apk", "apk add "},
		{"brew", "brew install "},
		{"winget", "winget install "},
	} {
		if _, err := exec.LookPath(installer.command); err == nil && known[installer.command] != "" {
			return installer.how + known[installer.command]
		}
	}
	return "install " + safe.Name(program) + ", or add its folder to PATH"
}
