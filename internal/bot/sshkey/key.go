// Package sshkey is a key of Ed25519 with what ssh-keygen writes of one: the private key, the public key, and
// signatures. It is for a browser's tab, for which all of ssh would be too much; elsewhere package trust does this.
package sshkey

import (
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// Seed is all that there is to a key, 32 random bytes.
type Seed [ed25519.SeedSize]byte

// NewSeed draws a key.
func NewSeed(random io.Reader) (s Seed, err error) {
	_, err = io.ReadFull(random, s[:])
	return s, err
}

const kind = "ssh-ed25519"

func (s Seed) private() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(s[:]) }

// public returns the public key as ssh sends it.
func (s Seed) public() []byte {
	return text(text(nil, kind), string(s.private().Public().(ed25519.PublicKey))) //nolint:forcetypeassert // it is one
}

// Public returns the public key as a line of a file, with whose it is.
func (s Seed) Public(whose string) string {
	return kind + " " + base64.StdEncoding.EncodeToString(s.public()) + " " + whose + "\n"
}

// Private returns the private key as a file of ssh, without a passphrase. Such files have a number, twice, by which
// one sees whether a passphrase was right; it need not be drawn where there is none.
func (s Seed) Private(whose string) []byte {
	secret := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 0), 0)
	secret = append(secret, s.public()...)
	secret = text(text(secret, string(s.private())), whose)
	for padding := byte(1); len(secret)%8 != 0; padding++ {
		secret = append(secret, padding)
	}
	file := append([]byte("openssh-key-v1\x00"), text(text(text(nil, "none"), "none"), "")...)
	file = binary.BigEndian.AppendUint32(file, 1)
	return armoured("OPENSSH PRIVATE KEY", text(text(file, string(s.public())), string(secret)))
}

const (
	magic = "SSHSIG"
	hash  = "sha512"
)

// Sign returns a signature of a message for a namespace, as ssh-keygen -Y sign writes it.
func (s Seed) Sign(message []byte, namespace string) []byte {
	sum := sha512.Sum512(message)
	signed := text(text(text([]byte(magic), namespace), ""), hash)
	signature := text(text(nil, kind), string(ed25519.Sign(s.private(), text(signed, string(sum[:])))))
	whole := binary.BigEndian.AppendUint32([]byte(magic), 1)
	whole = text(text(text(text(whole, string(s.public())), namespace), ""), hash)
	return armoured("SSH SIGNATURE", text(whole, string(signature)))
}

// text appends a string as ssh writes it, with its length.
func text(to []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint32(to, uint32(len(s))), s...) //nolint:gosec // some hundred bytes
}

// armoured writes bytes in lines of letters, as ssh-keygen does.
func armoured(what string, data []byte) []byte {
	const width = 70
	var lines strings.Builder
	fmt.Fprintf(&lines, "-----BEGIN %s-----\n", what)
	for coded := base64.StdEncoding.EncodeToString(data); coded != ""; {
		n := min(width, len(coded))
		lines.WriteString(coded[:n] + "\n")
		coded = coded[n:]
	}
	fmt.Fprintf(&lines, "-----END %s-----\n", what)
	return []byte(lines.String())
}
