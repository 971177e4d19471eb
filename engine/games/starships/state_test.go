package starships

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func seen(u *universe, me int) *State {
	return newState(engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5), u)
}

func TestStateAnswers(t *testing.T) { // rules 6
	u := base(ship(0, 2, 5), thing('X', 3, 7), thing('P', 3, 8), thing('M', 3, 9), flying(2, 4, 39), dead(5, 2))
	u.scores, u.status = [players]int{10, 20, 30, 40}, [players]engine.Status{1: 250000, 3: engine.Frozen}
	s := seen(u, 2)

	require.Equal(t, []int{2, 0, 100, 4, 12, 40, 20}, []int{s.Me(), s.Round(), s.Rounds(), s.Players(), s.Rows(), s.Cols(), s.WindowCols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, 40, s.Score(3))
	require.Equal(t, []float64{0, 0.25, 0, -1}, []float64{s.Status(0), s.Status(1), s.Status(2), s.Status(3)})
	require.Equal(t, u.settings, s.Settings())
	require.Equal(t, Cell{Asteroid, -1, -1}, s.Cell(Pos{Row: 3, Col: 7}))
	require.Equal(t, Cell{PointBonus, -1, -1}, s.Cell(Pos{Row: 3, Col: 48}))
	require.Equal(t, Cell{MissileBonus, -1, -1}, s.Cell(Pos{Row: 3, Col: -31}))
	require.Equal(t, Cell{Missile, -1, 0}, s.Cell(Pos{Row: 4, Col: -1}))
	require.Equal(t, Cell{Starship, 0, -1}, s.Cell(Pos{Row: 2, Col: 85}))
	require.Equal(t, Cell{Empty, -1, -1}, s.Cell(Pos{}))
	require.Equal(t, 8, s.NumUnits())
	require.Equal(t, Unit{5, 2, Pos{Row: 11, Col: 11}, 5, false, 2}, s.Unit(5))
	require.Equal(t, u.units, slices.Collect(s.Units()))
	require.Equal(t, []int{4}, s.Starships(2), "only those alive")
	require.Equal(t, Shot{0, 2, 1, Pos{Row: 4, Col: 39}}, s.Missile(0))
	require.Equal(t, u.shots, slices.Collect(s.Missiles()))
	require.Equal(t, []Pos{{Row: 3, Col: 8}, {Row: 3, Col: 9}}, s.Find(PointBonus, MissileBonus))
	require.Equal(t, Pos{Row: -3, Col: 39}, s.Wrap(Pos{Row: -3, Col: -41}))
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 6
	s := seen(base(flying(0, 3, 3)), 0)
	for _, bad := range []int{-1, 100} {
		p, good := Pos{Row: bad}, Pos{Row: 1, Col: 1}
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, Unit{-1, -1, nowhere, 0, false, 0}, s.Unit(bad))
		require.Equal(t, Shot{-1, -1, -1, nowhere}, s.Missile(bad))
		require.Empty(t, s.Starships(bad))
		require.False(t, s.Has(p))
		require.False(t, s.InWindow(p, 0))
		require.Equal(t, Cell{NoKind, -1, -1}, s.Cell(p))
		require.Equal(t, s, s.As(bad))
		require.Equal(t, -1, s.RoundsTo(p, good))
		require.Equal(t, -1, s.RoundsTo(good, p))
		require.Equal(t, -1, s.RoundsToHit(p))
		require.True(t, s.Refused(good, Dir(bad)))
		require.False(t, s.Crashes(good, Dir(bad)))
		require.Empty(t, s.Swept(good, Dir(bad)))
		at, there := s.Ahead(p, 5)
		require.Equal(t, nowhere, at)
		require.Equal(t, NoKind, there.Kind)
		before, behind := s.Room(p)
		require.Equal(t, []int{-1, -1}, []int{before, behind})
		require.Zero(t, Toward(Pos{Row: 2 * bad}))
		require.Zero(t, Toward(Pos{Col: bad}))
	}
	require.Empty(t, s.Find())
	_, ok := s.Nearest(Pos{})
	require.False(t, ok)
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
	u := base()
	u.round = 39
	before, behind := seen(u, 0).Room(Pos{Col: 1})
	require.Equal(t, []int{2, 17}, []int{before, behind})
}

