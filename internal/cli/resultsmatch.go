package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/results"
)

// opens returns a function that returns the command which opens a match of a tournament.
func (o *resultsOptions) opens(t store.Tournament) func(schedule.Match) string {
	look := o.look(t.ID)
	return func(m schedule.Match) string { return look.Before + strconv.Itoa(m.Number+1) + look.After }
}

// look is how the page of a tournament looks, with the command that opens a match.
func (o *resultsOptions) look(id int64) results.Look {
	look := results.Look{
		Costs:  o.costs,
		Before: safe.Shell("arena", "results", o.path, "--of", strconv.FormatInt(id, 10), "--match") + " ",
	}
	if o.from.dir != defaultBotsDir() {
		look.After = " " + safe.Shell("--bots", o.from.dir)
	}
	return look
}

// openMatch writes or shows the replay of a match.
func (o *resultsOptions) openMatch(c *cobra.Command, s *program, from *store.Store, t store.Tournament) error {
	ctx := c.Context()
	m, err := o.findMatch(ctx, o.archive(s, from), t)
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
		if replay, err = o.playAgain(ctx, s, t, m); err != nil {
			return err
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
	match, err := story.Read(replay, s.games)
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
		return misused("-o match.arena", "%s: this is the store itself", safe.Name(o.output))
	}
	if err := writeWhole(o.output, replay); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %d kB\n", safe.Name(o.output), (len(replay)+999)/1000)
	if !o.view {
		fmt.Fprintf(s.err, "hint: %s\n", safe.Shell("arena", "view", o.output))
	}
	return nil
}

func (o *resultsOptions) findMatch(ctx context.Context, a archive.Archive, t store.Tournament) (store.Match, error) {
	m, err := a.Find(ctx, t, o.match-1)
	if errors.Is(err, archive.ErrNoMatch) {
		return m, misused(safe.Shell("arena", "results", o.path),
			"--match: tournament %d of %s has no match %d", t.ID, safe.Name(o.path), o.match)
	}
	return m, err
}

// player plays matches of a store again.
type player struct {
	archive.Again
	s *program
}

// again returns what plays the matches of the store again. A store may come from somebody else, and names its bots
// itself: they are looked for in the bots folder alone, but for those that the user has named.
func (o *resultsOptions) again(s *program) *player {
	folder := o.from.unnamed()
	return &player{archive.Again{
		Path: o.path, Games: s.games, Arena: arenaVersion(), Terms: o.from.terms(),
		AnyLimits: o.storedLimits, MostMemory: mostRecordedMemory,
		Programs: archive.Programs{
			Named: o.bots, Finder: o.from.finder(), Folder: folder, FolderUnnamed: o.from.folderUnnamed(),
			MayPlay: func(e store.Entrant, found find.Bot) error { return mayPlay(folder.Terms, e, found) },
		},
	}, s}
}

// againQuietly is again for those who look on, and need not be told what is built.
func (o *resultsOptions) againQuietly(s *program) *player {
	p := o.again(s)
	for _, finder := range []*find.Finder{&p.Programs.Finder, &p.Programs.Folder} {
		finder.Building, finder.Unkept = nil, nil
	}
	return p
}

// play plays a match again, and lets the program end only after that.
func (p *player) play(
	ctx context.Context, t store.Tournament, m store.Match,
) (replay []byte, difference string, err error) {
	defer p.s.plays()()
	return p.Play(ctx, t, m)
}

// playAgain plays a match again that the store does not keep, and tells so.
func (o *resultsOptions) playAgain(ctx context.Context, s *program, t store.Tournament, m store.Match) ([]byte, error) {
	fmt.Fprintf(s.err, "note: %s keeps no replay of match %d, so it is played again\n", safe.Name(o.path), o.match)
	p := o.again(s)
	if err := p.Check(t, m); err != nil {
		return nil, o.refused(err)
	}
	if _, err := o.from.confine(); err != nil { // warns
		return nil, err
	}
	replay, difference, err := p.play(ctx, t, m)
	if err != nil {
		return nil, o.refused(err)
	}
	if difference != "" {
		fmt.Fprintf(s.err, "warning: match %d %s. The store does not keep this replay\n", o.match, difference)
		fmt.Fprintf(s.err, "hint: %s\n", safe.Shell("arena", "check", "BOT", "--game", t.Game))
	}
	return replay, nil
}

// refused says what the user can do about a match that is not played again.
func (o *resultsOptions) refused(err error) error {
	refused := new(archive.RefusedError)
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Reason {
	case archive.OtherRules: // nothing
	case archive.OtherSandbox:
		return misused("leave out --sandbox",
			"--sandbox %s: match %d was played with %s", &o.from.level, o.match, &refused.Level)
	case archive.Unconfined:
		return withHint(err, "--sandbox none plays it so again")
	case archive.LooseLimits:
		return withHint(err, "--stored-limits plays it so again")
	case archive.NotFound:
		return withHint(err, "--bot BOT names a bot that played, --bots DIR the folder that has them")
	case archive.Changed:
		return withHint(err, "get that version back, or name the folder that has it: --bots DIR")
	}
	return err
}
