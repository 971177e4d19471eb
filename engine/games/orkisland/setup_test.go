package orkisland

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// small is a board file with a board of 20 rows, two cities and a path between.
func small() string {
	b := newBoard(20)
	for i := range b.terrain.Cells() {
		if b.isBorder(b.terrain.Pos(i)) {
			b.terrain.Cells()[i] = Water
		} else {
			b.terrain.Cells()[i] = Grass
		}
	}
	for _, a := range []struct {
		t     Terrain
		cells []Pos
	}{
		{City, []Pos{{Row: 2, Col: 3}, {Row: 2, Col: 4}}},
		{City, []Pos{{Row: 2, Col: 7}}},
		{Path, []Pos{{Row: 2, Col: 5}, {Row: 2, Col: 6}}},
	} {
		for _, p := range a.cells {
			b.terrain.Set(p, a.t)
		}
		if a.t == City {
			b.addCity(a.cells)
		} else {
			b.addPath(0, 1, a.cells)
		}
	}
	s := rules{}.Default()
	s.board = b
	s.settings.Size, s.settings.Orks = 20, 4
	return string(s.Text())
}

func TestGeneratedFormRoundTrip(t *testing.T) { // rules 3
	text := orkislandDefault
	s, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
	require.Equal(t, rules{}.Default(), s)
	require.Equal(t, text, string(s.Text()))
}

const orkislandDefault = `OrkIsland 1.0
nb_players                  4
rows                        70
cols                        70
nb_rounds                   200
initial_health              100
nb_orks                     15
cost_grass                  1
cost_forest                 2
cost_sand                   3
cost_city                   0
cost_path                   0
bonus_per_city_cell         1
bonus_per_path_cell         1
factor_connected_component  2

GENERATOR1
`

func TestFixedFormRoundTrip(t *testing.T) { // rules 3
	s, err := rules{}.ReadSetup([]byte(small()))
	require.NoError(t, err)
	require.Equal(t, small(), string(s.Text()))
	require.Equal(t, [][2]int{{0, 1}}, s.board.ends)

	i := generated(t, rules{}.Default(), engine.NewChaCha8(9, 0))
	fixed := i.Setup()
	again, err := rules{}.ReadSetup(fixed.Text())
	require.NoError(t, err)
	require.Equal(t, fixed, again)
}

func TestLayoutDoesNotMatter(t *testing.T) { // rules 3, 15.31
	text := strings.ReplaceAll(small(), "\n", " \r\n\t ")
	text = strings.Replace(text, "00000000001111111111", "some", 1)
	text = strings.Replace(text, "01234567890123456789", "words", 1)
	text = strings.Replace(text, "07 W", "seven W", 1) + "\nand what comes after"
	s, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
	require.Equal(t, small(), string(s.Text()))

	_, err = rules{}.ReadSetup([]byte(orkislandDefault + "words"))
	require.NoError(t, err)
}

func TestBoardFileRefused(t *testing.T) { // rules 1, 3, 15.31
	for _, c := range []struct{ name, old, by, want string }{
		{"empty", small(), "", `line 1, column 1: found the end of the file, expected "OrkIsland"`},
		{"other game", "OrkIsland", "Moria", `line 1, column 1: found "Moria", expected "OrkIsland"`},
		{"other version", "1.0", "2.0", `line 1, column 11: found "2.0", expected "1.0"`},
		{
			"players", "nb_players                  4", "nb_players 3",
			`line 2, column 12: found "3", expected the value of nb_players (exactly 4)`,
		},
		{"other order", "nb_rounds", "nb_orks", `line 5, column 1: found "nb_orks", expected "nb_rounds"`},
		{
			"too small", "rows                        20", "rows 19",
			`line 3, column 6: found "19", expected the value of rows (an integer from 20 to 500)`,
		},
		{
			"not square", "cols                        20", "cols 21",
			`line 4, column 6: found "21", expected the value of cols (exactly 20)`,
		},
		{
			"no rounds", "nb_rounds                   200", "nb_rounds 0",
			`line 5, column 11: found "0", expected the value of nb_rounds (an integer from 1 to 1000000)`,
		},
		{
			"no number", "nb_orks                     4", "nb_orks four",
			`line 7, column 9: found "four", expected the value of nb_orks (an integer from 1 to 4)`,
		},
		{
			"too many orks", "nb_orks                     4", "nb_orks 5",
			`line 7, column 9: found "5", expected the value of nb_orks (an integer from 1 to 4)`,
		},
		{
			"gain of health", "cost_sand                   3", "cost_sand -1",
			`line 10, column 11: found "-1", expected the value of cost_sand (an integer from 0 to 1000000)`,
		},
		{"form", "FIXED", "GENERATOR2", `line 17, column 1: found "GENERATOR2", expected GENERATOR1 or FIXED`},
		{
			"generator with number", "FIXED", "GENERATOR1 12",
			`line 17, column 12: found "12", expected no number, as GENERATOR1 takes none`,
		},
		{"short row", "03 W...", "03 W..", `line 24, column 4: found a row of 19 cells, expected 20 cells`},
		{"unknown character", "03 W...", "03 W..x", `line 24, column 7: found "x", expected W, ., F, S, C or P`},
		{"land on the border", "03 W...", "03 F...", `line 24, column 4: found "F", expected W, as the border is water`},
		{"city cell in no city", "03 W...", "03 W..C", `line 24, column 7: found C in no city, expected each C in one`},
		{"path cell in no path", "03 W...", "03 W..P", `line 24, column 7: found P in no path, expected each P in one`},
		{"no cities", "cities 2", "towns 2", `line 42, column 1: found "towns", expected "cities"`},
		{
			"city cell off the board", "\n2 3\n", "\n2 20\n",
			`line 45, column 3: found "20", expected a column (an integer from 0 to 19)`,
		},
		{
			"city cell on grass", "\n2 3\n", "\n3 3\n",
			`line 45, column 1: found cell (3, 3), which is grass, expected a cell of type C`,
		},
		{
			"city cell twice", "\n2 7\n", "\n2 3\n",
			`line 49, column 1: found cell (2, 3), which is in city 0 already, expected each cell once`,
		},
		{
			"path to no city", "0 1 2\n", "0 2 2\n",
			`line 53, column 3: found "2", expected the city where a path ends (an integer from 0 to 1)`,
		},
		{
			"path cell in a city", "\n2 5\n", "\n2 3\n",
			`line 54, column 1: found cell (2, 3), which is city, expected a cell of type P`,
		},
		{"path cut off", "\n2 6\n", "\n", `line 55, column 1: found the end of the file, expected a row`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(small(), c.old, c.by, 1)
			if strings.HasPrefix(c.old, "03 W") {
				// The other cells of the row stay as many.
				changed = strings.Replace(small(), "03 W"+strings.Repeat(".", 18), c.by+strings.Repeat(".", 18-3), 1)
			}
			require.NotEqual(t, small(), changed)
			_, err := rules{}.ReadSetup([]byte(changed))
			require.EqualError(t, err, c.want)
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
		})
	}
}

