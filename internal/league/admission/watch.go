package admission

import (
	"context"
	"errors"
	"time"

	"github.com/botarena/arena/internal/contest/store"
)

// Clerk tells, in words, what becomes of what is put into the inbox.
type Clerk interface {
	// Begins tells that a submission is looked at.
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

// Watch lets in what is put into the inbox, one after the other, until ctx is done or the inbox can't be
// read.
func Watch(ctx context.Context, inbox *Inbox, admit func(context.Context, Submission) (store.Entrant, error), c Clerk) {
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-look.C:
			whole, err := inbox.Whole(now)
			if err != nil {
				c.Fails(err)
				return
			}
			for _, sub := range whole {
				if err := inbox.decide(ctx, sub, admit, c); err != nil && ctx.Err() == nil {
					c.Fails(err)
				}
			}
		}
	}
}

// decide lets a submission in, or moves it to those that were refused. If ctx is done meanwhile, it stays,
// and is looked at the next time.
func (i *Inbox) decide(
	ctx context.Context, sub Submission, admit func(context.Context, Submission) (store.Entrant, error), c Clerk,
) error {
	c.Begins(sub)
	e, err := admit(ctx, sub)
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
