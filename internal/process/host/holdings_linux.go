package host

// holdingsOf returns nothing for a process that has ended.
func holdingsOf(pid int) holdings {
	s := statusOf(pid)
	// Also what is swapped out, and what the kernel needs to find all.
	kilobytes := s.number("RssAnon") + s.number("RssShmem") + s.number("VmSwap") + s.number("VmPTE")
	return holdings{memory: kilobytes << 10, threads: s.number("Threads")}
}
