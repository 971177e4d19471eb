package moria

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

const defaultFile = `Moria 1.1
nb_players           4
nb_rounds          200
nb_dwarves          20
nb_wizards           5
max_nb_orcs         20
nb_trolls            4
treasure_value      10
rock_resistance      5
rows                60
cols                60

GENERATOR
`

// fixedFile is a board file with a mountain of caves. Row 30 has one of everything.
func fixedFile() string {
	text := strings.Replace(defaultFile, "GENERATOR", "FIXED", 1)
	for row := range Size {
		switch {
		case isFrame(at(row, 30)):
			text += strings.Repeat("O", Size)
		case row == 30:
			text += "OO" + "C0123TAGRabcd" + strings.Repeat("C", Size-17) + "OO"
		default:
			text += "OO" + strings.Repeat("C", Size-4) + "OO"
		}
		text += "\n"
	}
	return text
}

func TestGeneratedFormRoundTrip(t *testing.T) { // rules 4
	s, err := rules{}.ReadSetup([]byte(defaultFile))
	require.NoError(t, err)
	require.Equal(t, rules{}.Default(), s)
	require.Equal(t, defaultFile, string(s.Text()))
}

func TestFixedFormRoundTrip(t *testing.T) { // rules 3, 4
	s, err := rules{}.ReadSetup([]byte(fixedFile()))
	require.NoError(t, err)
	require.Equal(t, fixedFile(), string(s.Text()))
	m := generated(t, s, engine.NewChaCha8(1, 0))
	require.Equal(t, fixedFile(), string(m.Setup().Text()), "the board before the first unit")

	for _, c := range []struct {
		col, owner, hits int
		terrain          Terrain
	}{
		{2, -1, 0, Cave},
		{3, 0, 0, Cave},
		{6, 3, 0, Cave},
		{7, -1, 0, Cave},
		{8, -1, 0, Abyss},
		{9, -1, 0, Granite},
		{10, -1, 5, Rock},
		{11, -1, 1, Rock},
		{14, -1, 4, Rock},
		{0, -1, 0, Outside},
	} {
		is := s.board.cells.At(at(30, c.col))
		require.Equal(t, c.terrain, is.terrain())
		require.Equal(t, c.owner, is.owner())
		require.Equal(t, c.hits, is.hits(5))
	}
}

func TestLayoutDoesNotMatter(t *testing.T) { // rules 4
	s, err := rules{}.ReadSetup([]byte(strings.ReplaceAll(fixedFile(), "\n", " \r\n\t ")))
	require.NoError(t, err)
	require.Equal(t, fixedFile(), string(s.Text()))
}

func TestBoardFileRefused(t *testing.T) { // rules 1, 3, 4
	caves := "\nOO" + strings.Repeat("C", Size-4) + "OO"
	for _, c := range []struct{ name, old, by, want string }{
		{"empty", fixedFile(), "", `line 1, column 1: found the end of the file, expected "Moria"`},
		{"other game", "Moria", "OrkIsland", `line 1, column 1: found "OrkIsland", expected "Moria"`},
		{"other version", "1.1", "1.0", `line 1, column 7: found "1.0", expected "1.1"`},
		{
			"players", "nb_players           4", "nb_players 3",
			`line 2, column 12: found "3", expected the value of nb_players (exactly 4)`,
		},
		{"other order", "nb_rounds", "nb_dwarves", `line 3, column 1: found "nb_dwarves", expected "nb_rounds"`},
		{
			"no rounds", "nb_rounds          200", "nb_rounds 0",
			`line 3, column 11: found "0", expected the value of nb_rounds (an integer from 1 to 1000000)`,
		},
		{
			"no dwarves", "nb_dwarves          20", "nb_dwarves 0",
			`line 4, column 12: found "0", expected the value of nb_dwarves (an integer from 1 to 500)`,
		},
		{
			"no wizards", "nb_wizards           5", "nb_wizards -1",
			`line 5, column 12: found "-1", expected the value of nb_wizards (an integer from 1 to 500)`,
		},
		{
			"no orcs", "max_nb_orcs         20", "max_nb_orcs 0",
			`line 6, column 13: found "0", expected the value of max_nb_orcs (an integer from 1 to 400)`,
		},
		{
			"no number", "nb_trolls            4", "nb_trolls four",
			`line 7, column 11: found "four", expected the value of nb_trolls (an integer from 1 to 100)`,
		},
		{
			"worthless", "treasure_value      10", "treasure_value 0",
			`line 8, column 16: found "0", expected the value of treasure_value (an integer from 1 to 1000000)`,
		},
		{
			"too hard", "rock_resistance      5", "rock_resistance 28",
			`line 9, column 17: found "28", expected the value of rock_resistance (an integer from 1 to 27)`,
		},
		{
			"rows", "rows                60", "rows 59",
			`line 10, column 6: found "59", expected the value of rows (exactly 60)`,
		},
		{
			"cols", "cols                60", "cols 61",
			`line 11, column 6: found "61", expected the value of cols (exactly 60)`,
		},
		{"form", "FIXED", "GENERATOR1", `line 13, column 1: found "GENERATOR1", expected GENERATOR or FIXED`},
		{"generator with more", "FIXED", "GENERATOR 12", `line 13, column 11: found "12", expected the end of the file`},
		{"short row", caves, caves[:len(caves)-1], `line 16, column 1: found a row of 59 cells, expected 60 cells`},
		{"long row", caves, caves + "O", `line 16, column 1: found a row of 61 cells, expected 60 cells`},
		{
			"unknown character", caves, strings.Replace(caves, "C", "x", 1),
			`line 16, column 3: found "x", expected O, C, 0, 1, 2, 3, T, A, G or R, or a, b, c, d for rock that was hit`,
		},
		{
			"fifth clan", caves, strings.Replace(caves, "C", "4", 1),
			`line 16, column 3: found "4", expected O, C, 0, 1, 2, 3, T, A, G or R, or a, b, c, d for rock that was hit`,
		},
		{
			"rock hit less than once", caves, strings.Replace(caves, "C", "e", 1),
			`line 16, column 3: found "e", expected O, C, 0, 1, 2, 3, T, A, G or R, or a, b, c, d for rock that was hit`,
		},
		{
			"narrow frame", caves, strings.Replace(caves, "O", "C", 1),
			`line 16, column 1: found "C", expected O, as the frame of two cells is outside`,
		},
		{
			"wide frame", caves, strings.Replace(caves, "C", "O", 1),
			`line 16, column 3: found "O", expected no O, as the frame is just two cells wide`,
		},
		{
			"cut off", fixedFile(), fixedFile()[:len(fixedFile())-Size-1],
			`line 73, column 1: found the end of the file, expected a row of 60 cells`,
		},
		{
			"one row more", "O\nOOC0", "O\n" + strings.Repeat("O", Size) + "\nOOC0",
			`line 44, column 3: found "O", expected no O, as the frame is just two cells wide`,
		},
		{
			"more than the board", fixedFile(), fixedFile() + "more",
			`line 74, column 1: found "more", expected the end of the file`,
		},
		{"too many units", "nb_dwarves          20", "nb_dwarves 500", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(fixedFile(), c.old, c.by, 1)
			require.NotEqual(t, fixedFile(), changed)
			_, err := rules{}.ReadSetup([]byte(changed))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, c.want)
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
		})
	}
}

