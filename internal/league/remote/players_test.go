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
	p, err := remote.Play(t.Context(), &local.Options{Workers: 2}, nil)
	require.NoError(t, err)
	require.Nil(t, p.There)
	require.Empty(t, p.Name("somebody"))
	require.Positive(t, p.Room())
	require.NoError(t, p.Close())
}

// TestOthersPlayWithThisMachineOrWithoutIt. Nobody has come, so this machine has all the room there is.
func TestOthersPlayWithThisMachineOrWithoutIt(t *testing.T) {
	for name, here := range map[string]*local.Options{"with": {Workers: 2}, "without": nil} {
		t.Run(name, func(t *testing.T) {
			folder := league.Folder(t.TempDir())
			p, err := remote.Play(t.Context(), here, &remote.Options{
				Broker: broker.Options{Folder: folder.Workers(), Listen: "127.0.0.1:0"}, Folder: folder,
			})
			require.NoError(t, err)
			require.NotEmpty(t, p.There.Address())
			require.Empty(t, p.Name(""))
			require.Equal(t, here != nil, p.Room() > 0)
			require.NoError(t, p.Close())
		})
	}
}
