package host

import (
	"testing"

	"github.com/botarena/arena/internal/cgroup"
)

// WithoutCgroups runs the bots of a test as on a system without control groups.
func WithoutCgroups(t *testing.T) {
	t.Helper()
	newGroup = func() *cgroup.Group { return nil }
	t.Cleanup(func() { newGroup = cgroup.New })
}
