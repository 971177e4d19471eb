package league

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
)

// handIn is what the page has of those who hand in bots.
type handIn struct {
	*admission.Door

	l        *openLeague
	public   *store.Store // as everybody sees the league
	invited  *members.List
	sessions *members.Sessions
	plays    bool // challenges
}

// handIn returns what answers those who hand in bots, and what serves the playground, with a door to the desk.
func (o *pageOptions) handIn(s *shell.Shell, l *openLeague, desk *admission.Desk) (submissions.Handlers, error) {
	h := &handIn{l: l, public: l.Store.Public(nil), plays: o.plays}
	var err error
	if h.Door, err = desk.NewDoor(); err != nil {
		return submissions.Handlers{}, fmt.Errorf("the folder for submissions: %w", err)
	}
	if h.invited, err = members.Load(l.Folder.Workers()); err != nil {
		return submissions.Handlers{}, err
	}
	if h.sessions, err = members.LoadSessions(h.invited); err != nil {
		return submissions.Handlers{}, err
	}
	cookie, err := cookieOf(l)
	if err != nil {
		return submissions.Handlers{}, err
	}
	var site fs.FS
	if o.play != "" {
		site = os.DirFS(o.play)
	}
	handlers, err := submissions.New(submissions.Options{
		Site: site, League: l.onPage(), Sources: !l.Signed, Builds: o.builds, Cookie: cookie,
		Link: h.link, Session: h.session, SignIn: h.signIn, SignOut: h.sessions.SignOut,
		Take: h.take, TakePackage: h.takePackage, Fate: h.fate, HandedIn: h.handedIn,
		Challenging: h.challenging, Challenge: h.challenge,
		Kept: h.kept, Source: h.source,
		Warn: func(err error) { fmt.Fprintf(s.Err, "warning: a submission of the page: %v\n", err) },
	})
	switch {
	case err == nil:
		return handlers, nil
	case errors.Is(err, submissions.ErrNotSite):
		return handlers, hint.New(o.play, err.Error(), safe.Shell("arena", "site", o.play, "--playground")+" makes one")
	case hint.Of(err) != "":
		return handlers, hint.Wrap(o.play, err)
	}
	return handlers, shell.FileError(o.play, err)
}

// cookieOf names the cookie of a league. Browsers send it to all ports of a machine, where others may be.
func cookieOf(l *openLeague) (string, error) {
	identity, err := members.LoadIdentity(l.Folder.Workers())
	if err != nil {
		return "", err
	}
	seal, err := identity.Seal([]byte("the name of a cookie"))
	if err != nil {
		return "", err
	}
	return "arena-" + hex.EncodeToString(seal[:4]), nil
}

// personOf is a member as the page knows one.
func personOf(m members.Member, counts bool) submissions.Person {
	if !counts {
		return submissions.Person{}
	}
	by := submissions.Person{Role: submissions.Member, ID: m.Person, Name: m.Name, Group: m.Group, Team: m.Team}
	if m.Organises {
		by.Role = submissions.Organiser
	}
	return by
}

func (h *handIn) link(token string) submissions.Person { return personOf(h.invited.Author(token)) }

func (h *handIn) session(secret string) submissions.Person {
	return personOf(h.sessions.Who(secret, time.Now()))
}

func (h *handIn) signIn(token string, from netip.Prefix) (secret string, ends time.Time, err error) {
	now := time.Now()
	if !h.Allows(from, now) {
		return "", ends, refusal(uploads.ErrBusy)
	}
	return h.sessions.SignIn(token, now)
}

func (h *handIn) take(by submissions.Person, from netip.Prefix, name string, files []submissions.File) (string, error) {
	handed := make([]admission.HandedFile, len(files))
	for i, f := range files {
		handed[i] = admission.HandedFile(f)
	}
	id, err := h.Take(admission.By{Person: by.ID, Who: by.Name, From: from}, name, handed, time.Now())
	return id, refusal(err)
}

func (h *handIn) takePackage(by submissions.Person, from netip.Prefix, p submissions.Package) (string, error) {
	id, err := h.TakePackage(admission.By{Person: by.ID, Who: by.Name, From: from}, p.Name, p.Size, p.Body, time.Now())
	return id, refusal(err)
}

