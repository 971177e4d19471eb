package sshkey_test

import (
	"crypto/rand"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/sshkey"
	"github.com/botarena/arena/internal/bot/trust"
)

func newSeed(t *testing.T) sshkey.Seed {
	t.Helper()
	seed, err := sshkey.NewSeed(rand.Reader)
	require.NoError(t, err)
	return seed
}

// TestSignaturesAreAsTrustTakesThem, of the key that the file has.
func TestSignaturesAreAsTrustTakesThem(t *testing.T) {
	seed, message := newSeed(t), []byte("a manifest")
	key, err := trust.Verify(message, seed.Sign(message, trust.Namespace))
	require.NoError(t, err)
	public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(seed.Public("zoe")))
	require.NoError(t, err)
	require.Equal(t, public.Marshal(), key.Marshal())

	_, err = trust.Verify([]byte("another"), seed.Sign(message, trust.Namespace))
	require.Error(t, err)
	_, err = trust.Verify(message, seed.Sign(message, "file"))
	require.Error(t, err)
}

// TestFilesAreAsSSHReadsThem: the key of a page can be taken along, and signs the same.
func TestFilesAreAsSSHReadsThem(t *testing.T) {
	seed := newSeed(t)
	path := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(path, seed.Private("zoe"), 0o600))
	signer, err := trust.FromFile(path, nil)
	require.NoError(t, err)
	public, whose, _, _, err := ssh.ParseAuthorizedKey([]byte(seed.Public("zoe")))
	require.NoError(t, err)
	require.Equal(t, "zoe", whose)
	require.Equal(t, public.Marshal(), signer.PublicKey().Marshal())

	tier.Needs(t, "ssh-keygen")
	said, err := exec.CommandContext(t.Context(), "ssh-keygen", "-y", "-f", path).CombinedOutput()
	require.NoError(t, err, string(said))
	require.Equal(t, seed.Public("zoe"), string(said))
}

func TestOneSeedIsOneKey(t *testing.T) {
	seed := newSeed(t)
	require.Equal(t, seed.Sign([]byte("x"), "n"), seed.Sign([]byte("x"), "n"))
	require.Equal(t, seed.Private("a"), seed.Private("a"))
	require.NotEqual(t, seed.Public("a"), newSeed(t).Public("a"))
}
