package language

import (
	"path/filepath"
	"slices"

	"github.com/botarena/arena/internal/process/executable"
)

// Shell is the kind of its bots.
const Shell Kind = "shell"

var shell = Language{
	Kind: Shell, Name: "sh",
	Endings:  []string{".sh"},
	Reader:   &Reader{Program: "sh", Chosen: shellOf, ByHand: "sh"},
	Begin:    &Begin{Main: "bot.sh", Lines: true, Try: []string{"sh bot.sh < " + Transcript}},
	Debugger: gdb,
	Profiler: noProfiler,
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
