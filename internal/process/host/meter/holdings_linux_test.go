package meter

import (
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

// TestABotThatRestsHoldsWhatItHeld, as long as it does not run, has no children, and nothing was left for later.
func TestABotThatRestsHoldsWhatItHeld(t *testing.T) {
	const script = "read -r _; sleep 1000 & read -r _; kill $!; wait; read -r _"
	shell := exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
	stdin, err := shell.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, shell.Start())
	t.Cleanup(func() { _ = shell.Wait() })
	h := &Holdings{Process: shell.Process, HasChildren: true, Threads: 64}
	rests := func() bool {
		require.Nil(t, h.look())
		return h.rests()
	}
	require.False(t, h.rests(), "it was not looked at")
	testkit.Await(t, "it waits for input", rests)
	goOn := func() {
		_, err := fmt.Fprintln(stdin)
		require.NoError(t, err)
	}
	goOn()
	testkit.Await(t, "it runs", func() bool { return !h.rests() })
	testkit.Await(t, "it has a child", func() bool { return len(h.relatives()) == 1 })
	require.False(t, rests(), "the child may run")
	goOn()
	testkit.Await(t, "it waits for input again", rests)

	h.HasChildren, h.Kernel, h.next = false, true, time.Now().Add(time.Hour)
	require.False(t, rests(), "it was too early to look at what the kernel holds")
	h.next = time.Time{}
	testkit.Await(t, "all was looked at", rests)
}
