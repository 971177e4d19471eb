package shell

import (
	"bytes"
	"errors"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/story"
)

// ReadShow reads a file that can be shown, whatever its name. Of a damaged replay it
// returns the part that can be read.
func (s *Shell) ReadShow(path string) (*story.Story, error) {
	text, err := ReadMatch(path)
	if err != nil {
		return nil, err
	}
	read, err := story.Read(text, s.Games)
	if err == nil {
		return read, nil
	}
	err = hint.Wrap(path, err)
	if bytes.HasPrefix(text, []byte("SQLite format 3\x00")) {
		return nil,
			hint.With(err, "is it a store? "+safe.Shell("arena", "results", path, "--http", "127.0.0.1:8080")+
				" shows its matches")
	}
	if errors.Is(err, story.ErrNoMatch) {
		return nil, hint.With(err, "arena play records a match as a replay")
	}
	return nil, err
}

// DamageError returns the damage of a match of which only a part can be shown, or nil.
func DamageError(path string, s *story.Story) error {
	if s.Damage == "" {
		return nil
	}
	return hint.New(path, s.Damage, "")
}
