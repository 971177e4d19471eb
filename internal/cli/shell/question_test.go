package shell

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// typing returns a terminal at which somebody has typed a text, and what it shows. It hangs up after that.
func typing(t *testing.T, text string) (*terminal, *bytes.Buffer) {
	t.Helper()
	at, hand, shown := silent(t)
	_, err := hand.WriteString(text)
	require.NoError(t, err)
	require.NoError(t, hand.Close())
	return at, shown
}

// silent returns a terminal, what types at it, and what it shows.
func silent(t *testing.T) (at *terminal, hand *os.File, shown *bytes.Buffer) {
	t.Helper()
	in, hand, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _, _ = in.Close(), hand.Close() })
	shown = &bytes.Buffer{}
	return &terminal{in, NewScreen(shown)}, hand, shown
}

func aKey(t *testing.T, person string) ssh.PublicKey {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, person)
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	require.NoError(t, err)
	return signer.PublicKey()
}

func aPackage(kind string, signer ssh.PublicKey) *pack.File {
	manifest := botfile.Manifest{Name: "zorg", Version: "1.2", Author: "Anna", Kind: kind}
	return &pack.File{Path: "zorg.bot", Signer: signer, Package: &botfile.Package{Manifest: manifest}}
}

func noneTrusted(t *testing.T) *trust.Trusted {
	t.Helper()
	trusted, err := trust.ReadTrusted(t.TempDir())
	require.NoError(t, err)
	return trusted
}

// TestOnlyAYesTrusts a package: all else refuses it, and says how to trust it.
func TestOnlyAYesTrusts(t *testing.T) {
	const (
		refusal = "zorg.bot: zorg 1.2, by Anna as it says: not signed, so nobody knows who made it"
		how     = "ask the author for a signed one, or trust this one: --trust unsigned"
	)
	p, trusted := aPackage("program", nil), noneTrusted(t)
	for _, typed := range []string{"y\n", "Y\n", "yes\n", " YES \n", "y"} {
		at, _ := typing(t, typed)
		f := &BotFlags{asks: func() *terminal { return at }}
		require.NoError(t, f.ask(t.Context(), p, trusted), typed)
	}
	for _, typed := range []string{"\n", "n\n", "no\n", "yep\n", "ye\n", "y y\n", "y\x7f\n"} {
		at, _ := typing(t, typed)
		f := &BotFlags{asks: func() *terminal { return at }}
		requireSays(t, f.ask(t.Context(), p, trusted), refusal, how)
	}
	for name, asks := range map[string]func() *terminal{"nobody": nil, "no terminal": func() *terminal { return nil }} {
		f := &BotFlags{asks: asks}
		err := f.ask(t.Context(), p, trusted)
		requireSays(t, err, refusal, how)
		require.ErrorAs(t, err, new(*unfit.Error), name)
	}
	at, shown := typing(t, "")
	f := &BotFlags{asks: func() *terminal { return at }}
	require.Error(t, f.ask(t.Context(), p, trusted))
	require.True(t, strings.HasSuffix(shown.String(), "[y/N] \n"), "what follows has a line of its own")
}

func TestAQuestionOfWhomToTrustSaysWhatIsKnown(t *testing.T) {
	anna := aKey(t, "anna")
	signed := ", signed by " + trust.Fingerprint(anna) + ", a key that is not known here\n" +
		"Compare the fingerprint, SHA256:…, with the one that the author gives you, but not in the mail with the file.\n"
	const unsigned = ": not signed, so nobody knows who made it\n"
	for name, test := range map[string]struct {
		level  sandbox.Level
		kind   string
		signer ssh.PublicKey
		want   string
	}{
		"signed": {sandbox.Standard, "program", anna, signed + "Signed or not, it is confined like every bot.\n"},
		"unsigned": {
			sandbox.Strict, string(language.WASI), nil, unsigned + "Signed or not, it is confined like every bot.\n",
		},
		"not confined": {
			sandbox.None, "program", nil,
			unsigned + "Nothing confines bots here: this one can do all that you can.\n",
		},
		"a module": {
			sandbox.None, string(language.WASI), nil,
			unsigned + "Signed or not, it is a .wasm file, which is confined on every system.\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			at, shown := typing(t, "y\n")
			f := &BotFlags{Level: test.level, asks: func() *terminal { return at }}
			require.NoError(t, f.ask(t.Context(), aPackage(test.kind, test.signer), noneTrusted(t)))
			require.Equal(t, "zorg.bot: zorg 1.2, by Anna as it says"+test.want+"Trust it from now on? [y/N] ", shown.String())
		})
	}
	p := aPackage("program", anna)
	p.Manifest.Author = ""
	require.Equal(t, "zorg 1.2, signed by "+trust.Fingerprint(anna)+", a key that is not known here", strange(p))
	require.Equal(t, "ask the author for the key's fingerprint; if it is this one: --trust "+trust.Fingerprint(anna),
		howToTrust(p))
}

