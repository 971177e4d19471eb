package shell

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/rerun"
)

func TestTheCourseOfAComparison(t *testing.T) {
	course := []comparison.Evidence{
		{Mean: 1, Low: 0, High: 1},
		{Mean: 0.6, Low: 0.2, High: 0.9},
		{Mean: 0.7, Low: 0.4, High: 0.8},
		{Mean: 0.6, Low: 0.5, High: 0.7},
	}
	require.Equal(t, `  90 % ░░
  83 % ░░░
  76 % ░░░
  69 % ░░●░
  62 % ░●░●
  55 % ░░░░
  48 % ░░░░
  41 % ░░░
  34 % ░░
  27 % ░░
  20 % ░░
       share after 1 to 4 groups of matches; ● mean, ░ where the true one is
`, PlotCourse(course, "share"), "the first quarter may be off the picture")
	long := make([]comparison.Evidence, 3*plotWidth)
	for i := range long {
		long[i] = comparison.Evidence{Mean: 0.5, Low: 0.5, High: 0.5}
	}
	lines := strings.Split(PlotCourse(long, "share"), "\n")
	require.Equal(t, "  50 % "+strings.Repeat("●", plotWidth), lines[plotHeight-1])
	require.Equal(t, "  52 %", strings.TrimRight(lines[0], " "))
	flat := []comparison.Evidence{{Mean: 0.6, Low: 0.6, High: 0.6}}
	require.Contains(t, PlotCourse(flat, "share"), "  50 % ─\n")
}

func TestTimesInATable(t *testing.T) {
	for ns, want := range map[time.Duration]string{
		1234 * time.Nanosecond: "1µs", 999_999 * time.Nanosecond: "1ms", 1234567: "1.23ms", 12345678: "12.35ms",
		time.Second - 1: "1s", 1234567891: "1.235s", 0: "0s",
	} {
		require.Equal(t, want, ShowTime(int64(ns)))
	}
	require.Equal(t, "1.3%", showMillionths(12_600))
	require.Equal(t, "-", spreadCells(nil, true, showNumber)[0])
	require.Equal(t, []string{"-", "-", "-", "-", "-"}, spreadCells([]int64{1}, false, showNumber))
	require.Equal(t, []string{"9", "3", "5", "5", "1"}, spreadCells([]int64{1, 5, 3}, true, showNumber))
}

func TestOtherCommandsSideBySide(t *testing.T) {
	numbered := func(s string) []string { return strings.Split(s, "") }
	for name, test := range map[string]struct {
		recorded, now []string
		want          string
	}{
		"no words": {nil, nil, ""},
		"from a little before": {numbered("abcdef"), numbered("abcdxf"), `   command  old  new
         1  b    b
         2  c    c
         3  d    d
*        4  e    x
and more commands (old: 1, new: 1)
`},
		"at once": {numbered("ab"), numbered("xbc"), `   command  old  new
*        0  a    x
         1  b    b
*        2       c
`},
		"one has more": {numbered("abcdefgh"), numbered("x"), `   command  old  new
*        0  a    x
*        1  b
*        2  c
*        3  d
and more commands (old: 4, new: 0)
`},
	} {
		s, out, _ := printing()
		PrintDifference(s, &rerun.Difference{Recorded: test.recorded, Now: test.now}, "old", "new", 4)
		require.Equal(t, test.want, out.String(), name)
	}
}

func TestTheFirstRoundsAreListed(t *testing.T) {
	require.Equal(t, "3, 5", Listed([]int{3, 5}))
	require.Equal(t, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", Listed([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}))
	require.Equal(t, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …", Listed([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}))
	require.Empty(t, Listed(nil))
}

func TestAFaultIsToldWithItsReport(t *testing.T) {
	reports := []faults.Report{
		{Seat: 0, Dir: "faults/a", Again: "arena rerun a"},
		{Seat: 1, Dir: "faults/b"},
		{Seat: 2, Problem: "full", Fix: "make room"},
		{Seat: 3, Problem: "broken"},
	}
	for seat, want := range []string{
		"it failed\n  report faults/a; again: arena rerun a\n", "it failed\n  report faults/b\n", "it failed\n",
		"it failed\n", "it failed\n",
	} {
		s, out, told := printing()
		s.TellFault("it failed", ReportOn(reports, seat))
		require.Equal(t, want, told.String())
		require.Empty(t, out.String())
	}
	s, _, told := printing()
	s.TellUnwritten(reports)
	require.Equal(t, "warning: no report on seat 2: full\nhint: make room\n", told.String(), "once")
	told.Reset()
	s.TellUnwritten(reports[:2])
	require.Empty(t, told.String())
}

func TestWhereReportsGo(t *testing.T) {
	f, _ := parsed(t, "--cpu", "1s", "--sandbox", "none")
	run, err := f.Host()
	require.NoError(t, err)
	o := (&FaultFlags{Dir: "there"}).Options(f, run)
	require.Equal(t, "there", o.Dir)
	require.Equal(t, run.Limits, o.Limits)
	require.Equal(t, run.Sandbox.String(), o.Sandbox)
	require.Contains(t, o.Flags, "--cpu")
	require.Empty(t, (&FaultFlags{Dir: "none"}).Options(f, run).Dir)
}

func TestVerdictsInWords(t *testing.T) {
	v := match.Verdict{Seat: 1, Round: 7, Kind: match.Crash, Detail: "it exited"}
	require.Equal(t, "seat 1 (zorg): crash in round 7: it exited", VerdictLine("zorg", v))
	require.Equal(t, "crash in round 7", ShortVerdict(&v))
	require.Empty(t, ShortVerdict(nil))
	require.Equal(t, "b (seat 1)", Seated([]string{"a", "b"}, 1))
	require.Equal(t, []int{2, 0, 3, 1}, ByPlace([]int{2, 4, 1, 2}), "equal ones by seat")
}

func TestJSONForMachinesAndTerminals(t *testing.T) {
	value := map[string]string{"a": "<\u202e\U000e0001é\n>"}
	var text bytes.Buffer
	require.NoError(t, PrintLongJSON(&text, value))
	require.Equal(t, `{"a":"<\u202e\udb40\udc01é\n>"}`+"\n", text.String())
	text.Reset()
	require.NoError(t, PrintJSON(&text, map[string]int{"a": 1}))
	require.Equal(t, "{\n  \"a\": 1\n}\n", text.String())
	require.ErrorContains(t, PrintJSON(&text, func() {}), "json: ")
	text.Reset()
	require.NoError(t, PrintLongJSON(&text, NewVerdictsJSON(nil)))
	require.Equal(t, "[]\n", text.String())
	text.Reset()
	verdicts := []match.Verdict{{Seat: 1, Round: 2, Kind: "crash", Detail: "x"}}
	require.NoError(t, PrintLongJSON(&text, NewVerdictsJSON(verdicts)))
	require.Equal(t, `[{"seat":1,"round":2,"kind":"crash","detail":"x"}]`+"\n", text.String())
}
