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
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/faults"
	"github.com/botarena/arena/internal/replay"
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
	// Arena is its version, for the reports.
	Arena string
	// Faults, if not nil, writes reports on the verdicts.
	Faults *faults.Reporter
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
	// Program is what a report tells of the bot. It may be zero.
	Program Program
}

// Program is what identifies the program of a bot.
type Program struct {
	Typed   string // what stands for it on a command line
	Version string
	SHA256  []byte
}

// Match is a match of a series.
type Match struct {
	Number int // from 0
	Seed   uint64
	Bots   []int // numbers of the bots, by seat
	match.Result
	Reports []faults.Report // on the verdicts, as far as there are any
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
	infos := make([]replay.Seat, seats)
	seated := make([]faults.Seat, seats)
	played.Bots = make([]int, seats)
	for i, e := range s.Lineup {
		seat := (i + number) % seats
		player, err := e.Player(ctx)
		if err != nil {
			return played, fmt.Errorf("%s: %w", e.Name, err)
		}
		names[seat], players[seat], played.Bots[seat] = e.Name, player, e.Bot
		infos[seat] = replay.Seat{Name: e.Name, Version: e.Program.Version, SHA256: e.Program.SHA256}
		seated[seat] = faults.Seat{Typed: e.Program.Typed, Player: player}
	}
	m, err := s.Setup.New(names, played.Seed, s.Random)
	if err != nil {
		return played, err
	}
	if s.Faults == nil {
		played.Result, err = match.Play(ctx, m, players, watchers...)
		return played, err
	}
	watch := s.Faults.Begin(s.header(played.Seed, infos))
	played.Result, err = match.Play(ctx, m, players, append(slices.Clone(watchers), watch)...)
	if err == nil {
		played.Reports = watch.Write(played.Result, true, seated)
	}
	return played, err
}

// header returns the header of a match, for a report.
func (s Series) header(seed uint64, seats []replay.Seat) replay.Header {
	l := s.Faults.Limits
	return replay.Header{
		Setup: s.Setup, Seed: seed, Random: s.Random, Seats: seats, Arena: s.Arena, CPU: l.CPU, Sandbox: s.Faults.Sandbox,
		Limits: &replay.Limits{Bank: l.Bank, StartCPU: l.StartCPU, Wall: l.Wall, WallBank: l.WallBank, Memory: l.Memory},
	}
}

// Local returns an entrant that plays in this process, without limits.
func Local(bot int, name string, p engine.Player) Entrant {
	return Entrant{Bot: bot, Name: name, Player: func(context.Context) (match.Player, error) { return match.Local(p), nil }}
}
