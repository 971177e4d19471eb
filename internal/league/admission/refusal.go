package admission

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/store"
)

// Reason is why a league does not take a bot.
type Reason int

// The reasons.
const (
	Trouble     Reason = iota // the league's own, which only its organiser is told
	Unfit                     // it can't be found, built or started, or plays another game
	NoPackage                 // only signed packages are taken
	Unsigned                  // the same of a package
	Same                      // this very program is in the league
	Old                       // it is not newer than what had its name
	BadName                   // nobody may play under it
	Held                      // the name belongs to another key
	Taken                     // a bot that is not signed plays under the name
	Failed                    // it fails a step of the check
	Unqualified               // it is not better than the bot at the gate
	Quota                     // its author has as much in the league as one author may
	Twin                      // the same program plays under another name
	Full                      // no more bots fit into the league
	Closed                    // it came before the league opened, or after its deadline
)

// Refusal reports a bot that a league does not take. If others than the organiser have brought it, neither
// field names a file of the organiser's.
type Refusal struct {
	Reason  Reason
	Culprit safe.Outside // the bot, as whoever brought it calls it
	What    safe.Outside // of it is wrong, as a name or a step of the check; "" if it is the whole
	Why     string
	Fix     string // what to do about it; "" if nothing is known
	// First is, of a Twin, the bot that plays already. It is for the organiser alone, as who submits a bot does not see
	// those of others.
	First safe.Outside
	// Lines are the last ones of the bot or of a compiler, for whoever has brought it.
	Lines []string
}

func (r *Refusal) Error() string { return r.Culprit.String() + ": " + r.Said() }

// Said is the error for those who know which bot it is about.
func (r *Refusal) Said() string {
	if r.What != "" {
		return r.What.String() + ": " + r.Why
	}
	return r.Why
}

// Hint returns what to do about it.
func (r *Refusal) Hint() string { return r.Fix }

// commands are words of a terminal.
var commands = late.Regexp(`(^|[^\w-])(arena [a-z]|--[a-z]|ssh-keygen )`)

// OnPage returns what to do about it for whoever has submitted by a page, which has no terminal.
func (r *Refusal) OnPage() string {
	switch r.Reason {
	case Held, Taken, BadName:
		return fmt.Sprintf("give the bot another name, of %d characters at most", engine.MaxName)
	case Old:
		return "submit it again"
	}
	if commands().MatchString(r.Fix) {
		return ""
	}
	return r.Fix
}

// ForOutside returns why a bot was refused for whoever brought it and is not the organiser. What is no
// refusal is not told: it is of this machine, and may name files there.
func ForOutside(err error) *Refusal {
	if r := new(Refusal); errors.As(err, &r) {
		return r
	}
	return &Refusal{
		Reason: Trouble, Why: "the league could not look at it, which is not the bot's fault",
		Fix: "ask the organiser of the league, who sees why",
	}
}

// refuse returns a refusal of the whole submission.
func (s Submission) refuse(reason Reason, why, fix string) *Refusal {
	return &Refusal{Reason: reason, Culprit: safe.Outside(s.Called()), Why: why, Fix: fix}
}

// refusePart returns a refusal of what a submission has: the name under which it would play, or a step of the check.
func (s Submission) refusePart(reason Reason, name, why, fix string) *Refusal {
	return &Refusal{Reason: reason, Culprit: safe.Outside(s.Called()), What: safe.Outside(name), Why: why, Fix: fix}
}

// explain makes a refusal of an error that is about the submission, and leaves others as they are.
func (s Submission) explain(name string, err error) error {
	if unfit := new(unfit.Error); errors.As(err, &unfit) {
		fix := unfit.Fix
		if s.isSources() && unfit.Problem == build.NotBuilt {
			fix = "hand in one that needs no compiler, or ask the organiser to have yours built"
		}
		return s.refuse(Unfit, unfit.Problem, fix)
	}
	if held := new(store.HeldError); errors.As(err, &held) {
		return s.refusePart(Held, name, held.Error(), held.Hint())
	}
	return err
}

// bare returns the text of an error without the path of a file.
func bare(err error) string {
	if at := new(fs.PathError); errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}
