package archive_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/match/replay"
)

// noting is a player that charts a number in every round.
type noting struct {
	match.Player
	name  string
	value float64
}

func (n noting) Answer(s *match.State) (match.Answer, error) {
	a, err := n.Player.Answer(s)
	value := n.value + float64(s.Round())
	a.Notes = []engine.Note{
		{Kind: engine.LogNote, Unit: -1, Text: n.name},
		{Kind: engine.ChartNote, Unit: -1, Text: n.name, Value: value},
	}
	return a, err
}

// charted plays a match of two rounds in which seats chart these numbers.
func charted(t *testing.T, name string, values ...float64) []byte {
	t.Helper()
	setup, err := duel.Game.Default().With("nb_rounds", 2)
	require.NoError(t, err)
	header := replay.Header{Setup: setup, Seed: 1, Random: engine.ChaCha8, Seats: make([]replay.Seat, len(values))}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	memory := replay.NewMemory(header)
	players := make([]match.Player, len(values))
	for seat, value := range values {
		players[seat] = noting{match.Local(duel.Game.Random()), name, value}
	}
	result, err := match.Play(t.Context(), m, players, memory)
	require.NoError(t, err)
	kept, err := memory.Bytes(result, true)
	require.NoError(t, err)
	return kept
}

func TestAChartIsTheMeanOverMatchesByRoundAndBot(t *testing.T) {
	long, err := duel.Game.Default().With("nb_rounds", 600)
	require.NoError(t, err)
	f := archivetest.New(t, store.KindSeries, func(of *store.Tournament) { of.Setup = long.Text() }, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), charted(t, "army", 10, 100))
	f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(3, 1), charted(t, "army", 200, 20))
	f.Add(archivetest.Match(2, 0, 1), archivetest.Scored(1, 1), charted(t, "gold", 7, 7))
	f.Add(archivetest.Match(3, 1, 0), archivetest.Scored(3, 1), nil)
	read, a := f.Read(), f.Archive()
	all := archive.Filter{Seat: -1, Against: -1}
	chart, err := a.Chart(t.Context(), read, "army", all)
	require.NoError(t, err)
	noted := func(least, most float64) archive.Noted {
		return archive.Noted{Count: 2, Sum: least + most, Least: least, Most: most}
	}
	require.Equal(t, &archive.Chart{
		Bots: [][]archive.Noted{{noted(10, 20), noted(11, 21)}, {noted(100, 200), noted(101, 201)}},
		Name: "army", Names: []string{"army", "gold"}, Each: 1, Kept: 3, Read: 3, Fit: 2,
	}, chart)
	require.InDelta(t, 15.5, chart.Over(0, 0, 9).Mean(), 1e-9)
	require.Zero(t, chart.Over(0, 7, 9))
	require.Equal(t, 2, chart.Rounds())

	// What remembers reads a replay once, the newest first, and comes to the same.
	charts := a.Charts(f.ID)
	part, err := charts.Chart(t.Context(), "", all, 2)
	require.NoError(t, err)
	require.Equal(t, []any{"army", 3, 2, 1}, []any{part.Name, part.Kept, part.Read, part.Fit})
	remembered := func(only archive.Filter) *archive.Chart {
		t.Helper()
		chart, err := charts.Chart(t.Context(), "army", only, 2)
		require.NoError(t, err)
		require.Equal(t, []int{10, 3, 3}, []int{chart.Each, chart.Kept, chart.Read})
		return chart
	}
	summed := remembered(all)
	require.Equal(t, []archive.Noted{chart.Over(0, 0, 2)}, summed.Bots[0])
	require.Equal(t, []archive.Noted{chart.Over(1, 0, 2)}, summed.Bots[1])

	seed, won, lost := uint64(2), true, false
	for name, test := range map[string]struct {
		only  archive.Filter
		sums  [2]float64 // of round 0, by bot
		count int
	}{
		"a seat":      {archive.Filter{Seat: 0, Against: -1}, [2]float64{10, 200}, 2},
		"an opponent": {archive.Filter{Seat: -1, Against: 1}, [2]float64{30, 0}, 2},
		"nobody":      {archive.Filter{Seat: 1, Against: 0, Won: &won}, [2]float64{0, 0}, 0}, // the draw
		"a seed":      {archive.Filter{Seat: -1, Against: -1, Seed: &seed}, [2]float64{0, 0}, 0},
		"won":         {archive.Filter{Seat: -1, Against: -1, Won: &won}, [2]float64{10, 200}, 2},
		"lost":        {archive.Filter{Seat: -1, Against: -1, Won: &lost}, [2]float64{20, 100}, 2},
		"not shared":  {archive.Filter{Seat: -1, Against: -1, Won: &won, Shared: &lost}, [2]float64{10, 200}, 2},
		"a bot":       {archive.Filter{Seat: -1, Against: -1, Bot: new(1)}, [2]float64{0, 300}, 2},
		"frozen":      {archive.Filter{Seat: -1, Against: -1, Frozen: true}, [2]float64{0, 0}, 0},
		"a length":    {archive.Filter{Seat: -1, Against: -1, Length: &archive.Range{From: 11, To: 12}}, [2]float64{0, 0}, 0},
		"a margin":    {archive.Filter{Seat: 0, Against: -1, Margin: &archive.Range{From: 2, To: 2}}, [2]float64{10, 200}, 2},
	} {
		chart, err := a.Chart(t.Context(), read, "army", test.only)
		require.NoError(t, err)
		sums := [2]float64{chart.Over(0, 0, 1).Sum, chart.Over(1, 0, 1).Sum}
		require.Equal(t, test.sums, sums, name)
		require.Equal(t, test.count, chart.Fit, name)
		summed := remembered(test.only)
		require.Equal(t, test.count, summed.Fit, name)
		for bot := range chart.Bots {
			require.InDelta(t, chart.Over(bot, 0, 2).Sum, summed.Over(bot, 0, 1).Sum, 1e-9, name)
		}
	}
}

