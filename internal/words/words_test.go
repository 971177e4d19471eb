package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/words"
)

func TestCount(t *testing.T) {
	require.Equal(t, []string{"0 bots", "1 bot", "2 bots"}, []string{words.Count(0, "bot"), words.Count(1, "bot"), words.Count(2, "bot")})
}
