package picture

import (
	"strings"
	"unicode"
)

// longest is how many characters of a text are shown. Names and notes come from
// bots, which may be hostile.
const longest = 200

// plain is a text of a bot without all that does not simply stand in a line:
// controls, marks that change the direction or pile up, odd spaces.
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
