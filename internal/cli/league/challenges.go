package league

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
)

// challenging tells whom a person may challenge now, first the bots of that person: those are chosen to begin with.
func (h *handIn) challenging(ctx context.Context, by submissions.Person) (playground.Challenging, error) {
	told := playground.Challenging{Seats: h.l.Match.Seats(), Bots: []string{}}
	if err := h.mayChallenge(ctx, by); err != nil {
		refused := new(submissions.Refusal)
		if !errors.As(err, &refused) {
			return told, err
		}
		told.Why = refused.Why
		return told, nil
	}
	now, err := h.l.Store.League(ctx)
	slices.SortStableFunc(now.Entrants, func(a, b store.Entrant) int { return ownFirst(by, a) - ownFirst(by, b) })
	for _, e := range now.Entrants {
		if e.Stays() {
			told.Bots = append(told.Bots, e.Name)
		}
	}
	return told, err
}

func ownFirst(by submissions.Person, e store.Entrant) int {
	if by.ID != "" && e.Person == by.ID {
		return 0
	}
	return 1
}

// mayChallenge returns nil, or why a person may challenge nobody now.
func (h *handIn) mayChallenge(ctx context.Context, by submissions.Person) error {
	switch {
	case !h.plays:
		return &submissions.Refusal{Why: "the machine of this league plays no matches, and no challenges"}
	case by.ID == "" && by.Role != submissions.Organiser:
		return &submissions.Refusal{Why: "challenges are for those who have a link of their own"}
	}
	return challengeRefusal(h.l.TakesChallenges(ctx, time.Now()))
}

func (h *handIn) challenge(
	ctx context.Context, by submissions.Person, from netip.Prefix, bots []string,
) (id string, err error) {
	now := time.Now()
	if !h.Allows(from, now) {
		return "", refusal(uploads.ErrBusy)
	}
	if err := h.mayChallenge(ctx, by); err != nil {
		return "", err
	}
	c, err := h.l.Challenge(ctx, by.ID, bots, now)
	return strconv.FormatInt(c.ID, 10), challengeRefusal(err)
}

// challengeRefusal returns an error of a challenge in words for who asks, if it concerns them.
func challengeRefusal(err error) error {
	many, chosen := new(store.ManyError), new(league.ChallengedError)
	why := ""
	switch {
	case errors.As(err, &many):
		why = fmt.Sprintf("you have had %d challenges within a day; the next one may be asked for in %v",
			league.ChallengeBounds.Day, many.Wait.Round(time.Minute))
	case errors.Is(err, store.ErrChallengeWaits):
		why = "another one of yours waits, or is played; ask again when it has ended"
	case errors.Is(err, store.ErrChallengesWait):
		why = fmt.Sprintf("%d challenges wait already; ask again later", league.ChallengeBounds.Waiting)
	case errors.As(err, &chosen), errors.Is(err, league.ErrStandsStill), errors.Is(err, league.ErrClosed):
		why = err.Error()
	default:
		return err
	}
	return &submissions.Refusal{Why: why}
}

const (
	challengeLook = time.Second
	// challengeRest is how many times longer than a match the rest after it is: the league's own matches come first.
	challengeRest = 3
)

// playChallenges plays the challenges that wait, one match at a time beside those of the league, until ctx is done.
func (o *serveOptions) playChallenges(ctx context.Context, s *shell.Shell, l *openLeague, finder find.Finder) {
	look := time.NewTicker(challengeLook)
	defer look.Stop()
	for told := ""; ; {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		c, waits, err := l.Store.NextChallenge(ctx, l.ID)
		if err == nil && waits {
			if err = o.playChallenge(ctx, s, l, finder, c); ctx.Err() == nil {
				why := ""
				if err != nil { // it may say much of this machine
					why, err = "the organiser is told why", fmt.Errorf("number %d can't be played: %w", c.ID, err)
				}
				err = errors.Join(err, l.Store.EndChallenge(store.Saving(ctx), c.ID, why, time.Now()))
			}
		}
		if err != nil && ctx.Err() == nil && err.Error() != told { // as often as it is looked
			told = err.Error()
			fmt.Fprintf(s.Err, "warning: challenges: %v\n", err)
		}
	}
}

func (o *serveOptions) playChallenge(
	ctx context.Context, s *shell.Shell, l *openLeague, finder find.Finder, c store.Challenge,
) error {
	bots, turns, err := l.Challenged(ctx, finder, c)
	if err != nil {
		return err
	}
	run := contest.Run{
		Setup: l.Match, Random: l.Random, Entrants: bots, Limits: l.limits, Sandbox: o.from.Level, Keep: series.KeepAll,
		Jobs: 1, Arena: shell.ArenaVersion(), Games: s.Games, Memory: contest.MemoryOf(l.Store, c.Tournament),
		FreezeUnstarted: true,
	}
	begun := time.Now()
	return run.Play(ctx, turns.Matches(), league.ChallengeMatches, func(series.Match) bool {
		select {
		case <-ctx.Done():
		case <-time.After(challengeRest * time.Since(begun)):
		}
		begun = time.Now()
		return true
	})
}
