package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/enginetest/duel"
)

// TestGame runs all the tests that every game in the list of games gets.
func TestGame(t *testing.T) { enginetest.Run(t, duel.Game) }

func TestBadBoardFileIsRefusedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"Duel\nnb_players 5": `line 2, column 12: found "5", expected the value of nb_players (an integer from 2 to 4)`,
		"Duel nb_players 2 nb_rounds 9 nb_units 1 rows 2 cols 4\n#..#\n##":   `line 3, column 1: found "##", expected a row of 4 cells, . or #`,
		"Duel nb_players 2 nb_rounds 9 nb_units 1 rows 2 cols 4\n#..#":       `line 2, column 5: found the end of the file, expected a row`,
		"Duel nb_players 2 nb_rounds 9 nb_units 1 rows 1 cols 4\n#..#\n#..#": `line 3, column 1: found "#..#", expected the end of the file`,
		"Duel nb_players 2 nb_rounds 9 nb_units 2 rows 1 cols 4\n#..#":       `line 2, column 1: found 2 open cells for 4 units, expected one for each`,
	} {
		_, err := duel.Game.ReadSetup([]byte(text))
		var at *cnf.Error
		require.ErrorAs(t, err, &at)
		require.EqualError(t, err, want)
	}
}

func FuzzCommands(f *testing.F) { enginetest.FuzzCommands(f, duel.Game) }

func BenchmarkGame(b *testing.B) { enginetest.Bench(b, duel.Game) }
