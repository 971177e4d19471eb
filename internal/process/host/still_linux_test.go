package host

import (
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// TestABotThatRestsHoldsWhatItHeld, as long as it does not run, has no children, and nothing was left for later.
func TestABotThatRestsHoldsWhatItHeld(t *testing.T) {
	const script = "read -r _; sleep 1000 & read -r _; kill $!; wait; read -r _"
	shell := exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
	stdin, err := shell.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, shell.Start())
	t.Cleanup(func() { _ = shell.Wait() })
	p := &process{command: shell, watched: true, threads: 64}
	var seen look
	rests := func() bool {
		require.Nil(t, p.look(&seen))
		return seen.holdsFor(p)
	}
	require.False(t, seen.holdsFor(p), "it was not looked at")
	testkit.Await(t, "it waits for input", rests)
	goOn := func() {
		_, err := fmt.Fprintln(stdin)
		require.NoError(t, err)
	}
	goOn()
	testkit.Await(t, "it runs", func() bool { return !seen.holdsFor(p) })
	testkit.Await(t, "it has a child", func() bool { return len(p.relatives()) == 1 })
	require.False(t, rests(), "the child may run")
	goOn()
	testkit.Await(t, "it waits for input again", rests)

	p.shim, p.kernel.next = new(sandbox.Start), time.Now().Add(time.Hour)
	require.False(t, rests(), "it was too early to look at what the kernel holds")
	p.kernel.next = time.Time{}
	testkit.Await(t, "all was looked at", rests)
}
