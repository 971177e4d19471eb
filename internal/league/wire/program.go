package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Digest is the SHA-256 of a bot's program, or of a file that was submitted.
type Digest [sha256.Size]byte

// String returns the digest in hexadecimal, which is the name of a program where workers fetch it.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

const (
	// MostProgram is how many bytes a bot's program may have.
	MostProgram = 128 << 20
	// PartSize is how many bytes of a file one message has.
	PartSize = 512 << 10
)

// ProgramError says of which program an error is, if there is one.
func ProgramError(digest Digest, err error) error {
	if err != nil {
		err = fmt.Errorf("program %x: %w", digest[:4], err)
	}
	return err
}
