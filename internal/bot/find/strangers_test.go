package find_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/process/sandbox"
)

// unconfined are the terms of a system without a sandbox, of which the user has said nothing.
var unconfined = sandbox.Terms{Level: sandbox.None}

const strangeProgram = "a stranger has made it, and nothing would confine it"

// TestAStrangersPackageNeedsASandbox, or the user's word; without them, nothing of it is even unpacked.
func TestAStrangersPackageNeedsASandbox(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USERPROFILE", os.Getenv("HOME"))
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, "x"))
	finder := admitting(t)
	finder.Terms = unconfined
	finder.Admit = nil // it is not even asked
	requireRefused(t, finder, strangeProgram)
	require.NoDirExists(t, filepath.Join(finder.Cache, "packages"))
	for _, terms := range []sandbox.Terms{{Level: sandbox.None, Asked: true}, {Level: sandbox.Standard}} {
		finder := admitting(t)
		finder.Terms = terms
		_, err := finder.Find(t.Context(), "zorg.bot")
		require.NoError(t, err)
	}
}

// TestAManifestThatCallsAProgramAModuleIsNotBelieved: what is started decides.
func TestAManifestThatCallsAProgramAModuleIsNotBelieved(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USERPROFILE", os.Getenv("HOME"))
	writeSigned(t, botfile.Manifest{Name: "zorg", Kind: string(language.WASI), Start: "zorg"}, nil,
		programFor(runtime.GOOS, runtime.GOARCH, "x"))
	finder := admitting(t)
	finder.Terms = unconfined
	requireRefused(t, finder, strangeProgram)
}

// TestOnesOwnPackageIsNoStrangers: it is signed by the key that signs if nobody says which.
func TestOnesOwnPackageIsNoStrangers(t *testing.T) {
	t.Chdir(t.TempDir())
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	_, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	require.NoError(t, err)
	m := botfile.Manifest{Name: "zorg", Kind: "program", Start: "zorg"}
	writeSigned(t, m, signer, programFor(runtime.GOOS, runtime.GOARCH, "x"))
	finder := admitting(t)
	finder.Terms = unconfined
	requireRefused(t, finder, strangeProgram)

	block, err := ssh.MarshalPrivateKey(private, "")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(home, ".ssh"), 0o700))
	path := filepath.Join(home, ".ssh", "id_ed25519")
	require.NoError(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	_, err = finder.Find(t.Context(), "zorg.bot")
	require.NoError(t, err, "by the private key")
	require.NoError(t, os.WriteFile(path, []byte("locked"), 0o600))
	require.NoError(t, os.WriteFile(path+".pub", ssh.MarshalAuthorizedKey(signer.PublicKey()), 0o600))
	_, err = finder.Find(t.Context(), "zorg.bot")
	require.NoError(t, err, "by the public one")
}

// TestWhatIsForeignNeedsASandbox: scripts and programs in an inbox, or that a league sent.
func TestWhatIsForeignNeedsASandbox(t *testing.T) {
	inFolder(
		t, map[string]string{
			"zorg.sh": "exit\n", "deep/main.sh": "exit\n", "named/bot.txt": "run sh main.sh\n",
			"named/main.sh": "exit\n",
		})
	onlyTools(t, "sh")
	for _, name := range []string{"zorg.sh", "deep", "named"} {
		finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Terms: unconfined}}
		_, err := finder.Find(t.Context(), name)
		require.NoError(t, err, "one's own")
		finder.Foreign = true
		_, err = finder.Find(t.Context(), name)
		require.ErrorContains(t, err, name+": "+strangeProgram)
		finder.Terms.Asked = true
		_, err = finder.Find(t.Context(), name)
		require.NoError(t, err, "as typed")
	}
}

// writeSigned writes a package zorg.bot, signed unless the signer is nil.
func writeSigned(t *testing.T, m botfile.Manifest, signer ssh.Signer, contents ...botfile.Content) {
	t.Helper()
	parcel, err := botfile.NewParcel(contents)
	require.NoError(t, err)
	var sign botfile.Sign
	if signer != nil {
		sign = func(text []byte) ([]byte, error) { return trust.Sign(text, signer) }
	}
	file, err := os.Create("zorg.bot")
	require.NoError(t, err)
	require.NoError(t, parcel.Write(file, m, sign))
	require.NoError(t, file.Close())
}
