// Package shell has what all commands share: the games, standard output and standard error, flags, and how errors,
// tables, verdicts and JSON are printed. Nothing in it is about one command.
package shell

import (
	"errors"
	"fmt"
	"io"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// Exit codes.
const (
	Done   = 0
	Failed = 1
	Misuse = 2
)

// Shell is what all commands share: the games, standard output and standard error.
type Shell struct {
	Games engine.Games
	Out   *Output
	Err   *screen
	Reading
}

// New returns the program. Results go to stdout and everything else to stderr.
func New(games engine.Games, stdout, stderr io.Writer) *Shell {
	return &Shell{Games: games, Out: &Output{To: stdout}, Err: NewScreen(stderr)}
}

// Output is standard output. It keeps the first error, so that printing needs
// no checks and a full disk is still noticed. Whatever is printed, and wherever it comes
// from, nothing in it controls the terminal.
type Output struct {
	To     io.Writer
	Failed error
}

func (o *Output) Write(text []byte) (int, error) {
	if n, err := o.AsIs(safe.Plain(text)); err != nil {
		return min(n, len(text)), err
	}
	return len(text), nil
}

// AsIs writes data that is not for a terminal, or has no text from outside.
func (o *Output) AsIs(text []byte) (int, error) {
	n, err := o.To.Write(text)
	if o.Failed == nil {
		o.Failed = err
	}
	return n, err
}

// Report prints an error and its hint, and returns the exit code.
func Report(to io.Writer, err error) int {
	if err == nil {
		return Done
	}
	if !errors.Is(err, ErrTold) {
		fmt.Fprintln(to, err)
		if fix := hint.Of(err); fix != "" {
			fmt.Fprintf(to, "hint: %s\n", fix)
		}
	}
	if wrong := new(UsageError); errors.As(err, &wrong) {
		return Misuse
	}
	return Failed
}
