package league

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
)

// playground returns what serves the playground, with a door to the desk.
func (o *pageOptions) playground(s *shell.Shell, l *openLeague, desk *admission.Desk) (http.Handler, error) {
	door, err := desk.NewDoor()
	if err != nil {
		return nil, fmt.Errorf("the folder for submissions: %w", err)
	}
	invited, err := members.Load(l.Folder.Workers())
	if err != nil {
		return nil, err
	}
	site, err := submissions.New(submissions.Options{
		Site: os.DirFS(o.play), League: l.onPage(),
		Admits: func(token string) bool {
			_, may := invited.Author(token)
			return may
		},
		Take: func(token string, from netip.Prefix, file []byte) (string, error) {
			author, _ := invited.Author(token)
			receipt, err := door.Take(from, author.Person, file, time.Now())
			return receipt, refusal(err)
		},
		Fate: func(id string) playground.Fate { return shownFate(door.Fate(id)) },
		Warn: func(err error) { fmt.Fprintf(s.Err, "warning: a submission of the page: %v\n", err) },
	})
	switch {
	case err == nil:
		return site, nil
	case errors.Is(err, submissions.ErrNotSite):
		return nil, hint.New(o.play, err.Error(), safe.Shell("arena", "site", o.play, "--playground")+" makes one")
	case hint.Of(err) != "":
		return nil, hint.Wrap(o.play, err)
	}
	return nil, shell.FileError(o.play, err)
}

// onPage is what a league says of itself on the page.
func (l *openLeague) onPage() playground.League {
	game := l.Match.Game()
	told := playground.League{
		Name: l.Name.String(), Game: game.Info().Name, Settings: []playground.Setting{}, Bots: []playground.LeagueBot{},
		Submit: true,
	}
	usual := shell.SettingsOf(game.Default())
	for _, s := range l.Match.Settings() {
		if *s.Value != usual[s.Name] {
			told.Settings = append(told.Settings, playground.Setting{Name: s.Name, Value: *s.Value})
		}
	}
	return told
}

// laterTime is after how long an author may try again when there was no room.
const laterTime = 10 * time.Second

// refusal returns the error of a door in words for authors, if it concerns them.
func refusal(err error) error {
	refused := new(uploads.Refusal)
	switch {
	case errors.Is(err, uploads.ErrBusy):
		return &submissions.Refusal{
			Why: "there is no room for another one just now; submit it again in some seconds", Later: laterTime,
		}
	case errors.As(err, &refused):
		return &submissions.Refusal{Why: refused.Reason}
	}
	return err
}

// shownFate is what has become of a submission, for the page.
func shownFate(fate wire.Fate) playground.Fate {
	switch fate.State {
	case wire.Joins:
		return playground.Fate{Settled: true, Admitted: true, Text: fate.Text.String()}
	case wire.Declined:
		text := fate.Text.String()
		if fate.OnPage != "" {
			text += "; " + fate.OnPage.String()
		}
		return playground.Fate{Settled: true, Text: text}
	case wire.Unknown:
		return playground.Fate{
			Settled: true, Text: "the league no longer knows what became of it; submit it again: twice does no harm",
		}
	case wire.Checking:
		return playground.Fate{Text: "it is being checked"}
	}
	return playground.Fate{Text: "it waits: " + safe.Count(fate.Before, "submission") + " before it"}
}
