package sdkgen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/botarena/arena/internal/base/late"
)

var pythonSDK = sdk{
	write: python, own: []string{"py"}, safe: pythonSafe,
	sources: []sourceOfWords{
		{name: "GAME.py", own: true, module: "game", words: wordsOfPython},
		{name: "_state.py", classes: []string{"State", "Board"}, words: wordsOfPython},
		{name: "_ways.py", need: "Ways", module: "game", classes: []string{"Ways"}, words: wordsOfPython},
		{name: "_match.py", module: "arena", classes: []string{"Budget"}, words: wordsOfPython},
		{name: "_rand.py", module: "arena", classes: []string{"Rand"}, words: wordsOfPython},
		{name: "_talk.py", module: "arena", classes: []string{}, words: wordsOfPython},
		{name: "__init__.py", module: "", classes: []string{}, words: wordsOfPython},
	},
	noStep: " | None",
}

// python returns the module of a game.
func python(g *Game) (map[string]string, error) {
	text, err := fill("game.py.tmpl", newView(g, pythonTypes, pythonSafe), pythonFuncs)
	return map[string]string{"arena/" + g.Name + ".py": withoutUnused(tuple().ReplaceAllStringFunc(text, tidy))}, err
}

// tuple finds what the template writes with a comma after each item, and imports a line with
// names from a module.
var (
	tuple   = late.Regexp(`\(([^()]*), \)`)
	imports = late.Regexp(`(?m)^( *from \S+ import )(.*)\n`)
)

// withoutUnused leaves out the names that a module does not need.
func withoutUnused(text string) string {
	code := imports().ReplaceAllString(text, "")
	return imports().ReplaceAllStringFunc(text, func(line string) string {
		found := imports().FindStringSubmatch(line)
		names := slices.DeleteFunc(strings.Split(found[2], ", "), func(name string) bool {
			called := name[strings.LastIndex(name, " ")+1:]
			return called != "annotations" && !regexp.MustCompile(`\b`+called+`\b`).MatchString(code)
		})
		if len(names) == 0 {
			return ""
		}
		return found[1] + strings.Join(names, ", ") + "\n"
	})
}

// tidy leaves out the last comma of a tuple, unless it has one item only.
func tidy(tuple string) string {
	items := strings.TrimSuffix(tuple, ", )")
	if strings.Contains(items, ", ") {
		return items + ")"
	}
	return items + ",)"
}

var pythonTypes = types{Number: "int", Numbers: "list[int]", Word: "str", Words: "list[str]", kindOfUnit: "Kind"}

var pythonSafe = keywords(
	"and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
	"finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
	"return", "try", "while", "with", "yield", "None", "True", "False",
)

var pythonFuncs = template.FuncMap{
	"py": func(f Field) string { return pythonTypes.of(f.Kind, f.Wide) },
	"pydecode": func(f Field) string {
		return map[FieldKind]string{
			Number: "int", Numbers: "numbers", Letters: "str", Word: "str",
			Words: "str.split",
		}[f.Kind]
	},
	"pydoc": func(doc, indent string) string {
		if doc == "" {
			return ""
		}
		return indent + `"""` + strings.TrimPrefix(wrap(strings.ReplaceAll(doc, `"`, "'"), indent), indent) + `"""`
	},
	"pytuple": func(words []string) string { return tidy(`("` + strings.Join(words, `", "`) + `", )`) },
	"pycosts": func(costs []cost) string {
		var list []string
		for _, c := range costs {
			list = append(list, lettersOf(c, func(letter string) string {
				return fmt.Sprintf("%q: %s", letter, costOf(c, pythonNumber))
			})...)
		}
		return strings.Join(list, ", ")
	},
	"pykinds": func(blocks []block) string {
		var list []string
		for _, group := range grouped(blocks) {
			var parts []string
			for _, b := range group {
				parts = append(parts, fmt.Sprintf("(%q, %s)", b.Kind, pythonNumber(b.Setting)))
			}
			list = append(list, fmt.Sprintf("(%s, [%s])", pythonNumber(group[0].Each), strings.Join(parts, ", ")))
		}
		return "[" + strings.Join(list, ", ") + "]"
	},
}

func pythonNumber(setting string) string {
	if setting == "" {
		return "1"
	}
	return "self." + setting
}

// grouped returns the blocks that are repeated together.
func grouped(blocks []block) (groups [][]block) {
	for i, b := range blocks {
		if i > 0 && b.Each != "" && blocks[i-1].Each == b.Each {
			groups[len(groups)-1] = append(groups[len(groups)-1], b)
		} else {
			groups = append(groups, []block{b})
		}
	}
	return groups
}