func TestTooLittleLandRefused(t *testing.T) { // rules 5.4
	text := strings.ReplaceAll(small(), "W..................W", "WWWWWWWWWWWWWWWWWWWW")
	text = strings.Replace(text, "W..CCPPC.", "WWWCCPPCW", 1)
	_, err := rules{}.ReadSetup([]byte(text))
	require.EqualError(
		t, err, "line 21, column 4: found a board with 15 cells of land, expected at least 16, one for each ork")
}

func TestSettingsBounds(t *testing.T) { // rules 1
	s := Game.Default()
	for name, bad := range map[string]struct {
		value int
		want  string
	}{
		"nb_players":                 {3, "nb_players: 3, but only 4 is possible"},
		"rows":                       {19, "rows: 19, but the least is 20"},
		"cols":                       {501, "cols: 501, but the most is 500"},
		"nb_rounds":                  {0, "nb_rounds: 0, but the least is 1"},
		"initial_health":             {0, "initial_health: 0, but the least is 1"},
		"nb_orks":                    {50, "nb_orks: 50, but the most is 49"},
		"cost_grass":                 {-1, "cost_grass: -1, but the least is 0"},
		"cost_forest":                {-1, "cost_forest: -1, but the least is 0"},
		"cost_sand":                  {-1, "cost_sand: -1, but the least is 0"},
		"cost_city":                  {-1, "cost_city: -1, but the least is 0"},
		"cost_path":                  {1000001, "cost_path: 1000001, but the most is 1000000"},
		"bonus_per_city_cell":        {0, "bonus_per_city_cell: 0, but the least is 1"},
		"bonus_per_path_cell":        {0, "bonus_per_path_cell: 0, but the least is 1"},
		"factor_connected_component": {0, "factor_connected_component: 0, but the least is 1"},
	} {
		_, err := s.With(name, bad.value)
		require.EqualError(t, err, bad.want)
	}
	require.Len(t, s.Settings(), 14)

	_, err := s.With("rows", 20)
	require.EqualError(t, err, "nb_orks: 15, but the most on 20 rows and columns is 4")
	large, err := s.With("cols", 90)
	require.NoError(t, err)
	require.Contains(t, string(large.Text()), "rows                        90\ncols                        90\n")
}

func TestFixedBoardKeepsItsSize(t *testing.T) {
	s, err := Game.ReadSetup([]byte(small()))
	require.NoError(t, err)
	_, err = s.With("rows", 30)
	require.EqualError(t, err, "rows: 30, but only 20 is possible")
	more, err := s.With("nb_orks", 3)
	require.NoError(t, err)
	require.Contains(t, string(more.Text()), "FIXED")
}

func TestTooLittleLandForMoreOrks(t *testing.T) {
	read, err := rules{}.ReadSetup([]byte(small()))
	require.NoError(t, err)
	for i := range read.board.terrain.Cells() {
		if i >= 100 {
			read.board.terrain.Cells()[i] = Water
		}
	}
	read.settings.Orks = 4
	require.NoError(t, read.Check())
	read.settings.Size, read.settings.Orks = 100, 40
	require.EqualError(t, read.Check(), "the board has 72 cells of land for 160 orks")
	_, err = read.New(engine.NewRand(lowest{}))
	require.Error(t, err)
}

func FuzzReadSetup(f *testing.F) {
	f.Add([]byte(small()))
	f.Add([]byte(orkislandDefault))
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
	})
}
