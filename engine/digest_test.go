package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// digest has three units and a score.
func digest(healths [3]int, score int) *engine.Digest {
	var d engine.Digest
	for id, h := range healths {
		d.Add("unit", id, 7, -1, h)
	}
	d.Add("score", 0, score)
	return &d
}

func TestDigestNamesWhatDiffers(t *testing.T) {
	same := digest([3]int{10, 20, 30}, 5)
	for _, c := range []struct {
		other *engine.Digest
		want  string
	}{
		{digest([3]int{10, 20, 30}, 5), ""},
		{digest([3]int{11, 20, 30}, 5), "unit 0"},
		{digest([3]int{10, 20, 31}, 6), "unit 2"},
		{digest([3]int{10, 20, 30}, 500), "score 0"},
	} {
		require.Equal(t, c.want, c.other.Differs(same.Checks(nil)))
		require.Equal(t, c.want == "", c.other.Sum() == same.Sum())
	}
	require.Equal(t, "score 0", same.Differs(same.Checks(nil)[:3]), "cut off")
}

func TestDigestReset(t *testing.T) {
	d := digest([3]int{1, 2, 3}, 4)
	sum, checks := d.Sum(), d.Checks([]byte{99})
	require.Len(t, checks, 1+4)
	require.EqualValues(t, 99, checks[0])
	d.Reset()
	require.Empty(t, d.Checks(nil))
	d.Add("unit", 0, 1)
	require.NotEqual(t, sum, d.Sum())
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ scores, want []int }{
		{[]int{5, 9, 9, 1}, []int{3, 1, 1, 4}},
		{[]int{0, 0, 0, 0}, []int{1, 1, 1, 1}},
		{[]int{-1, 3, 2, -5}, []int{3, 1, 2, 4}},
		{nil, []int{}},
	} {
		require.Equal(t, c.want, engine.Places(c.scores))
	}
}
