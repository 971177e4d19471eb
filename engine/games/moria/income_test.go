package moria

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestPointsHaveTheirSources(t *testing.T) { // rules 16
	me := dwarf(0, 0, at(2, 2), 0)
	value := rules{}.Default().settings.TreasureValue
	for _, c := range []struct {
		name, drawing string
		units         []placed
		want          []scene.Points
	}{
		{"a cave", `CC`, []placed{me}, []scene.Points{{Source: fromCells, Points: 1}}},
		{"an own cave", `C0`, []placed{me}, nil},
		{
			"a treasure", `CT`,
			[]placed{me},
			[]scene.Points{{Source: fromTreasures, Points: value}, {Source: fromCells, Points: 1}},
		},
		{
			"another's cave", `C3`,
			[]placed{me},
			[]scene.Points{{Seat: 3, Source: lostToClans, Points: -1}, {Source: fromConquests, Points: 1}},
		},
		{
			"the Balrog's way", `GGG00C`,
			[]placed{{theEvil, at(2, 5), 0, -1}, dwarf(1, 0, at(2, 7), 0)},
			[]scene.Points{{Source: lostToSauron, Points: -2}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := draw(t, c.drawing, c.units...)
			require.Equal(t, c.want, told(t, m, lowest{}, say{0, 0, East}).Points)
		})
	}
}
