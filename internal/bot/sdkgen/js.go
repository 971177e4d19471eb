package sdkgen

import (
	"fmt"
	"strings"
	"text/template"
)

var jsSDK = sdk{
	write: javaScript, own: []string{"mjs", "d.mts"},
	sources: []sourceOfWords{
		{name: "GAME.d.mts", own: true, words: wordsOfTypes},
		{name: "core-state.mjs", classes: []string{"State", "Board"}, words: wordsOfJavaScript},
		{name: "core-ways.mjs", need: "Ways", classes: []string{"Ways"}, words: wordsOfJavaScript},
		{name: "core-lines.mjs", classes: []string{"Rand"}, words: wordsOfJavaScript},
		{name: "node.mjs", classes: []string{}, words: wordsOfJavaScript},
	},
	// A State has these of a player's seat, and no text declares them.
	words: []Completion{
		{"me", "State", "number", "The player's own number, from 0."},
		{"names", "State", "string[]", "The names of all players."},
		{"seed", "State", "bigint", "The seed of the player's own random draws."},
	},
	noStep: " | null",
}

// javaScript returns the module of a game, and its types.
func javaScript(g *Game) (map[string]string, error) {
	files := map[string]string{}
	v := newView(g, jsTypes, asItIs)
	for _, ending := range []string{".mjs", ".d.mts"} {
		text, err := fill("game"+ending+".tmpl", v, jsFuncs)
		if err != nil {
			return nil, err
		}
		files["arena/"+g.Name+ending] = text
	}
	return files, nil
}

var jsTypes = types{
	Number: "number", Numbers: "readonly number[]", Word: "string", Words: "readonly string[]", kindOfUnit: "Kind",
}

// lowerCamel returns a name as JavaScript has it: "unitCells" for unit_cells.
func lowerCamel(name string) string {
	first, rest, _ := strings.Cut(name, "_")
	return first + camel(rest)
}

var jsFuncs = template.FuncMap{
	"camel":  lowerCamel,
	"plural": func(name string) string { return name + "s" },
	"js":     func(f Field) string { return jsTypes.of(f.Kind, f.Wide) },
	"jskind": func(f Field) string {
		return map[FieldKind]string{
			Number: "number", Numbers: "numbers", Letters: "letters", Word: "letters", Words: "words", Records: "records",
		}[f.Kind]
	},
	"jsdoc": func(doc, indent string) string {
		if len(indent)+len(doc)+7 <= lineLength {
			return indent + "/** " + doc + " */"
		}
		return indent + "/**\n" + wrap(doc, indent+" * ") + "\n" + indent + " */"
	},
	"jscolumns": func(t typeView) string {
		var list []string
		for _, a := range t.Attributes {
			switch {
			case a.Name == "id":
			case a.Column != "":
				list = append(list, fmt.Sprintf("%q", a.Column))
			case a.Name == "owner":
				list = append(list, `"owners_of_units"`)
			case a.Name == "kind":
				list = append(list, `"kinds_of_units"`)
			}
		}
		return strings.Join(list, ", ")
	},
	"jskinds": func(blocks []block) (list []string) {
		for _, group := range grouped(blocks) {
			var parts []string
			for _, b := range group {
				parts = append(parts, fmt.Sprintf("[%q, %q]", b.Kind, b.Setting))
			}
			list = append(list, fmt.Sprintf("[%q, [%s]]", group[0].Each, strings.Join(parts, ", ")))
		}
		return list
	},
}
