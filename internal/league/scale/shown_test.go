package scale_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkShown tells what it costs to show a league that has all its matches: as a table, as a page in a file, and as
// a page that is served, until its tables are there.
func BenchmarkShown(b *testing.B) {
	folder := filled(b)
	program := buildArena(b)
	show := func(more ...string) *exec.Cmd {
		c := exec.CommandContext(b.Context(), program, append([]string{"league", "show", string(folder)}, more...)...)
		c.Stderr = os.Stderr
		return c
	}
	b.Run("table", func(b *testing.B) {
		measured(b, func(*testing.B) *exec.Cmd {
			c := show()
			require.NoError(b, c.Run())
			return c
		})
	})
	b.Run("file", func(b *testing.B) {
		measured(b, func(*testing.B) *exec.Cmd {
			c := show("--html", filepath.Join(b.TempDir(), "table.html"))
			require.NoError(b, c.Run())
			return c
		})
	})
	b.Run("served", func(b *testing.B) {
		measured(b, func(b *testing.B) *exec.Cmd { return visited(b, show("--http", "127.0.0.1:0")) })
	})
}

// buildArena returns the path of the arena, which is built of these sources.
func buildArena(b *testing.B) string {
	b.Helper()
	folder := b.TempDir() + string(filepath.Separator)
	said, err := exec.CommandContext(b.Context(), "go", "build", "-o", folder,
		"github.com/botarena/arena/cmd/arena", "github.com/botarena/arena/cmd/arena-league").CombinedOutput()
	require.NoError(b, err, "%s", said)
	return folder + "arena"
}

// measured reports the CPU time of a command, and its memory at most.
func measured(b *testing.B, run func(*testing.B) *exec.Cmd) {
	b.Helper()
	cpu, peak := time.Duration(0), 0
	for b.Loop() {
		state := run(b).ProcessState
		cpu += state.UserTime() + state.SystemTime()
		peak = max(peak, peakOf(state))
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "CPU-s/op")
	b.ReportMetric(float64(peak)/1e6, "MB")
}

// visited ends a command that serves a page once a reader has read all of it.
func visited(b *testing.B, c *exec.Cmd) *exec.Cmd {
	b.Helper()
	said, err := c.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, c.Start())
	address, err := bufio.NewReader(said).ReadString('\n')
	require.NoError(b, err)
	address = strings.TrimSpace(address)
	for strings.Contains(read(b, address+"tables"), "the tables are being made") {
		time.Sleep(100 * time.Millisecond)
	}
	b.ReportMetric(float64(len(read(b, address))), "page-B")
	b.ReportMetric(float64(len(read(b, address+"bots.json"))), "bots-B")
	b.ReportMetric(float64(len(read(b, address+"matches.json"))), "part-B")
	require.NoError(b, c.Process.Signal(os.Interrupt))
	require.NoError(b, c.Wait())
	return c
}

func read(b *testing.B, address string) string {
	b.Helper()
	answer, err := http.Get(address) //nolint:gosec,noctx // our own server
	require.NoError(b, err)
	defer answer.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(answer.Body)
	require.NoError(b, err)
	return string(text)
}
