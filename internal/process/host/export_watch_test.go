package host

import "testing"

// AwaitEnd waits for the end of a process as the host does it.
func AwaitEnd(pid int) error { return awaitEnd(pid) }

// AwaitEndBy replaces how the host waits for the end of the processes of a test.
func AwaitEndBy(t *testing.T, await func(pid int) error) {
	t.Helper()
	awaitsEnd = await
	t.Cleanup(func() { awaitsEnd = awaitEnd })
}

// WatchAll watches the bots of a test as on a system without a sandbox.
func WatchAll(t *testing.T) {
	t.Helper()
	usual := watchesAll
	watchesAll = true
	t.Cleanup(func() { watchesAll = usual })
}
