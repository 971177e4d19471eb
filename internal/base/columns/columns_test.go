package columns_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/columns"
)

func TestColumnsAreAsWideAsTheyAreShown(t *testing.T) {
	var text strings.Builder
	columns.Write(&text, []bool{true, false, true}, [][]string{
		{"", "player", "score"}, {"0", "世界", "7"}, {"10", "élan"}, {},
	})
	require.Equal(t, "    player  score\n 0  世界        7\n10  élan\n\n", text.String())
}
