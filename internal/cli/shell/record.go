package shell

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
)

// Standard is the file name that stands for standard input or standard output.
const Standard = "-"

// RecordExtensions lists the extensions of the records of all games.
func (s *Shell) RecordExtensions() []string {
	var all []string
	for _, g := range s.Games {
		if ext := g.RecordExtension(); ext != "" && !slices.Contains(all, ext) {
			all = append(all, ext)
		}
	}
	slices.Sort(all)
	return all
}

// RecordedBy names the games whose original programs wrote files with this extension.
func (s *Shell) RecordedBy(extension string) string {
	var titles []string
	for _, g := range s.Games {
		if g.RecordExtension() == extension {
			titles = append(titles, g.Info().Title)
		}
	}
	return strings.Join(titles, " or ")
}

// RecordHelp explains how to get a record from arena play; it is "" if no game has any.
func (s *Shell) RecordHelp() string {
	extensions := s.RecordExtensions()
	if len(extensions) == 0 {
		return ""
	}
	var help strings.Builder
	help.WriteString(`An output whose name ends like those of a game's original program is written as that
program wrote its records of matches, in place of the replay:

`)
	for _, extension := range extensions {
		fmt.Fprintf(&help, "  %-5s  %s\n", extension, s.RecordedBy(extension))
	}
	help.WriteString("\n")
	return help.String()
}

// WantsRecord reports whether a match is to be written to a file of this name as the
// game's original program does, and not as a replay.
func (s *Shell) WantsRecord(game engine.Game, path string) (bool, error) {
	own := game.RecordExtension()
	if path == Standard {
		if own == "" && IsTerminal(s.Out.To) {
			return false, Misused("leave it out, or -o FILE", "-o -: a terminal cannot show a replay")
		}
		return own != "", nil
	}
	extension := strings.ToLower(filepath.Ext(path))
	switch {
	case !slices.Contains(s.RecordExtensions(), extension):
		return false, nil
	case extension == own:
		return true, nil
	case own == "":
		own = ".arena"
	}
	return false, s.NotOf(game, extension, path, strings.TrimSuffix(path, filepath.Ext(path))+own)
}

// NotOf returns the error for a record of a game that has another extension.
func (s *Shell) NotOf(game engine.Game, extension, path, better string) error {
	return Misused(safe.Shell("-o", better), "%s: %s is a record of %s, and this is a match of %s",
		path, extension, s.RecordedBy(extension), game.Info().Title)
}

// recordWriter writes the record of the game's original program while a match is played.
type recordWriter struct {
	to   io.Writer
	text []byte
	err  error
}

var _ match.Watcher = (*recordWriter)(nil)

func newRecordWriter(to io.Writer, m engine.Match) *recordWriter {
	w := &recordWriter{to: to}
	w.Round(m, match.Round{})
	return w
}

// Round implements [match.Watcher]. Close returns its errors.
func (w *recordWriter) Round(m engine.Match, _ match.Round) {
	if w.err != nil {
		return
	}
	w.text = m.AppendRecord(w.text[:0])
	_, w.err = w.to.Write(w.text)
}

var errCutRecord = errors.New("it ends before the match does, so that nothing can read it")

// Close returns the first error of writing. A record is of no use without its end.
func (w *recordWriter) Close(_ match.Result, finished bool) error {
	if w.err == nil && !finished {
		return errCutRecord
	}
	return w.err
}
