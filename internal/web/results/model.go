// Package results shows a stored tournament in browsers: as a page with tables and all matches, which [Serve]
// keeps up to date while matches are played, and each match in the viewer.
package results

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/viewer"
)

// Look has the looks of a tournament's page: all that the tournament itself has not.
type Look struct {
	Costs bool // CPU times are shown
	// Before and After are the words before and after the number of a match in the command that opens it.
	Before, After string
}

// PageOf is what the page of a tournament shows, with all its matches, which are read from the store again, as they are
// only written: they may have been let go. Links are the addresses of those that have a page, by number.
func PageOf(
	ctx context.Context, from *store.Store, t *archive.Tournament, look Look, links map[int]string,
) (resultpage.Page, error) {
	p, err := tablesOf(ctx, t, look)
	p.Links = links
	last := store.Last(t.Entrants)
	p.Matches = func(yield func(played.Match, error) bool) {
		for m, err := range from.Lines(ctx, t.ID, 0) {
			archive.JoinVersions(m.Match, last)
			// One that came since the tables were made is not in them.
			if (err != nil || t.Has(m.Number)) && !yield(m.Match, err) {
				return
			}
		}
	}
	return p, err
}

// tablesOf returns the page of a tournament without its matches.
func tablesOf(ctx context.Context, t *archive.Tournament, look Look) (resultpage.Page, error) {
	summary, err := t.Summary(ctx)
	p := outlineOf(t, look)
	if p.Summary, p.Making = summary, false; err == nil { // else it is not whole
		p.Ranking, p.Replaced = t.Ranking(summary)
	}
	if t.Final == nil || err != nil {
		return p, err
	}
	final, err := finalOf(ctx, t.Final)
	p.About = append(p.About, final)
	return p, err
}

// finalOf describes the final of a league in a line.
func finalOf(ctx context.Context, f *archive.Final) (string, error) {
	text := fmt.Sprintf("Final, drawn %s: %d of %s", f.Begun.Format(zonedFormat), f.Count(), safe.Count(f.Of, "match"))
	if f.Count() == 0 {
		return text + ".", nil
	}
	summary, err := f.Summary(ctx)
	text += ", " + f.Standings.Seeds(f.First)
	table, _ := f.Ranking(summary)
	for place, bot := range table {
		text += fmt.Sprintf("; %d. %s %s", place+1, engine.Printable(f.Bots[bot].Label),
			summary.Bots[bot].Rating.Text(1, 0, ""))
	}
	return text + ".", err
}

// outlineOf is what the page of a tournament shows while its tables are being made.
func outlineOf(t *archive.Tournament, look Look) resultpage.Page {
	p := resultpage.Page{
		Title: titleOf(t), About: []string{aboutOf(t), "settings: " + archive.SettingsText(t.Setup)},
		Making: true, Begun: t.Begun,
		Before: look.Before, After: look.After, Costs: look.Costs,
		Rounds: t.Standings.Rounds(), Finding: findingOf(t),
		Faults: faultsOf(t), Failures: failuresOf(t), Workers: workersOf(t), Entrants: entrantsOf(t),
	}
	for _, bot := range t.Bots {
		p.Bots, p.Versions = append(p.Bots, engine.Printable(bot.Label)), append(p.Versions, bot.Version)
	}
	return p
}

// titleOf names the league or the tournament.
func titleOf(t *archive.Tournament) string {
	title := t.Setup.Game().Info().Title
	if t.Name != "" {
		return engine.Printable(t.Name) + ": " + title
	}
	return title + ": " + t.Kind
}

// timeFormat writes when a tournament was begun.
const timeFormat = "2006-01-02 15:04"

// zonedFormat writes of when a table is, as readers may live in another zone.
const zonedFormat = timeFormat + " -0700"