func TestAnotherKeyOfAKnownAuthorIsTold(t *testing.T) {
	trusted := noneTrusted(t)
	yes := func() error { return nil }
	require.NoError(t, trusted.Admit(trust.Bot{Name: "borg", Author: "Anna", Key: aKey(t, "anna")}, nil, yes))
	text := (&BotFlags{Level: sandbox.Standard}).warnings(aPackage("program", aKey(t, "eve")), trusted)
	require.True(t, strings.HasPrefix(text, "CAREFUL: the key of Anna that you know is a different one: "+
		trust.Fingerprint(aKey(t, "anna"))+"\n"), text)
}

func TestWhatIsTypedOnALine(t *testing.T) {
	for typed, want := range map[string]string{
		"abc\nmore": "abc", "abc\r": "abc", "ab\x7fc\n": "ac", "a\b\b\bc\n": "c", "end ": "end",
		strings.Repeat("x", longestLine+1): strings.Repeat("x", longestLine),
	} {
		at, _ := typing(t, typed)
		line, err := at.Read(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, line)
	}
	for _, typed := range []string{"ab\x03\n", "ab\x04\n"} {
		at, _ := typing(t, typed)
		_, err := at.Read(t.Context())
		require.ErrorIs(t, err, context.Canceled)
	}
	at, _ := typing(t, "")
	_, err := at.Read(t.Context())
	require.Error(t, err)
}

func TestNobodyWaitsForAnAnswerForEver(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("of a pipe, a read can't be ended there")
	}
	at, _, _ := silent(t)
	over := errors.New("over")
	ctx, stop := context.WithTimeoutCause(t.Context(), time.Millisecond, over)
	defer stop()
	_, err := at.Read(ctx)
	require.ErrorIs(t, err, over)
}

func TestThereIsNobodyToAskWithoutATerminal(t *testing.T) {
	at, _, _ := silent(t)
	for name, change := range map[string]func(*cobra.Command){
		"no file":     func(c *cobra.Command) { c.SetIn(&bytes.Buffer{}) },
		"no screen":   func(c *cobra.Command) { c.SetErr(&bytes.Buffer{}) },
		"no terminal": func(*cobra.Command) {},
		"no terminal to show it": func(c *cobra.Command) {
			c.SetErr(&screen{to: &bytes.Buffer{}})
		},
	} {
		c := &cobra.Command{}
		c.SetIn(at.in)
		c.SetErr(&screen{to: &bytes.Buffer{}, Terminal: true})
		change(c)
		require.Nil(t, NewTerminal(c), name)
	}
}

func TestWhoIsTrusted(t *testing.T) {
	var l trustList
	require.Error(t, l.Set("anna"))
	require.NoError(t, l.Set(trust.Unsigned))
	who := trust.Fingerprint(aKey(t, "anna"))
	require.NoError(t, l.Set(who))
	require.Equal(t, trust.Unsigned+","+who, l.String())
}

func TestTheFileOfTrustIsNamedFirst(t *testing.T) {
	path := filepath.Join("a", "trusted")
	at := &os.PathError{Op: "open", Path: path, Err: os.ErrPermission}
	require.EqualError(t, PlainPathError(at), path+": permission denied")
	other := errors.New("other")
	require.Equal(t, other, PlainPathError(other))
	lost := Unremembered(&trust.RememberError{Err: at})
	require.ErrorContains(t, lost, path+": permission denied")
	require.NotContains(t, lost.Error(), "open ")
	require.Equal(t, other, Unremembered(other))
	changed := Changed("zorg.bot", &trust.ChangedError{})
	require.ErrorAs(t, changed, new(*unfit.Error))
	require.ErrorContains(t, changed, "zorg.bot: ")
	require.Equal(t, other, Changed("zorg.bot", other))
}
