package remote

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/sandbox"
)

// TestAWorkerWithoutASandboxStartsNoProgramOfALeague, unless its owner has typed that it may.
func TestAWorkerWithoutASandboxStartsNoProgramOfALeague(t *testing.T) {
	tier.Needs(t, "sh")
	p, folder := newPlayer(t), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "zorg.sh"), []byte("exit\n"), 0o600))
	var packed writes
	archive, err := packFolder(folder, "zorg.sh", &packed)
	require.NoError(t, err)
	sent := blobs{wire.Digest(archive): packed}
	own, err := find.Finder{
		Builder: build.Builder{Cache: t.TempDir()},
	}.Find(t.Context(), filepath.Join(folder, "zorg.sh"))
	require.NoError(t, err)
	bring := func(terms sandbox.Terms) error {
		p.options.Terms = terms
		release, err := p.bring(t.Context(), "orkisland",
			seat{Name: "zorg", Program: own.SHA256, Archive: archive, Path: "zorg.sh"}, sent.fetch)
		if err == nil {
			release()
		}
		return err
	}
	require.ErrorContains(t, bring(sandbox.Terms{Level: sandbox.None}),
		"a stranger has made it, and nothing would confine it")
	require.NoError(t, bring(sandbox.Terms{Level: sandbox.None, Asked: true}))
	require.NoError(t, bring(sandbox.Terms{Level: sandbox.Standard}))
}