// fate tells a person what has become of something of theirs, and the organiser of anything.
func (h *handIn) fate(ctx context.Context, by submissions.Person, id string) playground.Fate {
	if by.Role != submissions.Organiser && !admission.IsOf(id, by.ID) {
		return shownFate(admission.Fate{State: admission.Unknown})
	}
	return h.shown(ctx, h.Fate(id), nil)
}

// shown is what has become of something, for the page. Numbers are those of bots, once they were read.
func (h *handIn) shown(ctx context.Context, fate admission.Fate, numbers map[string]int) playground.Fate {
	if fate.State != admission.Joins {
		return shownFate(fate)
	}
	if numbers == nil {
		numbers = h.numbers(ctx)
	}
	shown := shownFate(fate)
	if number, known := numbers[fate.Bot.Raw()]; known {
		shown.Bot = strconv.Itoa(number)
	}
	return shown
}

// numbers are those of the bots that the page shows, by name: of the newest version.
func (h *handIn) numbers(ctx context.Context) map[string]int {
	all := make(map[string]int)
	now, _ := h.public.Tournament(ctx, h.l.ID) // without it, the page has no link to matches
	for number, e := range now.Entrants {
		all[e.Name] = number
	}
	return all
}

func (h *handIn) handedIn(ctx context.Context) []playground.HandedIn {
	all, numbers := []playground.HandedIn{}, h.numbers(ctx)
	for _, one := range h.HandedIn() {
		fate := h.shown(ctx, h.Fate(one.Receipt), numbers)
		all = append(all, playground.HandedIn{
			Who: one.Who, File: one.File, At: one.At.UTC().Format(time.RFC3339), Fate: fate,
		})
	}
	return all
}

// theirs returns the bots of a person whose sources are kept, and to the organiser those of all, the newest version of
// each name.
func (h *handIn) theirs(ctx context.Context, by submissions.Person) (all []store.Entrant, err error) {
	now, err := h.l.Store.Tournament(ctx, h.l.ID)
	for _, e := range slices.Backward(now.Entrants) {
		_, kept := h.l.Folder.SourceOf(e)
		may := by.Role == submissions.Organiser || e.Person != "" && e.Person == by.ID
		same := func(other store.Entrant) bool { return store.SameName(e.Name, other.Name) }
		if kept && may && !slices.ContainsFunc(all, same) {
			all = append(all, e)
		}
	}
	return all, err
}

func (h *handIn) kept(ctx context.Context, by submissions.Person) (names []string, err error) {
	all, err := h.theirs(ctx, by)
	for _, e := range all {
		names = append(names, e.Name)
	}
	return names, err
}

func (h *handIn) source(ctx context.Context, by submissions.Person, bot string) (*os.Root, error) {
	all, err := h.theirs(ctx, by)
	for _, e := range all {
		if store.SameName(e.Name, bot) {
			folder, _ := h.l.Folder.SourceOf(e)
			return os.OpenRoot(folder)
		}
	}
	return nil, err
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
func shownFate(fate admission.Fate) (shown playground.Fate) {
	for _, step := range fate.Steps {
		shown.Steps = append(shown.Steps, playground.Step{Name: step.Name.String(), OK: step.OK, Text: step.Text.String()})
	}
	for _, line := range fate.Lines {
		shown.Lines = append(shown.Lines, line.String())
	}
	switch fate.State {
	case admission.Joins:
		shown.Settled, shown.Admitted, shown.Text = true, true, fate.Text.String()
	case admission.Declined:
		shown.Settled, shown.Text = true, fate.Text.String()
		if fate.OnPage != "" {
			shown.Text += "; " + fate.OnPage.String()
		} else {
			shown.Hint = fate.Hint.String()
		}
	case admission.Unknown:
		shown.Settled, shown.Unknown = true, true
		shown.Text = "the league no longer knows what became of it; submit it again: twice does no harm"
	case admission.Checking:
		shown.Text = "it is being checked"
	default:
		shown.Before = fate.Before
		shown.Text = "it waits: " + safe.Count(fate.Before, "submission") + " before it"
	}
	return shown
}

// linesOf are the last lines of a bot that was refused.
func linesOf(lines []string) (all []safe.Outside) {
	for _, line := range lines {
		all = append(all, safe.Outside(line))
	}
	return all
}
