package battleroyale

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the files in testdata again")

// TestOriginalRecords explains the matches of the original program.
func TestOriginalRecords(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "records", "battleroyale")
	if set := os.Getenv("ARENA_RECORDS"); set != "" {
		folder = filepath.Join(set, "battleroyale")
	}
	files := append(filesIn(t, folder, "*.br"), filesIn(t, folder, "*.br.gz")...)
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
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			s, err := readSetup(text)
			require.NoError(t, err)
			again, err := readSetup(s.text())
			require.NoError(t, err)
			require.Equal(t, s, again)
		})
	}
}

func filesIn(t *testing.T, folder, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	require.NoError(t, err)
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

// replay explains every round of a record. The error names the first one that has
// no explanation.
func replay(text []byte) error {
	record, err := ReadRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.Text(), text) {
		return errors.New("the record written back is another")
	}
	for k, after := range record.states[1:] {
		if err := explain(record.states[k], after); err != nil {
			return fmt.Errorf("round %d: %w", after.first+after.round, err)
		}
	}
	return nil
}
