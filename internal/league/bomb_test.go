package league_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"runtime"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/league"
)

// zeros are as many zeros as one likes.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// packed compresses a text that a quarter of a gigabyte of zeros follows.
func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var file bytes.Buffer
	to, err := zstd.NewWriter(&file, zstd.WithEncoderLevel(zstd.SpeedFastest))
	require.NoError(t, err)
	_, err = io.Copy(to, io.MultiReader(bytes.NewReader(text), io.LimitReader(zeros{}, 256<<20)))
	require.NoError(t, err)
	require.NoError(t, to.Close())
	return file.Bytes()
}

// TestReplayBombs: what is small, and large when it is unpacked, is refused before it takes memory.
func TestReplayBombs(t *testing.T) {
	j, r := sampleJob(t)
	in, err := zstd.NewReader(nil)
	require.NoError(t, err)
	defer in.Close()
	whole, err := in.DecodeAll(r.Replay, nil)
	require.NoError(t, err)
	const magic = "arena replay 1\n"
	for name, text := range map[string][]byte{
		"zeros":                nil,
		"an endless header":    binary.AppendUvarint([]byte(magic), 1<<30),
		"the largest header":   binary.AppendUvarint([]byte(magic), 16<<20),
		"after a whole replay": whole, // it would be kept with the match
	} {
		bomb := r
		bomb.Replay = packed(t, text)
		require.Less(t, len(bomb.Replay), 128<<10, name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := league.Verify(games.All(), j, bomb)
		runtime.ReadMemStats(&after)
		require.Error(t, err, name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20), name)
	}
}
