package host

// holdingsOf returns nothing for a process that has ended. Its memory is what the system
// charges it for, also what is compressed and swapped out.
func holdingsOf(pid int) holdings {
	return holdings{memory: int64(usageInfoOf(pid).footprint), threads: int64(threadsOf(pid))} //nolint:gosec // fits
}
