package host

import "testing"

// WithoutCgroups runs the bots of a test as on a system without cgroups.
func WithoutCgroups(t *testing.T) {
	t.Helper()
	usual := ownCgroup
	ownCgroup = func() string { return "" }
	t.Cleanup(func() { ownCgroup = usual })
}
