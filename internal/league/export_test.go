package league

import "testing"

// SetStride sets how many matches there are from one checkpoint to the next.
func SetStride(t *testing.T, matches int) {
	before := stride
	stride = matches
	t.Cleanup(func() { stride = before })
}
