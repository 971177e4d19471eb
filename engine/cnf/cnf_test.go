package cnf_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

func TestReadsWordByWord(t *testing.T) {
	r := cnf.NewReader([]byte("  Game\r\n\t7 x\ny\f-3"))
	r.Expect("Game")
	require.Equal(t, cnf.Place{Line: 1, Col: 3}, r.Place())
	require.Equal(t, "7", r.Peek())
	require.Equal(t, 7, r.Int("a number", 0, 9))
	require.Equal(t, cnf.Place{Line: 2, Col: 2}, r.Place())
	require.Equal(t, byte('x'), r.Char("a letter"))
	require.Equal(t, "y", r.Word("a letter"))
	require.False(t, r.AtEnd())
	require.Equal(t, -3, r.Int("a number", -5, 5))
	require.True(t, r.AtEnd())
	require.Empty(t, r.Peek())
	require.NoError(t, r.Err())
}

func TestAnIntegerOfAnySizeIsKeptAsItIsWritten(t *testing.T) {
	for _, text := range []string{"0", "-7", "007", "18446744073709551615", "-99999999999999999999999"} {
		r := cnf.NewReader([]byte(" " + text + "\n"))
		require.Equal(t, text, r.Digits("n"))
		require.NoError(t, r.Err())
	}
}

func TestCharsOfOneWord(t *testing.T) {
	r := cnf.NewReader([]byte("ab c"))
	require.Equal(t, "abc", string([]byte{r.Char("a"), r.Char("b"), r.Char("c")}))
	require.Equal(t, cnf.Place{Line: 1, Col: 4}, r.Place())
	require.Zero(t, r.Char("d"))
	require.EqualError(t, r.Err(), "line 1, column 5: found the end of the file, expected d")
}

func TestErrorsSayWhereAndWhat(t *testing.T) {
	for _, c := range []struct {
		text, want string
		read       func(*cnf.Reader)
	}{
		{"", "line 1, column 1: found the end of the file, expected a name", func(r *cnf.Reader) { r.Word("a name") }},
		{"a\n\n", "line 3, column 1: found the end of the file, expected a name", func(r *cnf.Reader) {
			r.Word("a letter")
			r.Word("a name")
		}},
		{"\n Game", `line 2, column 2: found "Game", expected "Seed"`, func(r *cnf.Reader) { r.Expect("Seed") }},
		{"x", `line 1, column 1: found "x", expected n (an integer from 1 to 9)`, func(r *cnf.Reader) { r.Int("n", 1, 9) }},
		{"10", `line 1, column 1: found "10", expected n (an integer from 1 to 9)`, func(r *cnf.Reader) { r.Int("n", 1, 9) }},
		{"0", `line 1, column 1: found "0", expected n (an integer, at least 1)`, func(r *cnf.Reader) {
			r.Int("n", 1, math.MaxInt)
		}},
		{
			"99999999999999999999", `line 1, column 1: found "99999999999999999999", expected n (an integer)`,
			func(r *cnf.Reader) { r.Int("n", math.MinInt, math.MaxInt) },
		},
		{"--1", `line 1, column 1: found "--1", expected n (an integer)`, func(r *cnf.Reader) { r.Digits("n") }},
		{"-", `line 1, column 1: found "-", expected n (an integer)`, func(r *cnf.Reader) { r.Digits("n") }},
		{"1x", `line 1, column 1: found "1x", expected n (an integer)`, func(r *cnf.Reader) { r.Digits("n") }},
		{"", "line 1, column 1: found the end of the file, expected n", func(r *cnf.Reader) { r.Digits("n") }},
		{"5", `line 1, column 1: found "5", expected n (exactly 4)`, func(r *cnf.Reader) { r.Int("n", 4, 4) }},
		{"a b", `line 1, column 1: found that, expected this`, func(r *cnf.Reader) {
			r.Word("a")
			at := r.Place()
			r.Word("b")
			r.RejectAt(at, "that", "this")
		}},
	} {
		r := cnf.NewReader([]byte(c.text))
		c.read(r)
		require.EqualError(t, r.Err(), c.want)
		var at *cnf.Error
		require.ErrorAs(t, r.Err(), &at)
	}
}

// A file may be one word of many megabytes.
func TestLongWordsAreRefusedAndNotQuotedWhole(t *testing.T) {
	longest := strings.Repeat("x", 4096)
	r := cnf.NewReader([]byte(longest))
	require.Equal(t, longest, r.Word("a name"))
	require.NoError(t, r.Err())

	r = cnf.NewReader([]byte(" x" + longest))
	require.Len(t, r.Peek(), 4097)
	require.Empty(t, r.Word("a name"))
	require.EqualError(t, r.Err(), `line 1, column 2: found "`+longest[:40]+`"…, expected a name`)

	r = cnf.NewReader([]byte(longest[:39] + "é"))
	r.Expect("b")
	require.EqualError(t, r.Err(), `line 1, column 1: found "`+longest[:39]+`"…, expected "b"`)
}

