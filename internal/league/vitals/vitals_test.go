package vitals

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/connlimit"
)

// far is a connection to workers, as a test says.
type far struct {
	trouble error
	vitals  broker.Vitals
}

func (f *far) Trouble() error                       { return f.trouble }
func (f *far) Vitals(context.Context) broker.Vitals { return f.vitals }

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)

// healthy is a league of three bots and 40 matches that has looked after itself, and what its store answers with.
func healthy(t *testing.T) (*league.Health, *error) {
	t.Helper()
	answer := new(error)
	h := league.NewHealth(league.Folder(t.TempDir()), func(context.Context) (store.Tournament, error) {
		return store.Tournament{Matches: 40, Doubted: 2, Entrants: make([]store.Entrant, 3)}, *answer
	})
	look(t, h)
	return h, answer
}

// look lets a league look after itself once.
func look(t *testing.T, h *league.Health) {
	t.Helper()
	_, _ = h.Look(t.Context())
}

func newVitals(t *testing.T, h *league.Health) *Vitals {
	t.Helper()
	return New(Options{
		Version: "v1", Health: h, Now: func() time.Time { return noon },
		Inbox: func() (int, time.Time) { return 2, noon.Add(-time.Minute) },
	})
}

// exposed returns what Prometheus reads, by its own parser.
func exposed(t *testing.T, v *Vitals) (text string, families map[string]*dto.MetricFamily) {
	t.Helper()
	all, err := v.Gatherer().Gather()
	require.NoError(t, err)
	var out bytes.Buffer
	for _, f := range all {
		_, err := expfmt.MetricFamilyToText(&out, f)
		require.NoError(t, err)
	}
	text = out.String()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err = parser.TextToMetricFamilies(strings.NewReader(text))
	require.NoError(t, err)
	return text, families
}

// series matches a figure of ours, with its value.
var series = regexp.MustCompile(`(?m)^arena_league_(\w+)(\{[^}]*\})? (\S+)$`)

// values returns our figures by name and labels, without the histogram.
func values(text string) map[string]string {
	all := make(map[string]string)
	for _, m := range series.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "verification_seconds") {
			all[m[1]+m[2]] = m[3]
		}
	}
	return all
}

// standing has another number in each field.
var standing = league.QueueStats{Given: 1, Missing: 2, Held: 3, Due: 4, Verifying: 5, Tally: league.Tally{
	Stored: 6, Failed: 7, SetAside: 8, Accepted: 9, Refused: 10, Checked: 11, Newest: noon,
}}

var there = broker.Vitals{
	There: 12, Unused: 23, Away: 13, Most: 14, Jobs: 15, Results: 16,
	Door: connlimit.Count{Guests: 17, Known: 18, Keyless: 19, Crowded: 20, Full: 21},
}

