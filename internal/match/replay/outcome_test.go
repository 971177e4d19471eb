package replay_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// costly plays as its player, and says and costs something else each time.
type costly struct {
	match.Player
	times int
	fails string // in round 3
}

func (p *costly) Answer(s *match.State) (match.Answer, error) {
	if p.fails != "" && s.Round() == 3 {
		return match.Answer{}, errors.New(p.fails)
	}
	a, err := p.Player.Answer(s)
	a.Receipt, a.Status = match.Receipt{CPU: 17, Wall: 4}, engine.Status(1000*p.times)
	return a, err
}

func (p *costly) Lines() []string { return make([]string, p.times) }

func outcome(t *testing.T, times int, fails string) *replay.Replay {
	file, _, _ := recordTo(t, 8, func(_ int, p match.Player) match.Player {
		return &costly{Player: p, times: times, fails: fails}
	})
	r, err := read(file)
	require.NoError(t, err)
	return r
}

// TestOutcomeOfTwoRecordings: a match that is played again has the same outcome.
func TestOutcomeOfTwoRecordings(t *testing.T) {
	first, second := outcome(t, 1, "no luck"), outcome(t, 2, "other words")
	first.Arena, first.CPU, first.Limits, first.Sandbox, first.Seats[0].Version = "another", 1, nil, "none", "2"
	require.Equal(t, first.Outcome(), second.Outcome())
}

// TestOutcomeTellsApart: each fact of a match is part of its outcome.
func TestOutcomeTellsApart(t *testing.T) {
	seen := map[[32]byte]string{outcome(t, 1, "").Outcome(): "unchanged"}
	for name, change := range map[string]func(r *replay.Replay){
		"rules":    func(r *replay.Replay) { r.Rules++ },
		"board":    func(r *replay.Replay) { r.Board[31]++ },
		"seed":     func(r *replay.Replay) { r.Seed++ },
		"random":   func(r *replay.Replay) { r.Random = engine.Classic },
		"name":     func(r *replay.Replay) { r.Seats[1].Name = "x" },
		"program":  func(r *replay.Replay) { r.Seats[0].SHA256 = []byte{2} },
		"seats":    func(r *replay.Replay) { r.Seats[1], r.Seats[2] = r.Seats[2], r.Seats[1] },
		"scores":   func(r *replay.Replay) { r.Scores[3]++ },
		"unended":  func(r *replay.Replay) { r.Scores = nil },
		"cut off":  func(r *replay.Replay) { r.Rounds = r.Rounds[:7] },
		"commands": func(r *replay.Replay) { r.Rounds[2].Turns[1].Commands = nil },
		"others'":  func(r *replay.Replay) { turns := r.Rounds[2].Turns; turns[0], turns[1] = turns[1], turns[0] },
		"verdict":  func(r *replay.Replay) { r.Rounds[2].Verdicts = []match.Verdict{{Seat: 1, Kind: match.Crash}} },
		"kind":     func(r *replay.Replay) { r.Rounds[2].Verdicts = []match.Verdict{{Seat: 1, Kind: match.OverCPU}} },
		"whose":    func(r *replay.Replay) { r.Rounds[2].Verdicts = []match.Verdict{{Seat: 2, Kind: match.Crash}} },
		"when":     func(r *replay.Replay) { r.Rounds[3].Verdicts = []match.Verdict{{Seat: 1, Kind: match.Crash}} },
		"setup": func(r *replay.Replay) {
			var err error
			r.Setup, err = r.Setup.With("nb_rounds", 9)
			require.NoError(t, err)
		},
	} {
		r := outcome(t, 1, "")
		change(r)
		require.NotContains(t, seen, r.Outcome(), name)
		seen[r.Outcome()] = name
	}
}

func BenchmarkOutcome(b *testing.B) {
	r, err := read(record(b, 200))
	require.NoError(b, err)
	for b.Loop() {
		r.Outcome()
	}
}
