package league

import (
	"errors"
	"fmt"
	"io"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
)

// admission lets bots into the league. To qualify, so many matches are played at a time.
func (l *openLeague) admission(s *shell.Shell, from shell.BotFlags, jobs int,
	told io.Writer,
) (*admission.Admission, error) {
	confined, err := from.ConfineQuietly()
	if err != nil {
		return nil, err
	}
	return &admission.Admission{
		League: l.League, Finder: from.Finder(), Sandbox: confined, Limits: l.limits,
		Play: contest.Run{
			Jobs: jobs, Arena: shell.ArenaVersion(), Worker: worker.Order{Args: shell.WorkerArgs, Stderr: s.Err}, Games: s.Games,
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
		fmt.Fprintf(to, "checked: %s; it is not reproducible: %s\n", safe.Count(p.Steps, "step"), p.Varies)
	default:
		fmt.Fprintf(to, "checked: %s\n", safe.Count(p.Steps, "step"))
	}
}

// notAdmitted puts a refusal into words for the organiser.
func notAdmitted(err error) error {
	refused := new(admission.Refusal)
	if !errors.As(err, &refused) {
		return shell.PlainPathError(err)
	}
	switch refused.Reason {
	case admission.BadName: // it was typed
		return shell.Misused(refused.Fix, "%s", refused.Said())
	case admission.Held:
		return hint.With(err, "--rekey gives the name to this bot's key, if you are sure that it is the same author")
	}
	return err
}

// title is a bot in a line, with its version if it came in a package.
func title(e store.Entrant) safe.Outside {
	if e.Package == [32]byte{} || e.Version == "" {
		return safe.Outside(e.Name)
	}
	return safe.Outside(e.Name + " " + e.Version)
}
