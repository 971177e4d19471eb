package admission_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
)

// clerk notes what it is told, in order.
type clerk struct{ said chan string }

func newClerk() clerk { return clerk{make(chan string, 100)} }

func (c clerk) Begins(sub admission.Submission) { c.said <- "begins " + sub.Called() }

func (c clerk) Joins(_ admission.Submission, e store.Entrant, again bool) {
	if again {
		e.Name += " again"
	}
	c.said <- "joins " + e.Name
}

func (c clerk) Refuses(_ admission.Submission, why error) string {
	c.said <- "refuses " + why.Error()
	return "why: " + why.Error()
}

func (c clerk) Fails(why error) { c.said <- "fails " + why.Error() }

// all returns what was said so far.
func (c clerk) all() (all []string) {
	for len(c.said) > 0 {
		all = append(all, <-c.said)
	}
	return all
}

// TestWhatIsDecidedOfASubmission: what is let in goes out of the inbox, what is refused to the others that were,
// and what was interrupted stays.
func TestWhatIsDecidedOfASubmission(t *testing.T) {
	interrupted := errors.New("interrupted")
	for name, test := range map[string]struct {
		err    error
		cause  error // of the end
		said   []string
		stays  bool
		reason string
	}{
		"joins":   {said: []string{"begins zorg", "joins Zorg"}},
		"plays":   {err: &admission.Refusal{Reason: admission.Same}, said: []string{"begins zorg", "joins Zorg again"}},
		"refused": {err: errors.New("x"), said: []string{"begins zorg", "refuses x"}, reason: "why: x\n"},
		"fails": {
			err:  &admission.Refusal{Reason: admission.Failed, Culprit: "zorg", Why: "y"},
			said: []string{"begins zorg", "refuses zorg: y"}, reason: "why: zorg: y\n",
		},
		"interrupted": {err: errors.New("x"), cause: interrupted, said: []string{"begins zorg"}, stays: true},
		"joins last":  {cause: interrupted, said: []string{"begins zorg", "joins Zorg"}},
	} {
		t.Run(name, func(t *testing.T) {
			f, inbox, put := newInbox(t)
			sub, c := admission.Submission{Typed: put("zorg", "x"), By: admission.ByInbox}, newClerk()
			ctx, end := context.WithCancelCause(t.Context())
			defer end(nil)
			err := inbox.Decide(ctx, sub, func(_ context.Context, asked admission.Submission) (store.Entrant, error) {
				require.Equal(t, sub, asked)
				if test.cause != nil {
					end(test.cause)
				}
				return store.Entrant{Name: "Zorg"}, test.err
			}, c)
			require.Equal(t, test.said, c.all())
			_, gone := os.Lstat(sub.Typed)
			require.Equal(t, test.stays, gone == nil)
			text, _ := os.ReadFile(filepath.Join(f.Refused(), "zorg.txt"))
			require.Equal(t, test.reason, string(text))
			if test.stays {
				require.ErrorIs(t, err, interrupted)
			} else {
				require.NoError(t, err)
			}
		})
	}
}

// TestTheInboxIsWatched until the end, or until it can't be read.
func TestTheInboxIsWatched(t *testing.T) {
	f, inbox, put := newInbox(t)
	put("<b>", "")
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	c, over := newClerk(), make(chan struct{})
	go func() {
		defer close(over)
		admission.Watch(ctx, inbox, func(_ context.Context, sub admission.Submission) (store.Entrant, error) {
			return store.Entrant{}, errors.New(sub.Wrong[:8])
		}, c)
	}()
	require.Equal(t, "begins <b>", <-c.said)
	require.Equal(t, "refuses its name", <-c.said)
	require.Eventually(t, func() bool {
		_, err := os.Lstat(filepath.Join(f.Refused(), "<b>.txt"))
		return err == nil
	}, time.Minute, time.Millisecond)
	require.NoError(t, os.RemoveAll(f.Inbox()))
	require.Contains(t, <-c.said, "fails open ")
	<-over
	require.NoError(t, ctx.Err())
}
