package played_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
)

func TestTheLeadChangesWhenAnotherLeads(t *testing.T) {
	for name, test := range map[string]struct {
		scores [][]int
		want   int
	}{
		"no round":                    {nil, 0},
		"nobody ever leads":           {[][]int{{0, 0}, {3, 3}}, 0},
		"one leads from the start":    {[][]int{{1, 0}, {2, 0}, {2, 1}}, 0},
		"the first lead":              {[][]int{{0, 0}, {0, 0}, {0, 1}}, 0},
		"there and back":              {[][]int{{1, 0}, {1, 2}, {3, 2}}, 2},
		"over a tie":                  {[][]int{{1, 0}, {1, 1}, {1, 2}}, 1},
		"a tie, and the same":         {[][]int{{1, 0}, {1, 1}, {2, 1}}, 0},
		"many ties":                   {[][]int{{1, 0}, {1, 1}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {5, 4}}, 2},
		"others tie behind it":        {[][]int{{9, 1, 1}, {9, 5, 5}, {9, 5, 9}, {9, 5, 10}}, 1},
		"a tie of two others":         {[][]int{{9, 1, 1}, {9, 12, 12}, {9, 12, 13}, {14, 12, 13}}, 2},
		"four":                        {[][]int{{1, 0, 0, 0}, {1, 2, 0, 0}, {1, 2, 3, 0}, {1, 2, 3, 4}, {5, 2, 3, 4}}, 4},
		"one is dead and still leads": {[][]int{{7, 1}, {7, 3}, {7, 7}, {7, 8}}, 1},
		"the leader loses points":     {[][]int{{7, 1}, {-2, 1}, {-2, -5}}, 2},
		"below zero":                  {[][]int{{-1, -2}, {-3, -2}}, 1},
		"one player":                  {[][]int{{0}, {5}, {2}}, 0},
		"no player":                   {[][]int{{}, {}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var lead played.Lead
			for _, scores := range test.scores {
				lead.Add(scores)
			}
			require.Equal(t, test.want, lead.Changes)
		})
	}
}
