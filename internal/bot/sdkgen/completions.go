package sdkgen

import (
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/late"
)

// Completion is one that an editor completes, in a bot in another language than Go.
type Completion struct {
	Label  string `json:"label"`            // what is written; one of a game's own words is in double quotes
	Of     string `json:"of,omitempty"`     // the class or module that it is a member of; "": it stands by itself
	Detail string `json:"detail,omitempty"` // of which type it is, or what it takes and returns
	Info   string `json:"info,omitempty"`   // a sentence
}

// Words that are neither a value nor a function have one of these as their detail.
const (
	aClass  = "class"
	aModule = "module"
)

// Completions returns the words of a language's SDK for a game, those of the game first, and nil if there are none. It
// takes them from the files of the SDK, which it reads by names such as "LANGUAGE/arena/FILE": these have all that the
// schema says, also at run time, when descriptors have no comments.
func Completions(language, game string, read func(name string) []byte) (words []Completion) {
	own := ""
	for _, source := range languages[language].sources {
		name := language + "/arena/" + strings.ReplaceAll(source.name, "GAME", game)
		text := string(read(name))
		switch {
		case source.own && text == "":
			return nil
		case source.own:
			own = text
		case source.need != "" && !strings.Contains(own, source.need):
			continue
		}
		for _, w := range source.words(text, source) {
			// What a game says of its own comes before what is true of all games.
			known := func(other Completion) bool { return other.Label == w.Label && other.Of == w.Of }
			if !slices.ContainsFunc(words, known) {
				words = append(words, w)
			}
		}
	}
	if words != nil {
		words = append(words, languages[language].words...)
	}
	if !strings.Contains(own, "Ways") {
		words = slices.DeleteFunc(words, isOfWays)
	}
	step := typeOfStep(words)
	if rules := own + string(read(language+"/arena/"+game+".mjs")); step != "" && !canStay().MatchString(rules) {
		step += languages[language].noStep
	}
	nameSteps(words, step)
	return words
}

// isOfWays reports whether a word is of no use where nobody finds ways.
func isOfWays(w Completion) bool {
	return w.Of == "State" && (w.Label == "waysTo" || w.Label == "cost")
}

// canStay finds the command by which units stay, in all languages that have completions.
var canStay = late.Regexp(`(?:stay:|_STAY =) "`)

// typeOfStep returns the type of the last word of a command, which is that of a step; "" if it has none.
func typeOfStep(words []Completion) string {
	for _, w := range words {
		if found := lastOfCommand().FindStringSubmatch(w.Detail); found != nil && w.Label == "do" {
			return found[1]
		}
	}
	return ""
}

var lastOfCommand = late.Regexp(`, \w+: (\w+)(?: \| str)?\)(?::| ->)`)

// nameSteps says the type of steps, which what is common to all games can't name.
func nameSteps(words []Completion, step string) {
	if step == "" {
		return
	}
	plain, _, _ := strings.Cut(step, " ")
	for i := range words {
		switch w := &words[i]; w.Of + "." + w.Label {
		case "Ways.step":
			w.Detail = anyStep().ReplaceAllString(w.Detail, "${1}"+step)
		case "State.neighbours":
			w.Detail = anyNeighbour().ReplaceAllString(w.Detail, "${1}"+plain+",")
		}
	}
}

var (
	anyStep      = late.Regexp(`(: |-> )[aA]ny$`)
	anyNeighbour = late.Regexp(`((?:: |tuple)\[)(?:string|Any),`)
)

// sourceOfWords is a file of an SDK with words that bots use.
type sourceOfWords struct {
	name    string
	own     bool     // of the game
	need    string   // what the game's own file must have, or its bots have no use for this one
	classes []string // that bots know; nil means all
	module  string   // that has the classes as its members; "": none has
	words   func(text string, source sourceOfWords) []Completion
}

func (s sourceOfWords) has(class string) bool {
	return s.classes == nil || slices.Contains(s.classes, class)
}

// member is what stands between a comment and the end of a line, or before a comment.
type member struct{ class, name, detail, doc string }

// word makes a member a word. A Board is a State.
func (m member) word() Completion {
	if m.class == "Board" {
		m.class = "State"
	}
	return Completion{m.name, m.class, m.detail, firstSentence(m.doc)}
}

// firstSentence returns that of a text.
func firstSentence(text string) string {
	text = flat(text)
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}

// firstParagraph returns that of a text.
func firstParagraph(text string) string {
	text, _, _ = strings.Cut(text, "\n\n")
	return flat(text)
}

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// quotedWords are those of a type of which all values are listed.
func quotedWords(name, list string) (words []Completion) {
	for _, found := range quotedWord().FindAllString(list, -1) {
		words = append(words, Completion{Label: found, Detail: name})
	}
	return words
}

var quotedWord = late.Regexp(`"\w+"`)
