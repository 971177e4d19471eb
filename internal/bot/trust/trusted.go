package trust

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Names of the files in which it is kept whom the user trusts.
const (
	signersFile = "trusted_signers" // the allowed_signers of ssh-keygen
	botsFile    = "known_bots"      // lines of the name of a bot and who signed it
)

// maxTrustFile is the size of the largest of these files in bytes.
const maxTrustFile = 1 << 20

// Bot is a bot that the user may or may not trust.
type Bot struct {
	Name   string
	Author string        // as the bot says
	Key    ssh.PublicKey // by which it was signed; nil if it was not
	Digest [32]byte      // names the bot if it is not signed
}

// who names the signer in known_bots.
func (b Bot) who() string {
	if b.Key == nil {
		return unsigned + hex.EncodeToString(b.Digest[:])
	}
	return Fingerprint(b.Key)
}

const unsigned = "unsigned:"

// Signer is somebody whom the user trusts.
type Signer struct {
	Principal string // by which ssh-keygen knows the signer
	Author    string // as the first bot said
	Key       ssh.PublicKey
	Bots      []string // that this key has signed
}

// Trusted is whom the user trusts.
type Trusted struct {
	dir     string
	signers []Signer
	bots    []knownBot
}

// knownBot is a line of known_bots.
type knownBot struct{ name, who string }

// ChangedError reports that a bot with a known name comes from somebody else.
type ChangedError struct {
	Name       string
	Known, Now string // fingerprints; Now is "" if the bot is not signed
}

func (e *ChangedError) Error() string {
	now := "this one is not signed"
	if e.Now != "" {
		now = "this one by " + e.Now
	}
	return fmt.Sprintf("%s is known here as signed by %s, and %s", e.Name, e.Known, now)
}

// Hint says what to do.
func (e *ChangedError) Hint() string {
	return "ask the author. Only if the author has a new key, or it is another bot: arena bot trust --remove " + e.Name
}

// ReadTrusted reads the files of a folder, which need not be there.
func ReadTrusted(dir string) (*Trusted, error) {
	t := &Trusted{dir: dir}
	text, err := t.read(botsFile)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) == 2 {
			t.bots = append(t.bots, knownBot{words[0], words[1]})
		}
	}
	if text, err = t.read(signersFile); err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		if s, ok := parseSigner(line); ok {
			s.Bots = t.botsOf(Fingerprint(s.Key))
			t.signers = append(t.signers, s)
		}
	}
	return t, nil
}

func (t *Trusted) path(name string) string { return filepath.Join(t.dir, name) }

func (t *Trusted) read(name string) ([]byte, error) {
	info, err := os.Stat(t.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxTrustFile:
		return nil, fmt.Errorf("%s: not a file of at most %d MB", t.path(name), maxTrustFile>>20)
	}
	return os.ReadFile(t.path(name))
}

func (t *Trusted) botsOf(who string) (names []string) {
	for _, b := range t.bots {
		if b.who == who && !slices.Contains(names, b.name) {
			names = append(names, b.name)
		}
	}
	return names
}

// Signers returns all whom the user trusts, in the order of the file.
func (t *Trusted) Signers() []Signer { return t.signers }

// UnsignedBots returns the names of bots that are not signed and that the user trusts, each
// once.
func (t *Trusted) UnsignedBots() (names []string) {
	for _, b := range t.bots {
		if strings.HasPrefix(b.who, unsigned) && !slices.Contains(names, b.name) {
			names = append(names, b.name)
		}
	}
	return names
}

// ByKey returns the signer with a key.
func (t *Trusted) ByKey(key ssh.PublicKey) (Signer, bool) {
	i := slices.IndexFunc(t.signers, func(s Signer) bool { return bytes.Equal(s.Key.Marshal(), key.Marshal()) })
	if i < 0 {
		return Signer{}, false
	}
	return t.signers[i], true
}

// Namesakes returns signers who go by the same name as the author of a bot, with another key.
func (t *Trusted) Namesakes(b Bot) (others []Signer) {
	if b.Author == "" {
		return nil
	}
	for _, s := range t.signers {
		if s.Principal == principal(b.Author) && (b.Key == nil || !bytes.Equal(s.Key.Marshal(), b.Key.Marshal())) {
			others = append(others, s)
		}
	}
	return others
}

// Knows reports whether the user trusts a bot. The error is a *[ChangedError] if a bot of this
// name was signed by somebody else.
func (t *Trusted) Knows(b Bot) (bool, error) {
	who := b.who()
	for _, known := range t.bots {
		if known.name == b.Name && known.who != who && !strings.HasPrefix(known.who, unsigned) {
			changed := &ChangedError{Name: b.Name, Known: known.who}
			if b.Key != nil {
				changed.Now = who
			}
			return false, changed
		}
	}
	if b.Key == nil {
		return slices.Contains(t.bots, knownBot{b.Name, who}), nil
	}
	_, known := t.ByKey(b.Key)
	return known, nil
}
