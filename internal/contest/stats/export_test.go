package stats

import "testing"

// SealAt lets tallies of many bots sum up their line-ups when there are so many fields of them.
func SealAt(t *testing.T, fields int) { sealing(t, fields) }

// IsSealed reports whether that was done.
func (t *Tally) IsSealed() bool { return t.sealed != nil }
