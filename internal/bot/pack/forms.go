package pack

import "strings"

const (
	digits  = "0123456789"
	small   = "abcdefghijklmnopqrstuvwxyz"
	capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// form is what a text has to look like: its first character, those that follow, and how many there are at most. It
// does what a regular expression would, whose package would be a hundred kilobytes of the arena in a browser.
type form struct {
	first, rest string
	most        int // 0: however many
}

// fits reports whether a text has the form. One without a character never does.
func (f form) fits(text string) bool {
	return text != "" && (f.most == 0 || len(text) <= f.most) && strings.IndexByte(f.first, text[0]) >= 0 &&
		strings.Trim(text[1:], f.rest) == ""
}
