package signers_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/signers"
)

func TestWhoIsAskedAboutAndWhoIsNot(t *testing.T) {
	anna, ben := keyOf(t, 1), keyOf(t, 2)
	zorg := signers.Bot{Name: "zorg", Key: anna}
	unsigned := signers.Bot{Name: "gollum", Digest: [32]byte{7}}
	no := errors.New("no")
	for name, c := range map[string]struct {
		bot    signers.Bot
		known  *signers.Bot
		named  []string
		answer error
		asked  bool
		want   error
	}{
		"a stranger, and yes":        {bot: zorg, asked: true},
		"a stranger, and no":         {bot: zorg, answer: no, asked: true, want: no},
		"who is named":               {bot: zorg, named: []string{"x", signers.Fingerprint(anna)}, answer: no},
		"another one is named":       {bot: zorg, named: []string{signers.Unsigned}, answer: no, asked: true, want: no},
		"who is known":               {bot: zorg, known: &zorg, answer: no},
		"nobody, who is named":       {bot: unsigned, named: []string{signers.Unsigned}, answer: no},
		"nobody, and a key is named": {bot: unsigned, named: []string{signers.Fingerprint(anna)}, asked: true},
	} {
		dir := t.TempDir()
		if c.known != nil {
			require.NoError(t, read(t, dir).Remember(*c.known))
		}
		asked := false
		err := read(t, dir).Admit(c.bot, c.named, func() error {
			asked = true
			return c.answer
		})
		require.Equal(t, c.want, err, name)
		require.Equal(t, c.asked, asked, name)
		requireKnown(t, c.want == nil, dir, c.bot)
	}

	dir := t.TempDir()
	require.NoError(t, read(t, dir).Remember(zorg))
	forged := signers.Bot{Name: "zorg", Key: ben}
	err := read(t, dir).Admit(forged, []string{signers.Fingerprint(ben)}, func() error { return nil })
	require.ErrorAs(t, err, new(*signers.ChangedError), "whoever is named or says yes")
}

func TestWhoIsNamed(t *testing.T) {
	anna := keyOf(t, 1)
	require.Equal(t, signers.Fingerprint(anna), signers.Bot{Key: anna}.Who())
	require.Equal(t, signers.Unsigned, signers.Bot{}.Who())
	key := signers.Fingerprint(anna)
	for text, want := range map[string]bool{
		"unsigned": true, key: true, "": false, "anna": false, key + "a": false, " " + key: false, "MD5:" + key: false,
		strings.Replace(key, "SHA256:", "SHA256:!", 1): false,
	} {
		require.Equal(t, want, signers.IsWho(text), text)
	}
	require.False(t, signers.IsFingerprint("unsigned"))
}

func TestTrustThatCannotBeKeptIsNone(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "config")
	trusted := read(t, filepath.Join(parent, "arena"))
	require.NoError(t, os.WriteFile(parent, nil, 0o600)) // where there would be a folder
	err := trusted.Admit(signers.Bot{Name: "zorg", Key: keyOf(t, 1)}, nil, func() error { return nil })
	require.ErrorAs(t, err, new(*signers.RememberError))
	require.ErrorContains(t, err, "the keys that you trust: ")
	require.ErrorAs(t, err, new(*os.PathError))
}
