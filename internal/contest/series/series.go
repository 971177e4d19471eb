// Package series plays many matches of the same bots, as a schedule has them.
//
// [Series.Play] plays one match with players that are there. A [Plan] says how to start
// the bots as processes, in this process or in a worker. [Run] plays the matches of a
// schedule, several at a time, and hands them on in the order of the schedule.
package series

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
)

// Series is what all matches have in common.
type Series struct {
	Bots []Entrant // by number; their commands are not used
	// Player returns a player of a bot, by its number, for a seat of the next match. A bot that
	// has several seats in it is asked for once for each, with nth from 0 on.
	Player func(ctx context.Context, bot, nth int) (match.Player, error)
	// Header is that of the replay of any match, without its seed and its seats.
	Header replay.Header
	Keep   Keep
	// Faults, if not nil, writes reports on the verdicts.
	Faults *faults.Reporter
}

// Match is a match of a series, with the files written about it.
type Match struct {
	played.Match
	Reports []faults.Report // on the verdicts, if there are any
	Replay  []byte          // nil unless it is kept
}

// Play plays a match. If ctx is done before its end, Play returns an error. Faults of bots
// are none.
func (s *Series) Play(ctx context.Context, planned schedule.Planned, watchers ...match.Watcher) (Match, error) {
	used := costs{make([]time.Duration, len(planned.Seats)), make([]time.Duration, len(planned.Seats))}
	one := Match{Match: played.Match{Planned: planned, CPU: used.cpu, MostCPU: used.most}}
	begun := time.Now()
	players, seats, err := s.seat(ctx, planned)
	if err != nil {
		return one, err
	}
	h := s.header(planned)
	m, err := h.Setup.New(h.Names(), h.Seed, h.Random)
	if err != nil {
		return one, err
	}
	memory := replay.NewMemory(h)
	watchers = append(slices.Clone(watchers), used)
	if s.Keep == KeepAll {
		memory.RecordAll(m)
	}
	if s.Keep.any() {
		watchers = append(watchers, memory)
	}
	var reporting *faults.Watch
	if s.Faults != nil {
		reporting = s.Faults.Begin(h)
		watchers = append(watchers, reporting)
	}
	one.Result, err = match.Play(ctx, m, players, watchers...)
	if err != nil {
		return one, err
	}
	one.Wall = time.Since(begun)
	one.Ended = begun.Add(one.Wall)
	if reporting != nil {
		one.Reports = reporting.Write(one.Result, true, seats)
	}
	if s.Keep.keeps(one) {
		one.Replay, err = memory.Bytes(one.Result, true)
	}
	return one, err
}

// seat returns the players of a match, and who they are.
func (s *Series) seat(ctx context.Context, planned schedule.Planned) ([]match.Player, []faults.Seat, error) {
	players, seats := make([]match.Player, len(planned.Seats)), make([]faults.Seat, len(planned.Seats))
	copies := make([]int, len(s.Bots))
	for seat, number := range planned.Seats {
		bot := s.Bots[number]
		player, err := s.Player(ctx, number, copies[number])
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", bot.Name, err)
		}
		copies[number]++
		players[seat], seats[seat] = player, faults.Seat{Typed: bot.Typed, Player: player}
	}
	return players, seats, nil
}

// header returns the header of a match.
func (s *Series) header(planned schedule.Planned) replay.Header {
	h := s.Header
	h.Seed, h.Seats = planned.Seed, make([]replay.Seat, len(planned.Seats))
	for seat, number := range planned.Seats {
		bot := s.Bots[number]
		h.Seats[seat] = replay.Seat{Name: bot.Name, Version: bot.Version, SHA256: bot.Program[:]}
	}
	return h
}

// costs sums up what the bots of a match use.
type costs struct{ cpu, most []time.Duration }

// Round implements [match.Watcher].
func (c costs) Round(_ engine.Match, round match.Round) {
	for seat, receipt := range round.Receipts {
		c.cpu[seat] += receipt.CPU
		c.most[seat] = max(c.most[seat], receipt.CPU)
	}
}
