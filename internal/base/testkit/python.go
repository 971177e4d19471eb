package testkit

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// Python returns the interpreter that python3 in PATH is or stands for: scripts that stand for it, such as those of
// pyenv, take ten times as long to start as it does.
func Python(t testing.TB) string {
	t.Helper()
	tier.Needs(t, "python3")
	path, err := python()
	if err != nil {
		t.Fatal("python3: ", err)
	}
	return path
}

var python = sync.OnceValues(func() (string, error) {
	said, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil { // one that this user may not use
		const usual = "/usr/bin/python3"
		_, err = os.Stat(usual)
		return usual, err
	}
	return strings.TrimSpace(string(said)), nil
})
