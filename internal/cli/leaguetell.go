package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/broker"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// leagueTeller tells what happens in a league.
type leagueTeller struct {
	s      *program
	l      *openLeague
	played int
	told   map[string]bool // verdicts, by bot and kind
}

func (t *leagueTeller) tell(e league.Event) {
	switch e.Kind {
	case league.Played:
		t.played++
		t.verdicts(e)
		t.s.err.progress("%s played, the last is number %d", words.Count(t.played, "match"), e.Match.Number+1)
	case league.Waiting:
		fmt.Fprintf(t.s.err, "note: too few bots for a match of %d; waiting for more\n", t.l.setup.Seats())
		fmt.Fprintf(t.s.err, "hint: %s\n", words.Shell("arena", "league", "add", t.l.typed, "BOT"))
	case league.Refused:
		fmt.Fprintf(t.s.err, "warning: a result%s was refused: %s\n", ofWorker(e), engine.Printable(e.Reason))
	case league.Revoked:
		fmt.Fprintf(t.s.err, "warning: nothing%s counts any more: %s; %s will be played again\n",
			ofWorker(e), engine.Printable(e.Reason), words.Count(e.Count, "match"))
	case league.Varying:
		fmt.Fprintf(t.s.err, "warning: match %d can't be compared, and neither can others with the same bot: %s\n", e.Match.Number+1, e.Reason)
	case league.Failed:
		fmt.Fprintf(t.s.err, "warning: match %d can't be played: %s\n", e.Match.Number+1, e.Reason)
	}
}

// ofWorker says of whom something is, or nothing if it is of this machine.
func ofWorker(e league.Event) string {
	switch {
	case e.Name != "":
		return " of " + words.Name(e.Name)
	case e.Worker != "":
		return " of " + words.Name(e.Worker)
	}
	return ""
}

// verdicts tells the first verdict of each kind on a bot, and how to see it.
func (t *leagueTeller) verdicts(e league.Event) {
	for seat, one := range e.Result.Seats {
		if one.Verdict == nil {
			continue
		}
		key := fmt.Sprint(e.Match.Seats[seat], one.Verdict.Kind)
		if t.told == nil {
			t.told = make(map[string]bool)
		}
		if t.told[key] {
			continue
		}
		t.told[key] = true
		fmt.Fprintf(t.s.err, "match %d: seat %d: %s: %s\n", e.Match.Number+1, seat, verdictOf(one), one.Verdict.Detail)
		fmt.Fprintf(t.s.err, "hint: %s\n", words.Shell("arena", "results", t.l.folder.Store(), "--match", fmt.Sprint(e.Match.Number+1), "--bots", t.l.folder.Bots()))
	}
}

// inboxTime is how often the inbox is looked at.
const inboxTime = time.Second

// watchInbox lets in what is put into the inbox, one after the other, until ctx is done.
func (o *serveOptions) watchInbox(ctx context.Context, s *program, l *openLeague) {
	inbox := league.NewInbox(l.folder)
	look := time.NewTicker(inboxTime)
	defer look.Stop()
	own := *l // it is read anew for each submission, by this goroutine alone
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-look.C:
			whole, err := inbox.Whole(now)
			if err != nil {
				fmt.Fprintf(s.err, "warning: %v\n", err)
				return
			}
			for _, sub := range whole {
				if err := o.submit(ctx, s, &own, inbox, sub); err != nil && ctx.Err() == nil {
					fmt.Fprintf(s.err, "warning: %v\n", err)
				}
			}
		}
	}
}

// submit lets a submission in, or moves it to those that were refused.
func (o *serveOptions) submit(ctx context.Context, s *program, l *openLeague, inbox *league.Inbox, sub league.Submission) error {
	name := filepath.Base(sub.Path)
	shown := shownSubmission(name)
	why := sub.Err
	if why == nil {
		from := o.from
		o.net.desk.tell(name, broker.Fate{State: broker.Checking})
		joined, err := l.admit(ctx, s, submission{from: &from, typed: sub.Path, by: submitterOf(name), build: o.build, jobs: 1, told: io.Discard})
		if err == nil || errors.Is(err, errSame) {
			text := joinsOrPlays(joined, l.Name, err)
			fmt.Fprintf(s.err, "%s: %s\n", shown, words.Name(text))
			o.net.desk.tell(name, broker.Fate{State: broker.Joins, Text: text})
			return inbox.Accept(sub.Path)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx) // it stays, and is looked at the next time
		}
		why = err
	}
	told := l.refusal(sub.Path, why)
	o.net.desk.decline(name, told.reason, told.hint)
	fmt.Fprintf(s.err, "%s: refused: %s\n", shown, told.reason)
	return inbox.Refuse(sub.Path, string(words.Plain([]byte(told.text()))))
}

// shownSubmission returns what a submission is called. One that came over the network has no name that anybody gave it.
func shownSubmission(name string) string {
	if submitterOf(name) == byWire {
		return "submission " + name[:8]
	}
	return words.Name(name)
}

// joinsOrPlays says for its author what becomes of a bot that was let in, or is in the league already.
func joinsOrPlays(e store.Entrant, name string, err error) string {
	if err != nil {
		return fmt.Sprintf("%s plays in %s already", title(e), name)
	}
	return fmt.Sprintf("%s joins %s with the next match", title(e), name)
}
