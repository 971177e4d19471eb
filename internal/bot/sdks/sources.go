// Package sdks unpacks the SDKs for other languages, which the arena carries in
// itself, so that a bot finds them without anything being installed.
package sdks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdkgen"
)

// Tree are the SDKs: one folder for each language, named as in the folder sdk of the
// arena's source. Its files are those that a bot needs.
type Tree struct {
	Sum   string // of all files; two trees with the same sum are equal
	files []file
}

type file struct {
	path string // in the tree, with slashes
	text []byte
}

// mostAtOnce is how many arenas may mend a folder at the same time: each that is done makes
// another try once more.
const mostAtOnce = 64

// All returns the SDKs of this arena, with the games that it was built with.
var All = sync.OnceValue(func() *Tree { return newTree(ownGames) })

var ownGames []engine.Game

// Add makes the SDKs know more games than those that come with the arena. It is called once, as
// the program begins: like their schemas, the games of a program are settled then.
func Add(games ...engine.Game) { ownGames = append(ownGames, games...) }

func newTree(games []engine.Game) *Tree {
	t := new(Tree)
	for _, l := range language.All() {
		if l.SDK != nil {
			t.addShipped(l)
		}
	}
	for _, game := range games {
		if !t.knows(game.Info().Name) {
			t.addGame(game)
		}
	}
	slices.SortFunc(t.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	sum := sha256.New()
	for _, f := range t.files {
		fmt.Fprintf(sum, "%s %d\n%s", f.path, len(f.text), f.text)
	}
	t.Sum = hex.EncodeToString(sum.Sum(nil)[:8])
	return t
}

// knows reports whether the SDKs have a game.
func (t *Tree) knows(game string) bool {
	return slices.ContainsFunc(t.files, func(f file) bool {
		return path.Base(path.Dir(f.path)) == "arena" && sdkgen.GameOf(f.path) == game
	})
}

// addGame adds the files of a game that does not come with the arena. A game that can't be said in
// lines has no files: only bots in Go play it.
func (t *Tree) addGame(game engine.Game) {
	described, err := sdkgen.Describe(game, nil)
	if err != nil {
		return
	}
	texts, err := described.Files()
	if err != nil {
		return
	}
	for name, text := range texts {
		t.files = append(t.files, file{name, []byte(text)})
	}
}

// addShipped adds the files of a language in the folder sdk.
func (t *Tree) addShipped(l *language.Language) {
	_ = fs.WalkDir(l.SDK.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && isForTests(entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !slices.Contains(l.SDK.Ends, path.Ext(name)) || isForTests(path.Base(name)):
			return nil
		}
		text, err := l.SDK.Files.ReadFile(name)
		t.files = append(t.files, file{path.Join(l.Name, name), text})
		return err
	})
}

// isForTests goes by the names that are usual in the languages.
func isForTests(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	return strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || strings.Contains(name, ".test.") ||
		slices.Contains([]string{"test", "tests", "testdata"}, name)
}

// Read returns a file of the tree, whose name begins with its language's. It returns nil if
// there is none.
func (t *Tree) Read(name string) []byte {
	for _, f := range t.files {
		if f.path == name {
			return f.text
		}
	}
	return nil
}

// Beside returns what of a language's SDK a bot for one game needs beside it, by the names in
// its folder. It is nil if there is nothing for the game.
func (t *Tree) Beside(language, game string) map[string][]byte {
	files := map[string][]byte{}
	found := false
	for _, f := range t.files {
		name, own := strings.CutPrefix(f.path, language+"/")
		of := sdkgen.GameOf(name)
		if !own || path.Dir(name) != "arena" || of != "" && of != game {
			continue
		}
		found = found || of == game
		files[name] = f.text
	}
	if !found {
		return nil
	}
	return files
}

// Unpack returns a folder below dir that holds the whole tree. It is named after the
// sum, so that arenas of different versions share dir. If the folder is not there, or
// somebody has changed a file in it, it is written.
func (t *Tree) Unpack(dir string) (string, error) {
	folder := filepath.Join(dir, t.Sum)
	if t.isIn(folder) {
		return folder, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	// Others may read the folder meanwhile, so it gets its name when it is complete.
	fresh, err := os.MkdirTemp(dir, "new-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	whole := filepath.Join(fresh, "sdk")
	for _, f := range t.files {
		name := filepath.Join(whole, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, f.text, 0o644); err != nil { //nolint:gosec // other users may run bots, too
			return "", err
		}
	}
	if err := os.MkdirAll(whole, 0o755); err != nil {
		return "", err
	}
	if err := t.name(whole, folder); err != nil {
		return "", err
	}
	return folder, nil
}

// name gives the complete tree its name. The first process wins, as others may read that folder
// already: it is moved away only if somebody has changed its files.
func (t *Tree) name(whole, folder string) error {
	for tries := 0; ; tries++ {
		err := os.Rename(whole, folder)
		if err == nil || t.isIn(folder) {
			return nil
		}
		if tries == mostAtOnce {
			return err
		}
		changed := filepath.Join(filepath.Dir(whole), "changed-"+strconv.Itoa(tries))
		if err := os.Rename(folder, changed); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

func (t *Tree) isIn(folder string) bool {
	if _, err := os.Stat(folder); err != nil {
		return false
	}
	for _, f := range t.files {
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(f.path)))
		if err != nil || !bytes.Equal(text, f.text) {
			return false
		}
	}
	return true
}
