package cli

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/resultsite"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/website"
)

const (
	lookAgain   = time.Second     // between two looks into the store
	tablesAgain = 2 * time.Second // between two tables, at least
	// tablesShare is how many times longer than making a table the time without one is.
	tablesShare = 9
)

// livePage serves the page of a tournament, and keeps it up to date with the store, whoever
// plays the matches.
type livePage struct {
	o       *resultsOptions
	s       *program
	from    *store.Store
	id      int64 // of the tournament
	address string

	site    *resultsite.Site
	stop    context.CancelFunc
	running sync.WaitGroup
	served  error

	t     *tournament
	known map[int]bool // numbers of the matches
	whole int          // all matches with lower numbers are known, or can't be played
	old   bool         // the tables are older than the matches
	next  time.Time    // for tables
	told  string       // the last error
}

// servePage serves the page of a tournament at an address, such as 127.0.0.1:8080, until it is
// closed. The options say where the store and the bots are. Unless it is open to everybody who can reach the
// address, what is printed of a page for this machine has a secret in it.
func (s *program) servePage(ctx context.Context, listen string, open bool, o *resultsOptions, from *store.Store, id int64) (*livePage, error) {
	listener, err := listenAt("--http", listen)
	if err != nil {
		return nil, err
	}
	own := *o
	own.costs = true
	p := &livePage{o: &own, s: s, from: from, id: id}
	p.site = resultsite.New(listen, listener.Addr(), &theater{o: &own, s: s, from: from, id: id})
	if open {
		p.site.ForEverybody()
	}
	p.address = addressOf(listen, listener.Addr()) + p.site.Path()
	if err := p.read(ctx); err != nil {
		_ = listener.Close()
		return nil, err
	}
	if err := p.show(); err != nil {
		_ = listener.Close()
		return nil, err
	}
	ctx, p.stop = context.WithCancel(context.WithoutCancel(ctx))
	p.running.Go(func() { p.served = p.site.Serve(ctx, listener) })
	p.running.Go(func() { p.follow(ctx) })
	if !website.IsLocal(listener.Addr()) {
		fmt.Fprintln(s.err, "note: anybody who can reach this machine can look at the page, and have matches played again for it")
	}
	return p, nil
}

// close ends the page. The page of nil is none.
func (p *livePage) close() error {
	if p == nil {
		return nil
	}
	p.stop()
	return p.wait()
}

// wait waits until the page has ended.
func (p *livePage) wait() error {
	p.running.Wait()
	if p.served != nil {
		return fmt.Errorf("the page at %s: %w", p.address, plainError(p.served))
	}
	return nil
}

// follow looks into the store again and again, until ctx is done.
func (p *livePage) follow(ctx context.Context) {
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-look.C:
			err := p.read(ctx)
			if err == nil && p.old && now.After(p.next) {
				err = p.show()
			}
			if err != nil && ctx.Err() == nil && err.Error() != p.told {
				p.told = err.Error()
				fmt.Fprintf(p.s.err, "warning: the page: %v\n", err)
			}
		}
	}
}

// show makes new tables.
func (p *livePage) show() error {
	begun := time.Now()
	page := p.o.page(p.t)
	for _, m := range p.t.matches() {
		if len(m.Verdicts) > 0 {
			page.Matches = append(page.Matches, matchOnPage(m, ""))
		}
	}
	if err := p.site.Show(page); err != nil {
		return err
	}
	p.old = false
	p.next = time.Now().Add(max(tablesAgain, tablesShare*time.Since(begun)))
	return nil
}

// read reads what is new in the store.
func (p *livePage) read(ctx context.Context) error {
	now, err := p.from.Tournament(ctx, p.id)
	if err != nil {
		return err
	}
	if p.t == nil || now.Matches < len(p.known) || now.Doubted != p.t.Doubted || !slices.EqualFunc(now.Entrants, p.t.Entrants, sameEntrant) {
		return p.readAll(ctx, now)
	}
	if now.Matches == len(p.known) {
		return nil
	}
	if err := p.readNew(ctx); err != nil {
		return err
	}
	if len(p.known) < now.Matches { // what was set aside is back, or a match came late
		return p.readAll(ctx, now)
	}
	return nil
}

// readAll reads all matches.
func (p *livePage) readAll(ctx context.Context, now store.Tournament) error {
	t, err := p.o.read(ctx, p.s, p.from, now)
	if err != nil {
		return err
	}
	p.t, p.known, p.whole, p.old = t, make(map[int]bool), 0, true
	matches := make([]resultsite.Match, len(t.matches()))
	for i, m := range t.matches() {
		p.known[m.Number] = true
		matches[i] = p.onSite(m)
	}
	p.site.Reset(matches)
	return nil
}

// readNew reads the matches that are not known.
func (p *livePage) readNew(ctx context.Context) error {
	if err := p.t.readLeague(ctx, p.from); err != nil {
		return err
	}
	p.moveWhole()
	var added []resultsite.Match
	for m, err := range p.from.MatchesFrom(ctx, p.id, p.whole) {
		if err != nil {
			return err
		}
		if p.known[m.Number] {
			continue
		}
		if err := p.t.add(m); err != nil {
			return err
		}
		p.known[m.Number] = true
		added = append(added, p.onSite(contest.PlayedBefore(m.Match, m.Result)))
	}
	if len(added) == 0 {
		return nil
	}
	slices.SortFunc(p.t.standings.Matches, func(a, b series.Match) int { return a.Number - b.Number })
	p.t.Matches, p.old = len(p.known), true
	return p.site.Add(added)
}

// moveWhole moves to the first match that is missing.
func (p *livePage) moveWhole() {
	failed := make(map[int]bool)
	for _, f := range p.t.failures {
		failed[f.Number-1] = true
	}
	for p.known[p.whole] || failed[p.whole] {
		p.whole++
	}
}

func (p *livePage) onSite(m series.Match) resultsite.Match {
	return resultsite.Match{Match: matchOnPage(m, ""), Key: p.t.Facts(m.Match).Key().String()}
}

func sameEntrant(a, b store.Entrant) bool {
	same := func(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	return a.Name == b.Name && a.Version == b.Version && a.Program == b.Program && a.Leaving == b.Leaving &&
		same(a.Joined, b.Joined) && same(a.Gone, b.Gone)
}

// stayOpen prints where the page is, and serves it until ctx is done.
func (p *livePage) stayOpen(ctx context.Context) error {
	fmt.Fprintln(p.s.out, p.address)
	fmt.Fprintln(p.s.err, "Ctrl-C stops it")
	defer context.AfterFunc(ctx, p.stop)()
	return p.wait()
}
