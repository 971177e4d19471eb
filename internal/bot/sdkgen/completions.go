package sdkgen

import (
	"regexp"
	"slices"
	"strings"
)

// Completion is one that an editor completes, in a bot in another language than Go.
type Completion struct {
	Label  string `json:"label"`            // what is written; one of a game's own words is in double quotes
	Detail string `json:"detail,omitempty"` // of which type it is, or what it takes and returns
	Info   string `json:"info,omitempty"`   // a sentence
}

// Completions returns the words of a language's SDK for a game, those of the game first, and nil if there are none. It
// takes them from the files of the SDK, which it reads by names such as "js/arena/core.mjs": these have all that the
// schema says, also at run time, when descriptors have no comments.
func Completions(language, game string, read func(name string) []byte) (words []Completion) {
	for _, source := range sourcesOfWords[language] {
		name := language + "/arena/" + strings.ReplaceAll(source.name, "GAME", game)
		text := read(name)
		if text == nil && source.own {
			return nil
		}
		for _, w := range source.words(string(text), source.classes) {
			// What a game says of its own comes before what is true of all games.
			known := func(other Completion) bool { return other.Label == w.Label && other.Info == w.Info }
			if !slices.ContainsFunc(words, known) {
				words = append(words, w)
			}
		}
	}
	if language == "js" && words != nil {
		words = append(words, seatInJavaScript...)
	}
	return words
}

// seatInJavaScript is what a State has of a player's seat, which no text declares.
var seatInJavaScript = []Completion{
	{"me", "number", "The player's own number, from 0."},
	{"names", "string[]", "The names of all players."},
	{"seed", "bigint", "The seed of the player's own random draws."},
}

// sourceOfWords is a file of an SDK with words that bots use.
type sourceOfWords struct {
	name    string
	own     bool     // of the game
	classes []string // that bots know; nil means all
	words   func(text string, classes []string) []Completion
}

var sourcesOfWords = map[string][]sourceOfWords{
	"js": {
		{name: "GAME.d.mts", own: true, words: wordsOfTypes},
		{name: "core-state.mjs", classes: []string{"State", "Board"}, words: wordsOfJavaScript},
		{name: "core-ways.mjs", classes: []string{"Ways"}, words: wordsOfJavaScript},
		{name: "core-lines.mjs", classes: []string{"Rand"}, words: wordsOfJavaScript},
	},
	"python": {
		{name: "GAME.py", own: true, words: wordsOfPython},
		{name: "_state.py", classes: []string{"State", "Board"}, words: wordsOfPython},
		{name: "_ways.py", classes: []string{"Ways"}, words: wordsOfPython},
		{name: "_rand.py", classes: []string{"Rand"}, words: wordsOfPython},
	},
}

// member is what stands between a comment and the end of a line, or before a comment.
type member struct{ class, name, detail, doc string }

// word makes a member a word. What belongs to something else than a State says to what.
func (m member) word() Completion {
	info := firstSentence(m.doc)
	if m.class != "State" && m.class != "Board" && info != "" {
		info = m.class + ": " + info
	}
	return Completion{m.name, m.detail, info}
}

// firstSentence returns that of a text.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}

// quotedWords are those of a type of which all values are listed.
func quotedWords(name, list string) (words []Completion) {
	for _, found := range quotedWord.FindAllString(list, -1) {
		words = append(words, Completion{Label: found, Detail: name})
	}
	return words
}

var (
	quotedWord = regexp.MustCompile(`"\w+"`)
	jsUnion    = regexp.MustCompile(`^export type (\w+) = ("\w+".*);$`)
	jsClass    = regexp.MustCompile(`^(?:export )?(?:interface|class) (\w+)`)
	jsTyped    = regexp.MustCompile(`^  (?:readonly )?(\w+)(\(.*\))?\??: (.+);$`)
	jsMethod   = regexp.MustCompile(`^  (get )?([a-z]\w*)\((.*)\) \{$`)
	jsReturns  = regexp.MustCompile(`@returns \{(.*)\}`)
	jsTag      = regexp.MustCompile(`\s@(?:param|returns|type|hideconstructor).*`)
)

