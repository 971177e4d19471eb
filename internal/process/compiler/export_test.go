package compiler

import (
	"time"

	"github.com/botarena/arena/internal/process/sandbox"
)

// Set changes how long a job may take, and its limits, and returns what changes them back.
func Set(longestTime time.Duration, lower func(*sandbox.Limits)) (undo func()) {
	wasLongest, was := longest, limits
	longest = longestTime
	lower(&limits)
	return func() { longest, limits = wasLongest, was }
}
