package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/botarena/arena/engine/lines"
)

// input reads lines while somebody waits for something else, too.
type input struct {
	from  io.Reader
	lines chan inputLine
}

// inputLine is a line without its end, or the error that ended the input.
type inputLine struct {
	text []byte
	err  error
}

// errTooLong is a line of which only the beginning was kept.
var errTooLong = fmt.Errorf("a line of more than %d KiB", lines.MaxLine>>10)

// next waits for a line. Reading begins with the first call.
func (i *input) next(ctx context.Context) ([]byte, error) {
	if i.lines == nil {
		i.lines = make(chan inputLine)
		go i.read()
	}
	select {
	case line := <-i.lines:
		return line.text, line.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// read reads all lines. It never ends while the input is open: nothing can wake a read of
// a terminal, and the process ends anyway.
func (i *input) read() {
	from := bufio.NewReaderSize(i.from, lines.MaxLine+len("\r\n"))
	for {
		line, err := readLine(from)
		if err != nil && !errors.Is(err, errTooLong) {
			if len(line) > 0 {
				i.lines <- inputLine{text: line} // without an end, but complete
			}
			for {
				i.lines <- inputLine{err: err}
			}
		}
		i.lines <- inputLine{line, err}
	}
}

// readLine returns the next line without its end. Of a line that is too long it keeps
// nothing.
func readLine(from *bufio.Reader) ([]byte, error) {
	line, err := from.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return trimmed(line), err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = from.ReadSlice('\n')
	}
	if err != nil {
		return nil, err
	}
	return nil, errTooLong
}

// trimmed returns a copy of a line without its end.
func trimmed(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return append([]byte(nil), line...)
}
