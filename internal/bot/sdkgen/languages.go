package sdkgen

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/late"
)

// sdk is how the part of a language's SDK that is about a game is written.
type sdk struct {
	write   func(*Game) (map[string]string, error)
	own     []string                       // the endings of files to which a game may add
	word    func(step, word string) string // how a bot says a word of a type; nil: as text
	safe    func(name string) string       // makes a name of a game one that the language allows; nil: it allows all
	sources []sourceOfWords                // of what editors complete; nil: they complete nothing
	words   []Completion                   // those that no file has
	noStep  string                         // is added to the type of a step where units can't be told to stay
}

var languages = map[string]sdk{"cpp": cppSDK, "java": javaSDK, "js": jsSDK, "python": pythonSDK, "rust": rustSDK}

// Languages are the languages that have an SDK, named as the folders of sdk.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// Of returns the part of a language's SDK that is about a game: the texts of files by their
// names, with slashes, in the folder of the language.
func (g *Game) Of(language string) (map[string]string, error) { return languages[language].write(g) }

// Said returns how bots say words of a command's last column, by language.
func (g *Game) Said(words []string) map[string][]string {
	said := map[string][]string{}
	for name, l := range languages {
		for _, word := range words {
			if l.word != nil {
				said[name] = append(said[name], l.word(g.Columns[len(g.Columns)-1].Type, word))
			}
		}
	}
	return said
}

// keywordsOf are the languages of which no name of a game may be a keyword.
const keywordsOf = "Python or C++"

func isKeyword(name string) bool {
	for _, l := range languages {
		if l.safe != nil && l.safe(name) != name {
			return true
		}
	}
	return false
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
var shared = []string{"arena", "core", "mod", "node"}

var gameName = late.Regexp(`^[a-z][a-z0-9]*$`)

// GameOf returns the game that a file of a language's SDK is about, or "" if it is about all.
func GameOf(file string) string {
	stem, ending, _ := strings.Cut(path.Base(file), ".")
	if ending == "java" { // a file is named as its class there
		stem = strings.ToLower(stem[:1]) + stem[1:]
	}
	if !gameName().MatchString(stem) || slices.Contains(shared, stem) {
		return ""
	}
	return stem
}

func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "ss"), word == "status":
		return word
	}
	return strings.TrimSuffix(word, "s")
}

func plural(word string) string {
	if strings.HasSuffix(word, "y") {
		return strings.TrimSuffix(word, "y") + "ies"
	}
	return word + "s"
}

// camel returns a name as types have it: "UnitKind" for unit_kind.
func camel(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// asItIs returns a name that a language has as the schema does.
func asItIs(name string) string { return name }
