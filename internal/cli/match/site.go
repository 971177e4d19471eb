package match

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/match/example"
	"github.com/botarena/arena/internal/web/playground/playsite"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// maxReader is the largest size of a reader in bytes. That of four games has 10 MB.
const maxReader = 64 << 20

// siteOptions are what the user asks for.
type siteOptions struct {
	reader     string
	playground bool
	page       string
	pyodide    string
	opponents  string
	at         string
}

// NewSite returns the command arena site.
func NewSite(s *shell.Shell) *cobra.Command {
	o := &siteOptions{}
	c := &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write a web site that shows matches, or plays them, without an arena",
		Long: `Write a web site that shows matches without an arena. FOLDER is new, empty, or one
that this command wrote before; any web server can serve it. Visitors drop a file on the
site that arena view would show, and the file stays on their machine.
With ?match=FILE at the end of its address it shows a file that lies on the site, as
its first page does with example.arena, a match that the arena plays for it.

With --playground it also has play.html, on which one writes a bot in JavaScript and
sees it play, all in the browser. With --pyodide FOLDER bots can be written in Python,
too: the folder has the files of the package pyodide ` + playsite.PyodideVersion + ` of npm.
With --opponents FOLDER visitors can play against the bots in it, whose code everybody can read:
NAME.mjs, NAME.js, NAME.py, NAME.wasm, and folders with bot.mjs, bot.js or bot.py.

The page reads and plays matches with the arena itself, compiled to WebAssembly. It is
part of every release. An arena built in another way compiles it, with Go, from the source
from which it was built; one with other games, in the folder of its module. Where that is
not there, it needs --reader, and --page for the playground.

Chats show a title and a line of text with a link to the site, and with --at ADDRESS a
picture, too, which they look for by its whole address.`,
		Example: `  arena site public
  arena site public --playground --at https://example.org/arena/
  arena site public --reader reader.wasm`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: shell.CompleteFirst(cobra.ShellCompDirectiveFilterDirs),
		RunE:              func(c *cobra.Command, args []string) error { return writeSite(c.Context(), s, args[0], o) },
	}
	c.Flags().StringVar(&o.reader, "reader", "",
		"`FILE` with the arena compiled for browsers (default: that of the release, or compiled now)")
	c.Flags().BoolVar(&o.playground, "playground", false, "write the page on which bots are written and played, too")
	c.Flags().StringVar(&o.page, "page", "",
		"`FOLDER` with the page of the playground (default: that of the release or the source)")
	c.Flags().StringVar(&o.pyodide, "pyodide", "", "`FOLDER` with Python for browsers (default: bots in JavaScript only)")
	c.Flags().StringVar(&o.opponents, "opponents", "", "`FOLDER` with bots to play against (default: those of the arena only)")
	registerAt(c, &o.at)
	shell.Must(c.MarkFlagFilename("reader", "wasm"))
	shell.Must(c.MarkFlagDirname("page"))
	shell.Must(c.MarkFlagDirname("pyodide"))
	shell.Must(c.MarkFlagDirname("opponents"))
	return c
}

func writeSite(ctx context.Context, s *shell.Shell, folder string, o *siteOptions) error {
	if err := checkSiteFolder(folder); err != nil {
		return err
	}
	files, err := o.files(ctx, s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil { //nolint:gosec // as mkdir does
		return shell.CreateError(folder, err)
	}
	for _, f := range files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil { //nolint:gosec // as mkdir does
			return shell.CreateError(filepath.Dir(path), err)
		}
		inside := filepath.Dir(path) + string(filepath.Separator)
		if err := shell.UnlinkedFolder(inside, "remove it, or name another folder"); err != nil {
			return err
		}
		if err := shell.WriteWhole(path, f.Data); err != nil {
			return err
		}
	}
	tellSite(s, folder, files)
	return nil
}

// tellSite tells how large the files are, those of a folder together.
func tellSite(s *shell.Shell, folder string, files []viewer.SiteFile) {
	var names []string
	sizes := map[string]int{}
	for _, f := range files {
		name, _, inside := strings.Cut(f.Name, "/")
		if inside {
			name += "/"
		}
		if _, told := sizes[name]; !told {
			names = append(names, name)
		}
		sizes[name] += len(f.Data)
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		if strings.HasSuffix(name, "/") {
			path += string(filepath.Separator)
		}
		safe.Fprintf(s.Out, "%s: %d kB\n", path, (sizes[name]+999)/1000)
	}
}

