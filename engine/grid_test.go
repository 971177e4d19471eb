package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestGridIsCopied(t *testing.T) {
	from := engine.NewGrid[int](2, 3)
	from.Set(engine.Pos{Row: 1, Col: 2}, 7)
	var to engine.Grid[int]
	to.CopyFrom(from)
	require.Equal(t, from, to)
	from.Fill(1)
	require.Equal(t, 7, to.At(engine.Pos{Row: 1, Col: 2}))

	kept := to.Cells()
	to.CopyFrom(engine.NewGrid[int](3, 1))
	require.Equal(t, engine.NewGrid[int](3, 1), to)
	require.Same(t, &kept[0], &to.Cells()[0], "in the memory that it has")
	to.CopyFrom(to)
	require.Equal(t, engine.NewGrid[int](3, 1), to)
}
