package written

import "testing"

// LookAt changes how many names are looked at.
func LookAt(t *testing.T, most int) {
	usual := mostSeen
	t.Cleanup(func() { mostSeen = usual })
	mostSeen = most
}
