package devloop

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/replay"
)

// trial is a series of a new build against the one that it is compared with.
type trial struct {
	*Loop
	newer, older *Build
	matches      comparison.Schedule
	of           int // matches
	answer       *comparison.Answer
	begun        time.Time

	played     int // matches
	frozen     int // matches in which the newer build was
	newFaults  map[match.Kind]bool
	faulty     *series.Match // the first with a new fault
	worst      *series.Match // the one in which the newer build was behind most
	worstShare float64       // of the newer build there
	untold     error
}

// newTrial begins a series, with seeds of its own.
func (l *Loop) newTrial(newer, older *Build, of int) (*trial, error) {
	question := l.Question
	question.Field = len(l.field)
	answer, err := question.NewAnswer()
	if err != nil {
		return nil, err
	}
	matches, err := question.Schedule(l.Matches.Setup.Seats(), l.Seed)
	if err != nil {
		return nil, err
	}
	l.Seed += uint64((of + comparison.MatchesOfGroup - 1) / comparison.MatchesOfGroup)
	return &trial{
		Loop: l, newer: newer, older: older, matches: matches, of: of, answer: answer,
		begun: time.Now(), newFaults: make(map[match.Kind]bool),
	}, nil
}

// play plays the matches of the series, until done returns false.
func (t *trial) play(ctx context.Context, done func(series.Match) bool) error {
	run := t.Matches
	run.Entrants = append([]lineup.Entrant{t.newer.entrant, t.older.entrant}, t.field...)
	return run.Play(ctx, t.matches.Matches(), t.of, done)
}

// playFirst plays a match of the build with which others will be compared.
func (l *Loop) playFirst(ctx context.Context, b *Build) error {
	t, err := l.newTrial(b, b, 1)
	if err != nil {
		return err
	}
	if err := l.Tell(Doing{What: First, Build: b}); err != nil {
		return err
	}
	var first series.Match
	err = t.play(ctx, func(m series.Match) bool {
		first = m
		return true
	})
	if err != nil {
		return err
	}
	recorded, err := replay.Read(bytes.NewReader(first.Replay), l.Matches.Games)
	if err != nil {
		return err
	}
	both := append(seatsOf(first, schedule.New), seatsOf(first, schedule.Old)...)
	if err := l.tellFaults(
		Faults{Build: b, Verdicts: b.learn(first, both), Reports: first.Reports, Baseline: true}); err != nil {
		return err
	}
	l.baseline, b.recorded, b.seats = b, recorded, both
	if err := l.Tell(Baseline{b, true}); err != nil {
		return err
	}
	return l.Tell(LookAt{Match: first, Why: FirstMatch, Build: b})
}

// learn notes what faults a build has in its seats of a match. It returns the first of each kind that was not
// known.
func (b *Build) learn(m series.Match, seats []int) (first []match.Verdict) {
	for _, v := range m.Verdicts {
		if slices.Contains(seats, v.Seat) && !b.faults[v.Kind] {
			b.faults[v.Kind], first = true, append(first, v)
		}
	}
	return first
}

// tellFaults tells of new faults, if there are any, or of reports.
func (l *Loop) tellFaults(f Faults) error {
	if len(f.Verdicts) == 0 && len(f.Reports) == 0 {
		return nil
	}
	return l.Tell(f)
}

// try tells how a build differs from the baseline.
func (l *Loop) try(ctx context.Context, b *Build) error {
	older := l.baseline
	if b.entrant.Bot.SHA256 == older.entrant.Bot.SHA256 {
		return l.Tell(Same{Build: older})
	}
	if err := l.tellDifference(ctx, b, older); err != nil {
		return err
	}
	t, err := l.newTrial(b, older, l.Most)
	if err != nil {
		return err
	}
	if err := t.play(ctx, t.count); err != nil {
		return err
	}
	return t.end()
}

// tellDifference gives the new build the States of a recorded match, and tells in which
// round its commands first differ.
func (l *Loop) tellDifference(ctx context.Context, newer, older *Build) error {
	if err := l.Tell(Doing{Rerunning, newer, older}); err != nil {
		return err
	}
	told := Differs{Newer: newer, Older: older}
	for _, seat := range older.seats {
		out, err := l.rerun(ctx, newer.entrant.Bot, older.recorded, seat)
		if err != nil {
			return err
		}
		if out.Fault != nil {
			return l.Tell(Differs{Newer: newer, Older: older, Fault: out.Fault})
		}
		if out.First != nil && (told.First == nil || out.First.Round < told.First.Round) {
			told.First = out.First
		}
		told.Rounds = max(told.Rounds, out.Compared)
	}
	return l.Tell(told)
}

// count counts a match, and reports whether another is needed.
func (t *trial) count(m series.Match) bool {
	t.played++
	t.older.learn(m, seatsOf(m, schedule.Old))
	news := t.countFaults(m)
	share := t.answer.By.Share(m.Match)
	if t.worst == nil || share < t.worstShare {
		t.worst, t.worstShare = &m, share
	}
	more := t.answer.Add(m.Match)
	t.untold = t.tellFaults(Faults{Build: t.newer, Verdicts: news, Reports: m.Reports})
	if t.untold == nil && len(t.answer.Groups) > 0 {
		t.untold = t.Tell(Progress{t.newer, t.played, t.of, t.answer.Last()})
	}
	inTime := time.Since(t.begun) < t.Time
	return t.untold == nil && more && (inTime || t.played < comparison.MatchesOfGroup)
}

// countFaults returns the first new fault of each kind.
func (t *trial) countFaults(m series.Match) (news []match.Verdict) {
	frozen := false
	for _, v := range m.Verdicts {
		if m.Seats[v.Seat] != schedule.New {
			continue
		}
		frozen, t.newer.faults[v.Kind] = true, true
		if t.older.faults[v.Kind] || t.newFaults[v.Kind] {
			continue
		}
		t.newFaults[v.Kind], news = true, append(news, v)
		if t.faulty == nil {
			t.faulty = &m
		}
	}
	if frozen {
		t.frozen++
	}
	return news
}

// end tells what the series says.
func (t *trial) end() error {
	if t.untold != nil {
		return t.untold
	}
	if err := t.Tell(Compared{t.newer, t.older, t.answer, t.played, t.frozen}); err != nil {
		return err
	}
	if t.Moving && len(t.newFaults) == 0 {
		if err := t.succeed(); err != nil {
			return err
		}
	}
	if t.faulty != nil {
		return t.Tell(LookAt{Match: *t.faulty, Why: NewFault, Build: t.newer})
	}
	return t.Tell(LookAt{Match: *t.worst, Why: Worst, Build: t.newer, Share: t.worstShare})
}

// succeed makes the new build the one that others are compared with.
func (t *trial) succeed() error {
	recorded, err := replay.Read(bytes.NewReader(t.worst.Replay), t.Matches.Games)
	if err != nil {
		return err
	}
	t.newer.recorded, t.newer.seats = recorded, seatsOf(*t.worst, schedule.New)
	t.baseline = t.newer
	t.drop(t.older)
	return t.Tell(Baseline{Build: t.newer})
}

// seatsOf returns the seats that a bot had in a match.
func seatsOf(m series.Match, bot int) (seats []int) {
	for seat, number := range m.Seats {
		if number == bot {
			seats = append(seats, seat)
		}
	}
	return seats
}