// TestFiguresAreThoseOfTheLeague: each says what it is called, and nothing else does.
func TestFiguresAreThoseOfTheLeague(t *testing.T) {
	h, _ := healthy(t)
	v := newVitals(t, h)
	v.Plays(22, &far{vitals: there})
	v.Stands(standing)
	v.Verified(20 * time.Millisecond)
	v.Verified(3 * time.Second)
	text, families := exposed(t, v)
	all := values(text)
	for _, name := range []string{`disk_free_bytes{of="store"}`} { // of this machine
		require.NotEmpty(t, all[name])
		delete(all, name)
	}
	delete(all, `disk_free_bytes{of="queues"}`)
	require.Equal(t, map[string]string{
		`up`: "1", `waiting_for_bots`: "0", `bots`: "3", `matches{state="counted"}`: "40", `matches{state="set_aside"}`: "2",
		`matches_stored_total`: "6", `matches_failed_total`: "7", `matches_set_aside_total`: "8",
		`newest_match_timestamp_seconds`: "1.7776368e+09",
		`jobs{state="given"}`:            "1", `jobs{state="missing"}`: "2", `jobs{state="held"}`: "3",
		`queue_messages{queue="jobs"}`: "15", `queue_messages{queue="results"}`: "16", `queues_up`: "1",
		`local_slots`: "22", `workers{state="there"}`: "12", `workers{state="silent"}`: "13", `workers_most`: "14",
		`workers_unused`:               "23",
		`door_connections{key="none"}`: "17", `door_connections{key="shown"}`: "18",
		`door_refused_total{why="no_key"}`: "19", `door_refused_total{why="crowded"}`: "20",
		`door_refused_total{why="full"}`:    "21",
		`results_total{outcome="accepted"}`: "9", `results_total{outcome="refused"}`: "10",
		`results_total{outcome="checked"}`: "11", `verifications_running`: "5", `checks_waiting`: "4",
		`submissions_waiting`: "2", `submissions_oldest_seconds`: "60", `disk_least_bytes`: "6.7108864e+07",
	}, all)
	verified := families["arena_league_verification_seconds"].GetMetric()[0].GetHistogram()
	require.Equal(t, uint64(2), verified.GetSampleCount())
	require.InDelta(t, 3.02, verified.GetSampleSum(), 1e-9)
	require.Contains(t, families, "go_goroutines", "Go's own")
	require.Equal(t, dto.MetricType_COUNTER, families["arena_league_matches_stored_total"].GetType())
	require.Equal(t, dto.MetricType_GAUGE, families["arena_league_matches"].GetType())
}

// TestFiguresFollowTheRulesOfPrometheus, by its own linter.
func TestFiguresFollowTheRulesOfPrometheus(t *testing.T) {
	h, _ := healthy(t)
	v := newVitals(t, h)
	v.Plays(1, &far{})
	v.Stands(standing)
	text, _ := exposed(t, v)
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	require.NoError(t, err)
	problems = slices.DeleteFunc(problems, func(p promlint.Problem) bool { return !strings.HasPrefix(p.Metric, prefix) })
	require.Empty(t, problems)
	figures := new(reading).figures()
	for i, f := range figures {
		require.NotEmpty(t, f.called, f.name)
		first := slices.IndexFunc(figures, func(other figure) bool { return other.name == f.name })
		require.Equal(t, first == i, f.help != "", "%s: the first of a name says what it is", f.name)
	}
}

// TestTheDocumentHasAllFigures, and its alerts no others.
func TestTheDocumentHasAllFigures(t *testing.T) {
	text, err := os.ReadFile("../../../docs/operating.md")
	require.NoError(t, err)
	names := map[string]bool{"verification_seconds": true}
	labels := map[string]bool{}
	for _, f := range new(reading).figures() {
		names[f.name] = true
		if key, label, has := strings.Cut(f.label, "="); has {
			labels[fmt.Sprintf("{%s=%q}", key, label)] = true
			require.Contains(t, string(text), "`"+f.name+"{"+key+"}`")
			require.Contains(t, string(text), "`"+label+"`", f.name)
		}
	}
	for name := range names {
		require.Regexp(t, "`"+name+"(\\{\\w+\\})?`", string(text))
	}
	used := regexp.MustCompile(`arena_league_(\w+)(\{\w+="\w+"\})?`).FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(used), 10)
	for _, m := range used {
		require.True(t, names[m[1]] || m[1] == "", m[1])
		require.True(t, labels[m[2]] || m[2] == "", m[0])
	}
	alerts := regexp.MustCompile(`(?m)- alert: (\w+)$`).FindAllStringSubmatch(string(text), -1)
	require.Len(t, alerts, 12)
	for _, m := range alerts {
		require.Contains(t, string(text), "\n| "+m[1]+" | ", "what to do is missing")
	}
}

