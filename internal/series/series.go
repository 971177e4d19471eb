// Package series plays many matches of the same bots and sums them up.
//
// [Series.Play] plays the matches. Each has the next seed, and everybody moves on by
// one seat, so that neither board nor seat favours a bot for long. [Standings] sums
// up the results. A series can be shared out to several processes; [InOrder] puts
// their matches into order again.
package series

import (
	"context"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
)

// Series describes the matches to play.
type Series struct {
	Setup  engine.Setup
	Random engine.Randomness
	// First is the seed of the first match; each further match has the next.
	First   uint64
	Matches int
	// Share is the part of the matches that is played; the zero value is all of
	// them.
	Share Share
	// Lineup has one entrant for each seat. In the first match they sit in this
	// order; after each match everybody moves on by one seat.
	Lineup []Entrant
}

// Share is one of several equal parts of a series: match Number and every Of-th match
// after it.
type Share struct {
	Number int // from 0
	Of     int // the number of shares; 0 counts as 1
}

// Entrant is one place of a line-up.
type Entrant struct {
	// Bot is the number of its bot, from 0. Entrants with the same bot are counted
	// together.
	Bot  int
	Name string
	// Player returns a player for the next match.
	Player func(ctx context.Context) (match.Player, error)
}

// Match is a match of a series.
type Match struct {
	Number int // from 0
	Seed   uint64
	Bots   []int // numbers of the bots, by seat
	match.Result
}

// Play plays the matches of the share, one at a time, and calls done after each. The
// watchers see all of them. If ctx is done, Play returns an error and drops the match
// under way. If a player can't be made, the series ends; faults of bots don't end it.
func (s Series) Play(ctx context.Context, done func(Match), watchers ...match.Watcher) error {
	if len(s.Lineup) != s.Setup.Seats() {
		return fmt.Errorf("%d entrants for %d seats", len(s.Lineup), s.Setup.Seats())
	}
	for number := s.Share.Number; number < s.Matches; number += max(s.Share.Of, 1) {
		m, err := s.match(ctx, number, watchers)
		if err != nil {
			return fmt.Errorf("match %d of %d: %w", number+1, s.Matches, err)
		}
		done(m)
	}
	return nil
}

func (s Series) match(ctx context.Context, number int, watchers []match.Watcher) (Match, error) {
	played := Match{Number: number, Seed: s.First + uint64(number)}
	seats := len(s.Lineup)
	names := make([]string, seats)
	players := make([]match.Player, seats)
	played.Bots = make([]int, seats)
	for i, e := range s.Lineup {
		seat := (i + number) % seats
		player, err := e.Player(ctx)
		if err != nil {
			return played, fmt.Errorf("%s: %w", e.Name, err)
		}
		names[seat], players[seat], played.Bots[seat] = e.Name, player, e.Bot
	}
	m, err := s.Setup.New(names, played.Seed, s.Random)
	if err != nil {
		return played, err
	}
	played.Result, err = match.Play(ctx, m, players, watchers...)
	return played, err
}

// Local returns an entrant that plays in this process, without limits.
func Local(bot int, name string, p engine.Player) Entrant {
	return Entrant{bot, name, func(context.Context) (match.Player, error) { return match.Local(p), nil }}
}
