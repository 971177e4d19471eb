package trust

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/plaintext"
)

// maxKeyFile is the size of the largest file with a key in bytes.
const maxKeyFile = 64 << 10

// LockedError reports a file with a key that a passphrase protects.
type LockedError struct{ Path string }

func (e *LockedError) Error() string { return e.Path + ": a passphrase protects this key" }

// UsualFile returns the file with the key that somebody uses who has made one and said
// nothing else, or "".
func UsualFile() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	for _, name := range []string{"id_ed25519", "id_ecdsa", "id_rsa"} {
		path := filepath.Join(home, ".ssh", name)
		if files.IsFile(path) {
			return path
		}
	}
	return ""
}

// FromFile reads a private key. A nil passphrase stands for none; if there must be one, the error
// is a *[LockedError].
func FromFile(path string, passphrase []byte) (ssh.Signer, error) {
	text, err := readKeyFile(path)
	if err != nil {
		return nil, err
	}
	var signer ssh.Signer
	if passphrase == nil {
		signer, err = ssh.ParsePrivateKey(text)
	} else {
		signer, err = ssh.ParsePrivateKeyWithPassphrase(text, passphrase)
	}
	if missing := new(ssh.PassphraseMissingError); errors.As(err, &missing) {
		return nil, &LockedError{path}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: not a private key that can be read: %w", path, err)
	}
	return signer, CheckKey(signer.PublicKey())
}

// PublicFromFile reads a public key, id_ed25519.pub.
func PublicFromFile(path string) (ssh.PublicKey, error) {
	text, err := readKeyFile(path)
	if err != nil {
		return nil, err
	}
	key, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: not a public key", path)
	}
	return key, CheckKey(key)
}

func readKeyFile(path string) ([]byte, error) {
	file, err := files.ReadFile(path, maxKeyFile)
	switch kind, large := (files.KindError{}), (files.LargeError{}); {
	case errors.As(err, &large):
		return nil, fmt.Errorf("%s: %w, which no key is", path, err)
	case errors.As(err, &kind):
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return plaintext.Of(file), err
}

// IsOwn reports whether a fingerprint is that of the user's own key: the one that signs if nobody says
// which. Other keys are those of strangers, who knows whose.
func IsOwn(fingerprint string) bool {
	key := ownKey()
	return key != nil && Fingerprint(key) == fingerprint
}

// ownKey returns the public half of the usual key, or nil if there is none that can be read.
func ownKey() ssh.PublicKey {
	path := UsualFile()
	if path == "" {
		return nil
	}
	if key, err := PublicFromFile(path + ".pub"); err == nil {
		return key
	}
	signer, err := FromFile(path, nil)
	if err != nil {
		return nil
	}
	return signer.PublicKey()
}
