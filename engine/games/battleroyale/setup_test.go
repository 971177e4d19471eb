package battleroyale

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// small is a board file of 8 rows and 9 columns with a unit of each kind for each
// of two players.
const small = `battleroyale v1
nb_players                  2
nb_rounds                   10
nb_farmers                  1
nb_knights                  1
farmers_health              60
knights_health              120
farmers_regen               0
knights_regen               15
damage_min                  50
damage_max                  70
rows                        8
cols                        9
names ? ?

round 5
X.......X
.........
..0......
.........
...XXX...
.........
......1..
11.......
score 1 3
status 0 0
f 0 2 2 60
k 1 3 2 17
k 1 7 0 120
f 1 7 8 1
`

// units is where the units of small begin.
const units = "f 0 2 2 60"

func TestListedForm(t *testing.T) { // rules 2, 16.27
	s, err := rules{}.ReadSetup([]byte(small))
	require.NoError(t, err)
	require.Equal(t, small, string(s.Text()))
	m, err := s.New(engine.NewRand(noDraws{t}))
	require.NoError(t, err)
	require.Equal(t, []Unit{
		{0, 0, Farmer, Pos{Row: 2, Col: 2}, 60},
		{1, 1, Knight, Pos{Row: 3, Col: 2}, 17},
		{2, 1, Knight, Pos{Row: 7, Col: 0}, 120},
		{3, 1, Farmer, Pos{Row: 7, Col: 8}, 1},
	}, m.units)
	require.Equal(t, -1, m.colour(7, 8), "nothing is painted")
	require.Equal(t, []int{1, 3}, m.scores)
	require.Equal(t, small, string(m.Setup().Text()))

	withMore, err := rules{}.ReadSetup([]byte(small + "and so on"))
	require.NoError(t, err)
	require.Equal(t, s, withMore)
}

// noDraws is a source for what is not random.
type noDraws struct{ t *testing.T }

func (n noDraws) Draw(low, high int) int {
	n.t.Fatalf("draw from %d to %d", low, high)
	return low
}

func TestGeneratedForm(t *testing.T) { // rules 2
	text, _, _ := strings.Cut(small, units)
	s, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
	require.Equal(t, text, string(s.Text()))
	require.Nil(t, s.units)
	m, err := s.New(engine.NewRand(seeded(1)))
	require.NoError(t, err)
	require.Equal(t, []Kind{Farmer, Knight, Farmer, Knight},
		[]Kind{m.units[0].Kind, m.units[1].Kind, m.units[2].Kind, m.units[3].Kind})
	require.Equal(t, []int{2, 4}, m.scores)

	fixed := m.Setup()
	again, err := rules{}.ReadSetup(fixed.Text())
	require.NoError(t, err)
	require.Equal(t, fixed, again)
}

func TestDefaultSetup(t *testing.T) { // rules 1
	s, err := rules{}.ReadSetup(rules{}.Default().Text())
	require.NoError(t, err)
	require.Equal(t, rules{}.Default().settings, s.settings)
	require.Equal(t, openBoard(35, 35), s.board)
	require.Nil(t, s.units)
}

func TestLayoutDoesNotMatter(t *testing.T) { // rules 2
	text := strings.ReplaceAll(small, "\n", " \r\n\t ")
	text = strings.Replace(text, "X.......X", "x ... ...\n.X", 1)
	text = strings.Replace(text, "? ?", "Ann Bob", 1)
	text = strings.Replace(text, "score 1 3", "score -7 99", 1)
	text = strings.Replace(text, "status 0 0", "status 0.25 -2", 1)
	s, err := rules{}.ReadSetup([]byte(text))
	require.NoError(t, err)
	require.Equal(t, small, string(s.Text()))
}

func TestPositionNumber(t *testing.T) { // rules 5, 16.28
	s, err := rules{}.ReadSetup([]byte(small))
	require.NoError(t, err)
	m, err := s.New(engine.NewRand(noDraws{t}))
	require.NoError(t, err)
	require.Equal(t, []int{0, 10}, []int{m.Round(), s.Rounds()})
	for m.Round() < s.Rounds() {
		m = step(m, seeded(1))
	}
	require.Equal(t, 15, m.setup.first+m.round)
	require.Contains(t, string(m.appendPosition(nil, nil, nil)), "round 15\n")
	_, err = rules{}.ReadSetup([]byte(strings.Replace(small, "round 5", "round 10", 1)))
	require.ErrorContains(t, err, `found "10", expected the number of the position (an integer from 0 to 9)`)
	listed, err := Game.ReadSetup([]byte(small))
	require.NoError(t, err)
	_, err = listed.With("nb_rounds", 5)
	require.EqualError(t, err, "nb_rounds: 5, but the match begins at round 5")
}

