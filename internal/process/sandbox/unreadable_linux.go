//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
)

// canBeRead reports whether an interpreter that runs as the user nobody can read a bot.
func (s *Sandbox) canBeRead(bot string, n needs) error {
	info, err := os.Stat(bot)
	shown := n.byPath || n.own || err == nil && info.IsDir() && s.way.users // by its user, not by root
	if err != nil || !shown {
		return nil //nolint:nilerr // it is not there, which the system will tell
	}
	least := os.FileMode(0o004)
	if info.IsDir() {
		least = 0o005
	}
	if info.Mode()&least != least {
		return &UnreadableError{Path: bot}
	}
	if s.way.namespaces && !s.way.users {
		return nil // root shows it to its user
	}
	return canBeReached(bot)
}

// canBeReached reports whether all folders on the way to a bot are open to the user nobody.
func canBeReached(bot string) error {
	real, err := filepath.EvalSymlinks(bot)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	for folder := filepath.Dir(real); folder != "/"; folder = filepath.Dir(folder) {
		if info, err := os.Stat(folder); err == nil && info.Mode()&0o001 == 0 {
			return &UnreadableError{Path: bot, Closed: folder}
		}
	}
	return nil
}

// UnreadableError reports that a bot can be read by its owner alone, while the arena is
// root's, so that each bot runs as a user of its own.
type UnreadableError struct {
	Path   string
	Closed string // the folder on the way to it that is closed to others; "" if it is closed itself
}

func (*UnreadableError) misplaced() {}

func (e *UnreadableError) Error() string {
	return "the arena is root's, and the user that the bot becomes may not read it"
}

// Hint returns the command that allows it, or where to put the bot.
func (e *UnreadableError) Hint() string {
	if e.Closed != "" {
		return "put it where every user may go, which is not in " + safe.Shell(e.Closed) +
			", or let the arena run as another user than root"
	}
	return safe.Shell("chmod", "-R", "o+rX", e.Path)
}
