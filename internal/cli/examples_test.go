package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestExamplesPlay plays the examples of a project that was just fetched, in the usual
// sandbox.
func TestExamplesPlay(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	for bot, tool := range map[string]string{
		"examples/null": "go", "examples/dummy": "go", "examples/demo": "go",
		"examples/python/demo.py": "python3", "examples/js/demo.mjs": "node",
	} {
		t.Run(bot, func(t *testing.T) {
			if _, err := exec.LookPath(tool); err != nil {
				if os.Getenv("CI") == "true" {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			bot, null := filepath.Join(root, bot), filepath.Join(root, "examples/null")
			play := exec.Command("arena", "play", "orkisland", bot, null, null, null, "--set", "nb_rounds=10", "-o", "none", "--wall", "1m")
			play.Dir = t.TempDir()
			out, err := play.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Regexp(t, `\n? +1  \w+ \(seat`, string(out))
			require.NotContains(t, string(out), "seat 0 (", "a verdict: "+string(out))
		})
	}
}
