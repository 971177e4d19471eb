package trust

import (
	"slices"

	"github.com/botarena/arena/internal/base/late"
)

// Unsigned stands for packages that nobody has signed, where it is said who is trusted.
const Unsigned = "unsigned"

var fingerprintForm = late.Regexp(`^SHA256:[A-Za-z0-9+/]{43}$`)

// IsFingerprint reports whether a text is that of a key.
func IsFingerprint(text string) bool { return fingerprintForm().MatchString(text) }

// IsWho reports whether a text says who is trusted: the fingerprint of a key, or [Unsigned].
func IsWho(text string) bool { return text == Unsigned || IsFingerprint(text) }

// Who says whom one trusts with a bot: the fingerprint of its key, or [Unsigned].
func (b Bot) Who() string {
	if b.Key == nil {
		return Unsigned
	}
	return Fingerprint(b.Key)
}

// RememberError reports that it can't be kept whom the user trusts.
type RememberError struct{ Err error }

func (e *RememberError) Error() string { return "the keys that you trust: " + e.Err.Error() }

// Unwrap returns why.
func (e *RememberError) Unwrap() error { return e.Err }

// Admit decides whether a bot may play, and remembers it if it may: it is known, or its signer is one of those
// that are named, or ask returns no error. The error is that of ask, a *[ChangedError] or a *[RememberError].
func (t *Trusted) Admit(b Bot, named []string, ask func() error) error {
	known, err := t.Knows(b)
	if err != nil {
		return err
	}
	if !known && !slices.Contains(named, b.Who()) {
		if err := ask(); err != nil {
			return err
		}
	}
	if err := t.Remember(b); err != nil {
		return &RememberError{err}
	}
	return nil
}
