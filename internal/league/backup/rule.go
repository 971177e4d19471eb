package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/internal/league"
)

// Rule says where the backups of a league go, how often one is written, and how many of them stay.
type Rule struct {
	Dir   string // is made if it is not there
	Every time.Duration
	Most  int // from 1
}

// again is after what time one is tried again that could not be written, unless the rule wants it sooner.
const again = 10 * time.Minute

// Keep writes backups until enough is closed: the first at once, or if the folder has one already, when that is old
// enough. One that was begun is written to its end, unless ctx is done. Only backups of this league go, when a newer
// one is whole. Each of them is told, and each error.
func (r Rule) Keep(ctx context.Context, enough <-chan struct{}, l *league.League, tell func(path string, err error)) {
	for {
		wait, path, err := r.step(ctx, l, time.Now())
		if ctx.Err() == nil && (path != "" || err != nil) {
			tell(path, err)
		}
		select {
		case <-ctx.Done():
			return
		case <-enough:
			return
		case <-time.After(wait):
		}
	}
}

// step writes a backup if it is time for one, and returns after what time the next is due.
func (r Rule) step(ctx context.Context, l *league.League, now time.Time) (wait time.Duration, path string, err error) {
	if err := os.MkdirAll(r.Dir, 0o700); err != nil {
		return min(again, r.Every), "", err
	}
	full, err := filepath.Abs(string(l.Folder))
	if err != nil {
		return min(again, r.Every), "", err
	}
	name := filepath.Base(full)
	times, err := r.written(name)
	if err != nil {
		return min(again, r.Every), "", err
	}
	if len(times) > 0 {
		since := now.Sub(times[len(times)-1])
		if since >= 0 && since < r.Every { // else, before the clock was set back, too
			return r.Every - since, "", nil
		}
	}
	path = r.path(name, now)
	if err := Write(ctx, l, path); err != nil {
		return min(again, r.Every), "", err
	}
	for _, old := range times[:max(0, len(times)+1-r.Most)] { // never the new one, whatever the clock says
		err = errors.Join(err, os.Remove(r.path(name, old)))
	}
	return r.Every, path, err
}

const (
	stamp  = "20060102T150405Z" // of a backup, in UTC
	ending = ".backup"
)

func (r Rule) path(name string, at time.Time) string {
	return filepath.Join(r.Dir, name+"-"+at.UTC().Format(stamp)+ending)
}

// written returns when backups of a league were written that are in the folder, in order.
func (r Rule) written(name string) (times []time.Time, err error) {
	entries, err := os.ReadDir(r.Dir)
	for _, e := range entries {
		text, mine := strings.CutPrefix(e.Name(), name+"-")
		text, whole := strings.CutSuffix(text, ending)
		if at, err := time.Parse(stamp, text); mine && whole && err == nil && e.Type().IsRegular() {
			times = append(times, at)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times, err
}
