package runner

import (
	"fmt"
	"os"
)

// The first argument of an executable that runs or compiles a module.
const (
	// RunWord is followed by the folder of the compiled code, the file of the module, and
	// the folder that the module may read if there is one.
	RunWord = "run-wasm"
	// CompileWord is followed by the file of the module. The compiled code is written to
	// standard output.
	CompileWord = "compile-wasm"
)

// Exit codes.
const (
	// Trapped is the exit code of a bot that was stopped by an error of its own, such as a
	// division by zero, or by one of ours.
	Trapped = 125
	// Unfit is the exit code of a compiler that has found that a module is no bot. It has
	// printed why.
	Unfit = 124
)

func init() {
	if len(os.Args) < 2 {
		return
	}
	switch word, args := os.Args[1], os.Args[2:]; {
	case word == RunWord && (len(args) == 2 || len(args) == 3):
		os.Exit(run(args))
	case word == CompileWord && len(args) == 1:
		os.Exit(compile(args[0]))
	}
}

// fail reports an error that is not the module's.
func fail(err error) int {
	fmt.Fprintln(os.Stderr, "arena:", err)
	return Trapped
}
