package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/progress"
)

// screen is standard error. It takes lines from the bots and the arena and, on a
// terminal, shows one line of progress below them.
type screen struct {
	mu       sync.Mutex
	to       io.Writer
	Terminal bool
	shown    string
	drawn    time.Time
	log      *slog.Logger      // to which all goes instead; nil without
	display  *progress.Display // of a run of many matches, which shows everything meanwhile
}

// redraw is the shortest time between two lines of progress.
const redraw = 100 * time.Millisecond

// NewScreen returns standard error, on which progress may stand.
func NewScreen(to io.Writer) *screen {
	return &screen{to: to, Terminal: IsTerminal(to)}
}

// IsTerminal reports whether a person reads the output.
func IsTerminal(to io.Writer) bool {
	file, ok := to.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// Write writes whole lines and erases the progress, which comes back with its next
// change. Nothing in the lines controls the terminal.
func (s *screen) Write(lines []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log != nil {
		logLines(s.log, string(safe.Plain(lines)))
		return len(lines), nil
	}
	if s.display != nil {
		return s.display.Write(lines)
	}
	s.erase()
	if n, err := s.to.Write(safe.Plain(lines)); err != nil {
		return min(n, len(lines)), err
	}
	return len(lines), nil
}

// Progress replaces the line of progress.
func (s *screen) Progress(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Terminal || s.log != nil || s.display != nil || time.Since(s.drawn) < redraw {
		return
	}
	s.erase()
	s.drawn = time.Now()
	s.shown = safe.Sprintf(format, args...)
	fmt.Fprint(s.to, s.shown)
}

// longBuild is how many packages take long enough to compile for a word about it.
const longBuild = 50

// building returns a function that shows how a bot's first build gets on. If it takes
// long, it says so once, on any screen.
func (s *screen) building() func(name string, left, all int) {
	var once sync.Once
	return func(name string, left, all int) {
		if all >= longBuild {
			once.Do(func() {
				fmt.Fprintf(s, "note: compiling %d packages for the bots; only the first time takes minutes\n", all)
			})
		}
		if all == 0 {
			s.Progress("compiling %s", name)
			return
		}
		s.Progress("building %s for the first time: %d of %d packages left", name, left, all)
	}
}

// BuildingFor says for which system a bot is compiled now. Each may take minutes the first
// time, so that it is said on any screen.
func (s *screen) BuildingFor(system string) {
	if s.Terminal {
		s.Progress("building for %s", system)
		return
	}
	fmt.Fprintf(s, "building for %s\n", system)
}

// Show lets a display show everything until it is closed, or if it is nil, no more.
func (s *screen) Show(d *progress.Display) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	s.display = d
}

// Clear erases the line of progress.
func (s *screen) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
}

func (s *screen) erase() {
	if s.shown != "" {
		fmt.Fprintf(s.to, "\r%s\r", strings.Repeat(" ", len(s.shown)))
		s.shown = ""
	}
}

// RoundProgress shows the progress of a match.
type RoundProgress struct{ Screen *screen }

var _ match.Watcher = RoundProgress{}

// Round implements [match.Watcher].
func (p RoundProgress) Round(m engine.Match, r match.Round) {
	p.Screen.Progress("round %d of %d", r.Number+1, m.Rounds())
}

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

// ProgressFlag says how a long run shows that it gets on.
type ProgressFlag string

// The ways to show progress. The usual one is a board on a terminal and lines elsewhere.
const (
	progressUsual ProgressFlag = "auto"
	progressBoard ProgressFlag = "board"
	progressLines ProgressFlag = "lines"
	progressJSON  ProgressFlag = "json"
	progressNone  ProgressFlag = "none"
)

var progressWays = Enum[ProgressFlag]{
	Values: []ProgressFlag{progressUsual, progressBoard, progressLines, progressJSON, progressNone},
	Notes:  map[ProgressFlag]string{progressJSON: "one object a line"},
}

// Register adds --progress.
func (f *ProgressFlag) Register(c *cobra.Command) {
	*f = progressUsual
	progressWays.Register(c, f, "progress", "`HOW` progress is shown on standard error: %s")
}

// Show begins to show a run on standard error, or returns nil if nothing is to be shown.
func (f ProgressFlag) Show(ctx context.Context, s *screen) *progress.Display {
	o := progress.Options{To: s.to}
	switch f {
	case progressNone:
		return nil
	case progressBoard:
		o.Form = progress.Board
	case progressLines:
		o.Form = progress.Lines
	case progressJSON:
		o.Form = progress.JSON
	default:
		o.Form = progress.FormFor(s.to)
	}
	d := progress.Show(ctx, o)
	s.Show(d)
	return d
}

// SummaryTime is the shortest time between two looks at the statistics of a run.
const SummaryTime = 500 * time.Millisecond
