package contest

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/match/kept"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/results"

	"github.com/botarena/arena/internal/cli/shell"
)

// opens returns a function that returns the command which opens a match of a tournament.
func (o *ResultsOptions) opens(t store.Tournament) func(schedule.Planned) string {
	look := o.look(t.ID)
	return func(m schedule.Planned) string { return look.Before + strconv.Itoa(m.Number+1) + look.After }
}

// look is how the page of a tournament looks, with what was asked for.
func (o *ResultsOptions) look(id int64) results.Look {
	look := lookOf(o.Path, o.From.Dir, id)
	look.Costs = o.Costs
	return look
}

// lookOf is how the page of a tournament looks, with the command that opens a match.
func lookOf(path, bots string, id int64) results.Look {
	look := results.Look{
		Before: safe.Shell("arena", "results", path, "--of", strconv.FormatInt(id, 10), "--match") + " ",
	}
	if bots != shell.DefaultBotsDir() {
		look.After = " " + safe.Shell("--bots", bots)
	}
	return look
}

// openMatch writes or shows the replay of a match.
func (o *ResultsOptions) openMatch(c *cobra.Command, s *shell.Shell, from *store.Store, t store.Tournament) error {
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
		if err := from.Close(); err != nil { // whoever closes it last clears up, and must be allowed to write
			return err
		}
		if replay, err = o.playAgain(ctx, s, t, m); err != nil {
			return err
		}
	}
	if o.output == shell.InMatches && !o.view {
		if o.output, err = shell.KeepIn(o.output, kept.Name{Game: t.Game, Seed: m.Seed}); err != nil {
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
	return o.watch.Show(ctx, s, match, shell.DamageError(o.Path, match), "")
}

func (o *ResultsOptions) writeReplay(s *shell.Shell, replay []byte) error {
	if o.output == shell.Standard {
		_, err := s.Out.AsIs(replay)
		return err
	}
	if shell.Same(o.Path, o.output) {
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

func (o *ResultsOptions) findMatch(ctx context.Context, a archive.Archive, t store.Tournament) (store.Match, error) {
	m, err := a.Find(ctx, t, o.match-1)
	if errors.Is(err, archive.ErrNoMatch) {
		return m, shell.Misused(safe.Shell("arena", "results", o.Path),
			"--match: tournament %d of %s has no match %d", t.ID, o.Path, o.match)
	}
	return m, err
}

// player plays matches of a store again.
type player struct {
	archive.Again
	s *shell.Shell
}

// Again returns what plays the matches of a store again. A store may come from somebody else, and names its bots
// itself: they are looked for in the bots folder alone.
func Again(s *shell.Shell, path string, from *shell.BotFlags) archive.Again {
	folder := from.Folder()
	return archive.Again{
		Path: path, Games: s.Games, Arena: shell.ArenaVersion(), Terms: from.Terms(),
		MostMemory: shell.MostRecordedMemory,
		Programs: archive.Programs{
			Finder: from.Finder(), Folder: folder,
			MayPlay: func(e store.Entrant, found find.Bot) error { return league.MayPlay(folder.Terms, e, found) },
		},
	}
}

// again is Again, with the bots and the limits that the user has allowed besides.
func (o *ResultsOptions) again(s *shell.Shell) archive.Again {
	a := Again(s, o.Path, &o.From)
	a.AnyLimits, a.Programs.Named = o.storedLimits, o.bots
	return a
}

// quietly is for those who look on, and need not be told what is built.
func quietly(a archive.Again) archive.Again {
	for _, finder := range []*find.Finder{&a.Programs.Finder, &a.Programs.Folder.Finder} {
		finder.Building, finder.Unkept = nil, nil
	}
	return a
}

// play plays a match again, and lets the program end only after that.
func (p *player) play(
	ctx context.Context, t store.Tournament, m store.Match,
) (replay []byte, difference string, err error) {
	defer p.s.Plays()()
	return p.Play(ctx, t, m)
}

// playAgain plays a match again that the store does not keep, and tells so.
func (o *ResultsOptions) playAgain(ctx context.Context, s *shell.Shell, t store.Tournament,
	m store.Match,
) ([]byte, error) {
	safe.Fprintf(s.Err, "note: %s keeps no replay of match %d, so it is played again\n", o.Path, o.match)
	p := &player{o.again(s), s}
	if err := p.Check(t, m); err != nil {
		return nil, o.refused(err)
	}
	if _, err := o.From.Confine(); err != nil { // warns
		return nil, err
	}
	replay, difference, err := p.play(ctx, t, m)
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
func (o *ResultsOptions) refused(err error) error {
	refused := new(archive.RefusedError)
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Reason {
	case archive.OtherRules: // nothing
	case archive.OtherSandbox:
		return shell.Misused("leave out --sandbox",
			"--sandbox %s: match %d was played with %s", &o.From.Level, o.match, &refused.Level)
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
