package similarity

import (
	"path/filepath"
	"slices"
	"strings"
)

// syntax is how comments and strings look in some languages.
type syntax struct {
	endings []string    // of their files
	line    string      // begins a comment to the end of its line
	blocks  [][2]string // begin and end comments of several lines
	quotes  string      // each begins and ends a string in a line
	long    string      // the same of several lines
}

var (
	slashes = [][2]string{{"/*", "*/"}}

	// syntaxes is the one table of languages. In Python, strings of several lines are mostly comments. In Rust, a single
	// quote may stand alone.
	syntaxes = []syntax{
		{[]string{".py"}, "#", [][2]string{{`"""`, `"""`}, {"'''", "'''"}}, `"'`, ""},
		{[]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".go"}, "//", slashes, `"'`, "`"},
		{[]string{".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".java"}, "//", slashes, `"'`, ""},
		{[]string{".rs"}, "//", slashes, `"`, ""},
		{[]string{".sh"}, "#", nil, `"'`, ""},
	}
)

// syntaxOf returns the syntax of a file by its name, or nil.
func syntaxOf(name string) *syntax {
	ending := strings.ToLower(filepath.Ext(name))
	i := slices.IndexFunc(syntaxes, func(s syntax) bool { return slices.Contains(s.endings, ending) })
	if i < 0 {
		return nil
	}
	return &syntaxes[i]
}

// token is a piece of a program: a character with a meaning, a word of the language, or whatever name, number or text
// stands there.
type token struct {
	kind uint16 // a character, or one of the following
	line int32  // from 1
}

const (
	aName = 256 + iota
	aNumber
	aText
	firstWord // of the words that are told apart
)

// words are those by which programs are told apart. All others are names.
var words = numbered(`if elif else for while do in of not and or is return break continue pass yield lambda def function
	func fn class struct enum impl match switch case default try except catch finally raise throw with new del delete
	async await import from as global nonlocal assert None True False null true false nil range type interface go chan
	select map len then fi done esac local`, firstWord)

// idle are words that can come and go and change nothing.
var idle = numbered("let const var mut final pub public private protected static auto export", 0)

func numbered(text string, first uint16) map[string]uint16 {
	all := make(map[string]uint16)
	for i, word := range strings.Fields(text) {
		all[word] = first + uint16(i) //nolint:gosec // they are some dozens
	}
	return all
}

// kinds is more than the greatest kind of a token.
var kinds = int(firstWord) + len(words)

// tokens returns the tokens of a text. It goes through it once, whatever the text is.
func (s *syntax) tokens(text string) (all []token) {
	line := int32(1)
	for at := 0; at < len(text); {
		rest := text[at:]
		c := rest[0]
		size := s.comment(rest)
		switch {
		case size > 0:
		case c <= ' ' || c == ';':
			size = 1
		case strings.IndexByte(s.quotes, c) >= 0:
			if size = quoted(rest, true); at > 0 && isPrefix(all, text[:at]) {
				all = all[:len(all)-1]
			}
			all = literal(all, token{aText, line})
		case strings.IndexByte(s.long, c) >= 0:
			size = quoted(rest, false)
			all = literal(all, token{aText, line})
		case isDigit(c):
			size = lengthOf(rest, func(c byte) bool { return isOfWord(c) || c == '.' })
			all = literal(all, token{aNumber, line})
		case isOfWord(c):
			size = lengthOf(rest, isOfWord)
			all = word(all, rest[:size], line)
		default:
			size = 1
			all = append(all, token{uint16(c), line})
		}
		line += int32(strings.Count(rest[:size], "\n")) //nolint:gosec // texts have less than two billion lines
		at += size
	}
	return all
}

// comment returns the length of the comment that begins a text, or 0.
func (s *syntax) comment(text string) int {
	for _, b := range s.blocks {
		if inside, is := strings.CutPrefix(text, b[0]); is {
			if end := strings.Index(inside, b[1]); end >= 0 {
				return len(b[0]) + end + len(b[1])
			}
			return len(text)
		}
	}
	if strings.HasPrefix(text, s.line) {
		return lengthOf(text, func(c byte) bool { return c != '\n' })
	}
	return 0
}

// quoted returns the length of the string that begins a text. If it does not end, it is the line or all.
func quoted(text string, inLine bool) int {
	for at := 1; at < len(text); at++ {
		switch {
		case text[at] == '\\' && at+1 < len(text) && text[at+1] != '\n':
			at++
		case text[at] == text[0]:
			return at + 1
		case inLine && text[at] == '\n':
			return at
		}
	}
	return len(text)
}

// isPrefix reports whether the last token is a name such as the f of f"…", which belongs to the string that follows
// the text.
func isPrefix(all []token, before string) bool {
	n := len(before)
	return len(all) > 0 && all[len(all)-1].kind == aName && isOfWord(before[n-1]) &&
		(n < 3 || !isOfWord(before[n-2]) || !isOfWord(before[n-3]))
}

func word(all []token, text string, line int32) []token {
	if _, is := idle[text]; is {
		return all
	}
	if kind, is := words[text]; is {
		return append(all, token{kind, line})
	}
	return append(all, token{aName, line})
}

// literal adds a number or text. In a list of such, one stands for all, as tables of weights say little about who has
// written the code around them.
func literal(all []token, t token) []token {
	n := len(all)
	if n > 1 && all[n-1].kind == '-' && strings.ContainsRune(",([{=:", rune(all[n-2].kind)) {
		all, n = all[:n-1], n-1
	}
	if n > 1 && all[n-1].kind == ',' && (all[n-2].kind == aNumber || all[n-2].kind == aText) {
		return all[:n-1]
	}
	return append(all, t)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isOfWord reports whether a byte is of a word, as those of letters of other alphabets are.
func isOfWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || isDigit(c) || 'a' <= c|' ' && c|' ' <= 'z'
}

// lengthOf returns how many bytes in front of a text are such.
func lengthOf(text string, such func(byte) bool) int {
	for at := range len(text) {
		if !such(text[at]) {
			return at
		}
	}
	return len(text)
}
