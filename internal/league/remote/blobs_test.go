package remote

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/wire"
)

// fakeShelf counts what it is asked for.
type fakeShelf struct {
	has    map[wire.Digest]bool
	sent   blobs
	put    int
	broken error // of PutBot and DropBot
}

func (f *fakeShelf) HasBot(d wire.Digest) (bool, error) {
	return f.has[d], nil
}

func (f *fakeShelf) PutBot(d wire.Digest, program io.ReaderAt, size int64) error {
	if f.broken != nil {
		return f.broken
	}
	f.put++
	f.has[d] = true
	text, err := io.ReadAll(io.NewSectionReader(program, 0, size))
	f.sent[d] = text
	return err
}

func (f *fakeShelf) DropBot(d wire.Digest) error {
	if f.broken == nil {
		delete(f.has, d)
	}
	return f.broken
}

// stockOf returns the stock of a league with some bots, its shelf, how often the store was asked, and
// the clock.
func stockOf(t *testing.T, bots int) (s *stock, f *fakeShelf, reads *int, now *time.Time) {
	t.Helper()
	top := t.TempDir()
	folder, workers := league.Folder(top), t.TempDir()
	for number := range bots {
		home := filepath.Join(folder.Bots(), strconv.Itoa(number))
		require.NoError(t, os.MkdirAll(home, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(home, "bot"), []byte(strconv.Itoa(number)), 0o600))
	}
	clock, asked := time.Unix(1e9, 0), 0
	f = &fakeShelf{has: make(map[wire.Digest]bool), sent: make(blobs)}
	return newStock(f, Options{
		Kept: workers, Now: func() time.Time { return clock }, Folder: folder,
		Entrant: func(_ context.Context, name string, _ [32]byte) (store.Entrant, error) {
			asked++
			return store.Entrant{Entrant: played.Entrant{Typed: name + "/bot"}}, nil
		},
	}), f, &asked, &clock
}

// bringFor brings a bot for a match, and returns its archive.
func bringFor(t *testing.T, s *stock, match byte, bot int) digest {
	t.Helper()
	to := seat{Name: strconv.Itoa(bot), Program: digest{byte(bot)}}
	require.NoError(t, s.bring(t.Context(), store.Key{match}, &to))
	require.Equal(t, "bot", to.Path)
	return to.Archive
}

// TestStockAsksLittle: each bot is looked up once, and put once.
func TestStockAsksLittle(t *testing.T) {
	s, f, reads, _ := stockOf(t, 3)
	for match := range byte(100) {
		for bot := range 3 {
			bringFor(t, s, match, bot)
		}
	}
	require.Equal(t, 3, *reads)
	require.Equal(t, 3, f.put)

	clear(f.has) // somebody deleted them
	bringFor(t, s, 2, 1)
	require.Equal(t, 4, f.put)
}

// TestStockForgetsWhatNobodyNeeds, but neither what a match needs that is out nor what was used lately.
// What is needed after all is there again.
func TestStockForgetsWhatNobodyNeeds(t *testing.T) {
	s, f, _, now := stockOf(t, 4)
	left, out := bringFor(t, s, 0, 0), bringFor(t, s, 1, 1)
	s.ended(store.Key{0})
	*now = now.Add(idleTime - 1)
	lately := bringFor(t, s, 2, 2)
	s.ended(store.Key{2})
	require.Len(t, f.has, 3)
	*now = now.Add(tidyTime)
	last := bringFor(t, s, 3, 3)
	require.Equal(
		t, map[wire.Digest]bool{wire.Digest(out): true, wire.Digest(lately): true, wire.Digest(last): true}, f.has)
	bringFor(t, s, 4, 0)
	require.True(t, f.has[wire.Digest(left)])
}

// TestStockForgetsTheNextTime what can't be removed now, as it is being read.
func TestStockForgetsTheNextTime(t *testing.T) {
	s, f, _, now := stockOf(t, 1)
	bringFor(t, s, 0, 0)
	s.ended(store.Key{0})
	*now = now.Add(idleTime)
	f.broken = errUnwanted
	s.tidy()
	require.Len(t, f.has, 1)
	f.broken = nil
	s.tidy()
	require.Empty(t, f.has)
}

// TestStockRemembersWhatIsThere, so that bots that have left in an earlier run of the league go as well.
func TestStockRemembersWhatIsThere(t *testing.T) {
	s, f, _, now := stockOf(t, 2)
	bringFor(t, s, 0, 0)
	again := newStock(f, Options{Kept: s.folder, Now: s.now, Entrant: s.ask, Folder: s.league})
	*now = now.Add(idleTime)
	one := bringFor(t, again, 0, 1)
	require.Equal(t, map[wire.Digest]bool{wire.Digest(one): true}, f.has)
}
