package remote_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/remote"
)

// TestThisMachineAlonePlays, and has no name.
func TestThisMachineAlonePlays(t *testing.T) {
	p := remote.Play(t.Context(), &local.Options{Workers: 2}, nil)
	require.Empty(t, p.Name("somebody"))
	require.Positive(t, p.Room())
	require.NoError(t, p.Close())
}

// TestOthersPlayWithThisMachineOrWithoutIt. Nobody has come, so this machine has all the room there is.
func TestOthersPlayWithThisMachineOrWithoutIt(t *testing.T) {
	for name, here := range map[string]*local.Options{"with": {Workers: 2}, "without": nil} {
		t.Run(name, func(t *testing.T) {
			folder := league.Folder(t.TempDir())
			b, err := broker.Open(t.Context(), broker.Options{Folder: folder.Workers(), Listen: "127.0.0.1:0"})
			require.NoError(t, err)
			p := remote.Play(t.Context(), here, remote.Open(t.Context(), b, remote.Options{Folder: folder}))
			require.Empty(t, p.Name(""))
			require.Equal(t, here != nil, p.Room() > 0)
			require.NoError(t, p.Close())
		})
	}
}
