package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes any text safe to be shown in one line. It removes control characters,
// with which a text could control a terminal, and whole colour sequences. Bytes that
// aren't UTF-8 become question marks. Tabs are kept.
func Printable(text string) string {
	if isPlain(text) {
		return text // most texts are printable
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

// colourLength returns the length of the colour sequence at the beginning of a text, or
// 0 if there is none. Such a sequence is ESC [ numbers m.
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