// wordsOfTypes takes the words of what describes a game for TypeScript.
func wordsOfTypes(text string, _ []string) (words []Completion) {
	var m member
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if union := jsUnion.FindStringSubmatch(line); union != nil {
			words = append(words, quotedWords(union[1], union[2])...)
		}
		if m.comment(line) {
			continue
		}
		if typed := jsTyped.FindStringSubmatch(line); typed != nil && m.class != "" {
			m.name, m.detail = typed[1], typed[3]
			if typed[2] != "" {
				m.detail = typed[2] + ": " + typed[3]
			}
			words = append(words, m.word())
		}
		m.doc = ""
	}
	return words
}

// comment takes a line of a comment, or one that begins a class.
func (m *member) comment(line string) bool {
	if class := jsClass.FindStringSubmatch(line); class != nil {
		m.class, m.doc = class[1], ""
		return true
	}
	inside := strings.TrimSpace(line)
	if !strings.HasPrefix(inside, "/**") && !strings.HasPrefix(inside, "*") {
		return false
	}
	m.doc += " " + strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(inside, "/* "), "*/"))
	return true
}

// wordsOfJavaScript takes the words of a module.
func wordsOfJavaScript(text string, classes []string) (words []Completion) {
	var m member
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m.comment(line) {
			continue
		}
		method := jsMethod.FindStringSubmatch(line)
		doc := strings.TrimSpace(jsTag.ReplaceAllString(m.doc, ""))
		if method != nil && doc != "" && slices.Contains(classes, m.class) {
			returns := "void"
			if found := jsReturns.FindStringSubmatch(m.doc); found != nil {
				returns = found[1]
			}
			m.name, m.detail = method[2], returns
			if method[1] == "" {
				m.detail = "(" + method[3] + "): " + returns
			}
			words = append(words, member{m.class, m.name, m.detail, doc}.word())
		}
		m.doc = ""
	}
	return words
}

var (
	pyLiteral = regexp.MustCompile(`(?m)^    (\w+) = Literal\[(.*)\]$`)
	pyClass   = regexp.MustCompile(`(?m)^class (\w+)`)
	pyMember  = regexp.MustCompile(`(?m)^(    @\w+\n)?    def ([a-z]\w*)\(self(?:, )?(.*)\) -> (.*):\n        """((?s:.*?))"""`)
	pyMade    = regexp.MustCompile(`(?m)^    def __init__\(self, (.*)\) -> None:$`)
	pyField   = regexp.MustCompile(`(\w+): ([^,]+)`)
)

// wordsOfPython takes the words of a module.
func wordsOfPython(text string, classes []string) (words []Completion) {
	for _, literal := range pyLiteral.FindAllStringSubmatch(text, -1) {
		words = append(words, quotedWords(literal[1], literal[2])...)
	}
	begins := pyClass.FindAllStringSubmatchIndex(text, -1)
	for i, at := range begins {
		name, body := text[at[2]:at[3]], text[at[0]:]
		if i+1 < len(begins) {
			body = text[at[0]:begins[i+1][0]]
		}
		if name == "Bot" || classes != nil && !slices.Contains(classes, name) {
			continue
		}
		words = append(words, wordsOfClass(name, body)...)
	}
	return words
}

func wordsOfClass(class, body string) (words []Completion) {
	if made := pyMade.FindStringSubmatch(body); made != nil && strings.Contains(body, "(One)") {
		for _, field := range pyField.FindAllStringSubmatch(made[1], -1) {
			words = append(words, member{class, field[1], field[2], docOfField(body, field[1])}.word())
		}
	}
	for _, found := range pyMember.FindAllStringSubmatch(body, -1) {
		m := member{class, found[2], found[4], found[5]}
		if found[1] == "" {
			m.detail = "(" + found[3] + ") -> " + found[4]
		}
		words = append(words, m.word())
	}
	return words
}

// docOfField returns what the comment of a class says of one of its fields.
func docOfField(body, name string) string {
	_, doc, found := strings.Cut(body, "\n    "+name+": ")
	if !found {
		return ""
	}
	doc, _, _ = strings.Cut(doc, "\n\n")
	doc, _, _ = strings.Cut(doc, `"""`)
	return doc
}
