package shell

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// LogJSON writes messages from now on as lines of JSON, each with time, level and msg, and no progress.
func (s *screen) LogJSON() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	s.log = slog.New(slog.NewJSONHandler(s.to, nil))
}

// Logger returns where lines with fields of their own go, or nil if nothing is written as JSON.
func (s *screen) Logger() *slog.Logger {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log
}

// logLines writes lines for people as those of a log. What they begin with is their level, and a hint says what to do
// about the line before.
func logLines(to *slog.Logger, lines string) {
	for line := range strings.Lines(lines) {
		line = strings.TrimRight(line, "\n")
		if line == "" {
			continue
		}
		level := slog.LevelInfo
		if rest, is := strings.CutPrefix(line, "warning: "); is {
			level, line = slog.LevelWarn, rest
		}
		line = strings.TrimPrefix(line, "note: ")
		if rest, is := strings.CutPrefix(line, "hint: "); is {
			to.LogAttrs(context.Background(), level, "hint", slog.String("hint", rest))
			continue
		}
		to.LogAttrs(context.Background(), level, line)
	}
}

// LogError writes why a command has failed as a line of a log, if there is one, so that nothing else is printed.
func (s *Shell) LogError(err error) error {
	to := s.Err.Logger()
	if to == nil || err == nil || errors.Is(err, ErrTold) {
		return err
	}
	said := []slog.Attr{}
	if fix := hint.Of(err); fix != "" {
		said = append(said, slog.String("hint", string(safe.Plain([]byte(fix)))))
	}
	to.LogAttrs(context.Background(), slog.LevelError, string(safe.Plain([]byte(err.Error()))), said...)
	return errors.Join(ErrTold, err)
}
