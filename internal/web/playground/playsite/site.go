// Package playsite is the playground as files of a web site: its page, the SDKs for bots in a browser, the rules of
// each game, a starter for each game and language, and the words that its editor completes. The arena for browsers
// comes from package viewer, whose files are on the same site.
package playsite

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdkgen"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/starter"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/web/viewer"
)

// Playground is what a site is made of.
type Playground struct {
	Games   engine.Games
	Bots    []executable.Linked // that come with the arena
	Page    fs.FS               // the page as it was built; nil stands for that of the release
	Pyodide []viewer.SiteFile   // see ReadPyodide; nil: bots are in JavaScript only
	League  string              // the address of what the league says that serves the site; "": none does
	Picture viewer.Picture      // that chats show of a link to the page

	Opponents []Opponent // of the site; see ReadOpponents
}

// Name is the name of the page on a site.
const Name = "play.html"

// site is what play.json says; src/playground/site.ts reads it.
type site struct {
	Version  string              `json:"version"` // of all files together
	Wasm     string              `json:"wasm"`
	Games    []game              `json:"games"`
	SDK      map[string][]string `json:"sdk"` // the files of each language
	Starters byGame              `json:"starters"`
	Words    byGame              `json:"words"`
	Pyodide  *pyodide            `json:"pyodide"`
	League   string              `json:"league,omitempty"`

	Opponents []opponent `json:"opponents"`
}

// game is what a visitor can choose.
type game struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Summary string   `json:"summary"`
	Seats   int      `json:"seats"`
	Bots    []string `json:"bots"`            // that come with the arena and play it
	Rules   string   `json:"rules,omitempty"` // the name of the file with its guide; "": it has none
}

// byGame are the names of files by game and language.
type byGame map[string]map[string]string

// pyodide is where Python is, and the SHA-256 of each of its files.
type pyodide struct {
	Folder  string            `json:"folder"`
	Version string            `json:"version"`
	Files   map[string]string `json:"files"`
}

// Files returns the files, play.json last. The error [ErrNoPage] is that of an arena without a page.
func (p Playground) Files() ([]viewer.SiteFile, error) {
	b := builder{preview: p.preview(), site: site{
		Wasm: viewer.ReaderName, Games: []game{}, SDK: map[string][]string{}, Starters: byGame{}, Words: byGame{},
		League: p.League, Opponents: []opponent{},
	}}
	if err := p.checkOpponents(); err != nil {
		return nil, err
	}
	if err := b.page(p.Page); err != nil {
		return nil, err
	}
	b.sdks(p.Games)
	for _, g := range p.Games {
		if err := b.game(g, p.Bots); err != nil {
			return nil, err
		}
	}
	b.python(p.Pyodide)
	b.opponents(p.Opponents)
	return b.finish()
}

// preview is what is said of a link to the page. The code in a link is behind its #, so no chat ever sees it.
func (p Playground) preview() viewer.Preview {
	in := "JavaScript"
	if p.Pyodide != nil {
		in += " or Python"
	}
	return viewer.Preview{
		Title: "Write a bot, and see it play", Picture: p.Picture,
		Description: "Write a bot in " + in + ", press Run, and see it play: nothing to install, and nothing leaves your " +
			"computer.",
	}
}

// builder gathers the files of a site and what is said about them.
type builder struct {
	preview viewer.Preview
	site    site
	files   []viewer.SiteFile
}

func (b *builder) add(name string, data []byte) string {
	b.files = append(b.files, viewer.SiteFile{Name: name, Data: data})
	return name
}

// page adds the files that the page was built to.
func (b *builder) page(from fs.FS) (err error) {
	if from == nil {
		if from, err = releasedPage(); err != nil {
			return err
		}
	}
	if _, err := fs.Stat(from, Name); err != nil {
		return errNotPage
	}
	return fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isOfPage(name) {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err == nil && name == Name {
			data, err = b.withPreview(data)
		}
		b.add(name, data)
		return err
	})
}

// endOfHead is where the preview is put into the page.
const endOfHead = "</head>"

// withPreview returns the page with what chats show of it.
func (b *builder) withPreview(page []byte) ([]byte, error) {
	before, after, found := strings.Cut(string(page), endOfHead)
	if !found {
		return nil, errNotPage
	}
	text, err := b.preview.HTML()
	return []byte(before + text + endOfHead + after), err
}

// isOfPage reports whether a file belongs to the page: its folder has a go.mod, too.
func isOfPage(name string) bool {
	return slices.Contains([]string{".html", ".js", ".css", ".json"}, path.Ext(name))
}

// sdks adds the SDKs, for all games that have one.
func (b *builder) sdks(games engine.Games) {
	for _, l := range language.OnPage() {
		files := map[string][]byte{}
		for _, g := range games {
			for name, text := range sdks.All().Beside(l.Name, g.Info().Name) {
				if strings.HasSuffix(name, l.Endings[0]) {
					files["sdk/"+l.SDK.Page+"/"+name] = text
				}
			}
		}
		b.site.SDK[l.SDK.Page] = []string{}
		for _, name := range sorted(files) {
			b.site.SDK[l.SDK.Page] = append(b.site.SDK[l.SDK.Page], b.add(name, files[name]))
		}
	}
}

// game adds what there is for a game. One without an SDK can be watched only.
func (b *builder) game(g engine.Game, bots []executable.Linked) error {
	info := g.Info()
	one := game{Name: info.Name, Title: info.Title, Summary: info.Summary, Seats: g.Default().Seats(), Bots: []string{}}
	for _, bot := range bots {
		if bot.Plays(info.Name) {
			one.Bots = append(one.Bots, bot.Name)
		}
	}
	if guide := g.Guide(); guide != "" {
		one.Rules = b.add("rules/"+info.Name+".md", []byte(guide))
	}
	b.site.Games = append(b.site.Games, one)
	b.site.Starters[info.Name], b.site.Words[info.Name] = map[string]string{}, map[string]string{}
	for _, l := range language.OnPage() {
		words := sdkgen.Completions(l.Name, info.Name, sdks.All().Read)
		if words == nil {
			continue
		}
		text, err := json.Marshal(words)
		if err != nil {
			return err
		}
		b.site.Words[info.Name][l.SDK.Page] = b.add("words/"+info.Name+"."+l.SDK.Page+".json", text)
		_, bot, err := starter.Alone(l.Name, g)
		if err != nil {
			return fmt.Errorf("%s: %w", info.Name, err)
		}
		b.site.Starters[info.Name][l.SDK.Page] = b.add("starters/"+info.Name+l.Endings[0], bot)
	}
	return nil
}

// finish says what the site has.
func (b *builder) finish() ([]viewer.SiteFile, error) {
	b.site.Version = version(b.files)
	text, err := json.Marshal(b.site)
	b.add("play.json", text)
	return b.files, err
}

// version is the same for the same files only: by it, a visitor's browser knows whether what it keeps is of use.
func version(files []viewer.SiteFile) string {
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%s %d\n%s", f.Name, len(f.Data), f.Data)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
