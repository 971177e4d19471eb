package host

import (
	"testing"

	"github.com/botarena/arena/internal/process/host/system"
)

// AwaitEnd waits for the end of a process as the host does it.
func AwaitEnd(pid int) error { return system.This.AwaitEnd(pid) }

// AwaitEndBy replaces how the host waits for the end of the processes of a test.
func AwaitEndBy(t *testing.T, await func(pid int) error) {
	t.Helper()
	awaitsEnd = await
	t.Cleanup(func() { awaitsEnd = system.This.AwaitEnd })
}

// WatchAll watches the bots of a test as on a system without a sandbox.
func WatchAll(t *testing.T) {
	t.Helper()
	usual := watchesAll
	watchesAll = true
	t.Cleanup(func() { watchesAll = usual })
}
