package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/betting"
	"github.com/botarena/arena/internal/check"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
	"github.com/botarena/arena/internal/worker"
)

// errSame is returned for a bot that is in the league already.
var errSame = errors.New("this very program is in the league already")

// submission is a bot on its way into a league.
type submission struct {
	from  *botFlags
	typed string
	name  string // "" for that which the bot gives itself
	jobs  int    // how many matches of the qualification are played at a time
	by    submitter
	build bool // sources are built, also if they came by the inbox
	rekey bool // the name belongs to who signed it, whoever held it before
	// told gets what is found out on the way.
	told io.Writer
}

// submitter is who brings a bot.
type submitter int

const (
	byOrganiser submitter = iota
	byInbox               // whoever can write to it
	byWire                // whoever has the invitation to submit
)

// meet brings a bot into the folder of the league, and starts it once. What came is nil unless it
// is a package.
func (l *openLeague) meet(ctx context.Context, sub submission, came *arrival) (lineup.Entrant, error) {
	from, typed := sub.from, sub.typed
	confined, err := from.confineQuietly()
	if err != nil {
		return lineup.Entrant{}, err
	}
	options := host.Options{Limits: l.limits, Sandbox: confined}
	finder, info := from.finder(), l.setup.Game().Info()
	finder.Foreign, finder.Strange = sub.by != byOrganiser && !sub.build, sub.by != byOrganiser
	if came != nil {
		typed = came.typed()
		finder.Unpack, finder.Admit = came.draft.Unpacked(), admitted
	}
	met, err := lineup.Meet(ctx, finder, info, []string{typed}, options)
	if err != nil {
		return lineup.Entrant{}, err
	}
	who := met.Entrants[0]
	strangers := who.Bot.Strangers
	finder.Game = info.Name
	if who.Bot, err = l.folder.Bring(ctx, finder, who.Bot, remote.Fits); err != nil {
		return lineup.Entrant{}, err
	}
	if err := l.mark(who.Bot, strangers); err != nil {
		return lineup.Entrant{}, err
	}
	return who, nil
}

// admit lets a bot into the league: it is copied, checked, and if the league wants that,
// compared with the bot at the gate. It returns who plays then; with [errSame], who plays already.
func (l *openLeague) admit(ctx context.Context, s *program, sub submission) (store.Entrant, error) {
	if err := l.read(ctx, s); err != nil {
		return store.Entrant{}, err
	}
	came, err := l.receive(ctx, sub)
	if err != nil {
		return store.Entrant{}, err
	}
	if came != nil {
		defer came.draft.Discard()
		if e, err := l.mayJoin(ctx, sub, came); err != nil {
			return e, err
		}
	}
	who, err := l.meet(ctx, sub, came)
	if err != nil {
		return store.Entrant{}, came.named(err, sub.typed)
	}
	e := came.entrant(sub, who)
	if err := l.mayEnter(ctx, sub, e); err != nil {
		if errors.Is(err, errSame) {
			e = l.Entrants[l.current(e.Name)]
		}
		return e, err
	}
	if err := l.check(ctx, sub, who); err != nil {
		l.dropBot(context.WithoutCancel(ctx), s, who.Bot.SHA256)
		return e, err
	}
	if err := l.qualify(ctx, s, sub, who); err != nil {
		return e, err
	}
	return e, l.enter(ctx, sub, came, e)
}

// mayEnter finds out whether a bot may play under its name.
func (l *openLeague) mayEnter(ctx context.Context, sub submission, e store.Entrant) error {
	if err := checkName(e.Name); err != nil {
		return err
	}
	if err := l.mayHave(ctx, sub, e.Name, e.Signer); err != nil {
		return err
	}
	if now := l.current(e.Name); now >= 0 && l.Entrants[now].Program == e.Program && l.Entrants[now].Signer == e.Signer {
		return withHint(fmt.Errorf("%s: %w", words.Name(sub.typed), errSame), "--name enters it under another name")
	}
	return nil
}

// dropBot removes the copy of a bot that does not join, or strangers could fill the disk with such.
// If it is not certain that nobody plays with it, it stays.
func (l *openLeague) dropBot(ctx context.Context, s *program, program store.Key) {
	if err := l.read(ctx, s); err != nil || strings.HasPrefix(l.Gate, program.String()) ||
		slices.ContainsFunc(l.Entrants, func(e store.Entrant) bool { return e.Program == program }) {
		return
	}
	_ = l.folder.Drop(program)
}

