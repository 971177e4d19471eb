package starships

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/scene"
)

func TestRecordingOfOriginalRecords(t *testing.T) { // rules 8
	for _, file := range enginetest.Records(t, "starships", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			requireRecording(t, text)
		})
	}
}

func TestRecordingOfOwnRecord(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	r := requireRecording(t, text)
	require.Equal(t, []string{"Random", "Shooter", "Idle", "Sloppy"}, r.Names)
	require.Equal(t, "-7", r.Seed)
	require.Equal(t, engine.Frozen, r.Statuses[59][3])
	require.Equal(t, scene.Order{Seat: 1, Unit: 2, Text: "shoot", To: r.Scenes[0].Units[2].Cell + 2, Outcome: "shot"},
		orderOf(r.Logs[0], 2))
}

func orderOf(log scene.Log, unit int) scene.Order {
	return log.Orders[slices.IndexFunc(log.Orders, func(o scene.Order) bool { return o.Unit == unit })]
}

// requireRecording opens a record and asserts that the pictures are of its states,
// and that all of it is told.
func requireRecording(t *testing.T, text []byte) engine.Recording {
	t.Helper()
	record, err := readRecord(text)
	require.NoError(t, err)
	r, err := Game.Recording(text)
	require.NoError(t, err)
	enginetest.RequireRecording(t, r)
	rounds := len(record.states) - 1
	require.Len(t, r.Logs, rounds)
	require.Equal(t, record.states[rounds].scores[:], r.Scenes[rounds].Numbers[0])
	deaths := 0
	for round := range r.Logs {
		requireTold(t, &r.Logs[round])
		asked := 0
		for player := range players {
			asked += len(record.states[round+1].asked[player])
		}
		require.Len(t, r.Logs[round].Orders, asked)
		for _, e := range r.Logs[round].Events {
			if e.Kind == destroyed {
				deaths++
				require.False(t, strings.HasSuffix(e.Text, " is destroyed"), "the round was not played again: %s", e.Text)
			}
		}
	}
	require.Positive(t, deaths)
	return r
}

// TestRecordingThatCantBePlayedAgain is told by its states from there on.
func TestRecordingThatCantBePlayedAgain(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	want, err := Game.Recording(text)
	require.NoError(t, err)
	got, err := Game.Recording([]byte(strings.Replace(string(text), "seed\t-7", "seed\t-8", 1)))
	require.NoError(t, err)
	require.Equal(t, want.Scenes, got.Scenes)
	require.NotEqual(t, want.Logs, got.Logs)
	outcomes := map[string]int{}
	for round, log := range got.Logs {
		requireTold(t, &got.Logs[round])
		require.Len(t, log.Orders, len(want.Logs[round].Orders))
		for _, o := range log.Orders {
			outcomes[o.Outcome]++
		}
		for _, kind := range []int{destroyed, cameBack} {
			require.Equal(t, unitsOf(want.Logs[round], kind), unitsOf(log, kind), "round %d", round)
		}
	}
	require.Positive(t, outcomes["carried out"])
	require.Positive(t, outcomes["skipped or refused"])
}

// unitsOf are the units that something happened to.
func unitsOf(log scene.Log, kind int) []int {
	var ids []int
	for _, e := range log.Events {
		if e.Kind == kind {
			ids = append(ids, e.Unit)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestBadRecordIsNoRecording(t *testing.T) {
	_, err := Game.Recording([]byte("starwar v2"))
	require.ErrorContains(t, err, `line 1, column 9: found "v2", expected "v1"`)
}
