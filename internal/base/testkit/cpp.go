package testkit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// PlayerCompiler returns a C++ compiler for player files of the original programs. It has read their standard headers
// before, unless -Wpedantic is wanted, and optimises nothing, whatever it is told: this is most of what compiling such
// a file takes.
func PlayerCompiler(t testing.TB) string {
	t.Helper()
	tier.Needs(t, "c++")
	folder, err := Shared("players")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(folder, "c++")
	if _, err := os.Stat(script); err == nil {
		return script
	}
	own, err := os.MkdirTemp(folder, "") //nolint:usetesting // it is for other packages, too, which may be at it now
	if err != nil {
		t.Fatal(err)
	}
	header := filepath.Join(own, "std.hh")
	text, err := os.ReadFile(filepath.Join(sourceRoot(t), "sdk", "cpp", "classic", "std.hh"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(header, text, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-std=gnu++11", "-O0", "-x", "c++-header", header, "-o", header + ".gch"}
	if said, err := exec.CommandContext(t.Context(), "c++", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	compiles := fmt.Sprintf("#!/bin/sh\ncase \" $* \" in\n"+
		"*\" -std=gnu++11 \"*) exec c++ -include '%s' \"$@\" -O0 ;;\nesac\nexec c++ \"$@\"\n", header)
	made := filepath.Join(own, "c++")
	if err := os.WriteFile(made, []byte(compiles), 0o700); err != nil { //nolint:gosec // it is to be executed
		t.Fatal(err)
	}
	if err := os.Rename(made, script); err != nil {
		t.Fatal(err)
	}
	return script
}

// sourceRoot is the folder of the module.
func sourceRoot(t testing.TB) string {
	t.Helper()
	at, err := os.Getwd()
	for ; err == nil && at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, missing := os.Stat(filepath.Join(at, "go.mod")); missing == nil {
			return at
		}
	}
	t.Fatal("no go.mod is above: ", err)
	return ""
}
