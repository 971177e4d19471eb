package contest

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/library"
	"github.com/botarena/arena/internal/match/story"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// openMatch writes or shows the replay of a match.
func (o *resultsOptions) openMatch(c *cobra.Command, s *shell.Shell, from *store.Store, t store.Tournament) error {
	ctx := c.Context()
	m, err := o.findMatch(ctx, o.archive(s, from), t)
	if err != nil {
		return err
	}
	replay, stored, err := from.Replay(ctx, m.Key)
	if err != nil {
		return err
	}
	if !stored && t.Kind == store.KindTune {
		return hint.With(fmt.Errorf("match %d: the values that the bots had are no longer known", o.match),
			"--keep all keeps the replays of a search, those of faults are kept anyway")
	}
	if !stored {
		if err := from.Close(); err != nil { // the last process to close it clears up, and must be allowed to write
			return err
		}
		if replay, err = o.playAgain(ctx, s, t, m); err != nil {
			return err
		}
	}
	if o.output == shell.InMatches && !o.view {
		if o.output, err = shell.KeepIn(o.output, library.Name{Game: t.Game, Seed: m.Seed}); err != nil {
			return err
		}
	}
	if o.output != "" {
		if err := o.writeReplay(s, replay); err != nil {
			return err
		}
	}
	if !o.view {
		return nil
	}
	match, err := story.Read(replay, s.Games)
	if err != nil {
		return fmt.Errorf("match %d: %w", o.match, err)
	}
	return o.watch.Show(ctx, s, match, shell.DamageError(o.path, match), "")
}

func (o *resultsOptions) writeReplay(s *shell.Shell, replay []byte) error {
	if o.output == shell.Standard {
		_, err := s.Out.AsIs(replay)
		return err
	}
	if shell.Same(o.path, o.output) {
		return shell.Misused("leave it out, or -o FILE", "%s: this is the store itself", o.output)
	}
	if err := shell.WriteWhole(o.output, replay); err != nil {
		return err
	}
	safe.Fprintf(s.Out, "%s: %d kB\n", o.output, (len(replay)+999)/1000)
	if !o.view {
		fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "view", o.output))
	}
	return nil
}

func (o *resultsOptions) findMatch(ctx context.Context, a archive.Archive, t store.Tournament) (store.Match, error) {
	m, err := a.Find(ctx, t, o.match-1)
	if errors.Is(err, archive.ErrNoMatch) {
		return m, shell.Misused(safe.Shell("arena", "results", o.path),
			"--match: tournament %d of %s has no match %d", t.ID, o.path, o.match)
	}
	return m, err
}

// again plays matches again, also with bots and limits that the user has allowed.
func (o *resultsOptions) again(s *shell.Shell) archive.Again {
	a := tournament.Again(s, o.path, &o.from)
	a.Programs.Named = o.bots
	return a
}

// playAgain plays a match again that the store does not keep, and tells so.
func (o *resultsOptions) playAgain(ctx context.Context, s *shell.Shell, t store.Tournament,
	m store.Match,
) ([]byte, error) {
	safe.Fprintf(s.Err, "note: %s keeps no replay of match %d, so it is played again\n", o.path, o.match)
	p := tournament.Player{Again: o.again(s), Shell: s}
	if err := p.Check(t, m); err != nil {
		return nil, o.refused(err)
	}
	if _, err := o.from.Confine(); err != nil { // warns
		return nil, err
	}
	replay, difference, err := p.Play(ctx, t, m)
	if err != nil {
		return nil, o.refused(err)
	}
	if difference != "" {
		fmt.Fprintf(s.Err, "warning: match %d %s. The store does not keep this replay\n", o.match, difference)
		fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "check", "BOT", "--game", t.Game))
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
		return shell.Misused("leave out --sandbox",
			"--sandbox %s: match %d was played with %s", &o.from.Level, o.match, &refused.Level)
	case archive.Unconfined:
		return hint.With(err, "--sandbox none plays it so again")
	case archive.LooseLimits:
		return hint.With(err, "--stored-limits plays it so again")
	case archive.NotFound:
		return hint.With(err, "--bot BOT names a bot that played, --bots DIR the folder that has them")
	case archive.Changed:
		return hint.With(err, "get that version back, or name the folder that has it: --bots DIR")
	}
	return err
}
