package battleroyale

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/scene"
)

func TestRecordsCanBeShown(t *testing.T) {
	for _, file := range enginetest.Records(t, "battleroyale", "*.br", "*.br.gz") {
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
		})
	}
}

// TestRecordTellsWhatTheRulesTell plays matches and compares what the rules told
// with what can be found out without them.
func TestRecordTellsWhatTheRulesTell(t *testing.T) {
	outcomes, vague, hits, known := 0, 0, 0, 0
	for seed := range 5 {
		states, logs := watchMatch(t, 40, seed)
		shown, err := Game.Recording(newRecord(states).text())
		require.NoError(t, err)
		enginetest.RequireRecording(t, shown)
		require.Equal(t, []string{"Random", "Hunter", "Settler", "Sloppy"}, shown.Names)
		for round, log := range shown.Logs {
			told := accepted(logs[round].Orders)
			require.Len(t, log.Orders, len(told))
			for k, o := range log.Orders {
				want := told[k]
				require.Equal(t, []any{want.Seat, want.Unit, want.Text, want.To}, []any{o.Seat, o.Unit, o.Text, o.To})
				require.Contains(t, possible(o.Outcome), kindOf(want.Outcome), "seed %d, round %d: %+v, but %+v", seed, round, o,
					want)
				outcomes++
				if len(possible(o.Outcome)) > 2 {
					vague++
				}
			}
			attacks := map[[2]int]bool{}
			for _, e := range logs[round].Events {
				if e.Kind == hit || e.Kind == beaten {
					attacks[[2]int{e.By, e.Unit}] = true
				}
			}
			hits += len(attacks)
			for _, e := range log.Events {
				if e.Kind == hit {
					require.True(t, attacks[[2]int{e.By, e.Unit}], "seed %d, round %d: %s", seed, round, e.Text)
					known++
				}
			}
			requireSameEnds(t, states[round], states[round+1], log)
		}
	}
	t.Logf("%d of %d outcomes are vague; %d of %d attacks are known", vague, outcomes, known, hits)
	require.Less(t, vague, outcomes/10)
	require.Greater(t, known, hits*3/4)
}

// watchMatch is playMatch with what the rules told.
func watchMatch(t *testing.T, rounds, seed int) (states []*match, logs []scene.Log) {
	t.Helper()
	states = playMatch(t, rounds, seed)
	r := engine.NewRand(seeded(seed))
	again, err := (&setup{settings: states[0].setup.settings}).New(r) // the units are placed at random again
	require.NoError(t, err)
	for k := range rounds {
		var log scene.Log
		again = again.Step(turnsWith(states[k+1].actions), r, &log)
		require.Equal(t, states[k+1].units, again.units)
		logs = append(logs, log)
	}
	return states, logs
}

// accepted are orders without those that were refused on receipt.
func accepted(orders []scene.Order) (kept []scene.Order) {
	for _, o := range orders {
		if !slices.Contains([]string{commands.NoSuchUnit, commands.NotYours, commands.ToldBefore, commands.NoDirection},
			o.Outcome) {
			kept = append(kept, o)
		}
	}
	return kept
}

// kindOf is the first word of an outcome that the rules tell, and of those that are
// blocked, by what.
func kindOf(outcome string) string {
	if strings.HasSuffix(outcome, "wall") {
		return "wall"
	}
	first, _, _ := strings.Cut(outcome, " ")
	return first
}

// possible are the outcomes that one found out can stand for.
func possible(outcome string) []string {
	switch {
	case outcome == "blocked by a wall":
		return []string{"wall"}
	case outcome == "carried out":
		return []string{"moved", "hit", "beat"}
	case outcome == "changed sides in this round":
		return []string{"changed", "blocked", "wall", "rested"}
	case outcome == "stayed":
		return []string{"rested"}
	case strings.HasPrefix(outcome, "attacked"):
		return []string{"hit", "beat"}
	}
	return []string{kindOf(outcome)}
}

// requireSameEnds asserts that what is told of units is what the states show.
func requireSameEnds(t *testing.T, before, after *match, log scene.Log) {
	t.Helper()
	changed, lost := map[UnitID]bool{}, map[UnitID]bool{}
	for _, e := range log.Events {
		switch e.Kind {
		case beaten:
			lost[UnitID(e.Unit)] = true
			require.Equal(t, before.units[e.Unit].Owner, e.Seat)
		case appeared:
			changed[UnitID(e.Unit)] = true
			require.Equal(t, after.cell(after.where(UnitID(e.Unit))), e.Cell)
			require.Equal(t, after.units[e.Unit].Owner, e.Seat)
		case healed:
			require.Greater(t, after.units[e.Unit].Health, before.units[e.Unit].Health)
		}
	}
	for id, u := range after.units {
		require.Equal(t, u.Owner != before.units[id].Owner, changed[u.ID])
		require.Equal(t, changed[u.ID], lost[u.ID])
	}
}

// Records of the original program have commands that ours refuses.
func TestRecordHasOrdersThatMakeNoSense(t *testing.T) { // rules 10
	before := meadow(t, knight(0, 5, 5), knight(1, 8, 8))
	after := step(before, order(0, 1, 2, 3), say{0, 0, East})
	after.actions[0] = append(after.actions[0], Command{9, North}, Command{1, North})
	after.actions[1] = append(after.actions[1], Command{1, None})
	var log scene.Log
	tellRecorded(before, after, &log)
	require.Equal(t, []scene.Order{
		{Seat: 0, Unit: 0, Text: "east", To: 56, Outcome: "moved"},
		{Seat: 0, Unit: 9, Text: "north", To: scene.Nowhere, Outcome: "no such unit", Failed: true},
		{Seat: 0, Unit: 1, Text: "north", To: scene.Nowhere, Outcome: "another player's unit", Failed: true},
		{Seat: 1, Unit: 1, Text: "stay", To: scene.Nowhere, Outcome: "stayed"},
	}, log.Orders)
}

func TestDamagedRecordIsNotShown(t *testing.T) {
	_, err := Game.Recording([]byte("battleroyale v1\nnb_players x"))
	var at *cnf.Error
	require.ErrorAs(t, err, &at)
	require.ErrorContains(t, err, "expected the value of nb_players")
}
