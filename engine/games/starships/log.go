package starships

// The events that can happen, as indices in the legend.
const (
	deathEvent = iota
	shotEvent
	breakEvent
	gainEvent
	birthEvent
)
