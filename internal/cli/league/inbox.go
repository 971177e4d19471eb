package league

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"

	"github.com/botarena/arena/internal/cli/shell"
)

// letIn returns what lets in those who come by the inbox. The league is read anew for each.
func (l *openLeague) letIn(s *shell.Shell, from shell.BotFlags) (*admission.Admission, error) {
	own, league := *l, *l.League
	own.League = &league
	return own.admission(s, from, 1, io.Discard)
}

// watchInbox lets in the bots that are put into the inbox, until ctx is done. It examines as many at a time as there
// are processors.
func (o *serveOptions) watchInbox(ctx context.Context, s *shell.Shell, a *admission.Admission, name safe.Outside) {
	inbox := admission.NewInbox(a.League.Folder)
	a.Step = o.desk.Step
	admission.Watch(ctx, inbox, runtime.NumCPU(), func(ctx context.Context, sub admission.Submission) admission.Examined {
		sub.Build = o.build
		return a.Examine(ctx, sub)
	}, &inboxTeller{s: s, desk: o.desk, league: name})
}

// inboxTeller tells the organiser, and those who submit, what becomes of a bot in the inbox.
type inboxTeller struct {
	s      *shell.Shell
	desk   *admission.Desk
	league safe.Outside
}

var _ admission.Reporter = (*inboxTeller)(nil)

func (t *inboxTeller) Begins(sub admission.Submission) {
	t.desk.Tell(sub, admission.Fate{State: admission.Checking})
}

func (t *inboxTeller) Joins(sub admission.Submission, e store.Entrant, again bool) {
	text := safe.Sprintf("%s joins %s with the next match", title(e), t.league)
	if again {
		text = safe.Sprintf("%s plays in %s already", title(e), t.league)
	} else if e.Late > 0 {
		text += ", handed in " + admission.InMinutes(e.Late) + " after the deadline"
	}
	fmt.Fprintf(t.s.Err, "%s: %s\n", shownSubmission(sub), text)
	t.desk.Tell(sub, admission.Fate{State: admission.Joins, Text: safe.Outside(text), Bot: safe.Outside(e.Name)})
}

func (t *inboxTeller) Refuses(sub admission.Submission, why error) string {
	told := admission.ForOutside(why)
	// A compiler says much, in many lines.
	said, hint := string(safe.Plain([]byte(told.Said()))), engine.Printable(told.Fix)
	first, _, _ := strings.Cut(said, "\n")
	t.desk.Tell(sub, admission.Fate{
		State: admission.Declined, Text: safe.Outside(first), Hint: safe.Outside(hint),
		OnPage: safe.Outside(engine.Printable(told.OnPage())), Lines: linesOf(told.Lines),
	})
	if told.Reason == admission.Trouble { // all of it is for the organiser
		fmt.Fprintf(t.s.Err, "warning: %s: can't be looked at: %s\n", shownSubmission(sub), safe.Name(why.Error()))
	} else {
		fmt.Fprintf(t.s.Err, "%s: refused: %s\n", shownSubmission(sub), first+firstOf(told))
	}
	if hint != "" {
		hint = "hint: " + hint + "\n"
	}
	return said + "\n" + hint
}

// firstOf names the bot that plays already, if another one with the same program was refused. Only the organiser is
// told.
func firstOf(told *admission.Refusal) string {
	if told.First == "" {
		return ""
	}
	return safe.Sprintf(" (%s)", told.First)
}

func (t *inboxTeller) Fails(why error) { fmt.Fprintf(t.s.Err, "warning: %v\n", why) }

// shownSubmission returns what a submission is called. One that came over the network has no name that
// anybody gave it.
func shownSubmission(sub admission.Submission) string {
	name := filepath.Base(sub.Typed)
	if sub.By == admission.ByWire {
		return "submission " + name[:8]
	}
	return safe.Name(name)
}
