package cli

import (
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