func TestDirections(t *testing.T) { // rules 2
	for d, want := range map[Dir][]Pos{
		Slow:     nil,
		SlowUp:   {{Row: -1}},
		SlowDown: {{Row: 1}},
		Default:  {{Col: 1}},
		Up:       {{Col: 1}, {Row: -1}, {Row: -1, Col: 1}},
		Down:     {{Col: 1}, {Row: 1}, {Row: 1, Col: 1}},
		Fast:     {{Col: 1}, {Col: 2}},
		FastUp:   {{Col: 1}, {Row: -1}, {Row: -1, Col: 1}, {Col: 2}, {Row: -1, Col: 2}},
		FastDown: {{Col: 1}, {Row: 1}, {Row: 1, Col: 1}, {Col: 2}, {Row: 1, Col: 2}},
	} {
		require.Equal(t, want, d.Path())
		require.True(t, d.Valid())
		require.Equal(t, d, Toward(d.Offset()))
		if want != nil {
			require.Equal(t, want[len(want)-1], d.Offset())
			d.Path()[0] = nowhere
			require.Equal(t, want, d.Path())
		}
	}
	require.False(t, Dir(0).Valid())
	require.False(t, Dir(10).Valid())
	require.Equal(t, Pos{}, Dir(10).Offset())
	names := []string{}
	for d := range Dir(11) {
		names = append(names, d.String())
	}
	require.Equal(t, []string{"no direction", "slow", "slow up", "slow down", "default", "up", "down", "fast", "fast up", "fast down", "no direction"}, names)
	kinds := []string{}
	for k := range Missile + 2 {
		kinds = append(kinds, k.String())
	}
	require.Equal(t, []string{"nothing", "empty", "asteroid", "point bonus", "missile bonus", "starship", "missile", "nothing"}, kinds)
}

func TestCommandsSayWhatIsWrong(t *testing.T) { // rules 3.2
	s := seen(base(ship(0, 2, 0), dead(1, 2)), 0)
	c := newCommands(s)
	require.ErrorIs(t, c.Move(2, Fast), ErrNotYours)
	require.ErrorIs(t, c.Move(8, Fast), ErrUnknown)
	require.ErrorIs(t, c.Shoot(-1), ErrUnknown)
	require.EqualError(t, c.Move(0, 0), "starship 0: no such direction: 0")
	require.False(t, c.Told(0), "it is as if it had not been given")
	require.NoError(t, c.Move(0, Fast))
	require.True(t, c.Told(0))
	require.ErrorIs(t, c.Shoot(0), ErrRepeated)
	err := c.Move(1, Fast)
	require.ErrorIs(t, err, ErrDead)
	require.EqualError(t, err, "starship 1: the starship is dead")
	require.True(t, c.Told(1), "it counts all the same")
	require.EqualError(t, c.Shoot(2), "starship 2: not your starship: it is of player 1")
	require.Equal(t, 8, c.Len())

	c = newCommands(s)
	require.EqualError(t, c.Move(0, Slow), "starship 0: the move leaves the window")
	require.ErrorIs(t, c.Move(0, Fast), ErrRepeated)
	c = newCommands(seen(base(ammo(0, 0)), 0))
	require.ErrorIs(t, c.Shoot(0), ErrNoMissiles)
	require.NoError(t, c.Shoot(1))
	require.Equal(t, []Command{{0, true, Default}, {1, true, Default}}, slices.Collect(c.All()))
	for range c.All() {
		break
	}

	for c.Len() < engine.MaxCommands {
		require.NotErrorIs(t, c.Move(0, Fast), ErrLimit)
	}
	require.EqualError(t, c.Shoot(0), "command 1001: too many commands: the limit is 1000")
	require.Equal(t, 1001, c.Len())
}

// TestErrorsAgreeWithTheRules gives every command in some states. It is done if
// there was no error, but for who is killed before.
func TestErrorsAgreeWithTheRules(t *testing.T) { // rules 3.2
	u := base(ship(0, 0, 0), ship(2, 0, 19), ship(4, 11, 0), ship(6, 10, 19), ammo(0, 0), ship(1, 5, 5), ship(3, 6, 9), ship(5, 7, 13), ship(7, 3, 15), dead(7, 1))
	for id, ship := range u.units {
		for command := range Dir(12) {
			s := seen(u, ship.Owner)
			c := newCommands(s)
			var err error
			if command == 11 {
				err = c.Shoot(id)
			} else {
				err = c.Move(id, command)
			}
			turns := make([]engine.Turn[*Commands], players)
			turns[ship.Owner].Commands = c
			after := rules{}.Step(u, turns, engine.NewRand(newClassic(1)), nil)
			require.Equal(t, err == nil, len(after.done[ship.Owner]) == 1, "starship %d: %v: %v", id, command, err)
			require.Equal(t, c.Told(id), len(after.asked[ship.Owner]) == 1)
		}
	}
}

func TestNoCommands(t *testing.T) {
	var none *Commands
	require.Zero(t, none.Len())
	require.False(t, none.Told(0))
	for range none.All() {
		t.Fatal("a command of nobody")
	}
	var c Commands
	require.NoError(t, c.Move(5, Fast))
	require.NoError(t, c.Shoot(6))
	require.Equal(t, 2, c.Len())
}

