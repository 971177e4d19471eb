package archive

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Again plays matches of a store again, under the conditions under which they were played and by the same programs.
type Again struct {
	Path     string // of the store
	Games    engine.Games
	Arena    string // its version
	Terms    sandbox.Terms
	Limits   host.Bounds // of a store
	Programs Programs
	// Run, if not nil, plays the match instead of this process.
	Run func(ctx context.Context, plan series.Plan, m schedule.Planned) (series.Match, error)
}

// Check returns an error, a *[RefusedError] among them, for a match that can't be played again as it was. It
// looks for no program.
func (a *Again) Check(t store.Tournament, m store.Match) error {
	_, err := a.conditions(t, m)
	return err
}

// Play plays a match again, and returns its replay, which the store keeps. If the match comes out otherwise, it
// says in what, and the store does not keep it.
func (a *Again) Play(
	ctx context.Context, t store.Tournament, m store.Match,
) (replay []byte, difference string, err error) {
	plan, err := a.plan(ctx, t, m)
	if err != nil {
		return nil, "", err
	}
	run := a.Run
	if run == nil {
		run = a.runHere
	}
	played, err := run(ctx, plan, m.Planned)
	if err != nil {
		return nil, "", err
	}
	if difference := differs(m.Result, played.Result); difference != "" {
		why := ". A bot is not reproducible, or met a limit on time"
		return played.Replay, "came out otherwise: " + difference + why, nil
	}
	return played.Replay, "", a.keep(ctx, m.Key, played.Replay)
}

func (a *Again) runHere(ctx context.Context, plan series.Plan, m schedule.Planned) (played series.Match, err error) {
	once := func(yield func(schedule.Planned) bool) { yield(m) }
	run := series.Run{Plan: plan, Schedule: once, Workers: 1, Games: a.Games, Done: func(m series.Match) bool {
		played = m
		return true
	}}
	err = run.Play(ctx)
	return played, err
}

// keep keeps a replay in the store.
func (a *Again) keep(ctx context.Context, key store.Key, replay []byte) error {
	opened, err := store.Open(ctx, a.Path, store.Options{})
	if err != nil {
		return err
	}
	return errors.Join(opened.KeepReplay(ctx, key, replay), opened.Close())
}

// plan returns how to play a match again.
func (a *Again) plan(ctx context.Context, t store.Tournament, m store.Match) (series.Plan, error) {
	plan, err := a.conditions(t, m)
	if err != nil {
		return plan, err
	}
	found, err := a.Programs.find(ctx, t, m, plan.Limits.CPU == 0) // without a limit, bots are built for a debugger
	if err != nil {
		return plan, err
	}
	plan.Bots = make([]series.Entrant, len(t.Entrants))
	for _, number := range players(m) {
		plan.Bots[number] = series.Entrant{Entrant: t.Entrants[number].Entrant, Command: found[number].Command}
	}
	return plan, nil
}

// conditions returns how to play a match again, without the bots.
func (a *Again) conditions(t store.Tournament, m store.Match) (series.Plan, error) {
	plan := series.Plan{
		Game: t.Game, Setup: t.Setup, Random: t.Random, Arena: a.Arena, Keep: series.KeepAll,
	}
	setup, err := setupOf(a.Games, t)
	if err == nil {
		err = check(t, setup, m.Match)
	}
	if err != nil {
		return plan, ofMatch(m, err)
	}
	if now := setup.Game().Info().Version; now != t.Rules {
		return plan, ofMatch(m, &RefusedError{Reason: OtherRules, Err: fmt.Errorf(
			"was played by version %d of the rules, and this arena has version %d", t.Rules, now)})
	}
	if plan.Sandbox, err = a.levelOf(t); err != nil {
		return plan, ofMatch(m, err)
	}
	plan.Limits, err = a.limitsOf(t)
	return plan, ofMatch(m, err)
}

// ofMatch names the match in an error.
func ofMatch(m store.Match, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("match %d: %w", m.Number+1, err)
}

// levelOf returns the level of the sandbox in which a tournament was played. The writer
// of the store chose it, and the programs too; so only the user may do without a sandbox.
func (a *Again) levelOf(t store.Tournament) (level sandbox.Level, err error) {
	if err := level.Set(t.Sandbox); err != nil {
		return level, fmt.Errorf("sandbox: %w", err)
	}
	switch {
	case a.Terms.Asked && a.Terms.Level != level:
		err = fmt.Errorf("was played with sandbox %s, not %s", level, a.Terms.Level)
		return level, &RefusedError{Reason: OtherSandbox, Level: level, Err: err}
	case level == sandbox.None && a.Terms.Level != level:
		return level, &RefusedError{Reason: Unconfined, Err: errors.New("was played without a sandbox")}
	}
	return level, nil
}

// limitsOf returns the limits with which a tournament was played.
func (a *Again) limitsOf(t store.Tournament) (host.Limits, error) {
	claimed, err := host.ReadLimits(t.Limits)
	if err != nil {
		return host.Limits{}, err
	}
	limits, err := claimed.Within(a.Limits)
	if loose := new(host.LooseError); errors.As(err, &loose) {
		err = fmt.Errorf("was played with looser limits than the usual ones: %s", strings.Join(loose.Looser, ", "))
		return limits, &RefusedError{Reason: LooseLimits, Err: err}
	}
	return limits, err
}

// Reason is why a match is not played again.
type Reason int

// The reasons.
const (
	OtherRules   Reason = iota // this arena has another version of the rules
	OtherSandbox               // the user has asked for another level than that at which it was played
	Unconfined                 // it was played without a sandbox, which the user must ask for
	LooseLimits                // it was played with looser limits than the usual ones, which the user must ask for
	NotFound                   // a program is not where it may be looked for
	Changed                    // the program found is not the one that played
)

// RefusedError reports that a match is not played again, as it would not be the same match, or as the user has not
// asked for what a store asks for.
type RefusedError struct {
	Reason Reason
	Level  sandbox.Level // at which it was played, of OtherSandbox
	Err    error
}

func (e *RefusedError) Error() string { return e.Err.Error() }

func (e *RefusedError) Unwrap() error { return e.Err }

// differs says in what a result differs from one in the store, or "".
func differs(stored, now match.Result) string {
	if stored.Rounds != now.Rounds {
		return fmt.Sprintf("%d rounds, not %d", now.Rounds, stored.Rounds)
	}
	for seat := range stored.Scores {
		verdict, before := VerdictText(now.Verdict(seat)), VerdictText(stored.Verdict(seat))
		switch {
		case stored.Scores[seat] != now.Scores[seat]:
			return fmt.Sprintf("seat %d has score %d, not %d", seat, now.Scores[seat], stored.Scores[seat])
		case stored.Places[seat] != now.Places[seat]:
			return fmt.Sprintf("seat %d has place %d, not %d", seat, now.Places[seat], stored.Places[seat])
		case verdict != before:
			return fmt.Sprintf("seat %d has %s, not %s", seat, verdict, before)
		}
	}
	return ""
}

// VerdictText names a verdict, which may be none.
func VerdictText(v *match.Verdict) string {
	if v == nil {
		return "no verdict"
	}
	return safe.Sprintf("%s in round %d", string(v.Kind), v.Round)
}
