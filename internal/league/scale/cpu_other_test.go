//go:build !unix

package scale_test

import (
	"os"
	"time"
)

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }

// peakOf is not known here.
func peakOf(*os.ProcessState) int { return 0 }
