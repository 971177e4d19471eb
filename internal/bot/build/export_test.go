package build

import "time"

// BoundGo changes how long all packages of a bot may take, and how much they may make, and returns what undoes it.
func BoundGo(longest time.Duration, most int64) (undo func()) {
	was, had := longestGo, mostObjects
	longestGo, mostObjects = longest, most
	return func() { longestGo, mostObjects = was, had }
}
