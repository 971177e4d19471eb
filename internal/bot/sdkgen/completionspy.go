package sdkgen

import (
	"strings"

	"github.com/botarena/arena/internal/base/late"
)

var (
	pyLiteral  = late.Regexp(`(?m)^    (\w+) = Literal\[(.*)\]$`)
	pyClass    = late.Regexp(`(?m)^class (\w+).*:\n(?:    """((?s:.*?))""")?`)
	pyMember   = late.Regexp(`(?m)^(    @\w+\n)?    def ([a-z]\w*)\(self(?:, )?(.*)\) -> (.*):\n        """((?s:.*?))"""`)
	pyFunction = late.Regexp(`(?m)^def (serve|param)\((.*)\) -> (.*):\n    """((?s:.*?))"""`)
	pyMade     = late.Regexp(`(?m)^    def __init__\(self, (.*)\) -> None:$`)
	pyField    = late.Regexp(`(\w+): ((?:[^,\[]|\[[^\]]*\])+)`)
	pyDoc      = late.Regexp(`\A(?:#.*\n)*"""((?s:.*?))"""`)
)

// wordsOfPython takes the words of a module.
func wordsOfPython(text string, source sourceOfWords) (words []Completion) {
	if doc := pyDoc().FindStringSubmatch(text); doc != nil && source.own {
		words = append(words, Completion{Label: source.module, Detail: aModule, Info: firstParagraph(doc[1])})
	} else if doc != nil && source.name == "__init__.py" {
		words = append(words, Completion{Label: "arena", Detail: aModule, Info: firstParagraph(doc[1])})
	}
	for _, literal := range pyLiteral().FindAllStringSubmatch(text, -1) {
		words = append(words, quotedWords(literal[1], literal[2])...)
		if all := strings.ToUpper(literal[1]) + "S"; strings.Contains(text, "\n"+all+" = (") {
			words = append(words, Completion{all, source.module, "tuple[" + literal[1] + ", ...]", ""})
		}
	}
	for _, f := range pyFunction().FindAllStringSubmatch(text, -1) {
		words = append(words, member{source.module, f[1], "(" + f[2] + ") -> " + f[3], f[4]}.word())
	}
	begins := pyClass().FindAllStringSubmatchIndex(text, -1)
	for i, at := range begins {
		name, body, doc := text[at[2]:at[3]], text[at[0]:], ""
		if i+1 < len(begins) {
			body = text[at[0]:begins[i+1][0]]
		}
		if at[4] >= 0 {
			doc = text[at[4]:at[5]]
		}
		if !source.has(name) {
			continue
		}
		if source.module != "" {
			words = append(words, Completion{name, source.module, aClass, firstParagraph(doc)})
		}
		if name != "Bot" {
			words = append(words, wordsOfClass(name, body)...)
		}
	}
	return words
}

func wordsOfClass(class, body string) (words []Completion) {
	if made := pyMade().FindStringSubmatch(body); made != nil && fieldsAreTold(class) {
		for _, field := range pyField().FindAllStringSubmatch(made[1], -1) {
			words = append(words, member{class, field[1], field[2], docOfField(body, field[1])}.word())
		}
	}
	for _, found := range pyMember().FindAllStringSubmatch(body, -1) {
		m := member{class, found[2], found[4], found[5]}
		if found[1] == "" {
			m.detail = "(" + found[3] + ") -> " + found[4]
		}
		words = append(words, m.word())
	}
	return words
}

// fieldsAreTold reports whether what a class is made of are its fields.
func fieldsAreTold(class string) bool {
	switch class {
	case "State", "Board", "Ways", "Rand":
		return false
	}
	return true
}

// docOfField returns what the comment of a class says of one of its fields, or what stands below it.
func docOfField(body, name string) string {
	if _, doc, found := strings.Cut(body, "self."+name+" = "+name+"\n        \"\"\""); found {
		doc, _, _ = strings.Cut(doc, `"""`)
		return doc
	}
	_, doc, found := strings.Cut(body, "\n    "+name+": ")
	if !found {
		return ""
	}
	doc, _, _ = strings.Cut(doc, "\n\n")
	doc, _, _ = strings.Cut(doc, `"""`)
	// The next field begins on a line of its own.
	if next := pyNextField().FindStringIndex(doc); next != nil {
		doc = doc[:next[0]]
	}
	return doc
}

var pyNextField = late.Regexp(`\n    [a-z_]+: `)
