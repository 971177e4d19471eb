package playground

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestThePageKnowsWhatABotHas: a person may play with as much.
func TestThePageKnowsWhatABotHas(t *testing.T) {
	source, err := os.ReadFile("../viewer/web/src/playground/run.ts")
	require.NoError(t, err)
	want := fmt.Sprintf("\nconst ofBots = { round: %d, bank: %d };\n", usualLimits.Wall, usualLimits.Bank)
	require.Contains(t, string(source), want)
}
