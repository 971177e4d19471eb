package safe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
)

func TestCount(t *testing.T) {
	require.Equal(t, []string{"0 bots", "1 bot", "2 bots", "2 matches", "8 busy processes"}, []string{
		safe.Count(0, "bot"), safe.Count(1, "bot"), safe.Count(2, "bot"), safe.Count(2, "match"),
		safe.Count(8, "busy process"),
	})
}
