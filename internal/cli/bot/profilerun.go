package bot

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/profile"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
)

// profileRun takes a profile and reports on it.
type profileRun struct {
	*profile.Taken
	s       *shell.Shell
	o       *profileOptions
	setup   engine.Setup
	bot     find.Bot
	options host.Options
}

// play plays a match, and records it.
func (r *profileRun) play(ctx context.Context, t profile.Turn) (profile.Played, error) {
	r.s.Err.Progress("match %d of %d", t.Number+1, r.o.matches)
	l, err := lineup.Start(ctx, t.Bots, r.setup.Game().Info(), r.options)
	if err != nil {
		return profile.Played{}, err
	}
	defer l.Close()
	header := shell.ReplayHeader(r.setup, t.Seed, r.o.setup.Random, l.InReplay(), r.options)
	m, err := r.setup.New(header.Names(), header.Seed, header.Random)
	if err != nil {
		return profile.Played{}, err
	}
	file := filepath.Join(r.o.dir, r.o.game+fmt.Sprintf("-%d-%d.arena", t.Seed, t.Seat))
	record, err := r.s.NewRecorder(file, false, m, header)
	if err != nil {
		return profile.Played{}, err
	}
	used := make(ask.Costs, r.setup.Seats())
	result, stopped := match.Play(ctx, m, l.Match(), append(record.Watchers(), used)...)
	if err := errors.Join(stopped, record.Close(result, stopped == nil)); err != nil {
		return profile.Played{}, err
	}
	played := profile.Played{
		Name: header.Names()[t.Seat], File: file, CPU: used[t.Seat].Times(), Measured: used.Measured(),
		Verdict: result.Verdict(t.Seat), Lines: l.Processes[t.Seat].Description().Lines,
	}
	if played.Verdict != nil {
		r.tellVerdict(played)
	} else if !played.Lines {
		played.Profile, played.Lost = l.Processes[t.Seat].CPUProfile(ctx)
	}
	return played, nil
}

func (r *profileRun) tellVerdict(p profile.Played) {
	r.s.Err.Clear()
	v := *p.Verdict
	look := safe.Shell("arena", "replay", p.File, "--seat", strconv.Itoa(v.Seat), "--round", strconv.Itoa(v.Round))
	fmt.Fprintf(r.s.Err, "%s\nhint: %s\n", shell.VerdictLine(p.Name, v), look)
}
