package remote

import (
	"context"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/host"
)

// blobs are what a league has sent, by digest.
type blobs map[wire.Digest][]byte

func (b blobs) fetch(_ context.Context, d wire.Digest, to io.Writer) error {
	blob, has := b[d]
	if !has {
		return errUnwanted
	}
	_, err := to.Write(blob)
	return err
}

func newPlayer(t *testing.T) *Player {
	t.Helper()
	p := NewPlayer(t.Context(), PlayerOptions{
		Local: local.Options{Workers: 1}, Cache: openCache(t, t.TempDir(), MostCache), Sums: t.TempDir(),
		About: About{Sandboxes: []string{"standard"}, Rules: map[string]int{"orkisland": 3}},
	})
	t.Cleanup(p.Close)
	return p
}

// limits changes the limits of a job.
func limits(change func(*host.Limits)) func(*job) {
	return func(j *job) {
		l := host.DefaultLimits()
		change(&l)
		j.Limits = l.Text()
	}
}

// TestPlayerAgreesToNothingElse than what its owner offers, and to no match but the one that is named.
func TestPlayerAgreesToNothingElse(t *testing.T) {
	p, asked := newPlayer(t), sample()
	asked.Facts.Limits = host.DefaultLimits().Text()
	for want, test := range map[string]struct {
		change func(*job)
		unable bool // another worker may
	}{
		"to be played with --sandbox none":        {func(j *job) { j.Sandbox = "none" }, true},
		"by version 4 of the rules of orkisland":  {func(j *job) { j.Rules = 4 }, true},
		"by version 3 of the rules of moria, and": {func(j *job) { j.Game = "moria" }, true},
		"with looser limits than allowed: mem":    {limits(func(l *host.Limits) { l.Memory = 64 << 30 }), true},
		"with looser limits than allowed: cpu, start, wall": {limits(func(l *host.Limits) {
			l.CPU, l.StartCPU, l.Wall = 10*time.Second, time.Hour, 20*time.Second
		}), true},
		"with no limit on cpu, wall, output, mem": {limits(func(l *host.Limits) {
			l.CPU, l.Wall, l.Output, l.Memory, l.Bank = 0, 0, 0, 0, time.Hour
		}), true},
		"limits that this arena does not know: cpu": {func(j *job) { j.Limits = "cpu=-1" }, true},
		"job: it has the key of another match":      {func(j *job) { j.Seed++ }, false},
		"a: it was to be here":                      {func(*job) {}, true}, // its first bot can't be fetched
	} {
		told := newJob(asked)
		for i := range told.Seats {
			told.Seats[i].Path = "zorg"
		}
		test.change(&told)
		text, err := told.text()
		require.NoError(t, err)
		_, err = p.play(t.Context(), asked.Key(), text, blobs{}.fetch)
		require.ErrorContains(t, err, want)
		if test.unable {
			require.ErrorIs(t, err, client.ErrUnable)
		} else {
			require.NotErrorIs(t, err, client.ErrUnable)
		}
	}
}

// TestTheNameOfABotMakesNoLine of the worker's.
func TestTheNameOfABotMakesNoLine(t *testing.T) {
	asked := sample()
	asked.Facts.Limits = host.DefaultLimits().Text()
	told := newJob(asked)
	for i := range told.Seats {
		told.Seats[i].Path, told.Seats[i].Name = "zorg", "a\nhint: rm"
	}
	text, err := told.text()
	require.NoError(t, err)
	_, err = newPlayer(t).play(t.Context(), told.league().Key(), text, blobs{}.fetch)
	require.EqualError(t, err, `the worker lacks what the match needs: "a\nhint: rm": it was to be here`)
}

// TestPlayerFetchesTheBoardOfTheMatch, also after one of another board.
func TestPlayerFetchesTheBoardOfTheMatch(t *testing.T) {
	p, sent := newPlayer(t), blobs{}
	for _, board := range []string{"one", "two", "two"} {
		d := sum([]byte(board))
		sent[wire.Digest(d)] = []byte(board)
		j := &job{Fetch: &d}
		require.NoError(t, p.fetchSetup(t.Context(), j, sent.fetch))
		require.Equal(t, board, string(j.Setup))
		clear(sent) // it is not fetched twice
	}
	d := sum([]byte("three"))
	require.ErrorIs(t, p.fetchSetup(t.Context(), &job{Fetch: &d}, sent.fetch), errUnwanted)
}

// TestPlayerTakesNoOtherProgram than the one of the match, and keeps none that it did not want.
func TestPlayerTakesNoOtherProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the bot is a script")
	}
	p, folder := newPlayer(t), t.TempDir()
	script := []byte("#!/bin/sh\n")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "zorg"), script, 0o700)) //nolint:gosec // a bot is started
	var packed writes
	archive, err := packFolder(folder, "zorg", &packed)
	require.NoError(t, err)
	sent := blobs{wire.Digest(archive): packed}
	wanted := seat{Name: "zorg", Program: sha256.Sum256(script), Archive: archive, Path: "zorg"}
	release, err := p.bring(t.Context(), "orkisland", wanted, sent.fetch)
	require.NoError(t, err)
	release()
	before, err := p.find(t.Context(), "zorg", wanted.Program)
	require.NoError(t, err)
	release, err = p.bring(t.Context(), "orkisland", wanted, blobs{}.fetch)
	require.NoError(t, err, "it is here")
	release()
	again, err := p.find(t.Context(), "zorg", wanted.Program)
	require.NoError(t, err)
	require.Equal(t, before, again)

	other := wanted
	other.Program = store.Key{1}
	_, err = p.bring(t.Context(), "orkisland", other, sent.fetch)
	require.ErrorContains(t, err, "what was fetched is another program")
	_, err = p.find(t.Context(), "zorg", other.Program)
	require.Error(t, err)
	_, _, err = p.options.Cache.Use(t.Context(), archive, unwanted, unpack)
	require.ErrorIs(t, err, errUnwanted, "it is dropped, and fetched anew")
}

// writes are the bytes that were written.
type writes []byte

func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}
