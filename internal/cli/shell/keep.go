package shell

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest/series"
)

// RegisterKeep registers a flag for the replays that a store keeps.
func RegisterKeep(c *cobra.Command, to *series.Keep) {
	*to = series.KeepFaults
	Enum[series.Keep]{
		Values: series.Keeps, Notes: map[series.Keep]string{series.KeepLosses: "of the first bot"},
	}.Register(c, to, "keep", "keep the replays of `WHICH` matches: %s")
}
