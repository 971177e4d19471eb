package faults

// Hold sets how many commands are held before the match is recorded.
func (w *Watch) Hold(most int) { w.memory.MostCommands = most }

// Bound sets how large the replay may get, in bytes.
func (w *Watch) Bound(most int) { w.memory.MostBytes = most }
