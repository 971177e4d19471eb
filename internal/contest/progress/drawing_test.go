package progress

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn is an emulated terminal, 20 wide, on which something was printed, and the board below it.
func drawn(t *testing.T, boards ...string) (*emulator, *drawing) {
	t.Helper()
	e, d := newEmulator(20, 10), &drawing{}
	prints(t, e, "above\r\n")
	for _, lines := range boards {
		prints(t, e, d.replaced(strings.Split(lines, "\n"), 20))
	}
	return e, d
}

func prints(t *testing.T, e *emulator, text string) {
	t.Helper()
	_, err := e.Write([]byte(text))
	require.NoError(t, err)
}

func TestABoardReplacesTheLastOne(t *testing.T) {
	e, _ := drawn(t, "one", "a longer one\nof two lines\n", "two", "x\n\ny")
	require.Equal(t, "above\nx\n\ny\n", e.text())
	require.False(t, e.hidden)
	require.Equal(t, []int{0, 4}, []int{e.x, e.y}, "the cursor is below it")
}

func TestABoardOfTheWidthOfTheTerminalIsNotBroken(t *testing.T) {
	wide := strings.Repeat("x", 20)
	e, _ := drawn(t, wide+"\n"+wide, wide)
	require.Equal(t, "above\n"+wide+"\n", e.text())
}

func TestTheSameBoardIsNotDrawnAgain(t *testing.T) {
	_, d := drawn(t, "one\ntwo")
	require.Empty(t, d.replaced([]string{"one", "two"}, 20))
	require.NotEmpty(t, d.replaced([]string{"one", "two"}, 21), "the terminal may have broken it")
	require.NotEmpty(t, d.replaced([]string{"one", "2"}, 21))
}

func TestAnErasedBoardLeavesWhatWasAbove(t *testing.T) {
	e, d := drawn(t, "one\n\ntwo")
	prints(t, e, "^C"+d.erased(20))
	require.Equal(t, "above\n", e.text())
	require.False(t, e.hidden)
	prints(t, e, "below")
	require.Equal(t, "above\nbelow\n", e.text())
	require.Equal(t, &drawing{}, d)
}

// The lines of the board are 20, 19 and 0 wide; a terminal of 10 breaks two of them.
func TestABoardBrokenByANarrowerTerminalIsErased(t *testing.T) {
	for _, width := range []int{1, 3, 7, 9, 10, 11, 19, 20, 30} {
		e, d := newEmulator(20, 90), &drawing{}
		prints(t, e, "\r\n"+d.replaced([]string{strings.Repeat("x", 20), strings.Repeat("y", 19), ""}, 20))
		e.resize(width, 90)
		prints(t, e, d.replaced([]string{"z"}, width))
		require.Equal(t, "\nz\n", e.text(), "%d columns", width)
		require.Equal(t, 2, e.y)
	}
}
