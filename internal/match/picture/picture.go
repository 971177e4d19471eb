// Package picture paints matches without a browser: a round as PNG, many as a
// GIF, and both as text.
package picture

import (
	"fmt"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/match/story"
)

// Options are how a match is shown. The zero value suits most purposes.
type Options struct {
	Theme    Theme
	CellSize int     // pixels of a cell; 0: such that the board is easy to see
	Speed    float64 // rounds a second of a GIF; 0: 10 rounds
	NoEvents bool    // leaves out the marks of what happens in the round
	NoNotes  bool    // leaves out what bots noted for their authors
}

// Theme is the kind of page for which a picture is made.
type Theme int

// The themes.
const (
	Light Theme = iota
	Dark
)

// End stands for the number of the last round, the end of the match.
const End = -1

// OptionError is an option that asks for a picture that can't be made.
// Its hint are the flags of arena export to ask for instead.
type OptionError struct{ hint.HintedError }

func refuse(fix, format string, args ...any) error {
	return &OptionError{*hint.New("", fmt.Sprintf(format, args...), fix)}
}

// roundOf checks the number of a round. There is a picture of every round, as players
// see it before they answer, and of the end.
func roundOf(m *story.Story, round int) (int, error) {
	last := len(m.Scenes) - 1
	hint := fmt.Sprintf("--round 0 to %d", last)
	switch {
	case last < 0:
		return 0, fmt.Errorf("there is nothing to show of this match")
	case round == End:
		return last, nil
	case round >= 0 && round <= last:
		return round, nil
	case last < m.Rounds:
		return 0, refuse(hint, "round %d: only %d of the %d rounds of this match are known", round, last, m.Rounds)
	}
	return 0, refuse(hint, "round %d: the match has %d", round, last)
}

// The bounds of options.
const (
	maxCell = 200
	maxSide = 16000 // pixels of a picture
)

// cellSize returns the size of a cell that the options ask for. By default, the longer
// side of the board gets about the given number of pixels.
func (o Options) cellSize(rows, cols, pixels int) (int, error) {
	size := o.CellSize
	switch {
	case size < 0 || size > maxCell:
		return 0, refuse("--cell 20", "cell size %d: a cell has 1 to %d pixels", size, maxCell)
	case size == 0:
		size = min(max(pixels/max(rows, cols, 1), 1), 96)
	}
	if rows*size > maxSide || cols*size > maxSide {
		fits := max(maxSide/max(rows, cols), 1)
		return 0, refuse(fmt.Sprintf("--cell %d", fits), "cell size %d: the picture would have a side of more than %d pixels",
			size, maxSide)
	}
	return size, nil
}
