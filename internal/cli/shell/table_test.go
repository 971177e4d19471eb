package shell

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressIsErasedBeforeALine(t *testing.T) {
	var seen bytes.Buffer
	s := NewScreen(&seen)
	s.Progress("round 1 of 2")
	require.Empty(t, seen.String(), "no terminal, no progress")

	s.Terminal = true
	s.Progress("round 1 of 2")
	s.Progress("round 2 of 2") // too soon to be drawn
	_, err := s.Write([]byte("seat 0 (a): hello\n"))
	require.NoError(t, err)
	s.drawn = time.Time{}
	s.Progress("match 3")
	s.Clear()
	s.Clear()
	require.Equal(t, "round 1 of 2\r            \rseat 0 (a): hello\nmatch 3\r       \r", seen.String())
}

func TestTableAlignsColumns(t *testing.T) {
	var seen bytes.Buffer
	table := NewTable(">place", "player", ">score")
	table.Row("1", "Élan", "1234")
	table.Row("2", "x", "5")
	table.Print(&seen)
	require.Equal(t, "place  player  score\n    1  Élan     1234\n    2  x           5\n", seen.String())
}

func TestByPlaceKeepsSeatOrderAmongEquals(t *testing.T) {
	require.Equal(t, []int{2, 1, 3, 0}, ByPlace([]int{4, 2, 1, 2}))
}
