package language

import (
	"debug/buildinfo"

	"github.com/botarena/arena/internal/base/safe"
)

// Go is the kind of its bots.
const Go Kind = "Go"

var golang = Language{
	Kind: Go, Name: "go",
	Sources: []string{".go", ".mod", ".sum"},
	Begin: &Begin{
		Main: "main.go", Plays: true, Try: []string{"go test ."}, Made: []string{"/FOLDER", "/FOLDER.exe"},
	},
	Debugger: dlv,
	Profiler: perf,
}

func dlv(d Debugging) []string {
	return []string{
		d.Sudo + safe.Shell("dlv", "attach", d.PID),
		"(dlv) break main.play    (or nothing: it stops at a panic)", "(dlv) continue",
	}
}

func isGoProgram(path string) bool {
	_, err := buildinfo.ReadFile(path)
	return err == nil
}
