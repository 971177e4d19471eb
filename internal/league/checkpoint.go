package league

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"maps"
	"slices"

	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// stride is how many matches there are from one checkpoint to the next, and how many are read at most when a league
// goes on. Tests change it.
var stride = 25_000

// format is that of checkpoints, and of what orders make of matches. One of another format counts as none.
const format = "arena checkpoint 1"

// checkpoint is where a league was after its first matches, as those find it who read all of them. It says nothing
// that the store does not, and so it may be lost. The store has it, and no file beside: so it is always of this store,
// also in a backup, and as old as the rest.
type checkpoint struct {
	Number  int                // of the first match that is not counted
	Open    []schedule.Planned // those before it that were not over, in the order of their numbers
	Doubted int                // how many matches were set aside

	Walk    *schedule.State // of a balanced league
	Ladder  ladder.State
	Learned int // the number of the first result that the ladder has not learned
}

// readCheckpoint reads what [checkpoint.text] has written. Of anything else it returns nil.
func readCheckpoint(text []byte) *checkpoint {
	c := new(checkpoint)
	if len(text) < sha256.Size || !bytes.Equal(text[:sha256.Size], sumOf(text[sha256.Size:])) ||
		gob.NewDecoder(bytes.NewReader(text[sha256.Size:])).Decode(c) != nil {
		return nil
	}
	return c
}

func (c *checkpoint) text() ([]byte, error) {
	var text bytes.Buffer
	text.Write(make([]byte, sha256.Size))
	err := gob.NewEncoder(&text).Encode(c)
	copy(text.Bytes(), sumOf(text.Bytes()[sha256.Size:]))
	return text.Bytes(), err
}

func sumOf(text []byte) []byte {
	sum := sha256.New()
	sum.Write([]byte(format))
	sum.Write(text)
	return sum.Sum(nil)
}

// located is a league at the first match that is later than all that are over, and was not decided.
type located struct {
	order   order
	missing []schedule.Planned // matches that are not over although later ones are
	doubted int                // how many were set aside until now
	read    int                // how many were read, as no checkpoint had them
}

// settled returns the number of the first match that is not over.
func (at *located) settled() int {
	if len(at.missing) > 0 {
		return at.missing[0].Number
	}
	return at.order.number()
}

// checkpoint returns the checkpoint to keep.
func (at *located) checkpoint() *checkpoint {
	c := &checkpoint{Number: at.order.number(), Open: at.missing, Doubted: at.doubted}
	at.order.state(c)
	return c
}

// miss decides the next match, and notes that it is not over.
func (at *located) miss(ctx context.Context) error {
	m, more, err := at.order.next(ctx)
	if err == nil && !more {
		err = fmt.Errorf("match %d has no bots, but later ones were played", at.order.number())
	}
	at.missing = append(at.missing, m)
	return err
}

// locator works out from the store where a league is.
type locator struct {
	store  *store.Store
	league store.League
	seats  int
}

