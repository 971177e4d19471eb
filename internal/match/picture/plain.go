package picture

import (
	"strings"
	"unicode"
)

// longest is how many characters of a text are shown. Names and notes come from bots,
// which may be hostile.
const longest = 200

// plain returns a text of a bot with only characters that are safe in a line. It
// replaces control characters, odd spaces, and marks that change the direction of text
// or pile up.
func plain(text string) string {
	var b strings.Builder
	count := 0
	for _, r := range text {
		if count == longest {
			b.WriteRune('…')
			break
		}
		count++
		switch {
		case r == unicode.ReplacementChar:
			b.WriteByte('?')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.IsMark(r), !unicode.IsGraphic(r):
			b.WriteByte('?')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
