package broker_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
)

// files returns the files of a folder.
func files(t testing.TB, folder string) (all []string) {
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			all = append(all, path)
		}
		return err
	}))
	return all
}

// TestDamagedQueues: whatever happened to the queues, the league goes on. What was in them is played
// again.
func TestDamagedQueues(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, path string){
		"deleted":   func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) },
		"truncated": func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 7)) },
		"noise": func(t *testing.T, path string) {
			source, noise := rand.New(rand.NewPCG(1, 2)), make([]byte, 4096)
			for i := range noise {
				noise[i] = byte(source.Uint32())
			}
			require.NoError(t, os.WriteFile(path, noise, 0o600))
		},
	} {
		for _, kind := range []string{"meta.inf", "meta.sum", "*.blk", "*.db", "o.dat", "*"} {
			t.Run(name+" "+kind, func(t *testing.T) {
				folder := t.TempDir()
				left := leaveWork(t, folder)
				spoiled := 0
				for _, path := range files(t, filepath.Join(folder, "queues")) {
					if ok, _ := filepath.Match(kind, filepath.Base(path)); ok {
						spoil(t, path)
						spoiled++
					}
				}
				require.Positive(t, spoiled)
				l := open(t, silent(folder))
				aside, err := filepath.Glob(filepath.Join(folder, "queues-damaged-*"))
				require.NoError(t, err)
				require.Len(t, l.said.get(), len(aside), "%q", l.said.get())
				left.Address = l.Address() // the port is chosen anew
				join(t, left, client.JoinOptions{Play: echo})
				l.give(t, 10)
				for seen := make(map[scheduler.Key]bool); len(seen) < 10; {
					d := l.next(t) // may be the one that was left, and come again
					require.NoError(t, d.Err)
					d.Done()
					seen[d.Key] = true
				}
			})
		}
	}
}

// leaveWork leaves a league with work in its queues, and an invitation that was accepted.
func leaveWork(t *testing.T, folder string) members.Invitation {
	l, err := broker.Open(t.Context(), options(folder)) // with a second of silence the jobs would go back
	require.NoError(t, err)
	i, err := l.Invite("anna")
	require.NoError(t, err)
	me := intrude(t, i)
	me.hello(t)
	for number := range 5 {
		require.NoError(t, l.Give(t.Context(), job(number)))
	}
	me.take(t, 3)
	require.NoError(t, me.sends(t, resultMessage(i, key(0), job(0).Body)))
	me.Close()
	require.NoError(t, l.Close())
	return i
}
