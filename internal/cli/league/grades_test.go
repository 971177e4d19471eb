package league

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
)

// entered is a version of a bot that plays, or has left.
func entered(name, version, author string, gone bool, came time.Time, late time.Duration) store.Entrant {
	first := 0
	e := store.Entrant{Entrant: played.Entrant{Name: name, Version: version}, Joined: &first, Came: came, Late: late}
	if author != "" {
		e.Signer, e.Author = "SHA256:"+author, author
	}
	if gone {
		e.Gone = &first
	}
	return e
}

// TestEachPersonHasARow, whichever keys have signed their bots, and those have one who have handed in nothing.
func TestEachPersonHasARow(t *testing.T) {
	entrants := []store.Entrant{
		entered("zorg", "1", "anna", false, noon, 0), entered("yeti", "1", "other", false, noon, 0),
		entered("demo", "1", "ben", false, noon, 0), entered("orc", "1", "cleo", false, noon, 0),
	}
	entrants[0].Person, entrants[1].Person, entrants[2].Person = "1", "1", "gone"
	summary := stats.Summary{Bots: make([]stats.Bot, 4)}
	people := map[string]owner{
		"1": {names: "Anna Ab, Eve", group: "A"}, "2": {names: "Zoe", group: "=B"}, "3": {names: "Dan"},
		"4": {names: "who has left", ended: true},
	}
	var text []string
	for _, row := range grades(entrants, people, summary, []int{2, 1, 0, 3}) {
		require.Len(t, row, len(gradeColumns()))
		text = append(text, strings.Join(row[:6], "|")+" "+row[len(row)-2])
	}
	require.Equal(t, []string{
		"1|gone||ben|SHA256:ben|demo 1", "2|Anna Ab, Eve|A|other|SHA256:other|yeti 2", "3|||cleo|SHA256:cleo|orc 1",
		"|Dan|||| ", "|Zoe|'=B||| ",
	}, text)
}

// TestEachAuthorHasARow with the figures of the best bot that has not left, and what was handed in of all of them.
func TestEachAuthorHasARow(t *testing.T) {
	hour := time.Hour
	entrants := []store.Entrant{
		entered("demo", "", "", false, time.Time{}, 0),
		entered("zorg", "1", "anna", true, noon, 0),
		entered("zorg", "2", "anna", false, noon.Add(2*hour), 90*time.Second),
		entered("yeti", "1", "anna", false, noon.Add(hour), 0),
		entered("=evil()", "-1", "eve", false, noon, 0),
		entered("gone", "1", "ben", true, noon, 0),
		entered("new", "1", "cleo", false, noon, 0),
	}
	entrants[4].Author = "\t@SUM(A1)"
	entrants[6].Joined = nil
	bot := func(rating float64, known *stats.Interval, matches int, wins float64, faults map[match.Kind]int) stats.Bot {
		return stats.Bot{
			Rating: stats.Estimate{Value: rating, Interval: known}, Matches: matches, Wins: wins, Faults: faults,
		}
	}
	summary := stats.Summary{Bots: []stats.Bot{
		bot(1500, nil, 9, 0, nil), bot(1900, nil, 5, 5, nil),
		bot(1612.34, &stats.Interval{Low: 1500.06, High: 1700}, 9, 10./3,
			map[match.Kind]int{match.OverCPU: 2, match.Crash: 1}),
		bot(1700, nil, 3, 1, nil), bot(-12.5, &stats.Interval{Low: -100, High: 75}, 4, 0.5, nil), bot(1800, nil, 2, 1, nil),
	}}
	rows := grades(entrants, nil, summary, []int{5, 3, 2, 0, 4})
	text := make([]string, len(rows))
	for i, row := range rows {
		require.Len(t, row, len(gradeColumns()))
		text[i] = strings.Join(row, "|")
	}
	require.Equal(t, []string{
		"1|||anna|SHA256:anna|yeti|1|1700|||3|1|0|0|0|0|0|0|0|0|0|0|3|" + noon.Add(2*hour).UTC().Format(time.RFC3339),
		"2|||||demo||1500|||9|0|0|0|0|0|0|0|0|0|0|0|1|",
		"3|||' @SUM(A1)|SHA256:eve|'=evil()|'-1|-12.5|-100|75|4|0.5|0|0|0|0|0|0|0|0|0|0|1|" +
			noon.UTC().Format(time.RFC3339),
		"|||cleo|SHA256:cleo|new|1||||0|0|0|0|0|0|0|0|0|0|0|0|1|" + noon.UTC().Format(time.RFC3339),
	}, text)

	rows = grades(entrants, nil, summary, []int{2, 3})
	require.Equal(t, strings.Split("1|||anna|SHA256:anna|zorg|2|1612.3|1500.1|1700|9|3.333|2|0|0|0|0|0|1|0|0|90|3", "|"),
		rows[0][:len(rows[0])-1])
	require.Equal(t, "rank person group author key bot version rating rating_low rating_high matches wins verdicts_cpu "+
		"verdicts_wall verdicts_memory verdicts_threads verdicts_violation verdicts_output verdicts_crash verdicts_protocol "+
		"verdicts_commands late_s versions handed_in", strings.Join(gradeColumns(), " "))
}
