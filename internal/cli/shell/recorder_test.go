package shell

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
)

// Two matches that are played at the same time may not write the same file.
func TestAFileIsWrittenByOneArenaAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.arena")
	require.NoError(t, os.WriteFile(path, []byte("an earlier match"), 0o600))
	first, err := CreateFile(path)
	require.NoError(t, err)
	_, err = first.WriteString("first")
	require.NoError(t, err)

	_, err = CreateFile(path)
	require.EqualError(t, err, path+": another arena is writing this file")
	require.Equal(t, "-o "+filepath.Join(filepath.Dir(path), "match-2.arena"), hint.Of(err))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "first", string(text))

	require.NoError(t, first.Close())
	second, err := CreateFile(path)
	require.NoError(t, err)
	require.NoError(t, second.Close())
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Empty(t, text)
}
