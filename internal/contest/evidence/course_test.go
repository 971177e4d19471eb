package evidence_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/evidence"
)

var update = flag.Bool("update", false, "write the golden file anew")

// TestCourse plays a comparison that is decided, and on until the luck turns.
func TestCourse(t *testing.T) {
	results := eighths(60, 7)
	for i := range results[:40] {
		results[i] = (results[i] + 0.5) / 1.5
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%6s %8s %8s %9s %9s %9s %9s  answer\n", "group", "result", "mean", "better", "worse", "low", "high")
	test := newTest(t, evidence.Options{})
	for _, x := range results {
		test.Add(x)
		better, worse := test.Evidence()
		low, high := test.Interval()
		fmt.Fprintf(&b, "%6d %8.4f %8.4f %9.5f %9.5f %9.6f %9.6f  %v\n", test.Groups(), x, test.Mean(), better, worse, low,
			high, test.Answer())
	}
	golden := filepath.Join("testdata", "course.txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), b.String())
}
