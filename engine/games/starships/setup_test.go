package starships

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// small is a board file with a bit of everything: starship 3 is dead and stood on a
// bonus, and missiles 4 and 7 are in flight.
const small = `starwar	v1
secgame	?
seed	?
nb_players	4
nb_rnds	50
nb_rows	10
nb_uni_cols	12
nb_win_cols	10
nb_ships_x_player	1
nb_rnds_regen	5
nb_miss_bonuses	1
nb_point_bonuses	2
bonus_miss	3
bonus_pnts	10
kill_pnts	30
names ? ? ? ?


rnd 0

   000000000011
   012345678901

00 ............
01 ..X.....P...
02 ............
03 ....M.......
04 ............
05 ............
06 ............
07 ............
08 ............
09 ...........X


starships
sid	row	column	nb_miss	alive	time
0	0	0	5	y	0
1	2	0	4	y	0
2	4	9	0	y	0
3	1	8	2	n	3

missiles
2
mid	sid	row	column
4	3	5	11
7	0	6	2

players
pid	score	status
0	10	0
1	0	0
2	0	0
3	20	0

`

func TestBoardFileRoundTrip(t *testing.T) { // rules 7
	s, err := rules{}.ReadSetup([]byte(small))
	require.NoError(t, err)
	require.Equal(t, small, string(s.Text()))

	m, err := s.New(nil)
	require.NoError(t, err)
	require.Equal(t, Unit{3, 3, Pos{Row: 1, Col: 8}, 2, false, 3}, m.units[3])
	require.Equal(t, PointBonus, m.at(Pos{Row: 1, Col: 8}).kind())
	require.Equal(t, Shot{4, 3, 3, Pos{Row: 5, Col: 11}}, m.shots[0])
	require.Equal(t, []int{10, 0, 0, 20}, m.Scores())

	// New missiles have numbers after the largest, and who is dead for 3 rounds is
	// alive in state 4 at the earliest.
	r := engine.NewRand(newClassic(1))
	for k := range 4 {
		require.False(t, m.units[3].Alive, k)
		m = m.Step(turnsOf([]say{{0, Command{0, true, Default}}}), r, nil)
	}
	require.True(t, m.units[3].Alive)
	require.EqualValues(t, 8+4, m.nextShot)
}

func TestLayoutDoesNotMatter(t *testing.T) { // rules 7
	text := strings.ReplaceAll(small, "\n", " \r\n\t ")
	text = strings.Replace(text, "000000000011", "tens", 1)
	text = strings.Replace(text, "012345678901", "units", 1)
	text = strings.Replace(text, "01 ..X", "row1 . . X", 1)
	text = strings.Replace(text, "?", "1", 2)
	text = strings.Replace(text, "0\t0\t0\t5\ty\t0", "00 000 -12 05 y 0", 1)
	text = strings.Replace(text, "4\t3\t5\t11", "4 3 5 23", 1)
	text = strings.Replace(text, "3\t20\t0 ", "3 20 0.25 ", 1) + "\nand what comes after"
	s, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
	require.Equal(t, small, string(s.Text()))
}

