package members

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
)

// pin is the SHA-256 of a certificate.
type pin [sha256.Size]byte

// Identity is what the server of a league proves itself with.
type Identity struct {
	certificate tls.Certificate
	pin         pin
}

// LoadIdentity reads the certificate and the key of a folder, and makes them if there are none. They
// are never made anew, as all invitations would be void.
func LoadIdentity(folder string) (Identity, error) {
	unlock, err := lock(folder) // another process may make them
	if err != nil {
		return Identity{}, err
	}
	defer unlock()
	path := filepath.Join(folder, "identity.pem")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = newIdentity(); err == nil {
			err = writeFile(path, text)
		}
	}
	if err != nil {
		return Identity{}, err
	}
	certificate, err := tls.X509KeyPair(text, text)
	if err != nil {
		return Identity{}, hint.New(
			path, "is not a certificate with its key: "+err.Error(),
			"restore the file, or delete it and invite all workers again",
		)
	}
	return Identity{certificate, sha256.Sum256(certificate.Certificate[0])}, nil
}

// newIdentity returns a fresh certificate and its key as PEM.
func newIdentity() ([]byte, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	// No time and no name is checked by anybody, only the bytes.
	template := x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "arena league"},
		NotBefore:    time.Unix(0, 0),
		NotAfter:     time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
		KeyUsage:     x509.KeyUsageDigitalSignature,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, &template, &template, public, private)
	if err != nil {
		return nil, err
	}
	key, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	return append(text, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})...), nil
}

// TLS returns the settings of the server's side.
func (i Identity) TLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{i.certificate}}
}

// Seal returns 16 bytes that only this identity can make of some others.
func (i Identity) Seal(what []byte) ([]byte, error) {
	key, err := x509.MarshalPKCS8PrivateKey(i.certificate.PrivateKey)
	if err != nil {
		return nil, err
	}
	seal := hmac.New(sha256.New, key)
	seal.Write([]byte("arena seal\n"))
	seal.Write(what)
	return seal.Sum(nil)[:16], nil
}

// ErrCertificate is why a worker does not talk to a server.
var ErrCertificate = errors.New("the server has another certificate than the one in the invitation")

// client returns settings that accept the one certificate only.
func (p pin) client() *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // no CA and no name: VerifyConnection compares the certificate itself
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 || sha256.Sum256(state.PeerCertificates[0].Raw) != p {
				return ErrCertificate
			}
			return nil
		},
	}
}

// writeFile writes a file that only its owner may read, whole or not at all.
func writeFile(path string, content []byte) error {
	return files.ReplaceSynced(path, 0o600, bytes.NewReader(content))
}
