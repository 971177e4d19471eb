package scale_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// asStarter makes the test binary serve the league in this folder until it gives its first match.
const asStarter = "ARENA_TEST_START"

// mostPlayed is how many matches of a league are made up one by one. More are copies of these under other numbers, as
// far as a league looks at them when it begins: without the rows of seats, by which no match of it is read again.
const mostPlayed = 100_000

// TestStart tells what it costs a league to go on: first as one that has to read all its matches, then as one that was
// there before.
func TestStart(t *testing.T) {
	all := *matches
	*matches = min(all, mostPlayed)
	folder := filled(t)
	grow(t, folder, all)
	for _, turn := range []string{"all is read", "again"} {
		c := exec.CommandContext(t.Context(), os.Args[0])
		c.Env = append(os.Environ(), asStarter+"="+string(folder))
		c.Stderr = os.Stderr
		said, err := c.Output()
		require.NoError(t, err)
		var began beginning
		require.NoError(t, json.Unmarshal(said, &began), "%s", said)
		t.Logf("%s: %.2f s, %.2f s of CPU until match %d is given; %d MB at most",
			turn, began.Wall.Seconds(), began.CPU.Seconds(), began.First, peakOf(c.ProcessState)/1_000_000)
	}
}

// grow lets a league have so many matches.
func grow(t testing.TB, folder league.Folder, want int) {
	t.Helper()
	db, err := sql.Open("sqlite", folder.Store())
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	defer db.Close() //nolint:errcheck // a test that fails has failed
	run := func(query string, args ...any) {
		_, err := db.ExecContext(t.Context(), query, args...)
		require.NoError(t, err, query)
	}
	for _, fast := range []string{"journal_mode = off", "synchronous = off", "cache_size = -200000"} {
		run("pragma " + fast)
	}
	var has int
	require.NoError(t, db.QueryRowContext(t.Context(), `select max(number) + 1 from part`).Scan(&has))
	for more := 0; has < want; has += more {
		more = min(has, want-has)
		run(`insert into match (id, key, rounds, wall, played, outcome)
			select id + ?1, cast(printf('%032d', id + ?1) as blob), rounds, wall, played, outcome
			from match where id <= ?2`, has, more)
		run(`insert into part select tournament, number + ?1, board + ?1, seed, entrants, match + ?1
			from part where number < ?2`, has, more)
		run(`update counted set matches = matches + ?1`, more)
		run(`insert into line select tournament, number + ?1, data from line where number < ?2`, has, more)
	}
	if *ladder {
		run(`insert or ignore into decision select tournament, number, board, seed, entrants, 'by chance' from part`)
	}
}

// beginning is what it has cost to begin.
type beginning struct {
	Wall, CPU time.Duration
	First     uint64 // the number of the first match that is given
}

var errGiven = errors.New("a match was given")

// first is a transport that ends the league with the first match.
type first struct{ given league.Job }

func (f *first) Give(_ context.Context, j league.Job) error {
	f.given = j
	return errGiven
}

func (*first) Results() <-chan league.Delivered             { return nil }
func (*first) Room() int                                    { return 1 }
func (*first) Revoke(context.Context, string, string) error { return nil }

func start(ctx context.Context, folder league.Folder) (b beginning, err error) {
	began := time.Now()
	l, err := league.Open(ctx, folder, games.All(), store.Options{})
	if err != nil {
		return b, err
	}
	over := new(first)
	r := league.Run{Store: l.Store, Folder: l.Folder, Games: games.All(), Transport: over}
	if err := r.Play(ctx); !errors.Is(err, errGiven) {
		return b, fmt.Errorf("no match was given: %w", err)
	}
	return beginning{time.Since(began), cpuTime(), over.given.Facts.Seed - l.First}, l.Close()
}

func startAlone(folder string) error {
	began, err := start(context.Background(), league.Folder(folder))
	return tellParent(began, err)
}

// tellParent writes what a process has found for the one that started it.
func tellParent(found any, err error) error {
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(found)
	}
	return err
}