// TestAReplayIsReadOnce: what came since is read, and what is no longer kept does not count.
func TestAReplayIsReadOnce(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	first := f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), charted(t, "army", 1, 2))
	a := f.Archive()
	charts := a.Charts(f.ID)
	army := func() (read int, sum float64) {
		t.Helper()
		chart, err := charts.Chart(t.Context(), "army", archive.All(), 100)
		require.NoError(t, err)
		return chart.Read, chart.Over(0, 0, 1).Sum
	}
	read, sum := army()
	require.Equal(t, 1, read)
	require.NoError(t, f.KeepReplay(t.Context(), first.Key, []byte("no replay"))) // which nobody reads again
	read, again := army()
	require.Equal(t, 1, read)
	require.Equal(t, sum, again)
	second := f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(3, 1), charted(t, "army", 4, 8))
	read, both := army()
	require.Equal(t, 2, read)
	require.Greater(t, both, sum)
	require.NoError(t, f.DropReplay(t.Context(), second.Key))
	read, again = army()
	require.Equal(t, 1, read)
	require.Equal(t, sum, again)
}

// TestAReplayThatComesToNothingStopsNoChart: of a page that strangers ask, a damaged one would take all charts.
func TestAReplayThatComesToNothingStopsNoChart(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), charted(t, "army", 1, 2))
	f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(3, 1), []byte("no replay"))
	a := f.Archive()
	charts := a.Charts(f.ID)
	for range 2 {
		chart, err := charts.Chart(t.Context(), "army", archive.All(), 100)
		require.NoError(t, err)
		require.Equal(t, []int{1, 1, 1}, []int{chart.Kept, chart.Read, chart.Fit})
	}
}

// TestAnAnswerDoesNotTakeForever: what has been read counts in the next one.
func TestAnAnswerDoesNotTakeForever(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	for n := range 3 {
		f.Add(archivetest.Match(2*n, 0, 1), archivetest.Scored(3, 1), charted(t, "army", float64(n), 2))
	}
	a := f.Archive()
	charts := archive.InNoTime(a.Charts(f.ID))
	for n := range 3 {
		chart, err := charts.Chart(t.Context(), "army", archive.All(), 100)
		require.NoError(t, err)
		require.Equal(t, []int{3, n + 1}, []int{chart.Kept, chart.Read})
		require.InDelta(t, float64(2-n), chart.Over(0, 0, 1).Least, 1e-9, "the newest first")
	}
}

func TestAReplayThatIsDamagedIsNamed(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), []byte("no replay"))
	a := f.Archive()
	_, err := a.Chart(t.Context(), f.Read(), "army", archive.Filter{Seat: -1, Against: -1})
	require.ErrorContains(t, err, "match 1: ")
	require.ErrorIs(t, err, replay.ErrNotReplay)
}
