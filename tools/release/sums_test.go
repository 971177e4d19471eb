package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// newKey makes an ssh key without a passphrase.
func newKey(t *testing.T) string {
	t.Helper()
	tier.Needs(t, "ssh-keygen")
	key := filepath.Join(t.TempDir(), "key")
	command(t, "", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key)
	return key
}

// checkSums checks a release as docs/releasing.md tells users to.
func checkSums(t *testing.T, dist, key string) {
	said := command(t, dist, "sha256sum", "--check", "--strict", sumsName)
	require.Equal(t, 5, strings.Count(said, ": OK\n"), said)

	public, err := os.ReadFile(key + ".pub")
	require.NoError(t, err)
	signers := filepath.Join(t.TempDir(), "signers")
	require.NoError(t, os.WriteFile(signers, fmt.Appendf(nil, "arena namespaces=%q %s", namespace, public), 0o600))
	sums, err := os.ReadFile(filepath.Join(dist, sumsName))
	require.NoError(t, err)
	verify := func(namespace, text string) error {
		c := exec.CommandContext(t.Context(), "ssh-keygen", "-Y", "verify", "-f", signers, "-I", "arena", "-n", namespace,
			"-s", sumsName+".sig")
		c.Dir, c.Stdin = dist, strings.NewReader(text)
		return c.Run()
	}
	require.NoError(t, verify("release@arena", string(sums)))
	require.Error(t, verify("release@arena", string(sums)+"\n"))
	require.Error(t, verify("bot@arena", string(sums)))
}
