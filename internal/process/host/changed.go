package host

import (
	"cmp"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/executable"
)

// ChangedError reports a program that is not the one any more whose SHA-256 is known. Its culprit is the path of the
// program, or what the bot is called.
type ChangedError struct{ hint.HintedError }

// unchanged returns an error unless a program still has its SHA-256.
func unchanged(c executable.Command) error {
	differs, err := c.Hashed.Difference()
	called := cmp.Or(c.Called, c.Path)
	if err != nil {
		return hint.Wrap(called, err)
	}
	if differs == "" {
		return nil
	}
	return &ChangedError{*hint.New(
		called, differs+" since the bot's SHA-256 was computed, and nothing else plays under that",
		"type the command again: as it is now, it is another bot; what was played by the one before stays",
	)}
}

// Unchanged returns a *[ChangedError] unless the program still has its SHA-256.
func (p *Process) Unchanged() error { return unchanged(p.command) }