func (o *siteOptions) files(ctx context.Context, s *shell.Shell) ([]viewer.SiteFile, error) {
	if !o.playground && (o.page != "" || o.pyodide != "" || o.opponents != "") {
		return nil, shell.Misused("arena site FOLDER --playground",
			"--page, --pyodide and --opponents: have no effect without --playground")
	}
	site, err := o.site(s)
	if err != nil {
		return nil, err
	}
	noReader := site.Check()
	if noReader != nil && o.reader != "" {
		return nil, hint.New(o.reader, noReader.Error(), o.readerHint()).Because(noReader)
	}
	var played []viewer.SiteFile
	if o.playground {
		if played, err = o.play(s, site.Picture()); err != nil {
			return nil, err
		}
	}
	if noReader != nil { // compiled after all else was found right
		site.Reader = build.Reader(ctx, shell.ArenaVersion(), s.Err.BuildingFor)
		s.Err.Clear()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if site.Reader == nil {
			return nil, hint.With(noReader, o.readerHint())
		}
	}
	if err := showMatch(ctx, s, site.Example); err != nil { // the last, as it takes longest
		return nil, err
	}
	files, err := site.Files()
	return append(files, played...), err
}

// site returns the site without the playground. Of its example it has the title alone.
func (o *siteOptions) site(s *shell.Shell) (site viewer.Site, err error) {
	if site.Address, err = webFolder(o.at); err != nil {
		return site, err
	}
	if o.reader != "" {
		if site.Reader, err = shell.ReadFile(o.reader, maxReader); err != nil {
			return site, err
		}
	}
	if o.playground {
		site.Playground = playsite.Name
	}
	game, found := example.Game(s.Games, shell.ExampleGame)
	switch {
	case found:
		site.Example = &viewer.Example{Title: game.Info().Title}
	case o.at != "":
		return site, shell.Misused("arena site FOLDER", "--at: has no effect, as no bot that comes with this arena plays a "+
			"match of which there could be a picture")
	}
	return site, nil
}

// showMatch plays the match that the site shows, if there is one.
func showMatch(ctx context.Context, s *shell.Shell, shown *viewer.Example) error {
	game, found := example.Game(s.Games, shell.ExampleGame)
	if !found {
		return nil
	}
	m, err := example.Make(ctx, game, shell.ArenaVersion())
	if err == nil {
		shown.Replay, shown.Card = m.Replay, m.Card
	}
	return err
}

// play returns the files of the playground.
func (o *siteOptions) play(s *shell.Shell, shown viewer.Picture) ([]viewer.SiteFile, error) {
	p := playsite.Playground{Games: s.Games, Bots: shell.Linked, Picture: shown}
	if o.pyodide != "" {
		var err error
		if p.Pyodide, err = playsite.ReadPyodide(o.pyodide); err != nil {
			return nil, err
		}
	}
	if o.opponents != "" {
		var err error
		if p.Opponents, err = playsite.ReadOpponents(o.opponents); err != nil {
			return nil, err
		}
	}
	if o.page != "" {
		p.Page = os.DirFS(o.page)
	}
	files, err := p.Files()
	if source := build.OwnSource(); errors.Is(err, playsite.ErrNoPage) && source != "" {
		p.Page = os.DirFS(filepath.Join(source, filepath.FromSlash(pageInSource)))
		if files, err := p.Files(); err == nil {
			return files, nil
		}
	}
	switch {
	case errors.Is(err, playsite.ErrNoPage):
		return nil, hint.With(err, "take the arena of a release, or --page "+pageInSource+" of its source")
	case err != nil && o.page != "" && hint.Of(err) == "":
		return nil, hint.New(o.page, err.Error(), "in the arena's source it is "+pageInSource).Because(err)
	}
	return files, err
}

// pageInSource is where the source has the page of the playground.
const pageInSource = "internal/web/playground/dist"

// readerHint tells how to compile this program for browsers, and what to type then.
func (o *siteOptions) readerHint() string {
	const system = "GOOS=wasip1 GOARCH=wasm "
	page := ""
	if o.playground && o.page == "" {
		page = " --page " + pageInSource
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Sum == "" { // not one that Go has downloaded
		program := "./cmd/arena"
		if ok && info.Path != "" {
			program = info.Path
		}
		return system + "go build -buildmode=c-shared -o reader.wasm " + program + ", then --reader reader.wasm" + page
	}
	return system + "go install -buildmode=c-shared " + info.Path + "@" + info.Main.Version +
		`, then --reader "$(go env GOPATH)/bin/wasip1_wasm/` + path.Base(info.Path) + `"` + page
}

// checkSiteFolder refuses a folder that has other files: a site may have its own index.html.
func checkSiteFolder(folder string) error {
	found, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return shell.FileError(folder, err)
	}
	for _, f := range found {
		if f.Name() == viewer.ReaderName {
			return nil
		}
	}
	if len(found) > 0 {
		return shell.Misused("arena site "+safe.Shell(filepath.Join(folder, "viewer")), "%s: has other files", folder)
	}
	return nil
}
