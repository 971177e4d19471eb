package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// TestANewBotInGoPlaysAsAModule types the line of docs/bots.md in the folder of a new bot. The module has the points of
// its row there.
func TestANewBotInGoPlaysAsAModule(t *testing.T) {
	tier.Night(t, "compiles Go for another system, as internal/process/wasm does by day")
	tier.Needs(t, "go", "sh")
	page, err := os.ReadFile("../../docs/bots.md")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^    (GOOS=wasip1 .*)$`).FindSubmatch(page)
	row := regexp.MustCompile(`(?m)^\| Go, .*\| (\d+) \|$`).FindSubmatch(page)
	require.NotNil(t, line)
	require.NotNil(t, row)

	u := newUser(t)
	u.does("new", "zorg")
	build := exec.CommandContext(t.Context(), "sh", "-c", string(line[1]))
	build.Dir = filepath.Join(u.dir, "zorg")
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	module := filepath.Join("zorg", "mine.wasm")
	played := u.does(append([]string{"play", "orkisland", module, "demo", "dummy", "null", "-s", "30"}, patient...)...)
	require.Regexp(t, `(?m)^ +\d  \S+ \(seat 0\) +`+string(row[1])+` `, played.out.String())
}
