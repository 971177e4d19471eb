// Package starter writes the beginning of a bot: a folder with one that plays at once.
package starter

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/botarena/arena/docs"
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdkgen"
	"github.com/botarena/arena/internal/bot/sdks"
)

//go:embed templates
var templates embed.FS

// Languages returns the names of the languages in which a bot can be begun, for [Write].
func Languages() []string { return append(language.Begun(true), language.Begun(false)...) }

// begun returns the language of a name, in which a bot can be begun.
func begun(in string) (*language.Language, error) {
	l := language.Named(in)
	if l == nil {
		return nil, hint.New(in, "no such language", "--lang takes one of "+strings.Join(Languages(), ", "))
	}
	return l, nil
}

// data is what templates know.
type data struct {
	facts

	Name     string // of the bot
	Crate    string // the same, for tools that take few characters
	Language string
	Main     string
	ByHand   []string // what to type
	Made     []string // what that leaves
	Ruled    bool     // the game comes with the arena
	Guide    string   // its rules, as a player needs them; may be empty
	Play     string   // what the bot does in a round

	Transcript string
	Rounds     int
}

// Write makes the folder dir, which must not exist, with a bot for a game. It returns the names of the files. The bot
// has this text, unless it is nil.
func Write(dir, in string, game engine.Game, bot []byte) ([]string, error) {
	l, err := begun(in)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil, hint.New(dir, "there is one already", "give another name, or remove it")
	}
	files, err := filesOf(l, dir, game)
	if err != nil {
		return nil, err
	}
	if bot != nil {
		files[l.Begin.Main] = bot
	}
	return files.write(dir)
}

// Files returns the files that [Write] writes, by their names. If the SDK is a module of its own, it is left out.
func Files(in string, game engine.Game) (map[string][]byte, error) {
	l, err := begun(in)
	if err != nil {
		return nil, err
	}
	if l.Begin.Plays && l.SDK == nil {
		name, text, err := Alone(in, game)
		return texts{name: text}, err
	}
	return filesOf(l, "bot", game)
}

// Alone returns the file of a bot that its author changes, and its name, without the rest of the folder.
func Alone(in string, game engine.Game) (name string, text []byte, err error) {
	l, err := begun(in)
	if err != nil {
		return "", nil, err
	}
	d := data{}
	if d.facts, err = factsOf(game); err != nil {
		return "", nil, err
	}
	d.Language, d.Main = string(l.Kind), l.Begin.Main
	if d.Play, err = play(l, d); err != nil {
		return "", nil, err
	}
	text, err = filled(path.Join("templates", l.Name, d.Main+".tmpl"), d)
	return d.Main, text, err
}

// texts are files by their names.
type texts map[string][]byte

func filesOf(l *language.Language, dir string, game engine.Game) (texts, error) {
	f, err := factsOf(game)
	if err != nil {
		return nil, err
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	d := data{
		facts: f, Name: build.Name(whole), Crate: crate(filepath.Base(whole)), Language: string(l.Kind), Main: l.Begin.Main,
		Transcript: language.Transcript, Rounds: transcriptRounds,
	}
	d.ByHand = append([]string{"arena play " + d.Game + strings.Repeat(" .", game.Default().Seats()), "arena check ."},
		l.Begin.Try...)
	for _, made := range l.Begin.Made {
		if made = strings.ReplaceAll(made, "FOLDER", build.ModuleName(whole)); made != "/arena" {
			d.Made = append(d.Made, made)
		}
	}
	d.Guide = game.Guide()
	_, foreign := fs.Stat(docs.Lines, "lines/"+d.Game+".md")
	d.Ruled = foreign == nil // the arena's own games are those with documents
	if d.Play, err = play(l, d); err != nil {
		return nil, err
	}
	files := texts{}
	if err := fill(files, l, d); err != nil {
		return nil, err
	}
	if d.Guide != "" {
		files["RULES.md"] = fmt.Appendf(nil, "# %s: the rules\n\n%s", d.Title, d.Guide)
	}
	if l.Begin.Plays {
		beside, err := beside(l, whole, d.facts, game)
		if err != nil {
			return nil, err
		}
		maps.Copy(files, beside)
	}
	if l.Begin.Lines {
		if files[language.Transcript], err = transcript(game, d.Name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// play returns the part of the bot that is about the game.
func play(l *language.Language, d data) (string, error) {
	if !l.Begin.Plays {
		return "", nil
	}
	name := path.Join("templates", l.Name, "play", d.Game+".tmpl")
	if _, err := fs.Stat(templates, name); err != nil {
		name = path.Join("templates", l.Name, "play", "other.tmpl")
	}
	text, err := filled(name, d)
	return string(text), err
}

// beside returns the files that a bot needs of the SDK.
func beside(l *language.Language, dir string, f facts, game engine.Game) (map[string][]byte, error) {
	if l.SDK == nil {
		return goModule(dir, f)
	}
	if files := sdks.All().Beside(l.Name, f.Game); files != nil {
		within := texts{} // the folder of the file that imports it
		for name, text := range files {
			within[path.Join(path.Dir(l.Begin.Main), name)] = text
		}
		return within, nil
	}
	return nil, noSDK(l, game)
}

// noSDK says why there is none for a game.
func noSDK(l *language.Language, game engine.Game) error {
	why := "this program was built without it"
	if _, err := sdkgen.Describe(game, nil); err != nil {
		why = err.Error()
	}
	return hint.New(
		"", fmt.Sprintf("there is no SDK in %s for %s: %s", l.Kind, game.Info().Title, why),
		"--lang sh makes a bot for any game",
	)
}

// fill adds what the templates of the language make, README.md and .gitignore.
func fill(files texts, l *language.Language, d data) error {
	top := path.Join("templates", l.Name)
	err := fs.WalkDir(templates, top, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name == path.Join(top, "play"):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := filled(name, d)
		files[strings.TrimSuffix(strings.TrimPrefix(name, top+"/"), ".tmpl")] = text
		return err
	})
	if err != nil {
		return err
	}
	if files["README.md"], err = filled("templates/README.md.tmpl", d); err != nil {
		return err
	}
	files[".gitignore"], err = filled("templates/gitignore.tmpl", d)
	return err
}

func filled(name string, d any) ([]byte, error) {
	text, err := fs.ReadFile(templates, name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Parse(string(text))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, d)
	return out.Bytes(), err
}

// crate makes a name that every language takes for a package.
func crate(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r < utf8.RuneSelf:
			return '_'
		}
		return -1
	}, name)
	if name = strings.Trim(name, "_"); name == "" || name[0] <= '9' {
		return "bot" + name
	}
	return name
}

// write makes the folder and all files anew, so that nothing of the user's is overwritten.
func (t texts) write(dir string) (names []string, err error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	names = slices.Sorted(maps.Keys(t))
	for _, name := range names {
		if _, err := files.New(filepath.Join(dir, filepath.FromSlash(name)), 0o644, bytes.NewReader(t[name])); err != nil {
			return nil, err
		}
	}
	return names, nil
}
