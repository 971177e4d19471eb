package trust_test

import (
	"crypto/ed25519"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/bot/trust"
)

// keyOf makes a key from a number.
func keyOf(t *testing.T, n byte) ssh.PublicKey {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	key, err := ssh.NewPublicKey(ed25519.NewKeyFromSeed(seed).Public())
	require.NoError(t, err)
	return key
}

func read(t *testing.T, dir string) *trust.Trusted {
	t.Helper()
	trusted, err := trust.ReadTrusted(dir)
	require.NoError(t, err)
	return trusted
}

func requireKnown(t *testing.T, want bool, dir string, bot trust.Bot) {
	t.Helper()
	known, err := read(t, dir).Knows(bot)
	require.NoError(t, err)
	require.Equal(t, want, known)
}

func requireChanged(t *testing.T, dir string, bot trust.Bot) *trust.ChangedError {
	t.Helper()
	_, err := read(t, dir).Knows(bot)
	changed := new(trust.ChangedError)
	require.ErrorAs(t, err, &changed)
	return changed
}

func TestTrustIsThatOfAKeyAndAName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "arena")
	anna, ben := keyOf(t, 1), keyOf(t, 2)
	zorg := trust.Bot{Name: "zorg", Author: "Anna <anna@example.org>", Key: anna, Digest: [32]byte{1}}
	requireKnown(t, false, dir, zorg)
	require.NoError(t, read(t, dir).Remember(zorg))
	requireKnown(t, true, dir, zorg)
	zorg.Digest = [32]byte{2}
	requireKnown(t, true, dir, zorg)
	requireKnown(t, true, dir, trust.Bot{Name: "gollum", Key: anna})
	requireKnown(t, false, dir, trust.Bot{Name: "gollum", Key: ben})

	forged := requireChanged(t, dir, trust.Bot{Name: "zorg", Key: ben})
	require.Equal(t, trust.Fingerprint(anna), forged.Known)
	require.Equal(t, trust.Fingerprint(ben), forged.Now)
	require.Contains(t, forged.Error(), forged.Known)
	require.Contains(t, forged.Error(), forged.Now)
	require.Empty(t, requireChanged(t, dir, trust.Bot{Name: "zorg"}).Now, "not signed any more")

	require.NoError(t, read(t, dir).Remember(trust.Bot{Name: "saruman", Author: "Ben", Key: ben}))
	again := requireChanged(t, dir, trust.Bot{Name: "zorg", Key: ben})
	require.Equal(t, forged, again, "known, but not for this name")
	others := read(t, dir).Namesakes(trust.Bot{Name: "x", Author: "ANNA <anna@example.org>", Key: ben})
	require.Len(t, others, 1)
	require.Equal(t, "Anna <anna@example.org>", others[0].Author)
	require.Empty(t, read(t, dir).Namesakes(zorg))
}

func TestAnUnsignedBotIsTrustedAsItIs(t *testing.T) {
	dir := t.TempDir()
	zorg := trust.Bot{Name: "zorg", Digest: [32]byte{1}}
	require.NoError(t, read(t, dir).Remember(zorg))
	requireKnown(t, true, dir, zorg)
	requireKnown(t, false, dir, trust.Bot{Name: "zorg", Digest: [32]byte{2}})
	requireKnown(t, false, dir, trust.Bot{Name: "other", Digest: [32]byte{1}})
	require.Equal(t, []string{"zorg"}, read(t, dir).UnsignedBots())
	signed := trust.Bot{Name: "zorg", Key: keyOf(t, 1)}
	requireKnown(t, false, dir, signed)
	require.NoError(t, read(t, dir).Remember(signed))
	require.Equal(t, trust.Fingerprint(signed.Key), requireChanged(t, dir, zorg).Known)
}

func TestForget(t *testing.T) {
	dir := t.TempDir()
	anna, ben := keyOf(t, 1), keyOf(t, 2)
	for _, bot := range []trust.Bot{
		{Name: "zorg", Author: "Anna", Key: anna},
		{Name: "gollum", Author: "Anna", Key: anna},
		{Name: "saruman", Key: ben},
	} {
		require.NoError(t, read(t, dir).Remember(bot))
	}
	names, found, err := read(t, dir).Forget("zorg")
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, []string{"zorg"}, names)
	requireKnown(t, true, dir, trust.Bot{Name: "zorg", Key: ben})

	names, found, err = read(t, dir).Forget(trust.Fingerprint(anna))
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, []string{"gollum"}, names)
	requireKnown(t, false, dir, trust.Bot{Name: "gollum", Key: anna})
	require.Len(t, read(t, dir).Signers(), 1)
	require.Equal(t, []string{"saruman"}, read(t, dir).Signers()[0].Bots)
	_, found, err = read(t, dir).Forget("nobody")
	require.NoError(t, err)
	require.False(t, found)
}

// What an editor leaves, or somebody adds who knows ssh, is understood or is no trust.
func TestLinesOfTrustedSigners(t *testing.T) {
	anna := keyOf(t, 1)
	key := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(anna)))
	for line, trusted := range map[string]bool{
		"anna " + key:                                true,
		"anna " + key + " Anna of old":               true,
		`anna namespaces="git,bot@arena" ` + key:     true,
		"\tanna " + key + "  ":                       true,
		`anna namespaces="git" ` + key:               false,
		`anna namespaces="bot@arena2" ` + key:        false,
		`anna principals="bot@arena" ` + key:         false,
		`anna valid-before="20200101" ` + key:        false,
		`anna cert-authority ` + key:                 false,
		"# anna " + key:                              false,
		key:                                          false,
		"anna":                                       false,
		"anna " + strings.Replace(key, "A", "B", 9):  false,
		"anna ssh-dss AAAAB3NzaC1kc3MAAACBAOeB5gAAA": false,
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "trusted_signers"), []byte("\n# mine\n"+line), 0o600))
		requireKnown(t, trusted, dir, trust.Bot{Name: "zorg", Key: anna})
		require.NoError(t, read(t, dir).Remember(trust.Bot{Name: "zorg", Author: "B\u00e9n Ten, *", Key: keyOf(t, 2)}))
		requireKnown(t, true, dir, trust.Bot{Name: "other", Key: keyOf(t, 2)})
		require.Equal(t, "b-n-ten", read(t, dir).Signers()[len(read(t, dir).Signers())-1].Principal)
	}
}

func TestFilesThatCantBe(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "known_bots"), 0o700))
	_, err := trust.ReadTrusted(dir)
	require.ErrorContains(t, err, "known_bots: not a file")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.Error(t, func() error {
		_, err := trust.ReadTrusted(filepath.Join(file, "arena"))
		return err
	}())
}
