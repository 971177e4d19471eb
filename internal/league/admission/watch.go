package admission

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/contest/store"
)

// Reporter tells, in words, what becomes of what is put into the inbox.
type Reporter interface {
	// Begins tells that a submission is looked at. Others may be, too.
	Begins(sub Submission)
	// Joins tells that a bot was let in, or with again, that it plays already.
	Joins(sub Submission, e store.Entrant, again bool)
	// Refuses tells why a bot was refused, and returns the text for whoever has put it into the inbox.
	Refuses(sub Submission, why error) (text string)
	// Fails tells that the inbox can't be read or changed.
	Fails(why error)
}

// lookTime is how often the inbox is looked at.
const lookTime = time.Second

// Examined is a submission that was looked at, as a [Candidate].
type Examined interface {
	// Refused returns why it can't join, whoever joins before it; nil if it may.
	Refused() error
	// Enter lets it join, or returns why not.
	Enter(ctx context.Context) (store.Entrant, error)
	// Discard removes what is not needed.
	Discard(ctx context.Context)
}

// Watch lets in what is put into the inbox, until ctx is done or the inbox can't be read. So many submissions are
// examined side by side. They join in the order in which they came, however long it takes to examine each.
func Watch(
	ctx context.Context, inbox *Inbox, most int, examine func(context.Context, Submission) Examined, c Reporter,
) {
	ctx, end := context.WithCancel(ctx)
	q := &queue{inbox: inbox, clerk: c, most: most, examine: examine, examined: make(chan *visit)}
	defer q.close(ctx)
	defer end()
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for {
		q.begin(ctx)
		select {
		case <-ctx.Done():
			return
		case v := <-q.examined:
			q.busy--
			v.known = true
			q.decide(ctx)
		case now := <-look.C:
			whole, err := inbox.Whole(now)
			if err != nil {
				c.Fails(err)
				return
			}
			q.see(whole)
		}
	}
}

// mostBegun is how many submissions are examined or wait for the decision on an earlier one, for each that may be
// examined at a time: copies of them are on the disk.
const mostBegun = 8

// queue is what lies in the inbox, in the order in which it came.
type queue struct {
	inbox    *Inbox
	clerk    Reporter
	most     int // that are examined at a time
	examine  func(context.Context, Submission) Examined
	visits   []*visit // that were begun
	rest     []Submission
	busy     int // visits that are being examined
	working  sync.WaitGroup
	examined chan *visit
}

// visit is a submission that is being examined, or waits for the decision on earlier ones.
type visit struct {
	sub   Submission
	as    Examined // once it is known
	known bool
}

// see takes what is in the inbox now.
func (q *queue) see(whole []Submission) {
	q.rest = q.rest[:0]
	for _, sub := range whole {
		if !slices.ContainsFunc(q.visits, func(v *visit) bool { return v.sub.Typed == sub.Typed }) {
			q.rest = append(q.rest, sub)
		}
	}
}

// begin has as many examined as there is room for.
func (q *queue) begin(ctx context.Context) {
	for len(q.rest) > 0 && q.busy < q.most && len(q.visits) < mostBegun*q.most {
		v := &visit{sub: q.rest[0]}
		q.rest, q.visits = q.rest[1:], append(q.visits, v)
		q.busy++
		q.clerk.Begins(v.sub)
		q.working.Go(func() {
			v.as = q.examine(ctx, v.sub)
			select {
			case q.examined <- v:
			case <-ctx.Done():
			}
		})
	}
}

// decide lets in all that are known and wait for none that came before. What can't join in any case waits for nobody.
func (q *queue) decide(ctx context.Context) {
	first := true
	q.visits = slices.DeleteFunc(q.visits, func(v *visit) bool {
		if !v.known || !first && v.as.Refused() == nil {
			first = false
			return false
		}
		if err := q.inbox.decide(ctx, v.sub, v.as, q.clerk); err != nil && ctx.Err() == nil {
			q.clerk.Fails(err)
		}
		return true
	})
}

// close waits for those that are being examined. What was not decided stays in the inbox, and is looked at the next
// time.
func (q *queue) close(ctx context.Context) {
	q.working.Wait()
	for _, v := range q.visits {
		v.as.Discard(ctx)
	}
}

// decide lets a submission in, or moves it to those that were refused. If ctx is done meanwhile, it stays, and is
// looked at the next time.
func (i *Inbox) decide(ctx context.Context, sub Submission, as Examined, c Reporter) error {
	defer as.Discard(ctx)
	e, err := as.Enter(ctx)
	same := new(Refusal)
	again := errors.As(err, &same) && same.Reason == Same
	switch {
	case err == nil || again:
		c.Joins(sub, e, again)
		return i.Accept(sub.Typed)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return i.Refuse(sub.Typed, c.Refuses(sub, err))
}