// aboutOf describes the tournament in a line.
func aboutOf(t *archive.Tournament) string {
	begun := t.Begun.Format(timeFormat)
	text := fmt.Sprintf("Tournament %d, begun %s: %s", t.ID, begun, safe.Count(t.Matches, "match"))
	if t.Count() > 0 {
		text += ", " + t.Standings.Seeds(t.First)
	}
	text += ". Sandbox " + engine.Printable(t.Sandbox) + "."
	if !t.AsOf.IsZero() {
		text += " The table of " + t.AsOf.Format(zonedFormat) + ": what was played later is not shown."
	}
	for _, number := range t.Prefers() {
		text += " " + t.Bots[number].Label + " plays some matches before others."
	}
	if t.Format == ladder.Format {
		text += " " + ladder.Note
	}
	return text
}

// findingOf is what a comparison came to; nil if there is none, or nothing is known.
func findingOf(t *archive.Tournament) *resultpage.Finding {
	a := t.Answer
	if a == nil || len(a.Groups) == 0 {
		return nil
	}
	return &resultpage.Finding{
		Sentence: a.Sentence(t.Bots[schedule.New].Label, t.Bots[schedule.Old].Label),
		Needed:   comparison.Needed(), Axis: "mean of " + a.By.Axis(), Course: a.Course,
	}
}

func faultsOf(t *archive.Tournament) (list []resultpage.Fault) {
	for _, f := range t.Faults() {
		list = append(list, resultpage.Fault{
			Bot: f.Bot, Times: f.Times, Match: f.Match + 1, Round: f.Last.Round,
			Kind: engine.Printable(string(f.Last.Kind)), Detail: engine.Printable(f.Last.Detail),
		})
	}
	return list
}

func failuresOf(t *archive.Tournament) (list []resultpage.Failure) {
	for _, f := range t.Failures {
		list = append(list, resultpage.Failure{Number: f.Number + 1, Reason: engine.Printable(f.Reason)})
	}
	return list
}

// entrantsOf are the bots of a league; nil if it is none.
func entrantsOf(t *archive.Tournament) []resultpage.Entrant {
	if t.Kind != store.KindLeague {
		return nil
	}
	list := make([]resultpage.Entrant, len(t.Entrants))
	for i, e := range t.Entrants {
		list[i] = resultpage.Entrant{
			Name: engine.Printable(e.Name), Came: e.Came, Author: e.Signer, Owner: e.Owner(), Leaving: e.Leaving,
			Program: hex.EncodeToString(e.Program[:6]),
		}
		if e.Joined != nil {
			list[i].Joined = *e.Joined + 1
		}
		if e.Gone != nil {
			list[i].Left = *e.Gone + 1
		}
	}
	return list
}

// workersOf are the machines that have played, by their names; none if only this one has.
func workersOf(t *archive.Tournament) (list []resultpage.Worker) {
	for _, w := range t.Workers() {
		one := resultpage.Worker{Name: engine.Printable(w.Called()), Matches: w.Matches, Rate: w.Rate, Seen: w.Seen}
		if w.ID == "" {
			one.Name = "this machine"
		}
		if k := w.Known; k != nil {
			one.Checks, one.Differ = k.Passed+k.Failed, k.Failed
			if k.IsRevoked() {
				one.State = "revoked: " + engine.Printable(k.Why)
			}
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b resultpage.Worker) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// readMatch reads a match, and gives its bots the looks that follow from their numbers.
func readMatch(replay []byte, games engine.Games, seats []int) (*story.Story, error) {
	match, err := story.Read(replay, games)
	if err == nil {
		match.Looks = story.LooksOf(seats, story.Apart)
	}
	return match, err
}

// MatchPage returns the page of a match, with its replay in it, and the address of a picture of it, if there is one.
// The seats are the numbers of its bots.
func MatchPage(replay []byte, games engine.Games, seats []int, picture string) ([]byte, error) {
	match, err := readMatch(replay, games, seats)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	shown := viewer.Picture{Address: picture, Alt: "A round of the match"}
	err = viewer.ExportHTML(&text, match, viewer.ExportOptions{Picture: shown})
	return text.Bytes(), err
}
