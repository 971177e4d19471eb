package cli

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/resultpage"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/show"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/viewer"
	"github.com/botarena/arena/internal/words"
)

// writePage writes a page of a tournament, and if asked for, one for each match whose
// replay is kept.
func (o *resultsOptions) writePage(ctx context.Context, s *program, from *store.Store, t *tournament) error {
	if same(o.path, o.html) {
		return misused("--html results.html", "%s: this is the store itself", words.Name(o.html))
	}
	links := make(map[int]string) // by number of the match
	if o.replays {
		var err error
		if links, err = o.writeMatches(ctx, s, from, t); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := resultpage.Write(&text, o.wholePage(t, links)); err != nil {
		return fmt.Errorf("%s: %w", words.Name(o.html), err)
	}
	if err := writeWhole(o.html, text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %d kB\n", words.Name(o.html), (text.Len()+999)/1000)
	if len(links) > 0 {
		fmt.Fprintf(s.out, "%s: %s\n", words.Name(o.folder()), words.Count(len(links), "match"))
	}
	return nil
}

// folder is the folder beside the page with the pages of matches.
func (o *resultsOptions) folder() string { return o.html + ".d" }

// writeMatches writes a page for each match whose replay is kept, and returns the links to
// them from the page of the tournament.
func (o *resultsOptions) writeMatches(ctx context.Context, s *program, from *store.Store, t *tournament) (map[int]string, error) {
	links := make(map[int]string)
	if len(t.kept) == 0 {
		fmt.Fprintf(s.err, "note: %s keeps no replay of these matches; --keep all of arena %s would\n", words.Name(o.path), t.Kind)
		return links, nil
	}
	if err := os.MkdirAll(o.folder(), 0o777); err != nil { //nolint:gosec // as mkdir does
		return nil, createError(o.folder(), err)
	}
	for number, key := range t.kept {
		if err := context.Cause(ctx); err != nil {
			return nil, fmt.Errorf("stopped after %d of %d pages: %w", len(links), len(t.kept), err)
		}
		name := fmt.Sprintf("%d-%d.html", t.ID, number+1)
		if err := s.writeMatch(ctx, from, key, filepath.Join(o.folder(), name)); err != nil {
			return nil, fmt.Errorf("match %d: %w", number+1, err)
		}
		links[number] = (&url.URL{Path: "./" + filepath.Base(o.folder()) + "/" + name}).String()
		s.err.progress("%d of %d pages", len(links), len(t.kept))
	}
	s.err.clear()
	return links, nil
}

func (s *program) writeMatch(ctx context.Context, from *store.Store, key store.Key, path string) error {
	replay, _, err := from.Replay(ctx, key)
	if err != nil {
		return err
	}
	text, err := s.matchPage(replay)
	if err != nil {
		return err
	}
	return writeWhole(path, text)
}

// matchPage returns the page of a match.
func (s *program) matchPage(replay []byte) ([]byte, error) {
	match, err := show.Read(replay, s.games)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = viewer.ExportHTML(&text, match, viewer.ExportOptions{})
	return text.Bytes(), err
}

// wholePage is what the page of a tournament shows, with all its matches.
func (o *resultsOptions) wholePage(t *tournament, links map[int]string) resultpage.Page {
	p := o.page(t)
	for _, m := range t.matches() {
		p.Matches = append(p.Matches, matchOnPage(m, links[m.Number]))
	}
	return p
}

// page is what the page of a tournament shows, but for its matches.
func (o *resultsOptions) page(t *tournament) resultpage.Page {
	summary := t.standings.summary()
	p := resultpage.Page{
		Title: t.title(), About: []string{t.about(), "settings: " + settingsText(t.all.setup)},
		Summary: summary, Costs: o.costs, Rounds: t.standings.Rounds(),
		Failures: t.failures, Workers: t.workers.list(t.known),
	}
	for _, bot := range contest.Ranking(summary) {
		if summary.Bots[bot].Matches > 0 {
			p.Ranking = append(p.Ranking, bot)
		}
	}
	p.Before, p.After = o.openWords(t.Tournament)
	for _, bot := range t.all.bots {
		p.Bots, p.Versions = append(p.Bots, engine.Printable(bot.Label)), append(p.Versions, bot.Version)
	}
	if t.Kind == store.KindLeague {
		p.Entrants = entrantsOnPage(t.Entrants)
	}
	if t.findings != nil && len(t.findings.Groups) > 0 {
		p.Finding = t.findings.onPage()
	}
	return p
}

// title names the league or the tournament.
func (t *tournament) title() string {
	title := t.all.setup.Game().Info().Title
	if t.name != "" {
		return engine.Printable(t.name) + ": " + title
	}
	return title + ": " + t.Kind
}

func entrantsOnPage(entrants []store.Entrant) []resultpage.Entrant {
	list := make([]resultpage.Entrant, len(entrants))
	for i, e := range entrants {
		list[i] = resultpage.Entrant{Author: e.Signer, Leaving: e.Leaving, Program: hex.EncodeToString(e.Program[:6])}
		if e.Joined != nil {
			list[i].Joined = *e.Joined + 1
		}
		if e.Gone != nil {
			list[i].Left = *e.Gone + 1
		}
	}
	return list
}

// readLeague reads what a league has beyond its matches.
func (t *tournament) readLeague(ctx context.Context, from *store.Store) error {
	if t.Kind != store.KindLeague {
		return nil
	}
	l, err := from.League(ctx)
	if err != nil {
		return err
	}
	failures, err := from.Failures(ctx, t.ID)
	if err != nil {
		return err
	}
	if t.known, err = from.Workers(ctx); err != nil {
		return err
	}
	t.name, t.failures = l.Name, nil
	for _, f := range failures {
		t.failures = append(t.failures, resultpage.Failure{Number: f.Number + 1, Reason: engine.Printable(f.Reason)})
	}
	return nil
}

// about says in a line what was played.
func (t *tournament) about() string {
	text := fmt.Sprintf("Tournament %d, begun %s: %s", t.ID, t.Begun.Format(timeFormat), words.Count(t.Matches, "match"))
	if len(t.matches()) > 0 {
		text += ", " + t.standings.seeds()
	}
	return text + ". Sandbox " + t.all.sandbox + "."
}

// settingsText lists the settings that are not the usual ones.
func settingsText(setup engine.Setup) string {
	usual := settingsOf(setup.Game().Default())
	text := ""
	for _, one := range setup.Settings() {
		if value := *one.Value; value != usual[one.Name] {
			text += " " + one.Name + "=" + strconv.Itoa(value)
		}
	}
	if text == "" {
		return "the usual ones"
	}
	return text[1:]
}

func matchOnPage(m series.Match, link string) resultpage.Match {
	one := resultpage.Match{
		Number: m.Number + 1, Seed: m.Seed, Bots: m.Seats, Scores: m.Scores, Places: m.Places, Link: link,
	}
	for _, v := range m.Verdicts {
		one.Verdicts = append(one.Verdicts, resultpage.Verdict{
			Seat: v.Seat, Round: v.Round, Kind: engine.Printable(string(v.Kind)), Detail: engine.Printable(v.Detail),
		})
	}
	return one
}

func (f *findings) onPage() *resultpage.Finding {
	one := &resultpage.Finding{Sentence: f.sentence(), Needed: contest.Needed(), Axis: "mean of " + f.By.Axis()}
	for _, now := range f.Course {
		one.Course = append(one.Course, resultpage.Evidence{Mean: now.Mean, Low: now.Low, High: now.High, Better: now.Better, Worse: now.Worse})
	}
	return one
}
