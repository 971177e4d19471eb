package language

import sdk "github.com/botarena/arena/sdk/cpp"

// The kinds of its bots.
const (
	CPP     Kind = "C++"
	Classic Kind = "classic C++" // a player file of an original program
)

var cpp = Language{
	Kind: CPP, Other: Classic, Name: "cpp",
	Endings: []string{".cc", ".cpp", ".cxx"},
	Headers: []string{".h", ".hh", ".hpp", ".hxx"},
	Sources: []string{".cc", ".cpp", ".cxx", ".c", ".h", ".hh", ".hpp"},
	Install: map[string]Packages{Compilers[0]: {
		"apt": "g++", "dnf": "gcc-c++", "pacman": "gcc", "apk": "g++", "darwin": "xcode-select --install",
	}},
	Begin: &Begin{
		Main: "bot.cc", Plays: true, Lines: true,
		Try:  []string{"c++ -std=c++17 -O2 bot.cc -o bot && ./bot < " + Transcript},
		Made: []string{"/bot", "/bot.exe"},
	},
	SDK:      &SDK{Files: sdk.Files, Ends: []string{".hpp", ".hh", ".h", ".cc"}},
	Debugger: gdb,
	Profiler: perf,
}

// Compilers are the names of those for C++, the one to be tried first first.
var Compilers = []string{"c++", "g++", "clang++"}
