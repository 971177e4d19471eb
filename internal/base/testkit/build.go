package testkit

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// Build builds programs of Go into a folder, and returns it. It is "" for one that goes with the test. What these
// programs share with the running test was compiled for it, and is not compiled anew. Settings such as GOOS=wasip1 are
// for those that are for another system.
func Build(t testing.TB, dir string, settings []string, packages ...string) string {
	t.Helper()
	if dir == "" {
		dir = t.TempDir()
	}
	// Without symbols a program is linked sooner.
	args := []string{"build", "-ldflags=-s", "-o", dir + string(filepath.Separator)}
	command := exec.CommandContext(t.Context(), "go", append(args, packages...)...)
	command.Env = append(append(os.Environ(), Settings()...), settings...)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v: %s", strings.Join(packages, " "), err, said)
	}
	return dir
}

// Settings are the variables with which go build compiles as the running test was compiled, so that what it shares with
// the test is in Go's cache.
func Settings() []string {
	var env, flags []string
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		switch s.Key {
		case "CGO_ENABLED":
			env = append(env, s.Key+"="+s.Value)
		case "-race", "-trimpath", "-tags", "-gcflags", "-asmflags":
			flags = append(flags, fmt.Sprintf("'%s=%s'", s.Key, s.Value))
		}
	}
	if len(flags) > 0 {
		env = append(env, "GOFLAGS="+strings.Join(flags, " "))
	}
	return env
}

// HasRaceDetector reports whether the running test was built for it. Such programs take more memory and more time.
func HasRaceDetector() bool {
	info, _ := debug.ReadBuildInfo()
	return slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// Source returns the files of the module from which this test was built.
func Source() fs.FS {
	_, file, _, _ := runtime.Caller(0)
	return os.DirFS(filepath.Join(filepath.Dir(file), "..", "..", ".."))
}
