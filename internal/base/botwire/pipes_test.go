package botwire_test

import (
	"bytes"
	"crypto/sha256"
	"io"
	"net"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/testkit"
)

// connected returns the two ends of a connection over pipes.
func connected(t testing.TB) (a, b net.Conn) {
	t.Helper()
	fromA, toB, err := os.Pipe()
	require.NoError(t, err)
	fromB, toA, err := os.Pipe()
	require.NoError(t, err)
	a, b = botwire.Pipes(fromB, toB), botwire.Pipes(fromA, toA)
	t.Cleanup(func() { _ = a.Close(); _ = b.Close() })
	return a, b
}

func TestPipesCarryMoreThanTheyHold(t *testing.T) {
	a, b := connected(t)
	sent := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	go func() {
		n, err := a.Write(sent)
		if err == nil && n == len(sent) {
			_ = a.Close()
		}
	}()
	got, err := io.ReadAll(b)
	require.NoError(t, err)
	require.Equal(t, sha256.Sum256(sent), sha256.Sum256(got))
	n, err := b.Read(make([]byte, 1))
	require.Zero(t, n)
	require.ErrorIs(t, err, io.EOF)
}

func TestPipesReturnWhatThereIs(t *testing.T) {
	a, b := connected(t)
	n, err := a.Write(nil)
	require.NoError(t, err)
	require.Zero(t, n)
	n, err = b.Read(nil)
	require.NoError(t, err)
	require.Zero(t, n)
	_, err = a.Write([]byte("hello"))
	require.NoError(t, err)
	buffer := make([]byte, 100)
	n, err = b.Read(buffer)
	require.NoError(t, err)
	require.Equal(t, "hello", string(buffer[:n]))
}

func TestPipesObeyDeadlinesAndClosing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the pipes of package os have no deadlines on Windows; package host makes others there")
	}
	a, b := connected(t)
	require.NoError(t, b.SetReadDeadline(time.Now().Add(10*time.Millisecond)))
	_, err := b.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.NoError(t, a.SetWriteDeadline(time.Now().Add(10*time.Millisecond)))
	n, err := a.Write(make([]byte, 1<<20))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.Less(t, n, 1<<20)
	require.NoError(t, a.SetWriteDeadline(time.Time{}))

	begun, blocked := make(chan struct{}), make(chan error, 1)
	go func() {
		close(begun)
		_, err := a.Read(make([]byte, 1))
		blocked <- err
	}()
	testkit.Receive(t, "the reader", begun)
	require.NoError(t, a.Close())
	require.Error(t, testkit.Receive(t, "the end of the reader", blocked))
	require.NoError(t, b.Close())
	_, err = a.Write([]byte("x"))
	require.Error(t, err)
}

func TestWritingToABrokenPipeFails(t *testing.T) {
	a, b := connected(t)
	require.NoError(t, b.Close())
	_, err := a.Write([]byte("x"))
	require.Error(t, err)
	_, err = a.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF)
}

func BenchmarkPipes(b *testing.B) {
	one, other := connected(b)
	go func() { _, _ = io.Copy(other, other) }()
	message := make([]byte, 300)
	for b.Loop() {
		_, _ = one.Write(message)
		_, _ = io.ReadFull(one, message)
	}
}
