package shell

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
)

func TestWhatToDoAboutAFileWithoutAMatch(t *testing.T) {
	s := New(engine.NewGames(duel.Game), io.Discard, io.Discard)
	for text, want := range map[string]string{
		"SQLite format 3\x00 and more": "is it a store? arena results %s --http 127.0.0.1:8080 shows its matches",
		"a diary":                      "arena play records a match as a replay",
	} {
		path := filepath.Join(t.TempDir(), "x")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := s.ReadShow(path)
		require.Error(t, err)
		require.Equal(t, string(bytes.ReplaceAll([]byte(want), []byte("%s"), []byte(path))), hint.Of(err))
	}
}

func TestUnsignedContradictsEachKey(t *testing.T) {
	for _, f := range []SignFlags{{unsigned: true, key: "k"}, {unsigned: true, agent: true}} {
		_, _, err := f.Signer(t.Context(), nil)
		require.EqualError(t, err, "--unsigned: contradicts --key and --agent")
	}
	signer, _, err := (&SignFlags{unsigned: true}).Signer(t.Context(), nil)
	require.NoError(t, err)
	require.Nil(t, signer)
}

func TestBuildingIsShown(t *testing.T) {
	for all, want := range map[int]string{
		0: "compiling zorg", 3: "building zorg for the first time: 2 of 3 packages left",
	} {
		var seen bytes.Buffer
		s := NewScreen(&seen)
		s.Terminal = true
		s.building()("zorg", 2, all)
		require.Equal(t, want, seen.String())
	}
}
