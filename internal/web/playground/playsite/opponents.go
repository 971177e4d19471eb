package playsite

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/viewer"
)

const (
	mostOpponents = 64
	mostModule    = 32 << 20 // bytes of a compiled bot, as in src/playground/compiled.ts

	opponentsFolder = "opponents/"
)

// Opponent is a bot of the site, which its visitors can choose to play against.
type Opponent struct {
	Name     string
	Language string            // of the page; "wasm" for a compiled one
	Files    []viewer.SiteFile // the first is the bot
	path     string            // from which it came
}

// opponent is what play.json says of one.
type opponent struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Files    []string `json:"files"` // their addresses
}

var (
	opponentForm = late.Regexp(`^\w[\w-]{0,19}$`)              // a link names it
	fileForm     = late.Regexp(`^\w[\w-]{0,30}\.(mjs|js|py)$`) // as the page has it
)

// languages are those of the page, by the endings of their files.
var languages = map[string]string{".mjs": "js", ".js": "js", ".py": "py", ".wasm": "wasm"}

const howToOffer = "it takes NAME.mjs, NAME.js, NAME.py, NAME.wasm and folders with bot.mjs, bot.js or bot.py: " +
	"move all else out of it"

const ofSize = "a page takes bots of 1 MB, and compiled ones of 32 MB"

// ReadOpponents reads the bots of a folder: files and folders, each of which is a bot. It follows no link, as what it
// reads is published.
func ReadOpponents(folder string) ([]Opponent, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, hint.New(folder, unfit.Reason(err), "name a folder with bots").Because(err)
	}
	var all []Opponent
	for _, entry := range slices.DeleteFunc(entries, isHidden) {
		one, err := readOpponent(filepath.Join(folder, entry.Name()), entry)
		if err != nil {
			return nil, err
		}
		for _, other := range all {
			if strings.EqualFold(other.Name, one.Name) {
				return nil, hint.New(one.path, "has the name of "+other.path, "rename one of them")
			}
		}
		if all = append(all, one); len(all) > mostOpponents {
			return nil, hint.New(folder, fmt.Sprintf("has more than %d bots", mostOpponents), "leave some out")
		}
	}
	if len(all) == 0 {
		return nil, hint.New(folder, "has no bots in it", howToOffer)
	}
	return all, nil
}

func isHidden(entry fs.DirEntry) bool { return strings.HasPrefix(entry.Name(), ".") }

func readOpponent(path string, entry fs.DirEntry) (Opponent, error) {
	ending := filepath.Ext(entry.Name())
	if entry.IsDir() {
		ending = ""
	}
	one := Opponent{Name: strings.TrimSuffix(entry.Name(), ending), Language: languages[ending], path: path}
	switch {
	case !entry.IsDir() && !entry.Type().IsRegular():
		return one, hint.New(path, "not a file", "put a copy of what it stands for in its place")
	case !entry.IsDir() && one.Language == "":
		return one, hint.New(path, "not a bot that a browser runs", howToOffer)
	case !opponentForm().MatchString(one.Name):
		return one, hint.New(path, "no name for a bot of a site", "rename it: letters of a to z, digits, - and _, at most 20")
	case entry.IsDir():
		return one.withFolder()
	}
	data, err := readCode(path, one.Language, one.most())
	one.Files = []viewer.SiteFile{{Name: opponentsFolder + entry.Name(), Data: data}}
	return one, err
}

func (o Opponent) most() int64 {
	if o.Language == "wasm" {
		return mostModule
	}
	return playground.MostSubmitted
}

// withFolder reads the files of a bot that is a folder. The page has the SDK, and no folders in a bot.
func (o Opponent) withFolder() (Opponent, error) {
	entries, err := os.ReadDir(o.path)
	if err != nil {
		return o, hint.New(o.path, unfit.Reason(err), howToOffer).Because(err)
	}
	isMain := func(entry fs.DirEntry) bool {
		return !entry.IsDir() && slices.Contains([]string{"bot.mjs", "bot.js", "bot.py"}, entry.Name())
	}
	main := slices.IndexFunc(entries, isMain)
	switch {
	case main < 0:
		return o, hint.New(o.path, "has no bot.mjs, bot.js or bot.py", howToOffer)
	case slices.ContainsFunc(entries[main+1:], isMain):
		return o, hint.New(o.path, "has several bots", "leave one bot.mjs, bot.js or bot.py in it")
	}
	o.Language = languages[filepath.Ext(entries[main].Name())]
	size := int64(0)
	entries[0], entries[main] = entries[main], entries[0]
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !fileForm().MatchString(name) || languages[filepath.Ext(name)] != o.Language {
			continue
		}
		path := filepath.Join(o.path, name)
		if !entry.Type().IsRegular() {
			return o, hint.New(path, "not a file", "put a copy of what it stands for in its place")
		}
		data, err := readCode(path, o.Language, o.most())
		if size += int64(len(data)); err == nil && size > o.most() {
			err = hint.New(o.path, files.LargeError{Most: o.most()}.Error(), ofSize)
		}
		if err != nil {
			return o, err
		}
		o.Files = append(o.Files, viewer.SiteFile{Name: opponentsFolder + o.Name + "/" + name, Data: data})
	}
	return o, nil
}

func readCode(path, language string, most int64) ([]byte, error) {
	data, err := files.ReadFile(path, most)
	switch {
	case err != nil:
		return nil, hint.New(path, unfit.Reason(err), ofSize).Because(err)
	case language == "wasm" && !bytes.HasPrefix(data, []byte("\x00asm")):
		return nil, hint.New(path, "not a WebAssembly module, whatever its name says", "compile the bot for WASI")
	case language != "wasm" && !utf8.Valid(data):
		return nil, hint.New(path, "not a text in UTF-8", "save it as such")
	}
	return data, nil
}

// checkOpponents refuses those that nobody could choose.
func (p Playground) checkOpponents() error {
	for _, one := range p.Opponents {
		isTaken := func(bot executable.Linked) bool { return strings.EqualFold(bot.Name, one.Name) }
		switch {
		case one.Language == "py" && p.Pyodide == nil:
			return hint.New(one.path, "this site has no Python", "name it with --pyodide, or leave the bot out")
		case slices.Contains([]string{"me", "human"}, strings.ToLower(one.Name)) || slices.ContainsFunc(p.Bots, isTaken):
			return hint.New(one.path, "another player of the page has its name", "rename it")
		}
	}
	return nil
}

func (b *builder) opponents(all []Opponent) {
	for _, one := range all {
		said := opponent{Name: one.Name, Language: one.Language}
		for _, f := range one.Files {
			said.Files = append(said.Files, b.add(f.Name, f.Data))
		}
		b.site.Opponents = append(b.site.Opponents, said)
	}
}
