package cli

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressIsErasedBeforeALine(t *testing.T) {
	var seen bytes.Buffer
	s := newScreen(&seen)
	s.progress("round 1 of 2")
	require.Empty(t, seen.String(), "no terminal, no progress")

	s.terminal = true
	s.progress("round 1 of 2")
	s.progress("round 2 of 2") // too soon to be drawn
	_, err := s.Write([]byte("seat 0 (a): hello\n"))
	require.NoError(t, err)
	s.drawn = time.Time{}
	s.progress("match 3")
	s.clear()
	s.clear()
	require.Equal(t, "round 1 of 2\r            \rseat 0 (a): hello\nmatch 3\r       \r", seen.String())
}

func TestTableAlignsColumns(t *testing.T) {
	var seen bytes.Buffer
	table := newTable(">place", "player", ">score")
	table.row("1", "Élan", "1234")
	table.row("2", "x", "5")
	table.print(&seen)
	require.Equal(t, "place  player  score\n    1  Élan     1234\n    2  x           5\n", seen.String())
}

func TestByPlaceKeepsSeatOrderAmongEquals(t *testing.T) {
	require.Equal(t, []int{2, 1, 3, 0}, byPlace([]int{4, 2, 1, 2}))
}
