package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/starter"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/similarity"

	"github.com/botarena/arena/internal/cli/shell"
)

type similarOptions struct {
	with, given []string
	json        bool
}

func newLeagueSimilar(s *shell.Shell) *cobra.Command {
	o := &similarOptions{}
	c := &cobra.Command{
		Use:   "similar FOLDER",
		Short: "List bots whose sources are alike",
		Long: `Compare the sources of the bots that play, each with those of all other authors, and list
which are alike, the most alike first, with the lines, even if names and order differ. Look
at the lines before you judge: people who were taught the same write alike.

A league has the sources of bots in Python, JavaScript and shell, and of compiled ones those
that arena league serve --keep-sources keeps. What arena new writes, the SDKs, and what more
than a quarter of the authors have does not count.

--with takes a folder with bots of former years, each a folder or file in it, or a league of
such.`,
		Example: `  arena league similar tuesdays
  arena league similar tuesdays --with mondays --given handout`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), s, args[0]) },
	}
	c.Flags().StringArrayVar(&o.with, "with", nil, "compare with the bots in `DIR`, or of that league, too; repeatable")
	c.Flags().StringArrayVar(&o.given, "given", nil, "leave out what is in `DIR`, as you gave it to all; repeatable")
	c.Flags().BoolVar(&o.json, "json", false, "print as JSON")
	for _, flag := range []string{"with", "given"} {
		shell.Must(c.MarkFlagDirname(flag))
	}
	return c
}

func (o *similarOptions) run(ctx context.Context, s *shell.Shell, folder string) error {
	l, err := opened(s, ctx, folder, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer l.Close() //nolint:errcheck // only read
	found := &likenesses{}
	if err := found.readLeague(ctx, l, ""); err != nil {
		return err
	}
	for _, dir := range o.with {
		if err := found.readFormer(ctx, s, dir); err != nil {
			return err
		}
	}
	given, err := givenBy(l.Match.Game(), o.given)
	if err != nil {
		return err
	}
	found.compare(given)
	if o.json {
		return shell.PrintJSON(s.Out, found.JSON())
	}
	found.Print(s)
	return nil
}

// written is a bot whose sources are compared.
type written struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Author  string   `json:"author"` // as its package says
	Key     string   `json:"key"`    // of the author; "" if nobody has signed it
	From    string   `json:"from"`   // the folder of former years that it is in; "" if it plays
	Files   []string `json:"files"`  // that were compared; none if it has no sources
	Problem string   `json:"problem,omitempty"`
}

// likenesses are the bots of a league whose sources are alike.
type likenesses struct {
	all      []written
	programs []similarity.Program // of these
	pairs    []similarity.Pair
}

// mostPrograms is how many programs are compared at once.
const mostPrograms = 2000

// add adds a program of which the sources are at a path. Its author counts as another one in each former year.
func (f *likenesses) add(w written, author, path string) error {
	if len(f.programs) == mostPrograms {
		return hint.New(cmp.Or(w.From, w.Name), fmt.Sprintf("more than %d bots can't be compared", mostPrograms),
			"give fewer folders to --with")
	}
	sources, err := similarity.Sources(path)
	switch {
	case errors.Is(err, similarity.ErrLarge):
		w.Problem = err.Error()
	case err != nil:
		return shell.PlainPathError(err)
	}
	w.Files = []string{}
	for _, source := range sources {
		w.Files = append(w.Files, source.Name)
	}
	f.all = append(f.all, w)
	f.programs = append(f.programs, similarity.Program{
		Author: w.From + "/" + author, Former: w.From != "", Files: sources,
	})
	return nil
}

