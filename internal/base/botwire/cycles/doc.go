// Package cycles tells on Windows what CPU time a process has used, so that the arena and a
// bot count it in the same way. The system's own count goes by ticks of 15.6 ms: the
// process that runs when the clock ticks is charged for the whole of one. A bot that answers within 0.2 ms
// would be charged for 0 or 15.6, at random. But the system also counts the cycles of the
// processor's clock that each thread runs, and counts them exactly.
package cycles
