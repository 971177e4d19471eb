// Package cgroup holds a bot and all that it starts in control groups of the kernel, where
// the system has them for us: they count CPU time, kill all members at once, and limit
// what the members use together. On Windows it is a job, which does the same.
package cgroup

import "errors"

// Limits are what the members may use together.
type Limits struct {
	Memory  int64 // 0: no limit; bytes, with what they keep in files that are memory; nothing is swapped
	Threads int64 // of all processes together
}

// ErrNone is why there are no limits: there is not even a group.
var ErrNone = errors.New("no control group can be made")
