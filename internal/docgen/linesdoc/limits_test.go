package linesdoc_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/docgen/linesdoc"
	"github.com/botarena/arena/internal/process/host"
)

// TestExamplesHaveTheUsualLimits: what a page shows is what a bot is sent.
func TestExamplesHaveTheUsualLimits(t *testing.T) {
	usual := host.DefaultLimits()
	for _, game := range games.All() {
		page, err := linesdoc.Of(game)
		require.NoError(t, err)
		for _, line := range []string{
			fmt.Sprintf("cpu_per_round %d", usual.CPU), fmt.Sprintf("cpu_bank %d", usual.Bank),
			fmt.Sprintf("cpu_start %d", usual.StartCPU),
			fmt.Sprintf("wall_per_round %d", usual.Wall), fmt.Sprintf("wall_bank %d", usual.WallBank),
		} {
			require.Contains(t, string(page), line)
		}
	}
}
