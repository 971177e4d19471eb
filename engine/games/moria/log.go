package moria

// The events that can happen, as indices in the legend.
const (
	deathEvent = iota
	hitEvent
	digEvent
	treasureEvent
	conquestEvent
	rebirthEvent
	orcEvent
	healEvent
)
