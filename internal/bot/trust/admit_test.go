package trust_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/trust"
)

func TestWhoIsAskedAboutAndWhoIsNot(t *testing.T) {
	anna, ben := keyOf(t, 1), keyOf(t, 2)
	zorg := trust.Bot{Name: "zorg", Key: anna}
	unsigned := trust.Bot{Name: "gollum", Digest: [32]byte{7}}
	no := errors.New("no")
	for name, c := range map[string]struct {
		bot    trust.Bot
		known  *trust.Bot
		named  []string
		answer error
		asked  bool
		want   error
	}{
		"a stranger, and yes":        {bot: zorg, asked: true},
		"a stranger, and no":         {bot: zorg, answer: no, asked: true, want: no},
		"who is named":               {bot: zorg, named: []string{"x", trust.Fingerprint(anna)}, answer: no},
		"another one is named":       {bot: zorg, named: []string{trust.Unsigned}, answer: no, asked: true, want: no},
		"who is known":               {bot: zorg, known: &zorg, answer: no},
		"nobody, who is named":       {bot: unsigned, named: []string{trust.Unsigned}, answer: no},
		"nobody, and a key is named": {bot: unsigned, named: []string{trust.Fingerprint(anna)}, asked: true},
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
	forged := trust.Bot{Name: "zorg", Key: ben}
	err := read(t, dir).Admit(forged, []string{trust.Fingerprint(ben)}, func() error { return nil })
	require.ErrorAs(t, err, new(*trust.ChangedError), "whoever is named or says yes")
}

func TestWhoIsNamed(t *testing.T) {
	anna := keyOf(t, 1)
	require.Equal(t, trust.Fingerprint(anna), trust.Bot{Key: anna}.Who())
	require.Equal(t, trust.Unsigned, trust.Bot{}.Who())
	key := trust.Fingerprint(anna)
	for text, want := range map[string]bool{
		"unsigned": true, key: true, "": false, "anna": false, key + "a": false, " " + key: false, "MD5:" + key: false,
		strings.Replace(key, "SHA256:", "SHA256:!", 1): false,
	} {
		require.Equal(t, want, trust.IsWho(text), text)
	}
	require.False(t, trust.IsFingerprint("unsigned"))
}

func TestTrustThatCannotBeKeptIsNone(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "config")
	trusted := read(t, filepath.Join(parent, "arena"))
	require.NoError(t, os.WriteFile(parent, nil, 0o600)) // where there would be a folder
	err := trusted.Admit(trust.Bot{Name: "zorg", Key: keyOf(t, 1)}, nil, func() error { return nil })
	require.ErrorAs(t, err, new(*trust.RememberError))
	require.ErrorContains(t, err, "the keys that you trust: ")
	require.ErrorAs(t, err, new(*os.PathError))
}
