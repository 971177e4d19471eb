// Package reader turns a file with a match into the data of the page. The arena that serves a
// page does that for files dropped on it; compiled to WebAssembly, the page does it by itself.
package reader

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// ErrTooLarge is the error of a file of more than [story.MaxFile] bytes.
var ErrTooLarge = fmt.Errorf("larger than %d MB", story.MaxFile>>20)

// Read returns the data of the page, a [pagedata.Match] as JSON. The error is for the reader of
// the page, and can be printed whatever is in the file.
func Read(file []byte, games engine.Games) ([]byte, error) {
	if len(file) > story.MaxFile {
		return nil, ErrTooLarge
	}
	match, err := story.Read(file, games)
	if err != nil {
		return nil, errors.New(engine.Printable(err.Error()))
	}
	return json.Marshal(pagedata.Encode(match))
}

// Run reads a file from in, and writes the data of the page to out, or why it can't be shown to
// complaints. It returns the exit code: 0 or 1.
func Run(in io.Reader, out, complaints io.Writer, games engine.Games) int {
	text, err := readAll(in, games)
	if err == nil {
		_, err = out.Write(text)
	}
	if err != nil {
		fmt.Fprintln(complaints, err)
		return 1
	}
	return 0
}

func readAll(in io.Reader, games engine.Games) ([]byte, error) {
	file, err := io.ReadAll(io.LimitReader(in, story.MaxFile+1))
	if err != nil {
		return nil, err
	}
	return Read(file, games)
}
