// Package unfit says why something can't be started as a bot.
package unfit

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// Error reports why something can't be started as a bot. Its culprit is what the user typed.
type Error struct{ hint.HintedError }

// New returns an [Error].
func New(typed, problem, fix string) error { return &Error{*hint.New(typed, problem, fix)} }

// HowToName is the hint for who named no bot.
const HowToName = `type the path of a bot or of its folder, or one of the names that "arena bot list" lists`

// Troubled returns an error that this machine is to blame for. If a bot is called otherwise than it was
// typed, those who call it so can't do anything about it.
func Troubled(called, typed, reason, fix string) error {
	if called != "" {
		return hint.New("", reason, fix)
	}
	return New(typed, reason, fix)
}

// Reason explains an error of the system to the user.
func Reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file or folder"
	}
	if path := new(fs.PathError); errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// Listed joins names: "a, b and c".
func Listed(names []string) string {
	names = slices.Clone(names)
	last := len(names) - 1
	for i, name := range names {
		names[i] = safe.Name(name)
	}
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
