package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// writePage writes a page of a tournament, and if asked for, one for each match whose
// replay is kept.
func (o *resultsOptions) writePage(ctx context.Context, s *program, from *store.Store, t *tournament) error {
	if same(o.path, o.html) {
		return misused("--html results.html", "%s: this is the store itself", safe.Name(o.html))
	}
	links := make(map[int]string) // by number of the match
	if o.replays {
		var err error
		if links, err = o.writeMatches(ctx, s, from, t); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := resultpage.Write(&text, results.PageOf(t.Tournament, o.look(t.ID), links)); err != nil {
		return fmt.Errorf("%s: %w", safe.Name(o.html), err)
	}
	if err := writeWhole(o.html, text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %d kB\n", safe.Name(o.html), (text.Len()+999)/1000)
	if len(links) > 0 {
		fmt.Fprintf(s.out, "%s: %s\n", safe.Name(o.folder()), safe.Count(len(links), "match"))
	}
	return nil
}

// folder is the folder beside the page with the pages of matches.
func (o *resultsOptions) folder() string { return o.html + ".d" }

// writeMatches writes a page for each match whose replay is kept, and returns the links to
// them from the page of the tournament.
func (o *resultsOptions) writeMatches(ctx context.Context, s *program, from *store.Store, t *tournament) (map[int]string, error) {
	links := make(map[int]string)
	if len(t.Kept) == 0 {
		fmt.Fprintf(s.err, "note: %s keeps no replay of these matches; --keep all of arena %s would\n", safe.Name(o.path), t.Kind)
		return links, nil
	}
	if err := os.MkdirAll(o.folder(), 0o777); err != nil { //nolint:gosec // as mkdir does
		return nil, createError(o.folder(), err)
	}
	for number, key := range t.Kept {
		if err := context.Cause(ctx); err != nil {
			return nil, fmt.Errorf("stopped after %d of %d pages: %w", len(links), len(t.Kept), err)
		}
		name := fmt.Sprintf("%d-%d.html", t.ID, number+1)
		if err := s.writeMatch(ctx, from, key, filepath.Join(o.folder(), name)); err != nil {
			return nil, fmt.Errorf("match %d: %w", number+1, err)
		}
		links[number] = (&url.URL{Path: "./" + filepath.Base(o.folder()) + "/" + name}).String()
		s.err.progress("%d of %d pages", len(links), len(t.Kept))
	}
	s.err.clear()
	return links, nil
}

func (s *program) writeMatch(ctx context.Context, from *store.Store, key store.Key, path string) error {
	replay, _, err := from.Replay(ctx, key)
	if err != nil {
		return err
	}
	text, err := results.MatchPage(replay, s.games)
	if err != nil {
		return err
	}
	return writeWhole(path, text)
}
