package results

import (
	"context"
	"sync"
	"time"

	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
)

const (
	lookAgain   = time.Second     // between two looks into the store
	tablesAgain = 2 * time.Second // between two tables, at least
	// tablesShare is how many times longer than making a table the time without one is.
	tablesShare = 9
)

// follower keeps a site up to date with a store.
type follower struct {
	o    Options
	site *site
	t    *archive.Tournament
	old  bool      // the tables are older than the matches
	next time.Time // for tables

	looked   looked
	pictured pictured
	now      func() time.Time // nil for time.Now

	counting sync.Mutex // held while matches are added, and while a pair is asked for
}

// soon is how large a tournament is at most whose first tables are waited for, by its matches and the pairs of its
// bots. They take some tenths of a second.
const soon = 20_000

// begin shows what the store has. The tables of a large tournament come later, as those who wait for the page, such as
// the workers of a league, can't wait for them.
func (f *follower) begin(ctx context.Context) error {
	if err := f.read(ctx); err != nil {
		return err
	}
	if f.t.Count()+len(f.t.Bots)*len(f.t.Bots) > soon {
		return f.site.Show(outlineOf(f.t, f.o.Look))
	}
	return f.show(ctx)
}

// follow looks into the store again and again, until ctx is done.
func (f *follower) follow(ctx context.Context) {
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			saving := store.Saving(ctx)
			f.site.tell(saving, f.dropPictured(saving, nil)) // nobody would know of them later
			return
		case now := <-look.C:
			f.site.tell(ctx, f.look(ctx, now))
		}
	}
}

// look reads new matches, and shows them if it is time for that.
func (f *follower) look(ctx context.Context, now time.Time) error {
	if err := f.read(ctx); err != nil {
		return err
	}
	if (f.old || f.pictured.lacks && f.clock().After(f.pictured.next)) && now.After(f.next) {
		return f.show(ctx)
	}
	return nil
}

// show makes new tables.
func (f *follower) show(ctx context.Context) error {
	begun := time.Now()
	page, err := tablesOf(ctx, f.t, f.o.Look)
	if err != nil {
		return err
	}
	page.Pair, page.DetailOf = f.pairs(page.Summary), f.detail(f.t)
	lacks := f.addFront(ctx, &page) // the tables are shown all the same
	if err := f.site.Show(page); err != nil {
		return err
	}
	f.old = false
	f.next = time.Now().Add(max(tablesAgain, tablesShare*time.Since(begun)))
	return lacks
}

// read reads the new matches of the store.
func (f *follower) read(ctx context.Context) error {
	now, err := f.o.Archive.Store.Tournament(ctx, f.o.ID)
	if err != nil {
		return err
	}
	if f.t != nil && !f.t.IsNewer(now) {
		changed, err := f.o.Archive.ReadFinal(ctx, f.t)
		if f.old = f.old || changed; err != nil || now.Matches == f.t.Count() {
			return err
		}
		if err := f.readNew(ctx); err != nil || f.t.Count() >= now.Matches {
			return err
		} // else a match that was set aside is back, or one came late
	}
	archive := f.o.Archive
	archive.Tables = now.Kind != store.KindCompare // else they are let go, as the store has them
	all, err := archive.Read(ctx, now)
	if err != nil {
		return err
	}
	if f.t != nil && !f.t.AsOf.Equal(now.AsOf) {
		f.next = time.Time{} // tables that were shown may be of a later time
	}
	f.t, f.old = all, true
	f.site.Reset(f.t.Count(), f.t.End())
	return nil
}

// readNew reads the matches that are not known.
func (f *follower) readNew(ctx context.Context) error {
	f.counting.Lock()
	added, err := f.o.Archive.ReadNew(ctx, f.t)
	f.counting.Unlock()
	if err != nil || len(added) == 0 {
		return err
	}
	f.old = true
	return f.site.Add(added)
}

// pairs returns the pairs counted so far, also while more are being counted.
func (f *follower) pairs(of stats.Summary) func(a, b int) stats.Pair {
	return func(a, b int) stats.Pair {
		f.counting.Lock()
		defer f.counting.Unlock()
		return of.Pair(a, b)
	}
}

func (f *follower) clock() time.Time {
	if f.now != nil {
		return f.now()
	}
	return time.Now()
}
