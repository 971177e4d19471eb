// Package faults writes reports on bots that were frozen: for each verdict a folder with
// what the bot's author needs to find out why, and to try it again.
//
// A match is only watched while it is played, which costs next to nothing. If it had a
// verdict, it is recorded afterwards.
package faults

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/written"
)

// Options say where reports are written, and what they tell beside the match.
type Options struct {
	Dir     string      // where each report gets a folder of its own; "" writes none
	Typed   bool        // the user has named Dir, so that it may be a link
	Each    int         // the most reports on one kind of verdict on one bot; 0: no limit
	Limits  host.Limits // of the bots
	Sandbox string      // what confines them, in a line
	Flags   []string    // with which a bot is run again as it was
}

// Most is how many reports a folder holds at most. A report is seldom larger than 200 KB.
const Most = 100

// Reporter writes the reports of a command, which may play several matches.
type Reporter struct {
	Options
	written map[string]int // reports by bot and kind of verdict
}

// New returns a reporter.
func New(o Options) *Reporter { return &Reporter{o, make(map[string]int)} }

// Seat is who sat in a seat.
type Seat struct {
	Typed  string // what stands for the bot on a command line; "" if nothing does
	Player match.Player
}

// Report is a report that was written, or that could not be.
type Report struct {
	Seat    int
	Dir     string // of the report; "" if there is none
	Again   string // the command that runs the bot again with the same States; "" if there is none
	Wrote   written.Files
	Problem string // why there is no report
	Fix     string // what to do about that
}

// Begin begins to watch a match. The header is that of its replay.
func (r *Reporter) Begin(h replay.Header) *Watch {
	return &Watch{reporter: r, header: h, memory: replay.NewMemory(h)}
}

// Write writes a report on each verdict of the match, which is over, unless there are
// enough already. A report that can't be written is no reason to lose a match.
func (w *Watch) Write(result match.Result, finished bool, seats []Seat) []Report {
	var wanted []match.Verdict
	for _, v := range result.Verdicts {
		if w.reporter.wants(w.header.Seats[v.Seat], v) {
			wanted = append(wanted, v)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	file, err := w.memory.Bytes(result, finished)
	about := story{Options: w.reporter.Options, header: w.header, file: file}
	if err == nil {
		about.replay, err = about.read()
	}
	if err != nil {
		about.file, about.missing = nil, err
	}
	reports := make([]Report, 0, len(wanted))
	for _, v := range wanted {
		reports = append(reports, w.reporter.write(about, v, seats[v.Seat]))
	}
	return reports
}

// wants reports whether a verdict gets a report, and counts it.
func (r *Reporter) wants(bot replay.Seat, v match.Verdict) bool {
	if r.Dir == "" {
		return false
	}
	key := fmt.Sprintf("%s %x %s", v.Kind, bot.SHA256, bot.Name)
	r.written[key]++
	return r.Each == 0 || r.written[key] <= r.Each
}

func (r *Reporter) write(about story, v match.Verdict, seat Seat) Report {
	report := Report{Seat: v.Seat}
	folder, err := r.folder(about.header, v.Seat)
	if err == nil {
		about.verdict, about.seat = v, seat
		if about.file != nil {
			about.again = r.again(folder, v.Seat, seat.Typed)
		}
		if err = about.write(folder); err != nil {
			_ = os.RemoveAll(folder) // half a report would mislead
		}
	}
	if err != nil {
		report.Problem, report.Fix = r.problem(err)
		return report
	}
	report.Dir, report.Again, report.Wrote = folder, about.again, about.wrote()
	return report
}

// errFull is why a report is not written to a folder that has enough of them.
var errFull = fmt.Errorf("holds %d reports", Most)

// folder makes a folder for a report. Its name has nothing in it that a bot chose.
func (r *Reporter) folder(h replay.Header, seat int) (string, error) {
	if err := files.NoLink(r.Dir); err != nil && !r.Typed {
		return "", err
	}
	if err := os.MkdirAll(r.Dir, 0o777); err != nil { //nolint:gosec // as mkdir does
		return "", err
	}
	there, err := os.ReadDir(r.Dir)
	switch {
	case err != nil:
		return "", err
	case len(there) >= Most:
		return "", errFull
	}
	return files.Fresh(r.Dir, fmt.Sprintf("%s-%d-%d", h.Setup.Game().Info().Name, h.Seed, seat))
}

// problem explains why a report could not be written.
func (r *Reporter) problem(err error) (problem, fix string) {
	if errors.Is(err, errFull) {
		return safe.Sprintf("%s: %v, which is the most", r.Dir, err),
			"remove those that you no longer need, as by " + safe.Shell("rm", "-r", r.Dir)
	}
	if errors.Is(err, files.ErrLink) {
		return err.Error(), "--faults DIR writes them elsewhere"
	}
	at := new(fs.PathError)
	if errors.As(err, &at) {
		return safe.Sprintf("%s: %v", at.Path, at.Err), "--faults DIR writes them elsewhere"
	}
	return safe.Sprintf("%s: %v", r.Dir, err), "--faults DIR writes them elsewhere"
}

// again returns the command that runs the bot again.
func (r *Reporter) again(folder string, seat int, typed string) string {
	all := []string{"arena", "rerun", filepath.Join(folder, replayName), "--seat", fmt.Sprint(seat)}
	if typed != "" {
		all = append(all, typed)
	}
	return safe.Shell(append(all, r.Flags...)...)
}
