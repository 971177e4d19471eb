package trust_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hiddeco/sshsig"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/trust"
)

var manifest = []byte("{\n\t\"format\": 1\n}\n")

// sshKeygen runs ssh-keygen, which is the other side of all this.
func sshKeygen(t *testing.T, input []byte, args ...string) (string, error) {
	t.Helper()
	tier.Needs(t, "ssh-keygen")
	command := exec.CommandContext(t.Context(), "ssh-keygen", args...)
	command.Stdin = bytes.NewReader(input)
	said, err := command.CombinedOutput()
	return string(said), err
}

// newKey makes a key of a kind, with a passphrase that may be "".
func newKey(t *testing.T, kind, passphrase string, more ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	said, err := sshKeygen(
		t, nil, append([]string{"-q", "-t", kind, "-N", passphrase, "-C", "anna", "-f", path}, more...)...)
	require.NoError(t, err, said)
	return path
}

func signWith(t *testing.T, path string) []byte {
	t.Helper()
	key, err := trust.FromFile(path, nil)
	require.NoError(t, err)
	signature, err := trust.Sign(manifest, key)
	require.NoError(t, err)
	return signature
}

func requireWrong(t *testing.T, err error, messages ...any) {
	t.Helper()
	wrong := new(trust.WrongError)
	require.ErrorAs(t, err, &wrong, messages...)
}

var kinds = map[string][]string{
	"ed25519": nil, "ecdsa": {"-b", "256"}, "ecdsa 384": {"-b", "384"}, "ecdsa 521": {"-b", "521"}, "rsa": {"-b", "2048"},
}

func TestSSHKeygenVerifiesWhatWeSign(t *testing.T) {
	for kind, more := range kinds {
		t.Run(kind, func(t *testing.T) {
			path := newKey(t, strings.Fields(kind)[0], "", more...)
			signature := signWith(t, path)
			key, err := trust.Verify(manifest, signature)
			require.NoError(t, err)
			bot := trust.Bot{Name: "zorg", Author: "Anna <anna@example.org>", Key: key}
			config := t.TempDir()
			trusted, err := trust.ReadTrusted(config)
			require.NoError(t, err)
			require.NoError(t, trusted.Remember(bot))

			file := filepath.Join(t.TempDir(), "manifest.json.sig")
			require.NoError(t, os.WriteFile(file, signature, 0o600))
			verify := func(text []byte) (string, error) {
				return sshKeygen(t, text, "-Y", "verify", "-f", filepath.Join(config, "trusted_signers"), "-I", "anna@example.org",
					"-n", "bot@arena", "-s", file)
			}
			said, err := verify(manifest)
			require.NoError(t, err, said)
			require.Contains(t, said, trust.Fingerprint(key))
			_, err = verify(append([]byte(" "), manifest...))
			require.Error(t, err)
			if !strings.HasPrefix(kind, "ecdsa") {
				require.Equal(t, signature, signWith(t, path), "the same package each time")
			}
		})
	}
}

func TestWeVerifyWhatSSHKeygenSigns(t *testing.T) {
	for kind, more := range kinds {
		t.Run(kind, func(t *testing.T) {
			path := newKey(t, strings.Fields(kind)[0], "", more...)
			sign := func(namespace string, more ...string) []byte {
				file := filepath.Join(t.TempDir(), "manifest.json")
				require.NoError(t, os.WriteFile(file, manifest, 0o600))
				said, err := sshKeygen(
					t, nil, append([]string{"-Y", "sign", "-f", path, "-n", namespace}, append(more, file)...)...)
				require.NoError(t, err, said)
				signature, err := os.ReadFile(file + ".sig")
				require.NoError(t, err)
				return signature
			}
			key, err := trust.Verify(manifest, sign("bot@arena"))
			require.NoError(t, err)
			said, err := sshKeygen(t, nil, "-lf", path+".pub")
			require.NoError(t, err)
			require.Contains(t, said, " "+trust.Fingerprint(key)+" ")
			for _, namespace := range []string{"git", "file", "bot@arena2"} {
				_, err = trust.Verify(manifest, sign(namespace))
				requireWrong(t, err)
				require.ErrorContains(t, err, namespace)
			}
			_, err = trust.Verify(manifest, sign("bot@arena", "-O", "hashalg=sha256"))
			requireWrong(t, err)
		})
	}
}

func TestEveryFlippedBitIsWronglySigned(t *testing.T) {
	signature := signWith(t, newKey(t, "ed25519", ""))
	for name, text := range map[string][]byte{"manifest": bytes.Clone(manifest), "signature": bytes.Clone(signature)} {
		for at := range text {
			for bit := range 8 {
				text[at] ^= 1 << bit
				var err error
				if name == "manifest" {
					_, err = trust.Verify(text, signature)
				} else {
					_, err = trust.Verify(manifest, text)
				}
				requireWrong(t, err, "%s, byte %d, bit %d", name, at, bit)
				text[at] ^= 1 << bit
			}
		}
	}
	for name, hostile := range map[string][]byte{
		"empty": {}, "twice": append(bytes.Clone(signature), signature...), "cut": signature[:len(signature)-2],
		"text before": append([]byte("hello\n"), signature...), "text behind": append(bytes.Clone(signature), "hello\n"...),
		"with a header": bytes.Replace(signature, []byte("\n"), []byte("\nA: b\n\n"), 1),
	} {
		_, err := trust.Verify(manifest, hostile)
		requireWrong(t, err, name)
	}
}

