package dummy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDummyBeatsTheHastyAtMoria(t *testing.T) {
	dummy := sdk.Remember(moria.Bot, (*moriaClan).play)
	hasty := sdk.Play(moria.Bot, moriaDash)
	scores := sdktest.Play(t, moria.Game.Default(), 0, dummy, hasty, dummy, hasty).Scores
	require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "%v", scores)
}

// moriaDash sends all dwarves to the nearest cave that is not theirs, whatever awaits
// them there.
func moriaDash(s *moria.State, c *moria.Commands) {
	ways := s.WaysTo(moria.Dwarf, s.Paintable(s.Me())...)
	for dwarf := range s.Dwarves(s.Me()) {
		c.Move(dwarf.ID, ways.Step(dwarf.Pos))
	}
}

func TestDummyPlaysTheSameMatchOfMoriaAgain(t *testing.T) {
	dummy := sdk.Remember(moria.Bot, (*moriaClan).play)
	setup, err := moria.Game.Default().With("nb_rounds", 30)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
	require.Equal(t, first, sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy))
}

// Dummy copes with crowds, soft rock and many orcs.
func TestDummyPlaysUnusualSettingsOfMoria(t *testing.T) {
	dummy := sdk.Remember(moria.Bot, (*moriaClan).play)
	setup := moria.Game.Default()
	for _, one := range []struct {
		name  string
		value int
	}{
		{"nb_rounds", 20},
		{"nb_dwarves", 100},
		{"nb_wizards", 30},
		{"nb_trolls", 20},
		{"max_nb_orcs", 400},
		{"rock_resistance", 27},
	} {
		var err error
		setup, err = setup.With(one.name, one.value)
		require.NoError(t, err)
	}
	sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
}

// BenchmarkRoundOfMoria plays matches against itself; ns/round is the time of one
// seat.
func BenchmarkRoundOfMoria(b *testing.B) {
	const rounds, seats = 200, 4
	dummy := sdk.Remember(moria.Bot, (*moriaClan).play)
	var seed uint64
	for b.Loop() {
		sdktest.Play(b, moria.Game.Default(), seed, dummy, dummy, dummy, dummy)
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(seed*rounds*seats), "ns/round")
}
