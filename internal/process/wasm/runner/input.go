package runner

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
)

// input is the standard input of a module: lines of a match. It hands them out in pieces
// that do not depend on when they arrive, as the module could see that.
//
// After the last line of a match it ends, so that each match has a module of its own.
type input struct {
	from   *bufio.Reader
	piece  []byte // the bytes that were not handed out yet
	within bool   // the last line that was read has no end yet
	over   bool   // the match is, and all of it was handed out
	seed   func(uint64)
}

// longestPiece is how many bytes are handed out at most. No question of a match is nearly
// as long.
const longestPiece = 1 << 20

func newInput(from io.Reader) *input { return &input{from: bufio.NewReaderSize(from, 64<<10)} }

// begin begins a match, in which seed is told the seed of the seat.
func (in *input) begin(seed func(uint64)) { in.over, in.seed = false, seed }

func (in *input) Read(to []byte) (int, error) {
	if len(in.piece) == 0 {
		if in.over {
			return 0, io.EOF
		}
		if err := in.fill(); len(in.piece) == 0 {
			return 0, err
		}
	}
	n := copy(to, in.piece)
	in.piece = in.piece[n:]
	return n, nil
}

// fill reads up to the next question or the end of the match.
func (in *input) fill() error {
	for in.piece = in.piece[:0]; len(in.piece) < longestPiece; {
		line, err := in.from.ReadSlice('\n')
		in.piece = append(in.piece, line...)
		begins := !in.within
		in.within = err != nil
		if err != nil && err != bufio.ErrBufferFull { //nolint:errorlint // it is never wrapped
			return err
		}
		if !begins || err != nil {
			continue
		}
		word, rest, _ := bytes.Cut(line[:len(line)-1], []byte(" "))
		switch string(word) {
		case "seed":
			if seed, err := strconv.ParseUint(string(rest), 10, 64); err == nil {
				in.seed(seed)
			}
		case "end":
			in.over = true
			return nil
		case "go":
			return nil
		}
	}
	return nil
}
