//go:build linux

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// asked is set where the test binary is the command.
const asked = "ARENA_TEST_TESTRUN"

func TestMain(m *testing.M) {
	if os.Getenv(asked) != "" {
		main()
	}
	os.Exit(testkit.Run(m))
}

func at(seconds float64) time.Time { return time.Unix(0, int64(seconds*1e9)).UTC() }

func TestACostIsSharedAmongTheTestsThatRan(t *testing.T) {
	samples := []sample{{at(0), 0}, {at(2), 3 * time.Second}, {at(3), 2 * time.Second}, {at(4), 7 * time.Second}}
	stretches := []stretch{
		{at(0.5), at(1), []string{"TestA"}},
		{at(1), at(2), []string{"TestA", "TestB/one/half"}},
		{at(2), at(4), []string{"TestB/one"}},
	}
	require.Equal(t, map[string]time.Duration{
		outside:     750 * time.Millisecond,
		"TestA":     1500 * time.Millisecond,
		"TestB/one": 4750 * time.Millisecond, // what was lost in between is not counted twice
	}, shared(samples, stretches))
}

// tell tells of a package with events a second after each other.
func tell(t *testing.T, events ...event) (*told, string) {
	t.Helper()
	var text, printed strings.Builder
	for i, e := range events {
		e.Time, e.Package = at(float64(i)), "p"
		require.NoError(t, json.NewEncoder(&text).Encode(e))
	}
	to := newTold(&printed)
	require.NoError(t, to.read(strings.NewReader(text.String())))
	return to, printed.String()
}

func TestATestThatWaitsForItsPartsCostsNothing(t *testing.T) {
	told, _ := tell(
		t,
		event{Action: "run", Test: "TestA"},
		event{Action: "run", Test: "TestA/part"},
		event{Action: "pause", Test: "TestA/part"},
		event{Action: "cont", Test: "TestA/part"},
		event{Action: "pass", Test: "TestA/part"},
		event{Action: "pass", Test: "TestA"},
		event{Action: "pass"},
	)
	require.Equal(t, []stretch{
		{at(0), at(1), []string{"TestA"}},
		{at(1), at(2), []string{"TestA/part"}},
		{at(2), at(3), []string{"TestA"}},
		{at(3), at(4), []string{"TestA/part"}},
		{at(4), at(5), []string{"TestA"}},
		{at(5), at(6), nil},
		{at(6), at(6), nil},
	}, told.packages["p"].stretches)
}

func TestOnlyWhatFailsIsPrinted(t *testing.T) {
	_, printed := tell(
		t,
		event{Action: "run", Test: "TestA"},
		event{Action: "output", Test: "TestA", Output: "=== RUN   TestA\n"},
		event{Action: "output", Test: "TestA", Output: "a_test.go:1: well\n"},
		event{Action: "pass", Test: "TestA"},
		event{Action: "run", Test: "TestB"},
		event{Action: "output", Test: "TestB", Output: "b_test.go:1: ill\n"},
		event{Action: "fail", Test: "TestB"},
		event{Action: "run", Test: "TestC"},
		event{Action: "output", Test: "TestC", Output: "panic: no more\n"},
		event{Action: "output", Output: "FAIL p 0.1s\n"},
		event{Action: "fail"},
	)
	require.Equal(t, "b_test.go:1: ill\npanic: no more\nFAIL p 0.1s\ntests: 1 passed, 1 failed, 0 skipped\n", printed)
	_, printed = tell(
		t,
		event{Action: "output", Output: "PASS\n"},
		event{Action: "output", Output: "ok  \tp\t0.1s\n"},
		event{Action: "pass"},
	)
	require.Equal(t, "ok  \tp\t0.1s\ntests: 0 passed, 0 failed, 0 skipped\n", printed)
}

// TestARunIsReported runs go test in a module that has nothing else to compile.
func TestARunIsReported(t *testing.T) {
	const file = `package p

import ("os/exec"; "syscall"; "testing")

func TestBusy(t *testing.T) {
	var of syscall.Rusage
	for of.Utime.Sec == 0 { _ = syscall.Getrusage(0, &of) }
}

func TestLeaves(t *testing.T) {
	if err := exec.Command("sleep", "50").Start(); err != nil { t.Fatal(err) }
}
`
	tier.Night(t, "links tests; each run of the checks is reported so")
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.26\n", "p_test.go": file} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	report := filepath.Join(dir, "report")
	run := func(test string) (string, error) {
		command := exec.CommandContext(t.Context(), os.Args[0], report, "go", "test", "./...", "-run", test)
		command.Dir = dir
		command.Env = append(append(os.Environ(), testkit.Settings()...), asked+"=1")
		said, err := command.CombinedOutput()
		return string(said), err
	}
	said, err := run("Busy")
	require.NoError(t, err, said)
	require.Contains(t, said, "tests: 1 passed, 0 failed")
	written, err := os.ReadFile(report)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^ +[1-9]\d*\.\d\d package example.com/p$`, string(written))
	require.Regexp(t, `(?m)^ +[1-9]\d*\.\d\d test example.com/p TestBusy$`, string(written))
	said, err = run("Leaves")
	require.Error(t, err)
	require.Regexp(t, `tests have left processes:\n\d+: sleep 50`, said)
}
