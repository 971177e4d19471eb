package admission_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
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

// examined is a submission that was looked at.
type examined struct {
	refused   error
	enter     func() (store.Entrant, error)
	discarded int
}

func (e *examined) Refused() error { return e.refused }

func (e *examined) Enter(context.Context) (store.Entrant, error) {
	if e.refused != nil {
		return store.Entrant{}, e.refused
	}
	return e.enter()
}

func (e *examined) Discard(context.Context) { e.discarded++ }

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
		"joins":   {said: []string{"joins Zorg"}},
		"plays":   {err: &admission.Refusal{Reason: admission.Same}, said: []string{"joins Zorg again"}},
		"refused": {err: errors.New("x"), said: []string{"refuses x"}, reason: "why: x\n"},
		"fails": {
			err:  &admission.Refusal{Reason: admission.Failed, Culprit: "zorg", Why: "y"},
			said: []string{"refuses zorg: y"}, reason: "why: zorg: y\n",
		},
		"interrupted": {err: errors.New("x"), cause: interrupted, stays: true},
		"joins last":  {cause: interrupted, said: []string{"joins Zorg"}},
	} {
		t.Run(name, func(t *testing.T) {
			f, inbox, put := newInbox(t)
			sub, c := admission.Submission{Typed: put("zorg", "x"), By: admission.ByInbox}, newClerk()
			ctx, end := context.WithCancelCause(t.Context())
			defer end(nil)
			as := &examined{enter: func() (store.Entrant, error) {
				if test.cause != nil {
					end(test.cause)
				}
				return store.Entrant{Entrant: played.Entrant{Name: "Zorg"}}, test.err
			}}
			err := inbox.Decide(ctx, sub, as, c)
			require.Equal(t, 1, as.discarded)
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
	ctx := testkit.Patiently(t)
	c, over := newClerk(), make(chan struct{})
	go func() {
		defer close(over)
		admission.Watch(ctx, inbox, 1, func(_ context.Context, sub admission.Submission) admission.Examined {
			return &examined{refused: errors.New(sub.Wrong[:8])}
		}, c)
	}()
	require.Equal(t, "begins <b>", <-c.said)
	require.Equal(t, "refuses its name", <-c.said)
	testkit.Await(t, "the reason is written down", func() bool {
		_, err := os.Lstat(filepath.Join(f.Refused(), "<b>.txt"))
		return err == nil
	})
	require.NoError(t, os.RemoveAll(f.Inbox()))
	require.Contains(t, <-c.said, "fails open ")
	<-over
	require.NoError(t, ctx.Err())
}

// TestWhoComesFirstJoinsFirst however long it takes to examine each. Two are examined at a time, and what can't join in
// any case is refused at once.
func TestWhoComesFirstJoinsFirst(t *testing.T) {
	_, inbox, put := newInbox(t)
	release := make(map[string]chan error)
	for i, name := range []string{"d", "c", "b", "a"} { // the order of the names is not that of arrival
		came := noon.Add(time.Duration(i) * time.Second)
		require.NoError(t, os.Chtimes(put(name, name), came, came))
		release[name] = make(chan error, 1)
	}
	ctx, end := context.WithCancel(testkit.Patiently(t))
	defer end()
	c, over := newClerk(), make(chan struct{})
	go func() {
		defer close(over)
		admission.Watch(ctx, inbox, 2, func(ctx context.Context, sub admission.Submission) admission.Examined {
			as := &examined{enter: func() (store.Entrant, error) {
				return store.Entrant{Entrant: played.Entrant{Name: sub.Called()}}, nil
			}}
			select {
			case as.refused = <-release[sub.Called()]:
			case <-ctx.Done():
				as.refused = ctx.Err()
			}
			return as
		}, c)
	}()
	says := func(want ...string) {
		t.Helper()
		for _, one := range want {
			require.Equal(t, one, <-c.said)
		}
	}
	says("begins d", "begins c")
	release["c"] <- nil
	says("begins b")
	release["b"] <- errors.New("no")
	says("refuses no", "begins a")
	release["a"] <- nil
	release["d"] <- nil
	says("joins d", "joins c", "joins a") // d comes first
	end()
	<-over
}