// readLeague adds the bots of a league that have not left.
func (f *likenesses) readLeague(ctx context.Context, l *openLeague, from string) error {
	leave, err := l.Folder.Use(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for number, e := range l.Entrants {
		program := league.ProgramOf(e.Typed)
		if e.Gone != nil || !filepath.IsLocal(program) || program == "." {
			continue
		}
		w := written{Name: e.Name, Version: e.Version, Author: e.Author, Key: e.Signer, From: from}
		author := cmp.Or(e.Owner(), fmt.Sprintf("bot %d", number))
		path, kept := l.Folder.SourceOf(e)
		if !kept {
			path = filepath.Join(l.Folder.Bots(), program)
		}
		if err := f.add(w, author, path); err != nil {
			return err
		}
	}
	return nil
}

// readFormer adds the bots of former years.
func (f *likenesses) readFormer(ctx context.Context, s *shell.Shell, dir string) error {
	if files.Exists(league.Folder(dir).Store()) {
		return withLeague(s, ctx, dir, store.Options{ReadOnly: true}, func(l *openLeague) error {
			return f.readLeague(ctx, l, dir)
		})
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return shell.PlainPathError(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := f.add(written{Name: e.Name(), From: dir}, e.Name(), filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// givenBy returns what all authors were given: the beginnings of bots with the SDKs, and the files of some folders.
func givenBy(game engine.Game, folders []string) (all []similarity.File, err error) {
	for _, in := range starter.Languages() {
		begun, err := starter.Files(in, game)
		if err != nil {
			continue // a game of one's own may have no SDK in this language
		}
		for name, text := range begun {
			all = append(all, similarity.File{Name: name, Text: string(text)})
		}
	}
	for _, folder := range folders {
		sources, err := similarity.Sources(folder)
		if errors.Is(err, similarity.ErrLarge) {
			return nil, hint.New(folder, err.Error(), "give --given smaller folders, one by one").Because(err)
		}
		if err != nil {
			return nil, shell.PlainPathError(err)
		}
		all = append(all, sources...)
	}
	return all, nil
}

func (f *likenesses) compare(given []similarity.File) {
	f.pairs = similarity.Compare(f.programs, given)
}

// shownPairs is how many pairs are shown on a screen.
const shownPairs = 30

func (f *likenesses) Print(s *shell.Shell) {
	var none []string
	compared := 0
	for _, w := range f.all {
		switch {
		case len(w.Files) > 0:
			compared++
		case w.From == "":
			none = append(none, engine.Printable(w.Name))
		}
		if w.Problem != "" {
			safe.Fprintf(s.Err, "note: %s: %s\n", w.title(), w.Problem)
		}
	}
	if len(none) > 0 {
		fmt.Fprintln(s.Err, "note: the league has no sources of", strings.Join(none, ", "))
	}
	if len(f.pairs) == 0 {
		fmt.Fprintf(s.Out, "%s compared: no two are alike by %s\n", safe.Count(compared, "bot"),
			percent(similarity.LeastShare))
		return
	}
	table := shell.NewTable("bot", "author", ">share", "like", "author", ">share", "lines")
	for _, p := range f.pairs[:min(len(f.pairs), shownPairs)] {
		one, other := f.all[p.One], f.all[p.Other]
		table.Row(one.title(), one.author(), percent(p.Share), other.title(), other.author(), percent(p.Back), longest(p))
	}
	table.Print(s.Out)
	if more := len(f.pairs) - shownPairs; more > 0 {
		fmt.Fprintf(s.Out, "%s more: --json lists %d\n", safe.Count(more, "pair"), len(f.pairs))
	}
	fmt.Fprintln(s.Err, "note: this is no verdict: look at the lines; people who were taught the same write alike")
}

func (w written) title() string { return engine.Printable(filepath.Join(w.From, w.Name)) }

func (w written) author() string { return cmp.Or(engine.Printable(w.Author), shortKey(w.Key)) }

func percent(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

// longest names the longest passage, and says how many more there are.
func longest(p similarity.Pair) string {
	first := p.Passages[0]
	text := linesText(first.One) + " = " + linesText(first.Other)
	if more := len(p.Passages) - 1; more > 0 {
		text += fmt.Sprintf(", %d more", more)
	}
	return text
}

func linesText(l similarity.Lines) string { return fmt.Sprintf("%s:%d-%d", l.File, l.First, l.Last) }

// similarJSON is which bots of a league are alike.
type similarJSON struct {
	Bots  []written         `json:"bots"`
	Pairs []similarity.Pair `json:"pairs"` // the most alike first, by the indices of the bots
}

func (f *likenesses) JSON() similarJSON {
	return similarJSON{Bots: append([]written{}, f.all...), Pairs: append([]similarity.Pair{}, f.pairs...)}
}
