package moria

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

func TestRecordingOfOriginalRecords(t *testing.T) { // rules 16
	for _, file := range enginetest.Records(t, "moria", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			requireRecording(t, text)
		})
	}
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
	require.Equal(t, record.states[rounds].Scores(), r.Scenes[rounds].Numbers[0])
	for round := range r.Logs {
		requireTold(t, &r.Logs[round])
		moves := 0
		for _, c := range record.states[round+1].moves {
			if record.states[0].isPrey(c.Unit) {
				moves++
			}
		}
		require.Len(t, r.Logs[round].Orders, moves)
	}
	return r
}

// TestRecordingTellsTheTruth compares what a record lets one know with what the
// rules tell of the same rounds.
func TestRecordingTellsTheTruth(t *testing.T) {
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	rounds, _, err := readTrace(trace, record)
	require.NoError(t, err)
	r := requireRecording(t, text)
	require.Equal(t, "-7", r.Seed)
	require.Equal(t, []string{"Random", "Hunter", "Digger", "Sloppy"}, r.Names)
	require.Equal(t, engine.Status(39002), r.Statuses[39][2])
	vague := 0
	for k, round := range rounds {
		log := scene.Log{Names: r.Names}
		record.states[k].Step(round.turns, engine.NewRand(engine.NewClassic(round.rng)), &log)
		outcomes := map[int]string{}
		for _, o := range log.Orders {
			outcomes[o.Unit] += o.Outcome + "; "
		}
		for _, o := range r.Logs[k].Orders {
			switch o.Outcome {
			case "killed in this round":
			case "hit who was there":
				vague++
				require.Contains(t, outcomes[o.Unit], "hit ")
			case "hit rock":
				require.Regexp(t, "hit rock|opened", outcomes[o.Unit])
			default:
				require.Contains(t, outcomes[o.Unit], o.Outcome, "round %d, unit %d", k, o.Unit)
			}
		}
		// A troll that is reborn beside where it died looks like one that went there.
		prey := int(record.states[k].setup.settings.firstOrc())
		require.Equal(t, killed(&log, prey), killed(&r.Logs[k], prey), "round %d", k)
		for _, kind := range []int{orcEvent, digEvent} {
			require.Equal(t, cellsOf(&log, kind), cellsOf(&r.Logs[k], kind), "round %d", k)
		}
		require.Subset(t, cellsOf(&log, treasureEvent), cellsOf(&r.Logs[k], treasureEvent))
	}
	require.Positive(t, vague)
}

// killed lists the units with lower numbers that died.
func killed(log *scene.Log, below int) []int {
	ids := []int{}
	for _, e := range log.Events {
		if (e.Kind == deathEvent || e.Kind == balrogEvent) && e.Unit < below {
			ids = append(ids, e.Unit)
		}
	}
	slices.Sort(ids)
	return ids
}

// cellsOf lists where something happened.
func cellsOf(log *scene.Log, kind int) []int {
	cells := []int{}
	for _, e := range log.Events {
		if e.Kind == kind {
			cells = append(cells, e.Cell)
		}
	}
	slices.Sort(cells)
	return cells
}

func TestBadRecordIsNoRecording(t *testing.T) {
	_, err := Game.Recording([]byte("Game\n\nSeed x"))
	require.ErrorContains(t, err, `line 3, column 6: found "x"`)
	require.False(t, strings.Contains(err.Error(), "\n"))
}
