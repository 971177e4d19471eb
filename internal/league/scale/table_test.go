package scale_test

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// asReader makes the test binary read the table of the league in this folder.
const asReader = "ARENA_TEST_TABLE"

var made = flag.String("made", "", "`folder` of a league whose table is read, made there unless it is there")

// TestTable tells what the table of a league costs that has all its matches. It is made in a process of its own, whose
// memory is that of the table.
func TestTable(t *testing.T) {
	folder := filled(t)
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), asReader+"="+string(folder))
	c.Stderr = os.Stderr
	said, err := c.Output()
	require.NoError(t, err)
	var got reading
	require.NoError(t, json.Unmarshal(said, &got), "%s", said)
	require.Equal(t, *matches, got.Matches)
	require.Equal(t, *bots, got.Bots)
	t.Logf("%d bots, %d matches: read in %v, table in %v CPU; %d MB at most",
		got.Bots, got.Matches, got.Read, got.Table, peakOf(c.ProcessState)/1_000_000)
}

// filled returns the folder of a league that has all its matches.
func filled(t testing.TB) league.Folder {
	t.Helper()
	folder := league.Folder(t.TempDir())
	if *made != "" {
		folder = league.Folder(*made)
	}
	if _, err := os.Stat(folder.Store()); err != nil {
		fill(t, folder)
	}
	return folder
}

// fill makes a league of bots whose strengths are spread evenly, with matches that follow from them.
func fill(t testing.TB, folder league.Folder) {
	t.Helper()
	_, err := folder.Make()
	require.NoError(t, err)
	s := begin(t, folder)
	l, err := s.League(t.Context())
	require.NoError(t, err)
	_, err = s.Settle(t.Context(), l.ID, 0)
	require.NoError(t, err)
	walk := schedule.NewWalk(4, false, l.First)
	require.NoError(t, walk.Change(make([]schedule.Stay, *bots)))
	random := rand.New(rand.NewPCG(1, 2))
	for number := range *matches {
		m, more := walk.Next()
		require.True(t, more)
		one := store.Match{Match: played.Match{
			Planned: m, Result: resultOf(m.Seats, random), Ended: time.Unix(int64(number), 0),
		}}
		one.Key = l.Facts(m).Key()
		one.CPU, one.MostCPU = make([]time.Duration, 4), make([]time.Duration, 4)
		for seat := range m.Seats {
			one.CPU[seat], one.MostCPU[seat] = time.Duration(random.IntN(1e8)), 1e6
		}
		_, err := s.Add(t.Context(), l.ID, one, nil)
		require.NoError(t, err)
	}
	require.NoError(t, s.Close())
}

// resultOf ranks bots whose strengths are spread over 800 points.
func resultOf(seats []int, random *rand.Rand) match.Result {
	r := match.Result{Rounds: 200, Scores: make([]int, len(seats)), Places: make([]int, len(seats))}
	form := make([]float64, len(seats))
	for seat, bot := range seats {
		strength := math.Ln10 * 2 * float64(bot) / float64(*bots)
		form[seat] = strength - math.Log(random.ExpFloat64()) // so Plackett and Luce have it
		r.Scores[seat] = int(1000 + 100*form[seat])
	}
	for seat := range seats {
		r.Places[seat] = 1
		for other := range seats {
			if form[other] > form[seat] {
				r.Places[seat]++
			}
		}
	}
	return r
}

// reading is what a table has, and what it has cost.
type reading struct {
	Bots, Matches int
	Read, Table   time.Duration
}

func readTable(ctx context.Context, folder league.Folder) (got reading, err error) {
	l, err := league.Open(ctx, folder, games.All(), store.Options{ReadOnly: true})
	if err != nil {
		return got, err
	}
	defer l.Close() //nolint:errcheck // only read
	a := archive.Archive{Path: folder.Store(), Store: l.Store, Games: games.All(), Tables: true, NoCosts: true}
	before := cpuTime()
	all, err := a.Read(ctx, l.Tournament)
	if err != nil {
		return got, err
	}
	got.Bots, got.Matches, got.Read = len(all.Bots), all.Count(), cpuTime()-before
	before = cpuTime()
	if _, err := all.Summary(ctx); err != nil {
		return got, err
	}
	got.Table = cpuTime() - before
	return got, nil
}

func readAlone(folder string) error {
	got, err := readTable(context.Background(), league.Folder(folder))
	return tellParent(got, err)
}
