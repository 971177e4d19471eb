// Package trust knows who signed a bot, and whom the user trusts.
//
// Signatures are those of ssh-keygen -Y sign, made with the ssh keys that people have.
package trust

import (
	"bytes"
	"crypto/rsa"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// Namespace is the purpose of a bot's signature. A signature for anything else, such as a commit
// of git, doesn't count.
const Namespace = "bot@arena"

// WrongError reports a signature that is not one of its text.
type WrongError struct{ Reason string }

func (e *WrongError) Error() string { return "wrongly signed: " + e.Reason }

// Hint says what to do.
func (*WrongError) Hint() string {
	return "somebody has changed it: do not use it, and ask the author for another"
}

func wrong(format string, args ...any) error { return &WrongError{fmt.Sprintf(format, args...)} }

// Fingerprint returns the characters by which people tell keys apart, SHA256:....
func Fingerprint(key ssh.PublicKey) string { return ssh.FingerprintSHA256(key) }

// Verify returns the key by which a text was signed. Any error is a *[WrongError].
func Verify(text, signature []byte) (ssh.PublicKey, error) {
	parsed, err := sshsig.Unarmor(signature)
	if err != nil {
		return nil, wrong("what is there is not a signature: %v", err)
	}
	switch {
	case !bytes.Equal(sshsig.Armor(parsed), signature) && !bytes.Equal(armor(parsed), signature):
		return nil, wrong("its signature is not as ssh-keygen or the arena writes it")
	case parsed.Namespace != Namespace:
		return nil, wrong("it was signed as %.40q, and not as a bot", parsed.Namespace)
	case parsed.HashAlgorithm != sshsig.HashSHA512:
		return nil, wrong("its signature is over %.20q, and not SHA-512", parsed.HashAlgorithm)
	}
	if err := CheckKey(parsed.PublicKey); err != nil {
		return nil, wrong("%v", err)
	}
	if err := checkTail(parsed); err != nil {
		return nil, err
	}
	if err := sshsig.Verify(bytes.NewReader(text), parsed, parsed.PublicKey, sshsig.HashSHA512, Namespace); err != nil {
		return nil, wrong("the signature is that of something else")
	}
	return parsed.PublicKey, nil
}

// securityKeys are the kinds of keys that are in a device of their own.
var securityKeys = []string{ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256}

// checkTail refuses what follows after a signature. Security keys say there whether somebody
// touched them, which package ssh checks; other keys have nothing to say.
func checkTail(s *sshsig.Signature) error {
	if len(s.Signature.Rest) > 0 && !slices.Contains(securityKeys, s.PublicKey.Type()) {
		return wrong("something follows after its signature")
	}
	return nil
}

// leastRSA is the least length of a key of RSA in bits.
const leastRSA = 2048

// CheckKey reports why a key is too weak, or of a kind that signs no bots.
func CheckKey(key ssh.PublicKey) error {
	switch key.Type() {
	case ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoSKED25519,
		ssh.KeyAlgoSKECDSA256:
		return nil
	case ssh.KeyAlgoRSA:
		if held, ok := key.(ssh.CryptoPublicKey); ok {
			if key, ok := held.CryptoPublicKey().(*rsa.PublicKey); ok && key.N.BitLen() < leastRSA {
				return fmt.Errorf("a key of RSA with %d bits is too weak: %d are the least", key.N.BitLen(), leastRSA)
			}
		}
		return nil
	}
	return fmt.Errorf("a key of the kind %.40q signs no bots", key.Type())
}

// Sign signs a text. Of ed25519 and RSA, the same key makes the same signature each time.
func Sign(text []byte, signer ssh.Signer) ([]byte, error) {
	if err := CheckKey(signer.PublicKey()); err != nil {
		return nil, err
	}
	made, err := sshsig.Sign(bytes.NewReader(text), signer, sshsig.HashSHA512, Namespace)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	signature := armor(made)
	if _, err := Verify(text, signature); err != nil { // an agent can answer anything
		return nil, errors.New("signing: what the key made is not a signature")
	}
	return signature, nil
}

// armor writes a signature as ssh-keygen does, in lines of 70 characters; sshsig has 64.
func armor(s *sshsig.Signature) []byte {
	const width = 70
	var text strings.Builder
	text.WriteString("-----BEGIN " + sshsig.PEMType + "-----\n")
	for coded := base64.StdEncoding.EncodeToString(s.Marshal()); coded != ""; {
		n := min(width, len(coded))
		text.WriteString(coded[:n] + "\n")
		coded = coded[n:]
	}
	text.WriteString("-----END " + sshsig.PEMType + "-----\n")
	return []byte(text.String())
}