func TestBoardFileRefused(t *testing.T) { // rules 1, 2, 16.27
	for _, c := range []struct{ name, old, by, want string }{
		{"empty", small, "", `line 1, column 1: found the end of the file, expected "battleroyale"`},
		{"other game", "battleroyale", "Moria", `line 1, column 1: found "Moria", expected "battleroyale"`},
		{"other version", "v1", "v2", `line 1, column 14: found "v2", expected "v1"`},
		{
			"one player", "nb_players                  2", "nb_players 1",
			`line 2, column 12: found "1", expected the value of nb_players (an integer from 2 to 4)`,
		},
		{
			"three players", "nb_players                  2", "nb_players 3",
			`line 2, column 12: found "3", expected the value of nb_players (2 or 4)`,
		},
		{"capital letters", "nb_rounds", "NB_ROUNDS", `line 3, column 1: found "NB_ROUNDS", expected "nb_rounds"`},
		{
			"no rounds", "nb_rounds                   10", "nb_rounds 0",
			`line 3, column 11: found "0", expected the value of nb_rounds (an integer from 1 to 1000000)`,
		},
		{
			"no number", "nb_farmers                  1", "nb_farmers one",
			`line 4, column 12: found "one", expected the value of nb_farmers (an integer from 0 to 1000)`,
		},
		{
			"few knights", "nb_knights                  1", "nb_knights -1",
			`line 5, column 12: found "-1", expected the value of nb_knights (an integer from 0 to 1000)`,
		},
		{
			"no health", "farmers_health              60", "farmers_health 0",
			`line 6, column 16: found "0", expected the value of farmers_health (an integer from 1 to 1000000)`,
		},
		{
			"no health for knights", "knights_health              120", "knights_health 0",
			`line 7, column 16: found "0", expected the value of knights_health (an integer from 1 to 1000000)`,
		},
		{
			"losing by resting", "farmers_regen               0", "farmers_regen -1",
			`line 8, column 15: found "-1", expected the value of farmers_regen (an integer from 0 to 1000000)`,
		},
		{
			"losing by resting, knights", "knights_regen               15", "knights_regen -1",
			`line 9, column 15: found "-1", expected the value of knights_regen (an integer from 0 to 1000000)`,
		},
		{
			"healing damage", "damage_min                  50", "damage_min -1",
			`line 10, column 12: found "-1", expected the value of damage_min (an integer from 0 to 1000000)`,
		},
		{
			"most below least", "damage_max                  70", "damage_max 49",
			`line 11, column 12: found "49", expected the value of damage_max (an integer from 50 to 1000000)`,
		},
		{
			"few rows", "rows                        8", "rows 6",
			`line 12, column 6: found "6", expected the value of rows (an integer from 7 to 500)`,
		},
		{
			"many columns", "cols                        9", "cols 501",
			`line 13, column 6: found "501", expected the value of cols (an integer from 7 to 500)`,
		},
		{"no names", "names ? ?", "? ?", `line 14, column 1: found "?", expected "names"`},
		{"a name too many", "names ? ?", "names ? ? ?", `line 14, column 11: found "?", expected "round"`},
		{"unknown tile", ".......X", "...#...X", `line 17, column 5: found "#", expected ., X or a player from 0 to 1`},
		{"tile of nobody", "..0......", "..2......", `line 19, column 3: found "2", expected ., X or a player from 0 to 1`},
		{"a tile too few", "..0......", "..0.....", `line 25, column 1: found "s", expected ., X or a player from 0 to 1`},
		{"a tile too many", "11.......", "11.......X", `line 24, column 10: found "X", expected "score"`},
		{
			"few open tiles", small[strings.Index(small, "X......."):strings.Index(small, "score")],
			strings.Repeat("XXXXXXXXX\n", 7) + "XXX...XXX\n",
			`line 17, column 1: found a board with 3 open tiles, expected at least 4, one for each unit`,
		},
		{"a score too few", "score 1 3", "score 1", `line 26, column 1: found "status", expected a score (an integer)`},
		{"status", "status 0 0", "status 0 fine", `line 26, column 10: found "fine", expected a status (a number)`},
		{
			"status that is no number", "status 0 0", "status NaN 0",
			`line 26, column 8: found "NaN", expected a status (a number)`,
		},
		{"unit missing", "f 1 7 8 1\n", "", `line 30, column 1: found the end of the file, expected a unit (f or k)`},
		{"no unit", "k 1 3 2 17", "x 1 3 2 17", `line 28, column 1: found "x", expected a unit (f or k)`},
		{
			"unit of nobody", "k 1 3 2 17", "k 2 3 2 17",
			`line 28, column 3: found "2", expected an owner (an integer from 0 to 1)`,
		},
		{
			"unit below the board", "k 1 3 2 17", "k 1 8 2 17",
			`line 28, column 5: found "8", expected a row (an integer from 0 to 7)`,
		},
		{
			"unit beside the board", "k 1 3 2 17", "k 1 3 9 17",
			`line 28, column 7: found "9", expected a column (an integer from 0 to 8)`,
		},
		{
			"unit in a wall", "k 1 3 2 17", "k 1 0 0 17",
			`line 28, column 5: found tile (0, 0), which is a wall or taken, expected a free tile`,
		},
		{
			"two units on a tile", "k 1 3 2 17", "k 1 2 2 17",
			`line 28, column 5: found tile (2, 2), which is a wall or taken, expected a free tile`,
		},
		{
			"dead unit", "k 1 3 2 17", "k 1 3 2 0",
			`line 28, column 9: found "0", expected a health (an integer from 1 to 120)`,
		},
		{
			"too healthy", "f 0 2 2 60", "f 0 2 2 61",
			`line 27, column 9: found "61", expected a health (an integer from 1 to 60)`,
		},
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

func TestSettingsBounds(t *testing.T) { // rules 1, 4
	s := Game.Default()
	for name, bad := range map[string]struct {
		value int
		want  string
	}{
		"nb_players":     {3, "nb_players: 3, but it is 2 or 4"},
		"nb_rounds":      {0, "nb_rounds: 0, but the least is 1"},
		"nb_farmers":     {1001, "nb_farmers: 1001, but the most is 1000"},
		"nb_knights":     {-1, "nb_knights: -1, but the least is 0"},
		"farmers_health": {0, "farmers_health: 0, but the least is 1"},
		"knights_health": {0, "knights_health: 0, but the least is 1"},
		"farmers_regen":  {-1, "farmers_regen: -1, but the least is 0"},
		"knights_regen":  {1000001, "knights_regen: 1000001, but the most is 1000000"},
		"damage_min":     {71, "damage_min: 71, but damage_max is 70"},
		"damage_max":     {49, "damage_max: 49, but the least is 50"},
		"rows":           {6, "rows: 6, but the least is 7"},
		"cols":           {501, "cols: 501, but the most is 500"},
	} {
		_, err := s.With(name, bad.value)
		require.EqualError(t, err, bad.want)
	}
	require.Len(t, s.Settings(), 12)
	_, err := s.With("nb_farmers", 400)
	require.EqualError(t, err, "the board has 1136 open tiles for 1660 units")
}

func TestFixedBoardKeepsWhatItSays(t *testing.T) { // rules 2
	listed, err := Game.ReadSetup([]byte(small))
	require.NoError(t, err)
	for name, bad := range map[string]struct {
		value int
		want  string
	}{
		"rows":           {30, "rows: 30, but only 8 is possible"},
		"cols":           {30, "cols: 30, but only 9 is possible"},
		"nb_farmers":     {2, "the board has 4 units, but there must be 6"},
		"knights_health": {100, "unit 2 has health 120, but the most is 100"},
	} {
		_, err := listed.With(name, bad.value)
		require.EqualError(t, err, bad.want)
	}
	text, _, _ := strings.Cut(small, units)
	four := strings.Replace(text, "nb_players                  2", "nb_players 4", 1)
	four = strings.Replace(four, "names ? ?", "names ? ? ? ?", 1)
	four = strings.Replace(four, "score 1 3\nstatus 0 0", "score 1 3 0 0\nstatus 0 0 0 0", 1)
	four = strings.Replace(four, "..0......", "3.0......", 1)
	s, err := Game.ReadSetup([]byte(four))
	require.NoError(t, err)
	_, err = s.With("nb_players", 2)
	require.EqualError(t, err, "tile (2, 0) belongs to player 3, but there are 2 players")

	units := rules{}.Default()
	units.units = []Unit{{ID: 0, Owner: 2}, {}}
	units.settings.Players, units.settings.Farmers, units.settings.Knights = 2, 1, 0
	require.EqualError(t, units.Check(), "unit 0 belongs to player 2, but there are 2 players")
	_, err = units.New(engine.NewRand(seeded(1)))
	require.Error(t, err)
}

func TestMatchWithoutUnits(t *testing.T) { // rules 1
	m := begun(t, 1, func(s *Settings) { s.Farmers, s.Knights = 0, 0 })
	require.Equal(t, []int{0, 0, 0, 0}, step(m, seeded(1), say{0, 0, North}).scores)
}

func FuzzReadSetup(f *testing.F) {
	f.Add([]byte(small))
	f.Add(rules{}.Default().Text())
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
