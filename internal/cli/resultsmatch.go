package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/show"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// opens returns a function that returns the command which opens a match of a tournament.
func (o *resultsOptions) opens(t store.Tournament) func(schedule.Match) string {
	return func(m schedule.Match) string {
		before, after := o.openWords(t)
		return before + strconv.Itoa(m.Number+1) + after
	}
}

// openWords are what is before and after the number of a match in the command that opens it.
func (o *resultsOptions) openWords(t store.Tournament) (before, after string) {
	before = words.Shell("arena", "results", o.path, "--of", strconv.FormatInt(t.ID, 10), "--match") + " "
	if o.from.dir != defaultBotsDir() {
		after = " " + words.Shell("--bots", o.from.dir)
	}
	return before, after
}

// openMatch writes or shows the replay of a match.
func (o *resultsOptions) openMatch(c *cobra.Command, s *program, from *store.Store, t store.Tournament) error {
	ctx := c.Context()
	m, err := o.findMatch(ctx, from, t)
	if err != nil {
		return err
	}
	replay, kept, err := from.Replay(ctx, m.Key)
	if err != nil {
		return err
	}
	if !kept && t.Kind == store.KindTune {
		return withHint(fmt.Errorf("match %d: which values the bots had is not known any more", o.match),
			"--keep all keeps the replays of a search, those of faults are kept anyway")
	}
	if !kept {
		if err := from.Close(); err != nil { // whoever closes it last clears up, and must be allowed to write
			return err
		}
		fmt.Fprintf(s.err, "note: %s keeps no replay of match %d, so it is played again\n", words.Name(o.path), o.match)
		var difference string
		if replay, difference, err = o.playAgain(ctx, s, t, m); err != nil {
			return err
		}
		if difference != "" {
			fmt.Fprintf(s.err, "warning: match %d %s. The store does not keep this replay\n", o.match, difference)
			fmt.Fprintf(s.err, "hint: %s\n", words.Shell("arena", "check", "BOT", "--game", t.Game))
		}
	}
	if o.output == "" && !o.view {
		o.output = "match.arena"
	}
	if o.output != "" {
		if err := o.writeReplay(s, replay); err != nil {
			return err
		}
	}
	if !o.view {
		return nil
	}
	match, err := show.Read(replay, s.games)
	if err != nil {
		return fmt.Errorf("match %d: %w", o.match, err)
	}
	return o.watch.show(ctx, s, match, damageError(o.path, match), "")
}

func (o *resultsOptions) writeReplay(s *program, replay []byte) error {
	if o.output == standard {
		_, err := s.out.asIs(replay)
		return err
	}
	if same(o.path, o.output) {
		return misused("-o match.arena", "%s: this is the store itself", words.Name(o.output))
	}
	if err := writeWhole(o.output, replay); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %d kB\n", words.Name(o.output), (len(replay)+999)/1000)
	if !o.view {
		fmt.Fprintf(s.err, "hint: %s\n", words.Shell("arena", "view", o.output))
	}
	return nil
}

func (o *resultsOptions) findMatch(ctx context.Context, from *store.Store, t store.Tournament) (store.Match, error) {
	for m, err := range from.Matches(ctx, t.ID) {
		if err != nil || m.Number == o.match-1 {
			return m, err
		}
	}
	return store.Match{}, misused(words.Shell("arena", "results", o.path),
		"--match: tournament %d of %s has no match %d", t.ID, words.Name(o.path), o.match)
}

// playAgain plays a match of a store again, and returns its replay, which the store keeps. If
// the match comes out otherwise, it says in what, and the store does not keep it.
func (o *resultsOptions) playAgain(ctx context.Context, s *program, t store.Tournament, m store.Match) (replay []byte, difference string, err error) {
	defer s.plays()()
	all, err := s.commonOf(t)
	if err != nil {
		return nil, "", fmt.Errorf("match %d: %w", o.match, err)
	}
	if err := (&tournament{Tournament: t, all: all}).check(m); err != nil {
		return nil, "", fmt.Errorf("match %d: %w", o.match, err)
	}
	if now := all.setup.Game().Info().Version; now != t.Rules {
		return nil, "", fmt.Errorf("match %d: was played by version %d of the rules, and this arena has version %d", o.match, t.Rules, now)
	}
	plan, err := o.planOf(ctx, t, m)
	if err != nil {
		return nil, "", err
	}
	once := func(yield func(schedule.Match) bool) { yield(m.Match) }
	var played series.Match
	run := series.Run{Plan: plan, Schedule: once, Workers: 1, Games: s.games, Done: func(m series.Match) bool {
		played = m
		return true
	}}
	if err := run.Play(ctx); err != nil {
		return nil, "", err
	}
	if difference := differs(m.Result, contest.ResultOf(played)); difference != "" {
		return played.Replay, "came out otherwise: " + difference + ". A bot is not reproducible, or met a limit on time", nil
	}
	return played.Replay, "", o.keep(ctx, m.Key, played.Replay)
}

// keep keeps a replay in the store.
func (o *resultsOptions) keep(ctx context.Context, key store.Key, replay []byte) error {
	opened, err := store.Open(ctx, o.path, store.Options{})
	if err != nil {
		return err
	}
	return errors.Join(opened.KeepReplay(ctx, key, replay), opened.Close())
}

