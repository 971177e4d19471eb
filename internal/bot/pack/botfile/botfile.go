// Package botfile has the form of a bot that is sent to others: one file NAME-VERSION.bot.
//
// It is a zip of exactly this, in this order:
//
//	manifest.json        what it is, and name, size and SHA-256 of all that follows; not compressed
//	manifest.json.sig    a signature of the manifest, which may be missing; not compressed
//	bin/OS-ARCH          a program for each system
//	LICENSE, README.md   for people
//	files/PATH           what every system needs: a script, a module for WASI, weights
//
// The manifest covers everything, and the signature the manifest. The package looks at
// nothing but bytes: what a signature is worth, package trust knows.
package botfile

import (
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
)

// Ending is the end of the name of each package's file.
const Ending = ".bot"

// Format is the version of the form. It changes with anything that is added, as
// [ParseManifest] refuses what it does not know.
const Format = 1

// Limits on packages, so that one of a stranger can't take memory or time without end.
const (
	MaxPackage  = 256 << 20 // bytes of the file
	MaxManifest = 64 << 10  // bytes
	MaxPrograms = 16
	MaxProgram  = 128 << 20 // bytes of a program
	MaxFiles    = 256
	MaxAllFiles = 128 << 20 // bytes of all files together
	MaxText     = 64 << 10  // bytes of LICENSE, and of README.md

	maxSignature = 16 << 10 // bytes; one of RSA with 16384 bits has 6 KB
)

// DamagedError reports that a file is no package, or not as it was packed.
type DamagedError struct{ Reason string }

func (e *DamagedError) Error() string { return "damaged: " + e.Reason }

// Hint says what helps.
func (*DamagedError) Hint() string {
	return "get it again; if it is damaged again, have it packed again"
}

func damaged(format string, args ...any) error { return &DamagedError{fmt.Sprintf(format, args...)} }

// NewerError reports a package of a later format.
type NewerError struct{ Format int }

func (e *NewerError) Error() string {
	return fmt.Sprintf("a package of format %d, and this arena knows format %d", e.Format, Format)
}

// Hint says what helps.
func (*NewerError) Hint() string { return "get a newer arena" }

var nameForm = form{small + digits, small + digits + "-", engine.MaxName}

// IsName reports whether a bot can have this name in a package: small letters, digits and
// hyphens, at most engine.MaxName of them.
func IsName(name string) bool { return nameForm.fits(name) }

// PlainName makes a name for a package of any other: capital letters become small ones, and all but letters and digits
// hyphens. It is not cut, as then it would be another bot's name.
func PlainName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, name)
	if name = strings.Trim(name, "-"); name == "" {
		return "bot"
	}
	return name
}
