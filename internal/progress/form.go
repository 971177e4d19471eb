package progress

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
)

// Form is how a run is shown.
type Form int

// Forms.
const (
	// Lines are few: one for each tenth of the way, and at most one in ten seconds.
	Lines Form = iota
	// Board is drawn on a terminal again and again. It is as large as it must be, up to the
	// terminal's size, in colour unless NO_COLOR is set.
	Board
	// JSON is one object a line: progress at most once a second and at the end, and each match.
	JSON
)

// The smallest terminal that has room for a board.
const (
	leastWidth  = 20
	leastHeight = 6
)

// FormFor returns how a run is best shown there, if it isn't JSON: as a board on a terminal
// that can draw one and says how large it is, otherwise as lines.
func FormFor(to io.Writer) Form {
	file, ok := to.(*os.File)
	if !ok || !isatty.IsTerminal(file.Fd()) {
		return Lines
	}
	if kind, set := os.LookupEnv("TERM"); kind == "dumb" || !set && needsTerm {
		return Lines
	}
	width, height, err := term.GetSize(file.Fd())
	if err != nil || width < leastWidth || height < leastHeight {
		return Lines
	}
	return Board
}
