package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/botarena/arena/internal/viewer"
)

// readShow reads a file that can be shown, whatever its name is. Of a damaged
// replay there is what can be read.
func (s *program) readShow(path string) (*viewer.Show, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, viewer.MaxFile+1))
	switch {
	case err != nil:
		return nil, fileError(path, err)
	case len(text) > viewer.MaxFile:
		return nil, fmt.Errorf("%s: larger than %d MB, which no match is", path, viewer.MaxFile>>20)
	}
	show, err := viewer.Read(text, s.games)
	if err == nil {
		return show, nil
	}
	err = fmt.Errorf("%s: %w", path, err)
	if errors.Is(err, viewer.ErrNoMatch) {
		return nil, withHint(err, "arena play records a match as a replay")
	}
	return nil, err
}

// damageError is what is wrong with a show that can be shown all the same.
func damageError(path string, show *viewer.Show) error {
	if show.Damage == "" {
		return nil
	}
	return fmt.Errorf("%s: %s", path, show.Damage)
}
