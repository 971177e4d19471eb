package sdkgen

import (
	"path"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/late"
)

// Languages are the languages that have an SDK, named as the folders of sdk.
func Languages() []string { return []string{"cpp", "js", "python"} }

// Of returns the part of a language's SDK that is about a game: the texts of files by their
// names, with slashes, in the folder of the language.
func (g *Game) Of(language string) (map[string]string, error) {
	switch language {
	case "cpp":
		return cpp(g)
	case "js":
		return javaScript(g)
	}
	return python(g)
}

// Files returns the files of a game in all languages; the names begin with that of the
// language.
func (g *Game) Files() (map[string]string, error) {
	all := map[string]string{}
	for _, language := range Languages() {
		files, err := g.Of(language)
		if err != nil {
			return nil, err
		}
		for name, text := range files {
			all[language+"/"+name] = text
		}
	}
	return all, nil
}

// shared are the names of files in the SDKs that could be those of games.
var shared = []string{"core", "node"}

var gameName = late.Regexp(`^[a-z][a-z0-9]*$`)

// GameOf returns the game that a file of a language's SDK is about, or "" if it is about all.
func GameOf(file string) string {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	if !gameName().MatchString(stem) || slices.Contains(shared, stem) {
		return ""
	}
	return stem
}
