package sdkgen

import (
	"strings"

	"github.com/botarena/arena/internal/base/late"
)

var (
	jsUnion    = late.Regexp(`^export type (\w+) = ("\w+".*);$`)
	jsClass    = late.Regexp(`^(?:export )?(?:interface|class) (\w+)`)
	jsGame     = late.Regexp(`^export const (\w+): (\w+) & \{$`)
	jsTyped    = late.Regexp(`^  (?:readonly )?(\w+)(\(.*\))?\??: (.+);$`)
	jsMethod   = late.Regexp(`^  (get )?([a-z]\w*)\((.*)\) \{$`)
	jsFunction = late.Regexp(`^export function (serve|param)\((.*)\) \{$`)
	jsReturns  = late.Regexp(`@returns \{(.*)\}`)
	jsParam    = late.Regexp(`@param \{([^{}]*(?:\{[^{}]*\}[^{}]*)?)\} (\w+)`)
	jsTag      = late.Regexp(`\s@(?:param|returns|type|template|hideconstructor).*`)
	jsTemplate = late.Regexp(`@template (\w+)`)
)

// wordsOfTypes takes the words of what describes a game for TypeScript.
func wordsOfTypes(text string, _ sourceOfWords) (words []Completion) {
	var m member
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if union := jsUnion().FindStringSubmatch(line); union != nil {
			words = append(words, quotedWords(union[1], union[2])...)
		}
		if game := jsGame().FindStringSubmatch(line); game != nil {
			words = append(words, Completion{Label: game[1], Detail: game[2], Info: firstSentence(m.doc)})
			m = member{class: game[2]}
			continue
		}
		if class, ok := m.begins(line); ok {
			words = append(words, class)
			continue
		}
		if m.comment(line) {
			continue
		}
		if typed := jsTyped().FindStringSubmatch(line); typed != nil && m.class != "" {
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

// begins takes a line that begins a class, and returns the class as a word.
func (m *member) begins(line string) (word Completion, ok bool) {
	class := jsClass().FindStringSubmatch(line)
	if class == nil {
		return Completion{}, false
	}
	word = Completion{Label: class[1], Detail: aClass, Info: withoutTags(m.doc)}
	*m = member{class: class[1]}
	return word, true
}

// comment takes a line of a comment.
func (m *member) comment(line string) bool {
	inside := strings.TrimSpace(line)
	if !strings.HasPrefix(inside, "/**") && !strings.HasPrefix(inside, "*") {
		return false
	}
	m.doc += " " + strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(inside, "/* "), "*/"))
	return true
}

func withoutTags(doc string) string { return flat(jsTag().ReplaceAllString(doc, "")) }

// wordsOfJavaScript takes the words of a module.
func wordsOfJavaScript(text string, source sourceOfWords) (words []Completion) {
	var m member
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if class, ok := m.begins(line); ok {
			if source.has(class.Label) && class.Label != "Board" {
				words = append(words, class)
			}
			continue
		}
		if m.comment(line) {
			continue
		}
		words = append(words, m.declared(line, source)...)
		m.doc = ""
	}
	return words
}

// declared takes a line that begins a method or a function with a comment.
func (m *member) declared(line string, source sourceOfWords) []Completion {
	method := jsMethod().FindStringSubmatch(line)
	if function := jsFunction().FindStringSubmatch(line); function != nil {
		method = []string{"", "", function[1], function[2]}
	} else if method == nil || !source.has(m.class) {
		return nil
	}
	doc := withoutTags(m.doc)
	if doc == "" {
		return nil
	}
	returns := "void"
	if found := jsReturns().FindStringSubmatch(m.doc); found != nil {
		returns = found[1]
	}
	one := member{m.class, method[2], returns, doc}
	if method[1] == "" {
		one.detail = m.generic() + "(" + m.params(method[3]) + "): " + returns
	}
	if !source.has(m.class) {
		one.class = ""
	}
	return []Completion{one.word()}
}

// params returns parameters with their types, as the comment has them.
func (m *member) params(list string) string {
	types := map[string]string{}
	for _, found := range jsParam().FindAllStringSubmatch(m.doc, -1) {
		types[found[2]] = strings.ReplaceAll(found[1], "Place", "number | [row, col]")
	}
	names := strings.Split(list, ", ")
	for i, name := range names {
		plain, isRest := strings.CutPrefix(name, "...")
		known := types[plain]
		if known == "" {
			continue
		}
		if isRest {
			known = strings.TrimPrefix(known, "...") + "[]"
		}
		names[i] += ": " + known
	}
	return strings.Join(names, ", ")
}

// generic returns the parameters of the type of a function, if it has some.
func (m *member) generic() string {
	if found := jsTemplate().FindStringSubmatch(m.doc); found != nil {
		return "<" + found[1] + ">"
	}
	return ""
}