func TestNothingIsReadAfterAnError(t *testing.T) {
	r := cnf.NewReader([]byte("x 1 y"))
	r.Expect("z")
	first := r.Err()
	require.Zero(t, r.Int("n", 0, 9))
	require.Empty(t, r.Digits("n"))
	require.Empty(t, r.Word("y"))
	require.Zero(t, r.Char("y"))
	r.Reject("another")
	require.Same(t, first, r.Err())
}

// setup has a setting whose bound depends on another, and two that share a value.
type setup struct{ health, cost, size int }

func (s *setup) Settings() []engine.Setting {
	return []engine.Setting{
		{Name: "initial_health", Value: &s.health, Min: 1, Max: 100},
		{Name: "cost", Value: &s.cost, Min: -9, Max: s.health},
		{Name: "rows", Value: &s.size, Min: 1, Max: 9},
		{Name: "cols", Value: &s.size, Min: 1, Max: 9},
	}
}

func TestSettings(t *testing.T) {
	s := new(setup)
	r := cnf.NewReader([]byte("initial_health 70\n cost 69 rows 4 cols 4"))
	r.Settings(s)
	require.NoError(t, r.Err())
	require.Equal(t, setup{70, 69, 4}, *s)
	require.Equal(
		t,
		"initial_health              70\ncost                        69\nrows                        4\ncols              "+
			"          4\n",
		string(cnf.AppendSettings(nil, s)))

	for text, want := range map[string]string{
		"initial_health 0 cost 1":                  `line 1, column 16: found "0", expected the value of initial_health (an integer from 1 to 100)`,
		"cost 1 initial_health 2":                  `line 1, column 1: found "cost", expected "initial_health"`,
		"initial_health 5 cost 6":                  `line 1, column 23: found "6", expected the value of cost (an integer from -9 to 5)`,
		"initial_health 5 cost 5 rows 4 cols 5":    `line 1, column 37: found "5", expected the value of cols (exactly 4)`,
		"initial_health 5 cost 5 rows 4\n cols -4": `line 2, column 7: found "-4", expected the value of cols (exactly 4)`,
	} {
		r := cnf.NewReader([]byte(text))
		r.Settings(new(setup))
		require.EqualError(t, r.Err(), want)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte("Game\n7 x"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := cnf.NewReader(text)
		last := cnf.Place{Line: 1, Col: 0}
		for !r.AtEnd() {
			require.Equal(t, r.Peek(), r.Word("a word"))
			require.True(t, r.Place().Line > last.Line || r.Place().Col > last.Col)
			last = r.Place()
		}
		require.NoError(t, r.Err())
	})
}

func TestPartsOfRecordsAreReadAsTheyAreWritten(t *testing.T) {
	type order struct {
		unit   engine.UnitID
		letter byte
	}
	orders, numbers := []order{{3, 'r'}, {1, 't'}}, []int{7, -1}
	text := cnf.AppendWords([]byte("names"), []string{"Ann", "Bob"})
	text = cnf.AppendInts(append(text, "score"...), numbers)
	text = cnf.AppendOrders(text, orders, func(o order) (engine.UnitID, byte) { return o.unit, o.letter })
	require.Equal(t, "names Ann Bob\nscore 7 -1\n3 r\n1 t\n-1\n", string(text))
	read := func(text string) ([]order, error) {
		r := cnf.NewReader([]byte(text))
		require.Equal(t, []string{"Ann", "Bob"}, r.Names(2))
		again := make([]int, 2)
		r.Ints("score", again, -1, 7)
		require.Equal(t, numbers, again)
		list := cnf.Orders(r, "a unit", 3, "tbrl", func(unit engine.UnitID, k int) order {
			return order{unit, "?tbrl"[k+1]}
		})
		r.End()
		return list, r.Err()
	}
	list, err := read(string(text))
	require.NoError(t, err)
	require.Equal(t, orders, list)
	for wrong, want := range map[string]string{
		"4 r": "found \"4\", expected a unit, or -1", "3 x": "expected one of the letters tbrl", "3 tb": `found "tb", expected`,
		"-1 0": "expected the end of the file", "3 t": "found the end of the file, expected a unit, or -1",
	} {
		_, err := read("names Ann Bob score 7 -1 " + wrong)
		require.ErrorContains(t, err, want, wrong)
	}
}