// TestNothingIsSaidThatIsNotKnown: a league on one machine has no workers, and one that has not begun no matches.
func TestNothingIsSaidThatIsNotKnown(t *testing.T) {
	h := league.NewHealth(league.Folder(t.TempDir()), nil) // which has not looked yet
	v := New(Options{Health: h, Inbox: func() (int, time.Time) { return -1, time.Time{} }})
	text, _ := exposed(t, v)
	require.Equal(t, map[string]string{"up": "0", "local_slots": "0", "disk_least_bytes": "6.7108864e+07"}, values(text))
	v.Plays(1, &far{vitals: broker.Vitals{Jobs: -1, Results: -1}})
	text, _ = exposed(t, v)
	require.NotContains(t, values(text), `queue_messages{queue="jobs"}`)
	require.Contains(t, values(text), `workers{state="there"}`)
}

// TestFiguresDontGrowWithTheLeague: not one series more for a thousand workers, and nobody's name.
func TestFiguresDontGrowWithTheLeague(t *testing.T) {
	count := func(n int) int {
		h, _ := healthy(t)
		v := newVitals(t, h)
		v.Plays(n, &far{vitals: broker.Vitals{There: n, Away: n, Door: connlimit.Count{Known: n}}})
		s := standing
		s.Given, s.Stored, s.Refused = n, n, n
		v.Stands(s)
		text, _ := exposed(t, v)
		return len(series.FindAllString(text, -1))
	}
	require.Equal(t, count(1), count(1_000_000))
}

// TestALeagueIsIllIfItCantPlay, and says why; one that waits for bots is not.
func TestALeagueIsIllIfItCantPlay(t *testing.T) {
	h, answer := healthy(t)
	v := newVitals(t, h)
	state := func() string {
		t.Helper()
		said, err := v.State(t.Context())
		if err != nil {
			require.Empty(t, said)
			return "ill: " + err.Error()
		}
		return said
	}
	require.Equal(t, "ill: "+nobody.Error(), state(), "until somebody plays")
	f := &far{}
	v.Plays(0, f)
	v.Stands(standing)
	require.Equal(t, "ill: "+nobody.Error(), state())
	f.vitals.There = 1
	require.Equal(t, "3 bots, 40 matches", state())
	f.vitals.There = 0
	waits := standing
	waits.Waiting = true
	v.Stands(waits)
	require.Equal(t, "3 bots, 40 matches, waits for bots", state())
	v.Plays(1, f)
	v.Stands(standing)
	require.Equal(t, "3 bots, 40 matches", state(), "this machine plays")

	h.Queues(func() error { return errors.New("its queues can't be written") })
	look(t, h)
	require.Equal(t, "ill: its queues can't be written", state())
	*answer = errors.New("/home/anna/league.db: disk image is malformed")
	look(t, h)
	require.Equal(t, "ill: its store can't be read", state())
	text, _ := exposed(t, v)
	require.Equal(t, "0", values(text)["up"])
}

// TestThePageSaysWhatPrometheusIsTold, in words and units of people.
func TestThePageSaysWhatPrometheusIsTold(t *testing.T) {
	h, _ := healthy(t)
	v := newVitals(t, h)
	v.Plays(22, &far{vitals: there, trouble: errors.New("x")})
	v.Stands(standing)
	rows, titles := map[string]string{}, []string{}
	for _, section := range v.Sections(t.Context()) {
		titles = append(titles, section.Title)
		for _, row := range section.Rows {
			rows[section.Title+": "+row[0]] = row[1]
		}
	}
	require.Equal(t, []string{"Matches", "Queue", "Workers", "Verification", "Submissions", "Disk"}, titles)
	text, _ := exposed(t, v)
	require.Len(t, rows, len(values(text)), "each figure has a row of its own")
	for name, want := range map[string]string{
		"Matches: can play": "yes", "Queue: queues work": "no", "Workers: there": "12", "Disk: at least needed": "64 MB",
		"Submissions: the oldest waits for": "1m0s", "Matches: the newest match": "2026-05-01 12:00:00 UTC",
	} {
		require.Equal(t, want, rows[name], name)
	}
}