// locate goes on from the checkpoint, or from the first match if there is none. Results are counted until the first
// match that is not over, as they are counted in their order.
func (l locator) locate(ctx context.Context) (*located, error) {
	at, err := l.resume(ctx)
	if at == nil && err == nil {
		at, err = l.begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	return at, l.advance(ctx, at)
}

// advance goes past all matches that are over or were decided.
func (l locator) advance(ctx context.Context, at *located) error {
	from := at.order.number()
	if err := l.catchUp(ctx, at); err != nil {
		return err
	}
	at.read += at.order.number() - from
	at.doubted = l.league.Doubted
	return at.order.learn(ctx, at.settled())
}

func (l locator) catchUp(ctx context.Context, at *located) error {
	for m, err := range l.store.Over(ctx, l.league.ID, at.order.number()) {
		if err != nil {
			return err
		}
		for at.order.number() < m.Number {
			if err := at.miss(ctx); err != nil {
				return err
			}
		}
		if m.Number < at.order.number() {
			continue // it is there twice: nobody could play it, and somebody had
		}
		if err := at.order.pass(m); err != nil {
			return err
		}
	}
	for at.order.number() < at.order.decided() {
		if err := at.miss(ctx); err != nil {
			return err
		}
	}
	return nil
}

// begin returns the league before any match.
func (l locator) begin(ctx context.Context) (*located, error) {
	var o order = newBalanced(l.seats, l.league.First)
	if l.league.Ladder {
		var err error
		if o, err = l.newLadder(ctx, ladder.New(l.seats, l.league.First)); err != nil {
			return nil, err
		}
	}
	return &located{order: o}, o.change(l.league.Tournament)
}

func (l locator) newLadder(ctx context.Context, known *ladder.Ladder) (*ladderOrder, error) {
	decided, err := l.store.Decided(ctx, l.league.ID)
	return &ladderOrder{store: l.store, tournament: l.league.ID, seats: l.seats, stored: decided, ladder: known}, err
}

// resume returns the league where the checkpoint has it, or nil if there is none, or the matches of the store don't
// lead there.
func (l locator) resume(ctx context.Context) (*located, error) {
	text, err := l.store.Checkpoint(ctx, l.league.ID)
	if err != nil {
		return nil, err
	}
	c := readCheckpoint(text)
	if c == nil || len(c.Open) > 0 && c.Open[len(c.Open)-1].Number >= c.Number {
		return nil, nil //nolint:nilnil // there is none
	}
	for _, m := range c.Open {
		if sits(m.Seats, l.seats, len(l.league.Entrants)) != nil {
			return nil, nil //nolint:nilnil,nilerr // the same
		}
	}
	resume := l.resumeBalanced
	if l.league.Ladder {
		resume = l.resumeLadder
	}
	o, err := resume(ctx, c)
	if err != nil || o == nil {
		return nil, err
	}
	at := &located{order: o}
	if c.Doubted != l.league.Doubted { // results that were counted are not there any more
		o.forget()
		at.read = c.Learned
	}
	at.missing, err = l.missing(ctx, c)
	return at, err
}

func (l locator) resumeBalanced(ctx context.Context, c *checkpoint) (order, error) {
	last, err := l.store.LastOver(ctx, l.league.ID)
	if err != nil || c.Walk == nil || c.Walk.Number != c.Number || c.Number > last+1 {
		return nil, err
	}
	walk, err := schedule.Resume(*c.Walk, store.StaysOf(l.league.Entrants), l.seats, l.league.First)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // no league was there
	}
	o := &balanced{walk}
	return o, o.change(l.league.Tournament)
}

func (l locator) resumeLadder(ctx context.Context, c *checkpoint) (order, error) {
	known, err := ladder.Resume(c.Ladder, l.seats, l.league.First)
	stays := store.StaysOf(l.league.Entrants)
	if err != nil || len(c.Ladder) > len(stays) || c.Learned > c.Number || c.Number < 0 {
		return nil, nil //nolint:nilerr,nilnil // no league was there
	}
	for _, stay := range stays[len(c.Ladder):] {
		if stay.From < c.Number {
			return nil, nil //nolint:nilnil // the same
		}
	}
	o, err := l.newLadder(ctx, known)
	if err != nil || c.Number > o.stored {
		return nil, err
	}
	o.gone, o.learned, o.stays, o.debts = c.Number, c.Learned, stays, l.league.Debts()
	o.arrivals = schedule.ArrivalsBefore(o.gone, o.stays)
	o.ladder.Grow(len(o.stays))
	return o, nil
}

// missing returns the matches before a checkpoint that are not over now: of those that were not, and of those that were
// set aside since.
func (l locator) missing(ctx context.Context, c *checkpoint) (missing []schedule.Planned, err error) {
	vacant, err := l.store.Vacant(ctx, l.league.ID)
	if err != nil {
		return nil, err
	}
	open := make(map[int]schedule.Planned)
	for _, m := range c.Open {
		open[m.Number] = m
	}
	for _, d := range vacant {
		if err := sits(d.Seats, l.seats, len(l.league.Entrants)); err != nil {
			return nil, fmt.Errorf("match %d %w", d.Number, err)
		}
		open[d.Number] = d.Planned
	}
	for _, number := range slices.Sorted(maps.Keys(open)) {
		over, err := l.store.IsOver(ctx, l.league.ID, number)
		if err != nil {
			return nil, err
		}
		if !over && number < c.Number {
			missing = append(missing, open[number])
		}
	}
	return missing, nil
}

// keepPlace writes a checkpoint, if the last one is so many matches behind. It does not take what this run knows, but
// what follows from the store alone: matches that are out don't count, and results are counted in their order.
func (p *playing) keepPlace(ctx context.Context) error {
	if p.order.number() < p.kept+stride {
		return nil
	}
	league, err := p.Store.League(ctx)
	if err != nil {
		return err
	}
	at, err := locator{p.Store, league, p.seats}.locate(ctx)
	if err != nil {
		return err
	}
	return p.write(ctx, at)
}

func (p *playing) write(ctx context.Context, at *located) error {
	p.kept = at.order.number()
	text, err := at.checkpoint().text()
	if err != nil {
		return err
	}
	return p.Store.SetCheckpoint(ctx, p.league.ID, text)
}
