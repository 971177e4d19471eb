package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/botarena/arena/engine"
)

// Conditions are what the matches of a tournament have in common, apart from who plays. In JSON
// they are part of what workers are told.
type Conditions struct {
	Game    string            `json:"game"`
	Rules   int               `json:"rules"`           // their version
	Setup   []byte            `json:"setup,omitempty"` // the text of the board file
	Random  engine.Randomness `json:"random"`
	Limits  string            `json:"limits"`  // on what a player may use, as a text that is the same for the same limits
	Sandbox string            `json:"sandbox"` // its level
}

// Same reports whether two are the same conditions.
func (c Conditions) Same(other Conditions) bool {
	return c.Game == other.Game && c.Rules == other.Rules && bytes.Equal(c.Setup, other.Setup) &&
		c.Random == other.Random && c.Limits == other.Limits && c.Sandbox == other.Sandbox
}

// Facts are all that a match of reproducible bots follows from. Matches with the same
// facts are one match.
type Facts struct {
	Conditions
	Seed     uint64
	Names    []string            // of the players, by seat, as all of them see them
	Programs [][sha256.Size]byte // digests of the bots' programs, by seat
	Repeat   int                 // from 0; tells apart matches that are played again on purpose
}

// Key identifies a match: a digest of its [Facts].
type Key [sha256.Size]byte

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Key returns the key of the match.
func (f Facts) Key() Key {
	d := newDigest("arena match 1")
	d.conditions(f.Conditions)
	d.number(f.Seed)
	d.number(uint64(len(f.Programs)))
	for seat, program := range f.Programs {
		d.text(f.Names[seat])
		d.bytes(program[:])
	}
	d.number(uint64(f.Repeat))
	return Key(d.Sum(nil))
}

// digest makes a digest of values, each with its length, so that no two lists of values are
// the same bytes.
type digest struct{ hash.Hash }

// newDigest begins with what the values are, and with the version of their order.
func newDigest(kind string) digest {
	d := digest{sha256.New()}
	d.text(kind)
	return d
}

func (d digest) number(n uint64) { d.Write(binary.BigEndian.AppendUint64(nil, n)) }

func (d digest) bytes(b []byte) {
	d.number(uint64(len(b)))
	d.Write(b)
}

func (d digest) text(s string) { d.bytes([]byte(s)) }

func (d digest) conditions(c Conditions) {
	d.text(c.Game)
	d.number(uint64(c.Rules))
	d.bytes(c.Setup)
	d.text(string(c.Random))
	d.text(c.Limits)
	d.text(c.Sandbox)
}

// MarshalText returns the key in hexadecimal.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what [Key.MarshalText] wrote.
func (k *Key) UnmarshalText(text []byte) error {
	sum, err := hex.DecodeString(string(text))
	if err != nil || len(sum) != len(k) {
		return fmt.Errorf("%q is not a key of a match", text)
	}
	*k = Key(sum)
	return nil
}
