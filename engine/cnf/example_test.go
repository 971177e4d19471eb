package cnf_test

import (
	"errors"
	"fmt"

	"github.com/botarena/arena/engine/cnf"
)

// readBoard reads a board file: a word, a number, and as many rows. Only the end asks for an error.
func readBoard(text string) (rows []string, err error) {
	r := cnf.NewReader([]byte(text))
	r.Expect("Maze")
	height := r.Int("the number of rows", 1, 9)
	for range height {
		rows = append(rows, r.Word("a row"))
	}
	return rows, r.Err()
}

// A mistake in a file has its place.
func ExampleReader() {
	rows, err := readBoard("Maze 2\n..#\n#..\n")
	fmt.Println(rows, err)

	_, err = readBoard("Maze 2\n..#\n")
	fmt.Println(err)

	_, err = readBoard("Maze 20")
	var wrong *cnf.Error
	if errors.As(err, &wrong) {
		fmt.Printf("line %d: found %s, expected %s\n", wrong.Line, wrong.Found, wrong.Want)
	}
	// Output:
	// [..# #..] <nil>
	// line 3, column 1: found the end of the file, expected a row
	// line 1: found "20", expected the number of rows (an integer from 1 to 9)
}
