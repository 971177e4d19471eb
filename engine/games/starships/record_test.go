package starships

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

var update = flag.Bool("update", false, "write the files in testdata again")

// TestOriginalRecords plays the matches of the original program again.
func TestOriginalRecords(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "records", "starships")
	if set := os.Getenv("ARENA_RECORDS"); set != "" {
		folder = filepath.Join(set, "starships")
	}
	files := filesIn(t, folder, "*.res", "*.res.gz")
	if len(files) == 0 {
		reason := fmt.Sprintf("no records of the original program in %s; ARENA_RECORDS can name the folder above", folder)
		if os.Getenv("CI") == "true" {
			t.Fatal(reason)
		}
		t.Skip(reason)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			require.NoError(t, replay(text))
		})
	}
	for _, file := range filesIn(t, folder, "*.cnf") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireBoardFile(t, file) })
	}
}

// requireBoardFile reads a board file, writes it and reads it again. The layout of
// the file is up to who wrote it. Files that are to be refused say so in their name.
func requireBoardFile(t *testing.T, file string) {
	t.Helper()
	text, err := readFile(file)
	require.NoError(t, err)
	s, err := readSetup(text)
	if strings.Contains(file, "invalid") {
		var at *cnf.Error
		require.ErrorAs(t, err, &at)
		return
	}
	require.NoError(t, err)
	again, err := readSetup(s.text())
	require.NoError(t, err)
	require.Equal(t, s, again)
	u, err := newUniverse(s)
	require.NoError(t, err)
	for range 50 {
		u = step(u, newClassic(1))
	}
}

func filesIn(t *testing.T, folder string, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		require.NoError(t, err)
		files = append(files, found...)
	}
	return files
}

// readFile reads a file and unpacks it if its name ends in .gz.
func readFile(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return text, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// replay plays a record again, from its seed, its first state and the commands
// asked, and returns the first difference.
func replay(text []byte) error {
	record, err := ReadRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.Text(), text) {
		return errors.New("the record written back is another")
	}
	source := rules{}.Classic(uint64(max(record.Seed, -record.Seed)))
	played, err := newUniverse(record.states[0].setup)
	if err != nil {
		return fmt.Errorf("round 0: %w", err)
	}
	r := engine.NewRand(source)
	if err := compare(record.states[0], played); err != nil {
		return fmt.Errorf("round 0: %w", err)
	}
	for _, recorded := range record.states[1:] {
		turns := make([]engine.Turn[*Commands], players)
		for player := range turns {
			turns[player].Commands = &Commands{given: recorded.asked[player]}
		}
		played = rules{}.Step(played, turns, r)
		if err := compare(recorded, played); err != nil {
			return fmt.Errorf("round %d: %w", recorded.round, err)
		}
	}
	return nil
}

// compare returns the first difference of a state that was played from the one
// that was recorded.
func compare(recorded, played *universe) error {
	for player := range players {
		for _, list := range []struct {
			name             string
			recorded, played []Command
		}{
			{"asked", recorded.asked[player], played.asked[player]},
			{"done", recorded.done[player], played.done[player]},
		} {
			for k := range max(len(list.recorded), len(list.played)) {
				none := Command{Unit: -1}
				if want, got := of(list.recorded, k, none), of(list.played, k, none); want != got {
					return fmt.Errorf("command %d %s by player %d: %+v, recorded %+v", k, list.name, player, got, want)
				}
			}
		}
	}
	for id, want := range recorded.units {
		if got := played.units[id]; want != got {
			return fmt.Errorf("starship %d: %+v, recorded %+v", id, got, want)
		}
	}
	for k := range max(len(recorded.shots), len(played.shots)) {
		none := Shot{-1, -1, -1, nowhere}
		if want, got := of(recorded.shots, k, none), of(played.shots, k, none); want != got {
			return fmt.Errorf("missile %d: %+v, recorded %+v", k, got, want)
		}
	}
	for k, want := range recorded.cells.Cells() {
		if got := played.cells.Cells()[k]; want != got {
			return fmt.Errorf("cell %v: %v, recorded %v", recorded.cells.Pos(k), got.kind(), want.kind())
		}
	}
	for player, want := range recorded.scores {
		if got := played.scores[player]; want != got {
			return fmt.Errorf("score of player %d: %d, recorded %d", player, got, want)
		}
	}
	return nil
}

var _ = slices.Clone[[]int]
