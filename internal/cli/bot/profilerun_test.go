package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host"
)

func TestLimitsOfAProfiledBot(t *testing.T) {
	usual := host.DefaultLimits()
	long := withLongBanks(usual)
	require.Equal(t, usual.CPU, long.CPU, "the status in a match goes by it")
	require.Equal(t, time.Minute, long.Bank)
	require.Equal(t, time.Minute, long.WallBank)
	usual.Bank = time.Hour
	require.Equal(t, time.Hour, withLongBanks(usual).Bank)
}
