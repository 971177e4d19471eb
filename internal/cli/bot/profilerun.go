package bot

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/profile"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
)

// profileRun is a profile while the matches for it are played.
type profileRun struct {
	s         *shell.Shell
	o         *profileOptions
	setup     engine.Setup
	bot       find.Bot
	opponents []find.Bot
	options   host.Options

	name     string // of the bot as a player
	lines    bool   // it speaks lines, and so hands over no profile
	measured bool   // the system reports CPU times
	matches  []profile.Match
	samples  profile.Samples
	frozen   int   // matches in which it was
	without  error // why the first of those matches has no samples that have none
}

// play plays all matches, each with fresh processes.
func (r *profileRun) play(ctx context.Context) error {
	for number := range r.o.matches {
		r.s.Err.Progress("match %d of %d", number+1, r.o.matches)
		if err := r.playMatch(ctx, number); err != nil {
			return fmt.Errorf("match %d of %d: %w", number+1, r.o.matches, err)
		}
	}
	return nil
}

func (r *profileRun) playMatch(ctx context.Context, number int) error {
	seat, seed := number%r.setup.Seats(), r.o.setup.Seed.Value+uint64(number)
	l, err := lineup.Start(ctx, r.seated(seat), r.setup.Game().Info(), r.options)
	if err != nil {
		return err
	}
	defer l.Close()
	header := shell.ReplayHeader(r.setup, seed, r.o.setup.Random, l, r.options)
	m, err := r.setup.New(header.Names(), header.Seed, header.Random)
	if err != nil {
		return err
	}
	file := filepath.Join(r.o.dir, r.o.game+fmt.Sprintf("-%d-%d.arena", seed, seat))
	record, err := r.s.NewRecorder(file, false, m, header)
	if err != nil {
		return err
	}
	used := make(ask.Costs, r.setup.Seats())
	result, stopped := match.Play(ctx, m, l.Match(), append(record.Watchers(), used)...)
	if err := errors.Join(stopped, record.Close(result, stopped == nil)); err != nil {
		return err
	}
	r.name, r.measured = header.Names()[seat], r.measured || used.Measured()
	r.matches = append(r.matches, profile.Match{File: file, Seed: seed, Seat: seat, CPU: used[seat].Times()})
	if verdict := result.Verdict(seat); verdict != nil {
		r.frozen++
		r.tellVerdict(*verdict, file)
		return nil
	}
	return r.takeSamples(ctx, l.Processes[seat])
}

// seated returns the bots by seat: the one in question in the given seat, the others
// around it in turn.
func (r *profileRun) seated(seat int) []find.Bot {
	seated := make([]find.Bot, 0, r.setup.Seats())
	for i := range r.setup.Seats() - 1 {
		seated = append(seated, r.opponents[i%len(r.opponents)])
	}
	profiled := r.bot
	profiled.Command.Profiled = true
	return slices.Insert(seated, seat, profiled)
}

func (r *profileRun) tellVerdict(v match.Verdict, file string) {
	r.s.Err.Clear()
	look := safe.Shell("arena", "replay", file, "--player", strconv.Itoa(v.Seat), "--round", strconv.Itoa(v.Round))
	fmt.Fprintf(r.s.Err, "%s\nhint: %s\n", shell.VerdictLine(r.name, v), look)
}

// takeSamples ends the bot and takes its CPU profile, if it has one.
func (r *profileRun) takeSamples(ctx context.Context, p *host.Process) error {
	if r.lines = p.Description().Lines; r.lines {
		return nil
	}
	packed, err := p.CPUProfile(ctx)
	if err == nil {
		err = r.samples.Add(packed)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && r.without == nil {
		r.without = hint.Wrap(r.o.bot, err)
	}
	return nil
}