func TestBoardFileRefused(t *testing.T) { // rules 1, 7, 10.56
	for _, c := range []struct{ name, old, by, want string }{
		{"empty", small, "", `line 1, column 1: found the end of the file, expected "starwar"`},
		{"other game", "starwar", "Moria", `line 1, column 1: found "Moria", expected "starwar"`},
		{"other version", "v1", "v2", `line 1, column 9: found "v2", expected "v1"`},
		{
			"one player", "nb_players\t4", "nb_players\t1",
			`line 4, column 12: found "1", expected the value of nb_players (exactly 4)`,
		},
		{"other order", "nb_rnds\t", "nb_rows\t", `line 5, column 1: found "nb_rows", expected "nb_rnds"`},
		{
			"no rounds", "nb_rnds\t50", "nb_rnds\t0",
			`line 5, column 9: found "0", expected the value of nb_rnds (an integer from 1 to 1000000)`,
		},
		{
			"too few rows", "nb_rows\t10", "nb_rows\t9",
			`line 6, column 9: found "9", expected the value of nb_rows (an integer from 10 to 500)`,
		},
		{
			"too few columns", "nb_uni_cols\t12", "nb_uni_cols\t9",
			`line 7, column 13: found "9", expected the value of nb_uni_cols (an integer from 10 to 500)`,
		},
		{
			"narrow window", "nb_win_cols\t10", "nb_win_cols\t9",
			`line 8, column 13: found "9", expected the value of nb_win_cols (an integer from 10 to 12)`,
		},
		{
			"wide window", "nb_win_cols\t10", "nb_win_cols\t13",
			`line 8, column 13: found "13", expected the value of nb_win_cols (an integer from 10 to 12)`,
		},
		{
			"no starships", "nb_ships_x_player\t1", "nb_ships_x_player\t0",
			`line 9, column 19: found "0", expected the value of nb_ships_x_player (an integer from 1 to 100)`,
		},
		{
			"no time to regenerate", "nb_rnds_regen\t5", "nb_rnds_regen\t0",
			`line 10, column 15: found "0", expected the value of nb_rnds_regen (an integer from 1 to 1000000)`,
		},
		{
			"negative", "kill_pnts\t30", "kill_pnts\t-1",
			`line 15, column 11: found "-1", expected the value of kill_pnts (an integer from 0 to 1000000)`,
		},
		{
			"no number", "bonus_miss\t3", "bonus_miss\tx",
			`line 13, column 12: found "x", expected the value of bonus_miss (an integer from 0 to 1000000)`,
		},
		{"few names", "? ? ? ?\n", "? ? ?\n", `line 19, column 5: found "0", expected "rnd"`},
		{"later round", "rnd 0", "rnd 1", `line 19, column 5: found "1", expected the round (exactly 0)`},
		{"unknown cell", "..X", ".SX", `line 25, column 5: found "S", expected ., X, P or M`},
		{"short row", "00 ............", "00 ...........", `line 25, column 1: found "0", expected ., X, P or M`},
		{"cut off in a row", "...........X\n", "", `line 35, column 1: found "s", expected ., X, P or M`},
		{"starship out of order", "\n1\t2", "\n2\t2", `line 39, column 1: found "2", expected a starship (exactly 1)`},
		{
			"starship off the rows", "\n1\t2", "\n1\t10",
			`line 39, column 3: found "10", expected a row (an integer from 0 to 9)`,
		},
		{"no column", "1\t2\t0", "1\t2\tx", `line 39, column 5: found "x", expected a column (an integer)`},
		{
			"ammunition", "1\t2\t0\t4", "1\t2\t0\t-4",
			`line 39, column 7: found "-4", expected a number of missiles (an integer from 0 to 1073741824)`,
		},
		{"alive", "4\ty", "4\tz", `line 39, column 9: found "z", expected y or n`},
		{
			"alive with countdown", "4\ty\t0", "4\ty\t1",
			`line 39, column 11: found "1", expected the rounds until the starship comes back (exactly 0)`,
		},
		{
			"negative countdown", "n\t3", "n\t-3",
			`line 41, column 11: found "-3", expected the rounds until the starship comes back (an integer from 0 to 1000000)`,
		},
		{
			"on an asteroid", "1\t2\t0", "1\t1\t2",
			`line 39, column 3: found starship 1 at (1, 2), a cell that is taken (asteroid), expected an empty cell`,
		},
		{
			"on a bonus", "1\t2\t0", "1\t3\t4",
			`line 39, column 3: found starship 1 at (3, 4), a cell that is taken (missile bonus), expected an empty cell`,
		},
		{
			"on a starship", "1\t2\t0", "1\t0\t12",
			`line 39, column 3: found starship 1 at (0, 0), a cell that is taken (starship), expected an empty cell`,
		},
		{
			"outside the window", "1\t2\t0", "1\t2\t-1",
			`line 39, column 3: found starship 1 at (2, 11), outside the window, expected a cell in the window`,
		},
		{
			"dead on an asteroid", "3\t1\t8", "3\t1\t2",
			`line 41, column 3: found dead starship 3 on an asteroid at (1, 2), expected another cell`,
		},
		{
			"count of missiles", "missiles\n2", "missiles\n-1",
			`line 44, column 1: found "-1", expected the number of missiles (an integer from 0 to 120)`,
		},
		{
			"missing missile", "missiles\n2", "missiles\n3",
			`line 49, column 1: found "players", expected a missile (an integer from 0 to 1000000000)`,
		},
		{
			"unknown shooter", "7\t0\t6", "7\t4\t6",
			`line 47, column 3: found "4", expected the starship that shot it (an integer from 0 to 3)`,
		},
		{
			"missile on a bonus", "7\t0\t6\t2", "7\t0\t3\t4",
			`line 47, column 5: found missile 7 at (3, 4), a cell that is taken (missile bonus), expected an empty cell`,
		},
		{
			"missile on a starship", "7\t0\t6\t2", "7\t0\t2\t0",
			`line 47, column 5: found missile 7 at (2, 0), a cell that is taken (starship), expected an empty cell`,
		},
		{
			"missile on a missile", "7\t0\t6\t2", "7\t0\t5\t11",
			`line 47, column 5: found missile 7 at (5, 11), a cell that is taken (missile), expected an empty cell`,
		},
		{"missile twice", "7\t0\t6\t2", "4\t0\t6\t2", `line 47, column 5: found missile 4 twice, expected each number once`},
		{"player out of order", "1\t0\t0\n2", "2\t0\t0\n2", `line 52, column 1: found "2", expected a player (exactly 1)`},
		{
			"negative score", "1\t0\t0\n2", "1\t-1\t0\n2",
			`line 52, column 3: found "-1", expected a score (an integer from 0 to 1073741824)`,
		},
		{"status", "1\t0\t0\n2", "1\t0\t-2\n2", `line 52, column 5: found "-2", expected a status (from 0 to 1, or -1)`},
		{"no status", "3\t20\t0\n\n", "3\t20", `line 54, column 5: found the end of the file, expected a status`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(small, c.old, c.by, 1)
			require.NotEqual(t, small, changed)
			_, err := rules{}.ReadSetup([]byte(changed))
			require.EqualError(t, err, c.want)
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
		})
	}
}

