package orkisland

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/scene"
)

func TestRecordsCanBeShown(t *testing.T) {
	for _, file := range enginetest.Records(t, "orkisland", "*.out", "*.out.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			shown, err := Game.Recording(text)
			require.NoError(t, err)
			enginetest.RequireRecording(t, shown)
			record, err := readRecord(text)
			require.NoError(t, err)
			rounds := len(record.states) - 1
			require.Len(t, shown.Logs, rounds)
			require.Equal(t, record.states[rounds].scores, shown.Scenes[rounds].Numbers[0])
			for round, log := range shown.Logs {
				require.Len(t, log.Orders, len(record.states[round+1].moves))
				require.Equal(t, record.states[round+1].status, shown.Statuses[round])
			}
		})
	}
}

// TestRecordTellsWhatTheRulesTell plays the match of a record and compares what the
// rules told with what could be found out without them.
func TestRecordTellsWhatTheRulesTell(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	requests, err := readFile(strings.Replace(ownRecord, ".out", ".requests", 1))
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	shown, err := Game.Recording(text)
	require.NoError(t, err)
	require.Equal(t, []string{"Random", "Hunter", "Settler", "Sloppy"}, shown.Names)
	require.Equal(t, "7", shown.Seed)
	enginetest.RequireRecording(t, shown)

	played, r, err := begin(record)
	require.NoError(t, err)
	calls := cnf.NewReader(requests)
	kills, known, wins, found := 0, 0, 0, 0
	for round, recorded := range record.states[1:] {
		turns, err := readRequests(calls, round, recorded)
		require.NoError(t, err)
		told := scene.Log{Names: shown.Names}
		played = played.Step(turns, r, &told)
		log := shown.Logs[round]
		require.Equal(t, played.Scene().Units, shown.Scenes[round+1].Units)

		want, got := byUnit(told.Events), byUnit(log.Events)
		require.Len(t, got, len(want), "round %d", round)
		for key, e := range want {
			if key.kind == killed {
				kills++
				if got[key].By >= 0 {
					known++
				} else {
					e.By, e.Text = -1, got[key].Text
				}
			}
			require.Equal(t, e, got[key], "round %d", round)
		}
		outcomes := map[int]string{}
		for _, o := range told.Orders {
			if o.Outcome == "moved" || strings.HasPrefix(o.Outcome, "won ") {
				before, _, _ := strings.Cut(o.Outcome, ",")
				outcomes[o.Unit] = before
			}
		}
		for _, o := range log.Orders {
			if strings.HasPrefix(outcomes[o.Unit], "won ") {
				wins++
				if o.Outcome == outcomes[o.Unit] {
					found++
				}
				continue
			}
			require.Contains(t, outcomes, o.Unit)
		}
	}
	t.Logf("%d of %d killers and %d of %d won fights are known", known, kills, found, wins)
	require.Greater(t, kills, 40)
	require.Greater(t, known, kills*3/4, "of %d", kills)
	require.Greater(t, found, wins*3/4, "of %d", wins)
}

type happened struct{ kind, unit, cell, seat int }

// byUnit are events by what they are of; no two can be of the same.
func byUnit(events []scene.Event) map[happened]scene.Event {
	all := map[happened]scene.Event{}
	for _, e := range events {
		all[happened{e.Kind, e.Unit, e.Cell, e.Seat}] = e
	}
	return all
}

// Two orks of one player beside a dead one: either can have killed it.
func TestRecordLeavesOpenWhoKilled(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		by            int
		want          string
	}{
		{"one", `
			W W W W W
			W .0.1. W
			W . . . W
			W . . . W
			W W W W W`, 0, "ork 1 of player 1 is killed by ork 0 of player 0"},
		{"one of two", `
			W W W W W
			W .0.1.0W
			W . . . W
			W . . . W
			W W W W W`, -1, "ork 1 of player 1 is killed by an ork of player 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := draw(t, c.drawing, []int{50, 20, 9}[:strings.Count(c.drawing, "0")+1]...)
			after := step(before, highest{}, say{0, 0, East})
			var log scene.Log
			explain(before, after, &log)
			require.Equal(t, c.by, log.Events[0].By)
			require.Equal(t, c.want, log.Events[0].Text)
			if c.by == 0 {
				require.Equal(t, "won the fight against ork 1 of player 1", log.Orders[0].Outcome)
			} else {
				require.Equal(t, "moved", log.Orders[0].Outcome)
			}
		})
	}
}

func TestDamagedRecordIsNotShown(t *testing.T) {
	_, err := Game.Recording([]byte("Game\n\nSeed x"))
	var at *cnf.Error
	require.ErrorAs(t, err, &at)
	require.ErrorContains(t, err, "expected the seed")
}
