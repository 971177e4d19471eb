package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// bounds returns the areas in which the units of the players began over many starts.
func bounds(t *testing.T, starts int, change func(*Settings)) []area {
	t.Helper()
	areas := make([]area, 4)
	for player := range areas {
		areas[player] = area{span{1000, -1}, span{1000, -1}}
	}
	for seed := range starts {
		for _, u := range begun(t, seed, change).units {
			a := &areas[u.Owner]
			a.rows = span{min(a.rows.low, u.Pos.Row), max(a.rows.high, u.Pos.Row)}
			a.cols = span{min(a.cols.low, u.Pos.Col), max(a.cols.high, u.Pos.Col)}
		}
	}
	return areas
}

func TestSpawnAreas(t *testing.T) { // rules 4, 16.20, 16.21, 16.22
	for _, c := range []struct {
		rows, cols, farmers, knights int
		want                         []area
	}{
		{36, 35, 15, 15, []area{
			{span{1, 16}, span{1, 15}},
			{span{19, 33}, span{18, 32}},
			{span{1, 16}, span{18, 32}},
			{span{19, 33}, span{1, 15}},
		}},
		{10, 9, 1, 1, []area{
			{span{1, 3}, span{1, 2}},
			{span{6, 7}, span{5, 6}},
			{span{1, 3}, span{5, 6}},
			{span{6, 7}, span{1, 2}},
		}},
		{7, 7, 0, 1, []area{
			{span{1, 1}, span{1, 1}},
			{span{4, 4}, span{4, 4}},
			{span{1, 1}, span{4, 4}},
			{span{4, 4}, span{1, 1}},
		}},
	} {
		got := bounds(t, 60, func(s *Settings) {
			s.Rows, s.Cols, s.Farmers, s.Knights = c.rows, c.cols, c.farmers, c.knights
		})
		require.Equal(t, c.want, got)
	}
}

func TestPublishedSizes(t *testing.T) { // rules 4
	for lines, want := range map[int][2]span{
		33: {{1, 14}, {17, 30}}, 35: {{1, 15}, {18, 32}}, 36: {{1, 16}, {19, 33}},
		48: {{1, 22}, {25, 45}}, 50: {{1, 23}, {26, 47}},
	} {
		require.Equal(t, want, [2]span{upper(lines), lower(lines)})
	}
}
