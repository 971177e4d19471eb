package match

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/library"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// sitting is a match, and those into which it turns when the person takes rounds back.
type sitting struct {
	*playOptions
	s        *shell.Shell
	options  host.Options
	audience *audience
	reporter *faults.Reporter
	typed    string // the output
	header   replay.Header
	labels   []string
	seated   *lineup.Players // at first
	plan     *rerun.Plan     // at first; it has no match if all is played anew
}

// play plays to the end, and closes the bots.
func (t *sitting) play(ctx context.Context) (err error) {
	plan, seated := t.plan, t.seated
	for err == nil && plan != nil {
		plan, seated, err = t.playOne(ctx, plan, seated)
	}
	return err
}

// playOne plays one match, and closes the bots. It prints the result before an error of the replay. If the person takes
// rounds back, it returns how the next match is played instead, and by whom.
func (t *sitting) playOne(
	ctx context.Context, plan *rerun.Plan, l *lineup.Players,
) (*rerun.Plan, *lineup.Players, error) {
	defer l.Close()
	m, err := t.header.Setup.New(t.header.Names(), t.header.Seed, t.header.Random)
	if err != nil {
		return nil, nil, err
	}
	name := shell.KeptName(t.header)
	if plan.Match != nil {
		name.From = &plan.Round
	}
	if t.output, err = shell.KeepIn(t.typed, name); err != nil {
		return nil, nil, err
	}
	record, err := t.s.NewRecorder(t.output, t.record, m, t.header)
	if err != nil {
		return nil, nil, err
	}
	playing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	players, kept := l.Match(), replay.NewMemory(t.header)
	used, reported := make(ask.Costs, len(t.header.Seats)), t.reporter.Begin(t.header)
	watchers := append(record.Watchers(), used, reported)
	if t.watch.Seat != nil {
		players[t.person] = t.watch.Seat
		watchers = append(watchers, kept)
		t.seat(plan.Round, stop)
	}
	watchers = slices.Concat(watchers, t.audience.Watchers(ctx, t.s.Err, m, t.header))
	if !t.quiet {
		watchers = append(watchers, shell.RoundProgress{Screen: t.s.Err})
	}
	play := match.Play
	if plan.Match != nil {
		play = plan.Play
	}
	result, stopped := play(playing, m, players, watchers...)
	unwritten := record.Close(result, stopped == nil)
	taken := new(viewer.Taken)
	isTaken := unwritten == nil && errors.As(context.Cause(playing), &taken)
	if isTaken || t.options.Keep != nil {
		l.Close() // until then a bot may write
	}
	if isTaken {
		t.s.Err.Clear()
		file, err := kept.Bytes(result, stopped == nil)
		if err == nil {
			plan, l, err = t.goBack(ctx, file, name, plan.Round, taken.Round)
		}
		if err == nil {
			return plan, l, nil
		}
		stopped = fmt.Errorf("back to round %d: %w", taken.Round, err)
	}
	if t.watch.Seat != nil {
		t.watch.Seat.Leave()
	}
	t.audience.end(stopped, t.options.Keep.Kept())
	t.s.Err.Clear()
	untold := t.tell(t.s, ended{
		Header: t.header, Result: result, used: used, finished: stopped == nil, labels: t.labels,
		reports: reported.Write(result, stopped == nil, t.seated.InReports(players)),
		output:  t.output, record: t.record, confined: t.header.Sandbox, files: t.options.Keep.Kept(), seat: t.watch.Seat,
	}, t.seated)
	return nil, nil, errors.Join(stopped, unwritten, untold)
}

// seat seats the person, who may go back unless that would be written twice.
func (t *sitting) seat(round int, stop context.CancelCauseFunc) {
	command := ""
	if t.isReplay() {
		command = t.back()
	}
	if t.output == shell.Standard {
		stop = nil
	}
	t.watch.Seat.Begin(round, command, stop)
}

// goBack returns how the match is played from a round on, and the bots, which are started anew. The rounds so far stay
// in a file of their own, unless all are from before the match began to be played, and so in another one.
func (t *sitting) goBack(
	ctx context.Context, file []byte, name library.Name, begun, round int,
) (*rerun.Plan, *lineup.Players, error) {
	r, err := replay.Read(bytes.NewReader(file), t.s.Games)
	if err != nil {
		return nil, nil, err
	}
	was, stays, isNew := t.output, "", len(r.Rounds) > begun
	if !isNew {
		was = shell.NoReplay
	} else if t.typed != shell.InMatches && t.typed != shell.NoReplay { // the file is for the next match
		if was, err = shell.KeepIn(shell.InMatches, name); err == nil {
			err = shell.WriteWhole(was, file)
		}
	}
	if err != nil {
		shell.Report(t.s.Err, err) // which is no reason to lose the match
	} else if was != shell.NoReplay {
		stays = "; what was taken back stays in " + was
	}
	safe.Fprintf(t.s.Err, "note: back to round %d%s\n", round, stays)
	next := t.plan.Back(r, round)
	t.s.Err.Progress("starting the bots")
	seated, err := t.seated.Again(ctx, next, t.options)
	t.s.Err.Clear()
	if err == nil {
		if !isNew && t.typed == shell.InMatches {
			_ = os.Remove(t.output) // or else it stays, which harms nobody
		}
		return next, seated, nil
	}
	if t.isReplay() {
		fmt.Fprintf(t.s.Err, "note: to play on: %s\n", strings.ReplaceAll(t.back(), backTo, strconv.Itoa(round)))
	}
	return nil, nil, cmp.Or(context.Cause(ctx), err)
}
