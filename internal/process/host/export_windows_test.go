package host

import (
	"testing"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host/system"
)

// NewPipe makes a pipe as bots have them.
var NewPipe = system.This.NewPipe

// SetNewGroup replaces how groups are made in a test.
func SetNewGroup(t *testing.T, make func() *cgroup.Group) {
	t.Helper()
	usual := system.This.NewGroup
	system.This.NewGroup = make
	t.Cleanup(func() { system.This.NewGroup = usual })
}
