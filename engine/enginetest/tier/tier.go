// Package tier says how much of the tests is run.
//
// Without anything, go test runs the everyday tier: what protects a change of any package, with Go alone. ARENA_LONG=1
// adds the long tier, whose tests play many matches, simulate much, or try what other languages and systems do. CI=true
// adds it too, unless ARENA_LONG=0 says otherwise, and lets no test skip because something is missing on the machine.
//
// ARENA_LONG=night adds what does with everything what the long tier does with a part, and what changes seldom break:
// .ci/nightly runs it.
package tier

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

const (
	long  = "ARENA_LONG"
	night = "night"
	ci    = "CI"
)

// IsLong reports whether the long tier is run. A test that is in both repeats more in it.
func IsLong() bool {
	asked := os.Getenv(long)
	return asked == "1" || asked == "" && InCI() || IsNight()
}

// IsNight reports whether all of the tests is run. A test that is in other tiers, too, tries more in it.
func IsNight() bool { return os.Getenv(long) == night }

// InCI reports whether every test must run.
func InCI() bool { return os.Getenv(ci) == "true" }

// Long keeps a test out of the everyday tier.
func Long(t testing.TB, why string) {
	t.Helper()
	if !IsLong() {
		t.Skipf("long: %s; %s=1 runs it", why, long)
	}
}

// Night keeps a test for the nightly run.
func Night(t testing.TB, why string) {
	t.Helper()
	if !IsNight() {
		t.Skipf("at night: %s; %s=%s runs it", why, long, night)
	}
}

// Needs skips a test on a machine without one of these programs. In CI they must be there.
func Needs(t testing.TB, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			Lacks(t, fmt.Sprintf("needs %s, which is not in PATH", program))
		}
	}
}

// Lacks skips a test whose machine lacks something, for the reason that is given. In CI that fails.
func Lacks(t testing.TB, why any) {
	t.Helper()
	if InCI() {
		t.Fatalf("%v; nothing may be missing where %s=true", why, ci)
	}
	t.Skipf("%v; where it is there, or with %s=true, the test runs", why, ci)
}
