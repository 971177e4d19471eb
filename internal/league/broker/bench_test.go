package broker_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/wire"
)

// BenchmarkJobs has trivial matches played by two worker processes, each result with the body of a
// usual replay or none.
func BenchmarkJobs(b *testing.B) {
	for _, size := range []int{8, 36_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			l := open(b, broker.Options{Folder: b.TempDir(), Listen: "127.0.0.1:0"})
			var workers []*process
			for range 2 {
				workers = append(workers, start(b, role{Invitation: l.invite(b, "worker").String()}))
			}
			testkit.Await(b, "both are there", func() bool { return len(l.Present()) == 2 })
			before := cpuTime(b)
			given, done := 0, 0
			for b.Loop() {
				for ; l.Room() > 0; given++ {
					j := job(given)
					j.Body = append(j.Body, make([]byte, size-8)...)
					require.NoError(b, l.Give(b.Context(), j))
				}
				d := l.next(b)
				d.Done()
				done++
			}
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(done), "league-cpu-µs/op")
			b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "jobs/s")
			used := time.Duration(0)
			for _, w := range workers {
				w.kill()
				used += w.command.ProcessState.UserTime() + w.command.ProcessState.SystemTime()
			}
			b.ReportMetric(float64(used.Microseconds())/float64(done), "workers-cpu-µs/op")
		})
	}
}

// BenchmarkOpen starts a server, and stops it.
func BenchmarkOpen(b *testing.B) {
	folder := b.TempDir()
	before := cpuTime(b)
	closing := time.Duration(0)
	for b.Loop() {
		l, err := broker.Open(b.Context(), options(folder))
		require.NoError(b, err)
		from := time.Now()
		require.NoError(b, l.Close())
		closing += time.Since(from)
	}
	b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
	b.ReportMetric(float64(closing.Microseconds())/float64(b.N), "closing-µs/op")
}

// BenchmarkFetch has a worker of this process fetch a program of 13 MB again and again.
func BenchmarkFetch(b *testing.B) {
	l := open(b, options(b.TempDir()))
	program := bytes.Repeat([]byte("program "), 13<<17)
	digest := wire.Digest(sha256.Sum256(program))
	require.NoError(b, l.PutBot(digest, bytes.NewReader(program), int64(len(program))))
	fetch, fetched := make(chan struct{}), make(chan error)
	join(b, l.invite(b, "anna"), client.JoinOptions{Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
		for range fetch {
			fetched <- task.Bot(ctx, digest, io.Discard)
		}
		return nil, nil
	}})
	defer close(fetch)
	require.NoError(b, l.Give(b.Context(), job(0)))
	before := cpuTime(b)
	b.SetBytes(int64(len(program)))
	for b.Loop() {
		fetch <- struct{}{}
		require.NoError(b, <-fetched)
	}
	b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
}

// BenchmarkMemory tells how much memory a league has that serves 10,000 matches with 8 bots of 13 MB.
func BenchmarkMemory(b *testing.B) {
	l := open(b, broker.Options{Folder: b.TempDir(), Listen: "127.0.0.1:0"})
	program := bytes.Repeat([]byte("program "), 13<<17)
	for number := range 8 {
		program[0] = byte(number)
		digest := wire.Digest(sha256.Sum256(program))
		require.NoError(b, l.PutBot(digest, bytes.NewReader(program), int64(len(program))))
	}
	for range 2 {
		start(b, role{Invitation: l.invite(b, "worker").String()})
	}
	testkit.Await(b, "both are there", func() bool { return len(l.Present()) == 2 })
	given := 0
	for b.Loop() {
		for range 10_000 {
			for ; l.Room() > 0; given++ {
				require.NoError(b, l.Give(b.Context(), job(given)))
			}
			l.next(b).Done()
		}
	}
	runtime.GC()
	b.ReportMetric(memory(b, "VmRSS"), "MB")
	b.ReportMetric(memory(b, "VmHWM"), "peak-MB")
}

// memory returns what Linux says of this process, in MB.
func memory(b *testing.B, name string) float64 {
	text, err := os.ReadFile(filepath.Join("/proc", "self", "status"))
	if err != nil {
		b.Skip("this system does not tell")
	}
	for line := range strings.Lines(string(text)) {
		var kilobytes float64
		if _, err := fmt.Sscanf(line, name+": %f kB", &kilobytes); err == nil {
			return kilobytes / 1024
		}
	}
	b.Fatal("no " + name)
	return 0
}