func TestTooManyUnitsRefused(t *testing.T) { // rules 7.5
	fixed := strings.Replace(fixedFile(), "nb_dwarves          20", "nb_dwarves         500", 1)
	fixed = strings.Replace(fixed, "nb_wizards           5", "nb_wizards         300", 1)
	_, err := rules{}.ReadSetup([]byte(fixed))
	require.EqualError(
		t, err, "line 14, column 1: found 3128 caves without a treasure, expected at least 3204, one for each unit")
	_, err = rules{}.ReadSetup([]byte(strings.Replace(defaultFile, "nb_wizards           5", "nb_wizards         200", 1)))
	require.EqualError(t, err, "line 13, column 1: found 80 dwarves, 800 wizards and 4 trolls, "+
		"expected fewer: they need 965 caves, and a generated board may have no more than 800")
}

func TestSettingsBounds(t *testing.T) { // rules 1
	s := Game.Default()
	for name, bad := range map[string]struct {
		value int
		want  string
	}{
		"nb_players":      {5, "nb_players: 5, but only 4 is possible"},
		"nb_rounds":       {0, "nb_rounds: 0, but the least is 1"},
		"nb_dwarves":      {0, "nb_dwarves: 0, but the least is 1"},
		"nb_wizards":      {501, "nb_wizards: 501, but the most is 500"},
		"max_nb_orcs":     {401, "max_nb_orcs: 401, but the most is 400"},
		"nb_trolls":       {0, "nb_trolls: 0, but the least is 1"},
		"treasure_value":  {0, "treasure_value: 0, but the least is 1"},
		"rock_resistance": {0, "rock_resistance: 0, but the least is 1"},
		"rows":            {61, "rows: 61, but only 60 is possible"},
		"cols":            {59, "cols: 59, but only 60 is possible"},
		"original_faults": {-1, "original_faults: -1, but the least is 0"},
	} {
		_, err := s.With(name, bad.value)
		require.EqualError(t, err, bad.want)
	}
	require.Len(t, s.Settings(), 11)
	_, err := s.With("nb_dwarves", 200)
	require.ErrorContains(t, err, "800 dwarves")
}

func TestFixedBoardKeepsItsRock(t *testing.T) { // rules 3
	s, err := Game.ReadSetup([]byte(fixedFile()))
	require.NoError(t, err)
	_, err = s.With("rock_resistance", 4)
	require.EqualError(
		t, err, `board: found "d" at (30, 14), expected O, C, 0, 1, 2, 3, T, A, G or R, or a, b, c for rock that was hit`)
	harder, err := s.With("rock_resistance", 9)
	require.NoError(t, err)
	require.Contains(t, string(harder.Text()), "FIXED")
}

func FuzzReadSetup(f *testing.F) {
	f.Add([]byte(fixedFile()))
	f.Add([]byte(defaultFile))
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