func TestDefaultBoard(t *testing.T) {
	s := rules{}.Default()
	m, err := s.New(nil)
	require.NoError(t, err)
	state := m.View(engine.Seat{})
	require.Len(t, state.Find(Asteroid), 125)
	require.Len(t, state.Find(PointBonus), 10)
	require.Len(t, state.Find(MissileBonus), 10)
	require.Len(t, state.Find(Starship), 8)
	for ship := range state.Units() {
		require.Equal(t, 5, ship.Missiles)
		require.Equal(t, 1, ship.Pos.Col)
	}
	requireWhole(t, m)
	again, err := rules{}.ReadSetup(m.setup.Text())
	require.NoError(t, err)
	require.Equal(t, m.setup, again)
}

func TestSettingsBounds(t *testing.T) { // rules 1
	s := Game.Default()
	for _, c := range []struct {
		name  string
		value int
		want  string
	}{
		{"nb_players", 3, "nb_players: 3, but only 4 is possible"},
		{"nb_rnds", 0, "nb_rnds: 0, but the least is 1"},
		{"nb_rows", 16, "nb_rows: 16, but only 15 is possible"},
		{"nb_uni_cols", 61, "nb_uni_cols: 61, but only 60 is possible"},
		{"nb_win_cols", 9, "nb_win_cols: 9, but the least is 10"},
		{"nb_win_cols", 61, "nb_win_cols: 61, but the most is 60"},
		{"nb_ships_x_player", 3, "nb_ships_x_player: 3, but only 2 is possible"},
		{"nb_rnds_regen", 0, "nb_rnds_regen: 0, but the least is 1"},
		{"nb_miss_bonuses", -1, "nb_miss_bonuses: -1, but the least is 0"},
		{"nb_point_bonuses", -1, "nb_point_bonuses: -1, but the least is 0"},
		{"bonus_miss", -1, "bonus_miss: -1, but the least is 0"},
		{"bonus_pnts", 1000001, "bonus_pnts: 1000001, but the most is 1000000"},
		{"kill_pnts", -1, "kill_pnts: -1, but the least is 0"},
	} {
		_, err := s.With(c.name, c.value)
		require.EqualError(t, err, c.want)
	}
	require.Len(t, s.Settings(), 12)
	wide, err := s.With("nb_win_cols", 60)
	require.NoError(t, err)
	require.Contains(t, string(wide.Text()), "nb_win_cols\t60\n")
}

func TestWindowMustHoldTheStarships(t *testing.T) { // rules 7
	text := strings.Replace(small, "nb_win_cols\t10", "nb_win_cols\t12", 1)
	text = strings.Replace(text, "2\t4\t9", "2\t4\t11", 1)
	s, err := Game.ReadSetup([]byte(text))
	require.NoError(t, err)
	_, err = s.With("nb_win_cols", 11)
	require.EqualError(t, err, "nb_win_cols: 11, but starship 2 is in column 11")
	read, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
	read.settings.WindowCols = 10
	_, err = read.New(nil)
	require.Error(t, err)
}

func TestWideRuler(t *testing.T) { // rules 7: from 100 columns on, tens have two digits
	s := baseSettings()
	s.Cols = 102
	m := build(s)
	m.setup.board.units, m.setup.board.cells = m.units, m.cells
	text := string(m.setup.Text())
	require.Contains(t, text, "999999991010\n   0123")
	_, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
}

func FuzzReadSetup(f *testing.F) {
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := rules{}.ReadSetup(text)
		if err != nil {
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
			return
		}
		require.NoError(t, s.Check())
		again, err := rules{}.ReadSetup(s.Text())
		require.NoError(t, err)
		require.Equal(t, s, again)
		m, err := s.New(nil)
		require.NoError(t, err)
		for range 3 {
			m = step(m, newClassic(1))
			requireWhole(t, m)
		}
	})
}
