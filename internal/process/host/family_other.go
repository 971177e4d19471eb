//go:build !linux

package host

func processOf(thread int) int { return thread }

func isAlone(int) bool { return true }

func leavesNone(int, uintptr, int) bool { return false }
