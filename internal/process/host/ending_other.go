//go:build !linux && !windows && !darwin

package host

import "os"

func usageOf(int) usage                 { return usage{} }
func mostMemory(*os.ProcessState) int64 { return 0 }

// Traced reports whether a debugger is attached to a process.
func Traced(int) bool { return false }

// SeesTraced reports whether this system tells [Traced].
const SeesTraced = false
