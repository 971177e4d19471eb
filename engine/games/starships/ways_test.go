package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestMoves(t *testing.T) { // rules 2
	s, from := seen(base(), 0), Pos{Row: 5, Col: 39}
	for d, want := range map[Dir][]Pos{
		Slow:     nil,
		SlowUp:   {{Row: 4, Col: 39}},
		SlowDown: {{Row: 6, Col: 39}},
		Default:  {{Row: 5, Col: 0}},
		Up:       {{Row: 5, Col: 0}, {Row: 4, Col: 39}, {Row: 4, Col: 0}},
		Down:     {{Row: 5, Col: 0}, {Row: 6, Col: 39}, {Row: 6, Col: 0}},
		Fast:     {{Row: 5, Col: 0}, {Row: 5, Col: 1}},
		FastUp:   {{Row: 5, Col: 0}, {Row: 4, Col: 39}, {Row: 4, Col: 0}, {Row: 5, Col: 1}, {Row: 4, Col: 1}},
		FastDown: {{Row: 5, Col: 0}, {Row: 6, Col: 39}, {Row: 6, Col: 0}, {Row: 5, Col: 1}, {Row: 6, Col: 1}},
	} {
		swept := s.Swept(from, d)
		require.Equal(t, want, swept, d)
		to := append([]Pos{from}, want...)[len(want)]
		require.Equal(t, to, s.Dest(from, d), d)
		between, ok := s.Between(from, to)
		require.Equal(t, d, between)
		require.True(t, ok)
		if want != nil {
			swept[0] = nowhere
			require.NotEqual(t, swept, s.Swept(from, d), "a copy")
		}
	}
	require.Len(t, Dirs(), 9)
	for _, far := range []Pos{{Row: 5, Col: 2}, {Row: 5, Col: 38}, {Row: 3, Col: 0}, {Row: 7, Col: 0}} {
		_, ok := s.Between(from, far)
		require.False(t, ok, far)
	}
}

func TestWindowIsARing(t *testing.T) { // rules 1
	s := seen(base(), 0)
	for _, c := range []struct {
		col, round int
		want       bool
	}{
		{0, 0, true},
		{19, 0, true},
		{20, 0, false},
		{39, 0, false},
		{-1, 0, false},
		{40, 0, true},
		{0, 1, false},
		{20, 1, true},
		{5, 30, true},
		{10, 30, false},
		{30, 30, true},
		{29, 30, false},
		{0, 40, true},
	} {
		require.Equal(t, c.want, s.InWindow(Pos{Col: c.col}, c.round), "%+v", c)
	}
	m := base()
	m.round = 39
	before, behind, ok := seen(m, 0).Room(Pos{Col: 1})
	require.True(t, ok)
	require.Equal(t, []int{2, 17}, []int{before, behind})
}

func TestCrashes(t *testing.T) {
	s := seen(base(ship(0, 2, 5), thing('X', 2, 6), thing('P', 3, 6), ship(2, 1, 5), flying(4, 3, 5), flying(4, 4, 3)), 0)
	at := s.Unit(0).Pos
	require.False(t, s.Crashes(at, Slow))
	require.True(t, s.Crashes(at, Fast), "an asteroid")
	require.True(t, s.Crashes(at, SlowUp), "a starship")
	require.False(t, s.Crashes(at, SlowDown), "the missile has gone")
	require.True(t, s.Crashes(Pos{Row: 5, Col: 5}, SlowUp), "a missile has come")
	require.False(t, s.Crashes(Pos{Row: 0, Col: 9}, Up), "outside there is nothing")
	require.False(t, seen(base(), 0).Crashes(at, Fast))
}

// TestCrashesIsWhatHappens compares with the rules, for the player that is first.
func TestCrashesIsWhatHappens(t *testing.T) {
	r, seats := engine.NewRand(engine.NewChaCha8(4, 4)), seatsOf(nil, 5)
	m := opening(t)
	m.setup.settings.RoundsToRegenerate = 3
	crashes := 0
	for range 300 {
		s := m.View(seats[0])
		for before := range s.Starships(0) {
			d := Dirs()[r.Draw(0, 8)]
			if rounds, ok := s.RoundsToHit(before.Pos); !s.CanMove(before.Pos, d) || ok && rounds == 1 {
				continue
			}
			then := &round{match: m.clone()}
			then.round++
			then.fly()
			then.move(before.ID, d)
			require.Equal(t, !then.units[before.ID].Alive, s.Crashes(before.Pos, d), "%+v %v", before, d)
			if s.Crashes(before.Pos, d) {
				crashes++
			}
		}
		m = m.Step(playedBy(m, seats, Random, Random, Random, Random), r, nil)
	}
	require.Greater(t, crashes, 10)
}

func TestRoundsToHit(t *testing.T) { // rules 3.1
	s := seen(base(flying(0, 2, 4), flying(0, 2, 30), flying(2, 3, 38), thing('X', 2, 9), thing('M', 2, 33)), 0)
	const never = 0
	for p, want := range map[Pos]int{
		{Row: 2, Col: 5}:  1,
		{Row: 2, Col: 6}:  1,
		{Row: 2, Col: 7}:  2,
		{Row: 2, Col: 8}:  2,
		{Row: 2, Col: 9}:  3,
		{Row: 2, Col: 10}: never,
		{Row: 2, Col: 31}: 1,
		{Row: 2, Col: 33}: 2,
		{Row: 2, Col: 34}: never,
		{Row: 2, Col: 4}:  never,
		{Row: 3, Col: 0}:  1,
		{Row: 3, Col: 41}: 2,
		{Row: 3, Col: 38}: 20, // once around
	} {
		rounds, ok := s.RoundsToHit(p)
		require.Equal(t, want != never, ok, p)
		require.Equal(t, want, rounds, p)
	}
}

// TestRoundsToIsTheLeast compares with trying all moves.
func TestRoundsToIsTheLeast(t *testing.T) {
	for _, c := range []struct{ cols, window, round int }{{12, 10, 0}, {12, 10, 7}, {30, 10, 25}, {11, 11, 3}} {
		s := baseSettings()
		s.Rows, s.Cols, s.WindowCols = 10, c.cols, c.window
		m := build(s)
		m.round = c.round
		state := seen(m, 0)
		for first := range c.window {
			from := m.setup.wrap(Pos{Row: 3, Col: c.round + first})
			least := leastRounds(state, from)
			for cell := range s.Rows * s.Cols {
				to := m.cells.Pos(cell)
				want, reached := least[to]
				rounds, ok := state.RoundsTo(from, to)
				require.Equal(t, reached, ok, "%+v from %v to %v", c, from, to)
				require.Equal(t, want, rounds, "%+v from %v to %v", c, from, to)
			}
		}
	}
}

// leastRounds returns in how many rounds a starship can be in a cell, without a lap.
func leastRounds(s *State, from Pos) map[Pos]int {
	type place struct {
		pos  Pos
		cols int
	}
	least := map[Pos]int{from: 0}
	now := map[place]bool{{from, 0}: true}
	for n := 1; n <= 3*s.Cols(); n++ {
		next := map[place]bool{}
		for p := range now {
			for _, d := range Dirs() {
				to := place{s.Dest(p.pos, d), p.cols + d.from(Pos{}).Col}
				if to.cols >= s.Cols() || !s.InWindow(to.pos, s.Round()+n) {
					continue
				}
				next[to] = true
				if _, known := least[to.pos]; !known {
					least[to.pos] = n
				}
			}
		}
		now = next
	}
	return least
}
