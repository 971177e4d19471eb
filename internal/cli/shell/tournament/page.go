package tournament

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results"
	"github.com/botarena/arena/internal/web/results/resultpage"

	"github.com/botarena/arena/internal/cli/shell"
)

// Page is a page of a tournament, and if asked for, one for each match whose replay is kept.
type Page struct {
	File    string
	Matches bool
}

// Write writes the page of a tournament.
func (p Page) Write(ctx context.Context, s *shell.Shell, v View, t *Tournament) error {
	if shell.Same(v.Path, p.File) {
		return shell.Misused("--html results.html", "%s: this is the store itself", p.File)
	}
	links := make(map[int]string) // by number of the match
	if p.Matches {
		var err error
		if links, err = p.writeMatches(ctx, s, v, t); err != nil {
			return err
		}
	}
	page, err := results.PageOf(ctx, v.Store, t.Tournament, v.look(t.ID), links)
	if err != nil {
		return err
	}
	left, err := results.AddBest(ctx, v.Store, t.Tournament, s.Games, &page)
	if err != nil {
		return err
	}
	for _, l := range left {
		fmt.Fprintf(s.Err, "note: match %d is worth watching, but not in the page: %v\n", l.Match, l.Why)
	}
	var text bytes.Buffer
	if err := resultpage.Write(&text, page); err != nil {
		return hint.Wrap(p.File, err)
	}
	if err := shell.WriteWhole(p.File, text.Bytes()); err != nil {
		return err
	}
	with := ""
	if inside := len(page.Watch); inside > 0 {
		with = ", with " + safe.Count(inside, "match") + " to watch"
	}
	safe.Fprintf(s.Out, "%s: %d kB%s\n", p.File, (text.Len()+999)/1000, with)
	if len(links) > 0 {
		safe.Fprintf(s.Out, "%s: %s\n", p.folder(), safe.Count(len(links), "match"))
	}
	return nil
}

// folder is the folder beside the page with the pages of matches.
func (p Page) folder() string { return p.File + ".d" }

// writeMatches writes a page for each match whose replay is kept, and returns the links to
// them from the page of the tournament.
func (p Page) writeMatches(ctx context.Context, s *shell.Shell, v View, t *Tournament) (map[int]string, error) {
	links := make(map[int]string)
	kept, err := v.Store.Kept(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	if len(kept) == 0 {
		safe.Fprintf(s.Err, "note: %s keeps no replay of these matches; --keep all of arena %s would\n", v.Path,
			t.Kind)
		return links, nil
	}
	if err := shell.UnlinkedFolder(p.folder(), "remove it, or name another FILE"); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(p.folder(), 0o777); err != nil { //nolint:gosec // as mkdir does
		return nil, shell.CreateError(p.folder(), err)
	}
	for m, err := range v.Store.Lines(ctx, t.ID, 0) {
		if err != nil {
			return nil, err
		}
		number := m.Number
		key, ok := kept[number]
		if !ok {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return nil, fmt.Errorf("stopped after %d of %d pages: %w", len(links), len(kept), err)
		}
		name := fmt.Sprintf("%d-%d.html", t.ID, number+1)
		if err := writeMatch(s, ctx, v.Store, key, m.Seats, filepath.Join(p.folder(), name)); err != nil {
			return nil, fmt.Errorf("match %d: %w", number+1, err)
		}
		links[number] = (&url.URL{Path: "./" + filepath.Base(p.folder()) + "/" + name}).String()
		s.Err.Progress("%d of %d pages", len(links), len(kept))
	}
	s.Err.Clear()
	return links, nil
}

func writeMatch(s *shell.Shell, ctx context.Context, from *store.Store, key store.Key, seats []int, path string) error {
	replay, _, err := from.Replay(ctx, key)
	if err != nil {
		return err
	}
	text, err := results.MatchPage(replay, s.Games, seats, "")
	if err != nil {
		return err
	}
	return shell.WriteWhole(path, text)
}

// Flags select the parts to show of a tournament of a store.
type Flags struct {
	Costs bool
	CSV   bool
	JSON  bool
	Page  Page
}

// Register adds the flags to a command.
func (o *Flags) Register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.Costs, "costs", false, "show CPU times as well, which differ from run to run")
	f.BoolVar(&o.CSV, "csv", false, "print a row for each seat of each match, as CSV")
	f.BoolVar(&o.JSON, "json", false, "print the result as JSON")
	f.StringVar(&o.Page.File, "html", "", "write a page to `FILE`")
	f.BoolVar(&o.Page.Matches, "with-replays", false, "with --html, a page for each match whose replay is kept")
}

// Check refuses flags that contradict each other or --http. In the example of what to type, the page is a file.
func (o *Flags) Check(c *cobra.Command, file string) error {
	changed := c.Flags().Changed
	if err := shell.Alone(changed, "csv", "json", "html", "http"); err != nil {
		return err
	}
	if o.Page.Matches && o.Page.File == "" {
		return shell.Misused("--html "+file+" --with-replays", "--with-replays: has no effect without --html")
	}
	return nil
}
