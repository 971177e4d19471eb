package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
)

// Exit codes.
const (
	done   = 0
	failed = 1
	misuse = 2
)

// program is what all commands share: the games, standard output and standard error.
type program struct {
	games engine.Games
	out   *output
	err   *screen
	reading
}

// newProgram returns the program. Results go to stdout and everything else to stderr.
func newProgram(games engine.Games, stdout, stderr io.Writer) *program {
	return &program{games: games, out: &output{to: stdout}, err: newScreen(stderr)}
}

// output is standard output. It keeps the first error, so that printing needs
// no checks and a full disk is still noticed. Whatever is printed, and whoever it comes
// from, nothing in it controls the terminal.
type output struct {
	to     io.Writer
	failed error
}

func (o *output) Write(text []byte) (int, error) {
	if n, err := o.asIs(safe.Plain(text)); err != nil {
		return min(n, len(text)), err
	}
	return len(text), nil
}

// asIs writes what is not for a terminal, or has no text from outside.
func (o *output) asIs(text []byte) (int, error) {
	n, err := o.to.Write(text)
	if o.failed == nil {
		o.failed = err
	}
	return n, err
}

// report prints an error and its hint, and returns the exit code.
func report(to io.Writer, err error) int {
	if err == nil {
		return done
	}
	if !errors.Is(err, errTold) {
		fmt.Fprintln(to, err)
		if hint := hintOf(err); hint != "" {
			fmt.Fprintf(to, "hint: %s\n", hint)
		}
	}
	if wrong := new(usageError); errors.As(err, &wrong) {
		return misuse
	}
	return failed
}
