package cli

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

// standard is the file name that stands for standard input or standard output.
const standard = "-"

// recordExtensions lists the extensions of the records of all games.
func (s *program) recordExtensions() []string {
	var all []string
	for _, g := range s.games {
		if ext := g.RecordExtension(); ext != "" && !slices.Contains(all, ext) {
			all = append(all, ext)
		}
	}
	slices.Sort(all)
	return all
}

// recordedBy names the games whose original programs wrote files with this extension.
func (s *program) recordedBy(extension string) string {
	var titles []string
	for _, g := range s.games {
		if g.RecordExtension() == extension {
			titles = append(titles, g.Info().Title)
		}
	}
	return strings.Join(titles, " or ")
}

// recordHelp explains how to get a record from arena play; it is "" if no game has any.
func (s *program) recordHelp() string {
	extensions := s.recordExtensions()
	if len(extensions) == 0 {
		return ""
	}
	var help strings.Builder
	help.WriteString(`An output whose name ends like those of a game's original program is written as that
program wrote its records of matches, in place of the replay:

`)
	for _, extension := range extensions {
		fmt.Fprintf(&help, "  %-5s  %s\n", extension, s.recordedBy(extension))
	}
	help.WriteString("\n")
	return help.String()
}

// wantsRecord reports whether a file of this name gets a match as the game's original
// program writes it, and not a replay.
func (s *program) wantsRecord(game engine.Game, path string) (bool, error) {
	own := game.RecordExtension()
	if path == standard {
		if own == "" && isTerminal(s.out.to) {
			return false, misused("-o match.arena", "-o -: a terminal cannot show a replay")
		}
		return own != "", nil
	}
	extension := strings.ToLower(filepath.Ext(path))
	switch {
	case !slices.Contains(s.recordExtensions(), extension):
		return false, nil
	case extension == own:
		return true, nil
	case own == "":
		own = ".arena"
	}
	return false, s.notOf(game, extension, path, strings.TrimSuffix(path, filepath.Ext(path))+own)
}

// notOf returns the error for a record of a game that has another extension.
func (s *program) notOf(game engine.Game, extension, path, better string) error {
	return misused(safe.Shell("-o", better), "%s: %s is a record of %s, and this is a match of %s",
		safe.Name(path), extension, s.recordedBy(extension), game.Info().Title)
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

// maxRecord is the size of the largest record that is exported, in bytes. A small
// replay can have ten thousand rounds on the largest board.
const maxRecord = 256 << 20

// exportRecord writes a replay as the game's original program would have recorded the
// match.
func (s *program) exportRecord(path string, o *exportOptions) ([]byte, error) {
	r, err := s.readReplay(path)
	if r == nil {
		return nil, err
	}
	extension := "." + o.format
	game, page := r.Setup.Game(), safe.Shell("arena", "export", path, "-o", baseOf(path)+".html")
	switch {
	case err != nil:
		return nil, withHint(err, page+" has the part before that; a record has all rounds")
	case extension != game.RecordExtension() && game.RecordExtension() == "":
		return nil, s.notOf(game, extension, o.output, baseOf(path)+".html")
	case extension != game.RecordExtension():
		return nil, s.notOf(game, extension, o.output, strings.TrimSuffix(o.output, filepath.Ext(o.output))+game.RecordExtension())
	case r.Scores == nil:
		return nil, withHint(fmt.Errorf("%s: the match was not played to its end, and a record has all rounds", safe.Name(path)),
			page+" has those that were played")
	}
	if err := r.Verify(); err != nil {
		return nil, fmt.Errorf("%s: %w", safe.Name(path), err)
	}
	m, err := r.Begin()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", safe.Name(path), err)
	}
	text := m.AppendRecord(nil)
	for _, round := range r.Rounds {
		if len(text) > maxRecord {
			return nil, fmt.Errorf("%s: the record would be larger than %d MB", safe.Name(path), maxRecord>>20)
		}
		m.Step(round.Turns)
		text = m.AppendRecord(text)
	}
	return text, nil
}

// baseOf returns the name of a file without folder and extension.
func baseOf(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
