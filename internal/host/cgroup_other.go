//go:build !linux

package host

import (
	"os/exec"
	"time"
)

// cgroup does nothing: this system has no cgroups.
type cgroup struct{}

func newCgroup() *cgroup               { return nil }
func (*cgroup) hold(*exec.Cmd)         {}
func (*cgroup) cpuTime() time.Duration { return 0 }
func (*cgroup) kill()                  {}
func (*cgroup) close()                 {}
