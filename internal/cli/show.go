package cli

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/botarena/arena/internal/show"
	"github.com/botarena/arena/internal/words"
)

// readShow reads a file that can be shown, whatever its name. Of a damaged replay it
// returns the part that can be read.
func (s *program) readShow(path string) (*show.Show, error) {
	text, err := readFile(path, maxMatchFile)
	if err != nil {
		return nil, err
	}
	read, err := show.Read(text, s.games)
	if err == nil {
		return read, nil
	}
	err = fmt.Errorf("%s: %w", words.Name(path), err)
	if bytes.HasPrefix(text, []byte("SQLite format 3\x00")) {
		return nil, withHint(err, "is it a store? "+words.Shell("arena", "results", path, "--http", "127.0.0.1:8080")+" shows its matches")
	}
	if errors.Is(err, show.ErrNoMatch) {
		return nil, withHint(err, "arena play records a match as a replay")
	}
	return nil, err
}

// damageError returns the damage of a match of which only a part can be shown, or nil.
func damageError(path string, s *show.Show) error {
	if s.Damage == "" {
		return nil
	}
	return fmt.Errorf("%s: %s", words.Name(path), s.Damage)
}
