// Command verifies plays replays again, as arena verify does, and is built in seconds for any machine:
// verifies REPLAY...
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/match/replay"
)

func main() {
	for _, path := range os.Args[1:] {
		rounds, err := verify(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, path+":", err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d rounds, as recorded\n", path, rounds)
	}
}

// verify returns how many rounds a whole match has.
func verify(path string) (int, error) {
	file, err := os.Open(path) //nolint:gosec // the test that starts this names the files
	if err != nil {
		return 0, err
	}
	defer file.Close() //nolint:errcheck // only read
	r, err := replay.Read(file, games.All())
	if err != nil {
		return 0, err
	}
	if r.Scores == nil {
		return 0, errors.New("the match has no end")
	}
	return len(r.Rounds), r.Verify()
}