// planOf returns how to play a match of a store again.
func (o *resultsOptions) planOf(ctx context.Context, t store.Tournament, m store.Match) (series.Plan, error) {
	plan := series.Plan{
		Game: t.Game, Setup: t.Setup, Random: t.Random, Arena: arenaVersion(), Keep: series.KeepAll,
		Bots: make([]series.Contender, len(t.Entrants)),
	}
	var err error
	if plan.Sandbox, err = o.levelOf(t); err != nil {
		return plan, err
	}
	if plan.Limits, err = host.ReadLimits(t.Limits); err != nil {
		return plan, fmt.Errorf("match %d: %w", o.match, err)
	}
	if loose := looser(plan.Limits); loose != "" && !o.storedLimits {
		return plan, withHint(fmt.Errorf("match %d: was played with looser limits than the usual ones: %s", o.match, loose), "--stored-limits plays it so again")
	}
	find, err := o.finds(ctx, t.Game, plan.Limits.CPU == 0) // as under --no-limits
	if err != nil {
		return plan, err
	}
	playing := slices.Compact(slices.Sorted(slices.Values(m.Match.Seats)))
	for _, number := range playing {
		e := t.Entrants[number]
		found, err := find(ctx, e)
		if err != nil {
			return plan, err
		}
		plan.Bots[number] = series.Contender{
			Name: e.Name, Command: found.Command,
			Program: series.Program{Typed: e.Typed, Version: e.Version, SHA256: e.Program[:]},
		}
	}
	return plan, nil
}

// finds returns what finds the program that played: one of those that were typed, or one in the bots
// folder, by its name there. What a store says stood on a command line is no path to follow.
func (o *resultsOptions) finds(ctx context.Context, game string, debug bool) (func(context.Context, store.Entrant) (bots.Bot, error), error) {
	finder := o.from.finder()
	finder.Game, finder.Debug = game, debug
	typed, err := finder.FindAll(ctx, o.bots)
	if err != nil {
		return nil, err
	}
	unnamed := o.from.unnamed()
	unnamed.Game, unnamed.Debug = game, debug
	return func(ctx context.Context, e store.Entrant) (bots.Bot, error) {
		if i := slices.IndexFunc(typed, func(b bots.Bot) bool { return b.SHA256 == e.Program }); i >= 0 {
			return typed[i], nil
		}
		name, err := nameOf(e)
		if err == nil {
			err = o.from.mayStart(name)
		}
		if err != nil {
			return bots.Bot{}, withHint(err, howToNameBots)
		}
		found, err := unnamed.FindThat(ctx, name, e.Program)
		switch {
		case err != nil:
			return found, withHint(err, howToNameBots)
		case found.SHA256 != e.Program:
			return found, o.changed(e, found)
		}
		return found, mayPlay(unnamed.Terms, e, found)
	}, nil
}

const howToNameBots = "--bot BOT names a bot that played, --bots DIR the folder that has them"

// nameOf returns the name of a bot in the bots folder. The bots of a league have a folder each there, of the
// name of their sum.
func nameOf(e store.Entrant) (string, error) {
	typed, values := bots.SplitValues(e.Typed)
	folder, name := path.Split(typed)
	if !isPlain(name) {
		return "", fmt.Errorf("%s: not the name of a bot", words.Name(e.Typed))
	}
	if key := store.Key(e.Program).String(); folder == key+"/" {
		name = folder + name
	}
	if values != "" {
		name += ":" + values
	}
	return name, nil
}

// levelOf returns the level of the sandbox in which a tournament was played. Whoever wrote
// the store chose it, and the programs too; so only the user may do without a sandbox.
func (o *resultsOptions) levelOf(t store.Tournament) (sandbox.Level, error) {
	var level sandbox.Level
	if err := level.Set(t.Sandbox); err != nil {
		return level, fmt.Errorf("match %d: sandbox: %w", o.match, err)
	}
	switch {
	case o.from.askedSandbox() && o.from.level != level:
		return level, misused("leave out --sandbox", "--sandbox %s: match %d was played with %s", &o.from.level, o.match, &level)
	case level == sandbox.None && o.from.level != level:
		return level, withHint(fmt.Errorf("match %d: was played without a sandbox", o.match), "--sandbox none plays it so again")
	}
	_, err := o.from.confine() // warns
	return level, err
}

// changed reports a bot that is not the program that played.
func (o *resultsOptions) changed(e store.Entrant, found bots.Bot) error {
	err := fmt.Errorf("%s: has changed since match %d was played: its SHA-256 was %x, and is %x",
		words.Name(e.Typed), o.match, e.Program, found.SHA256)
	return withHint(err, "get that version back, or name the folder that has it: --bots DIR")
}

// differs says in what a result differs from one in the store, or "".
func differs(stored, now store.Result) string {
	if stored.Rounds != now.Rounds {
		return fmt.Sprintf("%d rounds, not %d", now.Rounds, stored.Rounds)
	}
	for seat, was := range stored.Seats {
		is := now.Seats[seat]
		switch {
		case was.Score != is.Score:
			return fmt.Sprintf("seat %d has score %d, not %d", seat, is.Score, was.Score)
		case was.Place != is.Place:
			return fmt.Sprintf("seat %d has place %d, not %d", seat, is.Place, was.Place)
		case verdictOf(was) != verdictOf(is):
			return fmt.Sprintf("seat %d has %s, not %s", seat, verdictOf(is), verdictOf(was))
		}
	}
	return ""
}

// verdictOf names the verdict on a seat.
func verdictOf(s store.Seat) string {
	if s.Verdict == nil {
		return "no verdict"
	}
	return fmt.Sprintf("%s in round %d", words.Name(string(s.Verdict.Kind)), s.Verdict.Round)
}
