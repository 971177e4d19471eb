package tier_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// asked is set where the test binary runs a test of tests.
const asked = "ARENA_TEST_TIER"

func TestInside(t *testing.T) {
	switch os.Getenv(asked) {
	case "long":
		tier.Long(t, "plays for ever")
	case "night":
		tier.Night(t, "plays for ever")
	case "needs":
		tier.Needs(t, "go", "no-such-program")
	default:
		return // TestWhatRuns runs the others
	}
	t.Log("it ran")
}

func TestWhatRuns(t *testing.T) {
	const (
		runs      = "it ran"
		isSkipped = "SKIP: TestInside"
		whyLong   = "long: plays for ever; ARENA_LONG=1 runs it"
		whyNight  = "at night: plays for ever; ARENA_LONG=night runs it"
		isMissing = "needs no-such-program, which is not in PATH"
	)
	for _, c := range []struct {
		what, long, ci string
		wanted         []string
	}{
		{"long", "", "", []string{isSkipped, whyLong}},
		{"long", "0", "", []string{isSkipped, whyLong}},
		{"long", "1", "", []string{runs}},
		{"long", "", "true", []string{runs}},
		{"long", "0", "true", []string{isSkipped, whyLong}},
		{"long", "night", "", []string{runs}},
		{"night", "", "", []string{isSkipped, whyNight}},
		{"night", "1", "true", []string{isSkipped, whyNight}},
		{"night", "night", "", []string{runs}},
		{"needs", "", "", []string{isSkipped, isMissing, "CI=true"}},
		{"needs", "1", "", []string{isSkipped, isMissing, "CI=true"}},
		{"needs", "", "true", []string{"FAIL: TestInside", isMissing}},
	} {
		again := exec.Command(os.Args[0], "-test.run=^TestInside$", "-test.v")
		again.Env = append(os.Environ(), asked+"="+c.what, "ARENA_LONG="+c.long, "CI="+c.ci)
		said, _ := again.CombinedOutput()
		for _, wanted := range c.wanted {
			require.Contains(t, string(said), wanted, "%+v", c)
		}
	}
}
