package find

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
)

// FindPlayed finds the program that played in a match, of which a replay has the name and the SHA-256.
// With Debug it may be the one for a debugger that played, or the usual one. Another program of that name
// is an error.
func (f Finder) FindPlayed(ctx context.Context, name string, sum []byte) (Bot, error) {
	var program [sha256.Size]byte
	copy(program[:], sum)
	usual := f
	usual.Debug = false
	found, err := usual.FindThat(ctx, name, program)
	if err != nil {
		return Bot{}, err
	}
	is := bytes.Equal(found.SHA256[:], sum)
	if f.Debug {
		debugged, err := f.FindThat(ctx, name, program)
		if err == nil && (is || bytes.Equal(debugged.SHA256[:], sum)) || is {
			return debugged, err
		}
	}
	if !is {
		const other = "not the program that played: its SHA-256 is %.6x…, that of the match %.6x…"
		return Bot{}, Unfit(name, fmt.Sprintf(other, found.SHA256, sum), "")
	}
	return found, nil
}