func TestWeakKeysSignNothing(t *testing.T) {
	for _, bits := range []string{"1024", "2047"} { // 2048 are the least
		t.Run(bits, func(t *testing.T) {
			path := newKey(t, "rsa", "", "-b", bits)
			_, err := trust.FromFile(path, nil)
			require.ErrorContains(t, err, bits+" bits is too weak")
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			weak, err := ssh.ParsePrivateKey(text)
			require.NoError(t, err)
			_, err = trust.Sign(manifest, weak)
			require.Error(t, err)
			made, err := sshsig.Sign(bytes.NewReader(manifest), weak, sshsig.HashSHA512, trust.Namespace)
			require.NoError(t, err)
			_, err = trust.Verify(manifest, sshsig.Armor(made))
			requireWrong(t, err)
			require.ErrorContains(t, err, "too weak")
		})
	}
}

// securityKey is what a security key does, with a key in memory.
type securityKey struct {
	key   ed25519.PrivateKey
	flags byte // 1: somebody touched it
}

const application = "ssh:"

func (k securityKey) PublicKey() ssh.PublicKey {
	public, ok := k.key.Public().(ed25519.PublicKey)
	if !ok {
		panic("not a key of ed25519")
	}
	key, err := ssh.ParsePublicKey(
		ssh.Marshal(struct{ Kind, Key, Application string }{ssh.KeyAlgoSKED25519, string(public), application}))
	if err != nil {
		panic(err)
	}
	return key
}

func (k securityKey) Sign(_ io.Reader, text []byte) (*ssh.Signature, error) {
	counted := []byte{k.flags, 0, 0, 0, 7}
	app, sum := sha256.Sum256([]byte(application)), sha256.Sum256(text)
	signed := slices.Concat(app[:], counted, sum[:])
	return &ssh.Signature{Format: ssh.KeyAlgoSKED25519, Blob: ed25519.Sign(k.key, signed), Rest: counted}, nil
}

func TestASecurityKeyMustBeTouched(t *testing.T) {
	key := securityKey{ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), 1}
	signature, err := trust.Sign(manifest, key)
	require.NoError(t, err)
	_, err = trust.Verify(manifest, signature)
	require.NoError(t, err)
	key.flags = 0
	made, err := sshsig.Sign(bytes.NewReader(manifest), key, sshsig.HashSHA512, trust.Namespace)
	require.NoError(t, err)
	_, err = trust.Verify(manifest, sshsig.Armor(made))
	requireWrong(t, err)
}

func TestNothingFollowsASignature(t *testing.T) {
	made, err := sshsig.Unarmor(signWith(t, newKey(t, "ed25519", "")))
	require.NoError(t, err)
	made.Signature.Rest = []byte{1}
	_, err = trust.Verify(manifest, sshsig.Armor(made))
	requireWrong(t, err)
}

func TestAKeyWithAPassphrase(t *testing.T) {
	path := newKey(t, "ed25519", "secret")
	_, err := trust.FromFile(path, nil)
	locked := new(trust.LockedError)
	require.ErrorAs(t, err, &locked)
	_, err = trust.FromFile(path, []byte("wrong"))
	require.Error(t, err)
	key, err := trust.FromFile(path, []byte("secret"))
	require.NoError(t, err)
	public, err := trust.PublicFromFile(path + ".pub")
	require.NoError(t, err)
	require.Equal(t, trust.Fingerprint(key.PublicKey()), trust.Fingerprint(public))
	_, err = trust.FromFile(path+".pub", nil)
	require.Error(t, err)
	_, err = trust.PublicFromFile(t.TempDir())
	require.ErrorContains(t, err, "not a file")
}

// serveAgent is an ssh agent with these keys.
func serveAgent(t *testing.T, paths ...string) {
	t.Helper()
	keyring := agent.NewKeyring()
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		key, err := ssh.ParseRawPrivateKey(text)
		require.NoError(t, err)
		require.NoError(t, keyring.Add(agent.AddedKey{PrivateKey: key}))
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(testkit.ShortDir(t), "s"))
	require.NoError(t, err)
	served := make(chan struct{})
	go func() {
		defer close(served)
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_ = agent.ServeAgent(keyring, connection) // until it is closed
			_ = connection.Close()
		}
	}()
	t.Cleanup(func() { _ = listener.Close(); <-served })
	t.Setenv("SSH_AUTH_SOCK", listener.Addr().String())
}

func TestTheAgentSigns(t *testing.T) {
	one, other := newKey(t, "ed25519", ""), newKey(t, "rsa", "", "-b", "2048")
	serveAgent(t, one)
	for _, path := range []string{"", one} {
		var key ssh.PublicKey
		if path != "" {
			var err error
			key, err = trust.PublicFromFile(path + ".pub")
			require.NoError(t, err)
		}
		signer, connection, err := trust.FromAgent(t.Context(), key)
		require.NoError(t, err)
		signature, err := trust.Sign(manifest, signer)
		require.NoError(t, err)
		require.NoError(t, connection.Close())
		require.Equal(t, signWith(t, one), signature)
	}
	key, err := trust.PublicFromFile(other + ".pub")
	require.NoError(t, err)
	_, _, err = trust.FromAgent(t.Context(), key)
	require.ErrorContains(t, err, "does not have the key SHA256:")

	serveAgent(t, one, other)
	_, _, err = trust.FromAgent(t.Context(), nil)
	several := new(trust.SeveralError)
	require.ErrorAs(t, err, &several)
	require.Len(t, several.Fingerprints, 2)
	signer, connection, err := trust.FromAgent(t.Context(), key)
	require.NoError(t, err)
	defer connection.Close() //nolint:errcheck // of a test
	_, err = trust.Sign(manifest, signer)
	require.NoError(t, err, "by RSA, with SHA-512")

	t.Setenv("SSH_AUTH_SOCK", "")
	_, _, err = trust.FromAgent(t.Context(), nil)
	require.ErrorIs(t, err, trust.ErrNoAgent)
}
