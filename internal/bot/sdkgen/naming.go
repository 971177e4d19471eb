package sdkgen

import "strings"

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