// enter writes down that a bot joins.
func (l *openLeague) enter(ctx context.Context, sub submission, came *arrival, e store.Entrant) error {
	if came != nil {
		if err := came.draft.Keep(came.digest); err != nil {
			return err
		}
	}
	if sub.rekey {
		if err := l.store.Rekey(ctx, l.ID, store.Holder{Name: e.Name, Signer: e.Signer, Author: e.Author}); err != nil {
			return err
		}
	}
	_, err := l.store.Enter(ctx, l.ID, e)
	return err
}

// checkName returns an error unless a bot may play under a name.
func checkName(name string) error {
	switch hint := fmt.Sprintf("--name takes up to %d characters", engine.MaxName); {
	case name == "" || strings.TrimSpace(name) != name || engine.Printable(name) != name || strings.Contains(name, "\t"):
		return misused(hint, "%s: is no name of a bot", words.Name(name))
	case len([]rune(name)) > engine.MaxName:
		return misused(hint, "%s: is longer than %d characters", words.Name(name), engine.MaxName)
	}
	return nil
}

// check does what arena check does. That a bot plays otherwise when it plays again is no
// reason to refuse it: many go by the clock.
func (l *openLeague) check(ctx context.Context, sub submission, who lineup.Entrant) error {
	confined, err := sub.from.confineQuietly()
	if err != nil {
		return err
	}
	var failed *check.Step
	steps := 0
	ok, err := check.Run(ctx, who.Bot.Command, []engine.Game{l.setup.Game()}, check.Options{
		Host: host.Options{Limits: l.limits, Sandbox: confined}, Name: who.Name,
	}, func(step check.Step) {
		if steps++; !step.OK() {
			failed = &step
		}
	})
	switch {
	case err != nil:
		return err
	case ok:
		fmt.Fprintf(sub.told, "checked: %s\n", words.Count(steps, "step"))
		return nil
	case failed.Name == check.Reproducible:
		fmt.Fprintf(sub.told, "checked: %s; it is not reproducible: %s\n", words.Count(steps, "step"), failed.Failure)
		return l.store.MarkVarying(ctx, who.Bot.SHA256, "arena check: "+failed.Failure, time.Now())
	}
	return withHint(fmt.Errorf("%s: %s: %s", words.Name(sub.typed), failed.Name, failed.Failure), failed.Hint)
}

// qualify compares a bot with the one at the gate, if there is one. The matches are kept as
// a tournament of their own.
func (l *openLeague) qualify(ctx context.Context, s *program, sub submission, who lineup.Entrant) error {
	if l.Gate == "" {
		return nil
	}
	if who.Bot.Typed == l.Gate {
		return nil
	}
	if err := l.mayStartGate(ctx, sub.from); err != nil {
		return err
	}
	t, err := l.gateTerms(ctx, s, sub, who)
	if err != nil {
		return err
	}
	answer, err := contest.Compare(ctx, t)
	if err != nil {
		return withoutWorkers(err)
	}
	sentence := answer.Sentence(t.Entrants[schedule.New].Label, t.Entrants[schedule.Old].Label)
	if answer.Says() != betting.Better {
		return withHint(fmt.Errorf("%s: has not qualified: %s", words.Name(sub.typed), sentence), "it must be better than the bot at the gate")
	}
	fmt.Fprintf(sub.told, "qualified: %s\n", sentence)
	return nil
}

// gateTerms returns how a bot is compared with the one at the gate.
func (l *openLeague) gateTerms(ctx context.Context, s *program, sub submission, who lineup.Entrant) (contest.Terms, error) {
	confined, err := sub.from.confineQuietly()
	if err != nil {
		return contest.Terms{}, err
	}
	finder := sub.from.finder()
	finder.Dir, finder.Inside, finder.Unbuilt = l.folder.Bots(), true, true // what they are stands in the store
	options := host.Options{Limits: l.limits, Sandbox: confined}
	met, err := lineup.Meet(ctx, finder, l.setup.Game().Info(), []string{who.Bot.Typed, l.Gate}, options)
	return contest.Terms{
		Run: contest.Run{
			Setup: l.setup, Random: l.Random, Entrants: met.Apart(), Limits: l.limits, Sandbox: sub.from.level,
			Keep: series.KeepFaults, Jobs: sub.jobs,
			Arena: arenaVersion(), Worker: worker.Order{Args: workerArgs, Stderr: s.err}, Games: s.games,
		},
		Question: contest.Question{By: contest.ByPairs, Margin: contest.UsualMargin},
		Begin:    contest.Begin{Store: l.folder.Store(), First: l.First},
		Most:     l.GateMost,
	}, err
}
