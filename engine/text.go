package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns what of a text can be shown in one line, wherever it comes from.
// Control characters could do as they like with a terminal: they are left out, and
// so are whole sequences that colour a text. Bytes that aren't UTF-8 become a question
// mark. A tab stays.
func Printable(text string) string {
	if isPlain(text) {
		return text // most are
	}
	text = strings.ToValidUTF8(text, "?")
	var kept strings.Builder
	for len(text) > 0 {
		if n := colourLength(text); n > 0 {
			text = text[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(text)
		if r == '\t' || unicode.IsPrint(r) {
			kept.WriteString(text[:n])
		}
		text = text[n:]
	}
	return kept.String()
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// colourLength is the length of the sequence that a text begins with, 0 if it begins
// with none: ESC [ numbers m.
func colourLength(text string) int {
	rest, ok := strings.CutPrefix(text, "\x1b[")
	if !ok {
		return 0
	}
	if tail := strings.TrimLeft(rest, "0123456789;"); strings.HasPrefix(tail, "m") {
		return len(text) - len(tail) + 1
	}
	return 0
}
