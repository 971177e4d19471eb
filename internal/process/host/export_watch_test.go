package host

import (
	"testing"

	"github.com/botarena/arena/internal/process/host/system"
)

// AwaitEnd waits for the end of a process as the host does it.
var AwaitEnd = system.This.AwaitEnd

// AwaitEndBy replaces how the host waits for the end of the processes of a test.
func AwaitEndBy(t *testing.T, await func(pid int) error) {
	t.Helper()
	usual := system.This.AwaitEnd
	system.This.AwaitEnd = await
	t.Cleanup(func() { system.This.AwaitEnd = usual })
}

// WatchAll watches the bots of a test as on a system without a sandbox.
func WatchAll(t *testing.T) {
	t.Helper()
	usual := system.This.WatchesAll
	system.This.WatchesAll = true
	t.Cleanup(func() { system.This.WatchesAll = usual })
}
