package league

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

// The largest replay and the longest text of a verdict that are taken, in bytes.
const (
	maxReplay = 32 << 20
	maxDetail = 2000
)

// Verify returns how a match ended from its replay. It plays the match again, with the
// recorded commands, so that board, states, scores, places and changes of the lead are
// right or there is an error. There is one, too, if the replay is not that of the job. What it can't find out is
// whether the bots gave these commands in the time that they claim.
func Verify(games engine.Games, j Job, r Result) (store.Match, error) {
	if len(r.Replay) > maxReplay {
		return store.Match{}, fmt.Errorf("the replay has %d bytes, the most is %d", len(r.Replay), maxReplay)
	}
	if r.Key != j.Key() {
		return store.Match{}, errors.New("the key is that of another match")
	}
	recorded, err := replay.Read(bytes.NewReader(r.Replay), games)
	if err != nil {
		return store.Match{}, fmt.Errorf("replay: %w", err)
	}
	if err := sameMatch(j.Facts, &recorded.Header); err != nil {
		return store.Match{}, err
	}
	if recorded.Scores == nil {
		return store.Match{}, errors.New("the replay ends before the match does")
	}
	if err := checkVerdicts(recorded); err != nil {
		return store.Match{}, err
	}
	var lead played.Lead
	if err := recorded.Verify(func(m engine.Match) { lead.Add(m.Scores()) }); err != nil {
		return store.Match{}, fmt.Errorf("played again: %w", err)
	}
	m := endOf(recorded, r.Wall)
	m.LeadChanges = &lead.Changes
	return m, nil
}

// sameMatch returns an error unless a replay is that of a match of these facts.
func sameMatch(f store.Facts, h *replay.Header) error {
	limits, err := host.ReadLimits(f.Limits)
	if err != nil {
		return err
	}
	l := limits.Told()
	told := replay.Limits{
		Bank: l.Bank, StartCPU: l.StartCPU, Wall: l.Wall, WallBank: l.WallBank, Memory: limits.Memory(),
	}
	for _, fact := range []struct {
		name string
		same bool
	}{
		{"game", h.Setup.Game().Info().Name == f.Game},
		{"version of the rules", h.Rules == f.Rules},
		{"settings or board", bytes.Equal(h.Setup.Text(), f.Setup)},
		{"source of randomness", h.Random == f.Random},
		{"seed", h.Seed == f.Seed},
		{"number of seats", len(h.Seats) == len(f.Programs)},
		{"limits", h.CPU == l.CPU && h.Limits != nil && *h.Limits == told},
		{"sandbox", levelOf(h.Sandbox) == f.Sandbox},
	} {
		if !fact.same {
			return fmt.Errorf("the replay has another %s", fact.name)
		}
	}
	for seat, player := range h.Seats {
		if player.Name != f.Names[seat] || !bytes.Equal(player.SHA256, f.Programs[seat][:]) {
			return fmt.Errorf("the replay has another bot in seat %d", seat)
		}
	}
	return nil
}

// levelOf returns the level of a sandbox from the line that names its layers.
func levelOf(line string) string {
	level, _, _ := strings.Cut(line, ":")
	return level
}

// checkVerdicts returns an error if there are verdicts that no referee gives: a player is
// frozen from its verdict on, and not before, and gives no commands then.
func checkVerdicts(r *replay.Replay) error {
	frozen := make([]bool, len(r.Seats))
	for i := range r.Rounds {
		round := &r.Rounds[i]
		for _, v := range round.Verdicts {
			if _, known := v.Kind.About(); !known || len(v.Detail) > maxDetail {
				return fmt.Errorf("round %d: seat %d has a verdict that no referee gives", i, v.Seat)
			}
			frozen[v.Seat] = true
		}
		for seat, turn := range round.Turns {
			if turn.Status.IsFrozen() != frozen[seat] {
				return fmt.Errorf("round %d: seat %d is frozen without a verdict, or plays in spite of one", i, seat)
			}
			if frozen[seat] && turn.Commands != nil && turn.Commands.Len() > 0 {
				return fmt.Errorf("round %d: seat %d is frozen and gives commands", i, seat)
			}
			if cost := round.Receipts[seat]; cost.CPU < 0 || cost.Wall < 0 {
				return fmt.Errorf("round %d: the answer of seat %d took less than no time", i, seat)
			}
		}
	}
	return nil
}

// endOf returns how a match ended that has come out as recorded.
func endOf(r *replay.Replay, wall time.Duration) store.Match {
	outcome, seats := r.Outcome(), len(r.Seats)
	m := store.Match{Outcome: outcome[:], Match: played.Match{
		Result: match.Result{
			Rounds: len(r.Rounds), Scores: r.Scores, Places: engine.Places(r.Scores), Verdicts: r.Verdicts(),
		},
		CPU: make([]time.Duration, seats), MostCPU: make([]time.Duration, seats), Wall: max(0, wall),
	}}
	for i := range r.Rounds {
		for seat, receipt := range r.Rounds[i].Receipts {
			m.CPU[seat] += receipt.CPU
			m.MostCPU[seat] = max(m.MostCPU[seat], receipt.CPU)
		}
	}
	return m
}