func TestRandomIsLegal(t *testing.T) {
	s := seen(base(ship(2, 0, 0), ammo(2, 0), dead(3, 1)), 1)
	drawn := map[Dir]bool{}
	for range 200 {
		c := newCommands(s)
		Random(s, c)
		require.Equal(t, 1, c.Len())
		for command := range c.All() {
			require.False(t, command.Shoot)
			require.False(t, s.Refused(s.Unit(2).Pos, command.Dir))
			drawn[command.Dir] = true
		}
	}
	require.Len(t, drawn, 4, "all but up and slow")
}

func TestRandomAllocatesNothing(t *testing.T) {
	s := seen(base(), 1)
	c := newCommands(s)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c.given = c.given[:0]
		clear(c.told)
		Random(s, c)
	}))
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
	r := engine.NewRand(engine.NewChaCha8(4, 4))
	s := defaultSetup()
	s.settings.RoundsToRegenerate = 3
	u, err := newUniverse(s)
	require.NoError(t, err)
	crashes := 0
	for range 300 {
		state := seen(u, 0)
		for _, id := range state.Starships(0) {
			before := state.Unit(id)
			d := Dirs()[r.Draw(0, 8)]
			if state.Refused(before.Pos, d) || state.HitWithin(before.Pos, 1) {
				continue
			}
			then := u.clone()
			then.round++
			then.fly()
			then.move(id, d)
			require.Equal(t, !then.units[id].Alive, state.Crashes(before.Pos, d), "%+v %v", before, d)
			if state.Crashes(before.Pos, d) {
				crashes++
			}
		}
		turns := make([]engine.Turn[*Commands], players)
		for player := range turns {
			as := state.As(player)
			turns[player].Commands = newCommands(as)
			Random(as, turns[player].Commands)
		}
		u = rules{}.Step(u, turns, r, nil)
	}
	require.Greater(t, crashes, 10)
}

func TestRoundsToHit(t *testing.T) { // rules 3.1
	s := seen(base(flying(0, 2, 4), flying(0, 2, 30), flying(2, 3, 38), thing('X', 2, 9), thing('M', 2, 33)), 0)
	for col, want := range map[int]int{5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: -1, 31: 1, 33: 2, 34: -1, 4: -1} {
		require.Equal(t, want, s.RoundsToHit(Pos{Row: 2, Col: col}), col)
	}
	require.Equal(t, 1, s.RoundsToHit(Pos{Row: 3, Col: 0}))
	require.Equal(t, 2, s.RoundsToHit(Pos{Row: 3, Col: 41}))
	require.Equal(t, 20, s.RoundsToHit(Pos{Row: 3, Col: 38}), "once around")
	require.True(t, s.HitWithin(Pos{Row: 2, Col: 7}, 2))
	require.False(t, s.HitWithin(Pos{Row: 2, Col: 7}, 1))
	require.False(t, s.HitWithin(Pos{Row: 2, Col: 10}, 100))
}

// TestRoundsToIsTheLeast compares with trying all moves.
func TestRoundsToIsTheLeast(t *testing.T) {
	for _, c := range []struct{ cols, window, round int }{{12, 10, 0}, {12, 10, 7}, {30, 10, 25}, {11, 11, 3}} {
		s := baseSettings()
		s.Rows, s.Cols, s.WindowCols = 10, c.cols, c.window
		u := build(s)
		u.round = c.round
		state := seen(u, 0)
		for first := range c.window {
			from := state.Wrap(Pos{Row: 3, Col: c.round + first})
			least := leastRounds(state, from)
			for cell := range s.Rows * s.Cols {
				to := u.cells.Pos(cell)
				want, ok := least[to]
				if !ok {
					want = -1
				}
				require.Equal(t, want, state.RoundsTo(from, to), "%+v from %v to %v", c, from, to)
			}
		}
	}
}

// leastRounds says in how many rounds a starship can be in a cell, without a lap.
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
				to := place{s.Wrap(p.pos.Add(d.Offset())), p.cols + d.Offset().Col}
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

func TestNextPlaysByTheRules(t *testing.T) {
	u, err := newUniverse(defaultSetup())
	require.NoError(t, err)
	s := seen(u, 1)
	var commands []*Commands
	turns := make([]engine.Turn[*Commands], players)
	for player := range players {
		as := s.As(player)
		require.Equal(t, player, as.Me())
		c := as.Commands()
		Random(as, c)
		commands = append(commands, c)
		turns[player].Commands = c
	}
	next := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), commands...)
	want := rules{}.Step(u, turns, engine.NewRand(engine.NewChaCha8(1, 1)), nil)
	require.Equal(t, want, next.universe)
	require.Equal(t, []int{0, 1, 1}, []int{s.Round(), next.Round(), next.Me()})

	idle := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), nil, nil, nil, nil, commands[0])
	alive(0, 0, 2)(t, idle.universe)
}
