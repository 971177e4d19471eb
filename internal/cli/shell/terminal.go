package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
	"github.com/spf13/cobra"
)

// terminal is where the user can be asked something.
type terminal struct {
	in  *os.File
	out *screen
}

// NewTerminal returns nil if there is nobody to ask.
func NewTerminal(c *cobra.Command) *terminal {
	in, isFile := c.InOrStdin().(*os.File)
	out, isScreen := c.ErrOrStderr().(*screen)
	if !isFile || !isScreen || !out.Terminal || !term.IsTerminal(in.Fd()) {
		return nil
	}
	return &terminal{in, out}
}

// longestLine is how much of an answer is read, in bytes.
const longestLine = 1024

// line asks a question and returns the line that was typed.
func (t *terminal) line(ctx context.Context, question string) (string, error) {
	fmt.Fprint(t.out, question)
	answer, err := t.Read(ctx)
	if err != nil {
		fmt.Fprintln(t.out)
	}
	return answer, err
}

// secret asks for what nobody else should see.
func (t *terminal) secret(ctx context.Context, question string) ([]byte, error) {
	fmt.Fprint(t.out, question)
	defer fmt.Fprintln(t.out)
	before, err := term.MakeRaw(t.in.Fd())
	if err != nil {
		return nil, err
	}
	defer term.Restore(t.in.Fd(), before) //nolint:errcheck // there is no other way to do it
	typed, err := t.Read(ctx)
	return []byte(typed), err
}

// Read reads up to the end of a line. Of a terminal in raw mode it understands what edits a
// line.
func (t *terminal) Read(ctx context.Context) (string, error) {
	keys, err := cancelreader.NewReader(t.in)
	if err != nil {
		return "", err
	}
	defer keys.Close() //nolint:errcheck // only read
	defer context.AfterFunc(ctx, func() { keys.Cancel() })()
	var line []byte
	for len(line) < longestLine {
		var key [1]byte
		if _, err := io.ReadFull(keys, key[:]); err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if errors.Is(err, io.EOF) && len(line) > 0 {
				break
			}
			return "", err
		}
		switch key[0] {
		case '\r', '\n':
			return string(line), nil
		case 3, 4: // Ctrl-C and Ctrl-D
			return "", context.Canceled
		case 8, 127: // backspace
			line = line[:max(0, len(line)-1)]
		default:
			line = append(line, key[0])
		}
	}
	return string(bytes.TrimSpace(line)), nil
}
