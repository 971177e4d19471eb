package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/botarena/arena/internal/betting"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// admission lets bots into the league. To qualify, so many matches are played at a time.
func (l *openLeague) admission(s *program, from botFlags, jobs int, told io.Writer) (*admission.Admission, error) {
	confined, err := from.confineQuietly()
	if err != nil {
		return nil, err
	}
	return &admission.Admission{
		League: l.League, Finder: from.finder(), Sandbox: confined,
		Compare: func(ctx context.Context, newcomer, gate lineup.Entrant) (admission.Answer, error) {
			return l.compare(ctx, s, from, jobs, newcomer, gate)
		},
		Tell: func(p admission.Passed) { tellPassed(told, p) },
	}, nil
}

// tellPassed prints what a bot has passed on its way into a league.
func tellPassed(to io.Writer, p admission.Passed) {
	switch {
	case p.Qualified != "":
		fmt.Fprintf(to, "qualified: %s\n", p.Qualified)
	case p.Varies != "":
		fmt.Fprintf(to, "checked: %s; it is not reproducible: %s\n", words.Count(p.Steps, "step"), p.Varies)
	default:
		fmt.Fprintf(to, "checked: %s\n", words.Count(p.Steps, "step"))
	}
}

// notAdmitted puts a refusal into words for the organiser.
func notAdmitted(err error) error {
	refused := new(admission.Refusal)
	if !errors.As(err, &refused) {
		return plainPathError(err)
	}
	switch refused.Reason {
	case admission.BadName: // it was typed
		return misused(refused.Fix, "%s", refused.Said())
	case admission.Held:
		return withHint(err, "--rekey gives the name to this bot's key, if you are sure that it is the same author")
	}
	return err
}

// title is a bot in a line, with its version if it came in a package.
func title(e store.Entrant) string {
	if e.Package == [32]byte{} || e.Version == "" {
		return e.Name
	}
	return e.Name + " " + e.Version
}

// compare plays a bot against the one at the gate, until it is known which is better. The matches are kept
// as a tournament of their own.
func (l *openLeague) compare(
	ctx context.Context, s *program, from botFlags, jobs int, newcomer, gate lineup.Entrant,
) (admission.Answer, error) {
	o := &compareOptions{testOptions: testOptions{comparedBy: comparedBy{by: byPairs, margin: usualMargin}, most: l.GateMost}}
	o.game, o.bots = l.Game, []string{newcomer.Bot.Typed, gate.Bot.Typed}
	o.setup.seed.value, o.setup.seed.given = l.First, true
	o.setup.random = randomFlag(l.Random)
	o.from = from
	o.from.dir, o.from.cpuClock = l.Folder.Bots(), host.HasCPUClock()
	o.from.inDir = true // the bot at the gate stands in the store
	o.from.cpu, o.from.bank = l.BotLimits.CPU, l.BotLimits.Bank
	o.from.wall, o.from.wallBank = l.BotLimits.Wall, l.BotLimits.WallBank
	o.from.mem, o.from.memRecorded = byteSize(l.BotLimits.Memory), true
	o.from.askedSandbox = func() bool { return false }
	o.jobs, o.faults.dir = jobs, noFaults
	o.store.path, o.store.keep, o.show = l.Folder.Store(), keepFlag(series.KeepFaults), progressNone
	run, err := o.begin(ctx, s, l.Match)
	if err != nil {
		return admission.Answer{}, err
	}
	err = run.playQuietly(ctx, run.matches.Matches(), run.most, run.found.add)
	if err := errors.Join(err, run.close()); err != nil {
		return admission.Answer{}, err
	}
	return admission.Answer{Better: run.found.test.Verdict() == betting.Better, Sentence: run.found.sentence()}, nil
}
