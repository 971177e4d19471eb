// Package safe prints text from outside so that it can't disturb a message, and has phrases that several
// messages use.
package safe

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/botarena/arena/engine"
)

// Plain returns text without the characters that control a terminal, except for
// newlines and tabs. Lines are kept; each is as [engine.Printable] leaves it.
func Plain(text []byte) []byte {
	if !bytes.ContainsFunc(text, controls) {
		return text // most texts
	}
	var plain []byte
	for line := range bytes.Lines(text) {
		line, newline := bytes.CutSuffix(line, []byte("\n"))
		plain = append(plain, engine.Printable(string(line))...)
		if newline {
			plain = append(plain, '\n')
		}
	}
	return plain
}

func controls(r rune) bool {
	return r != '\n' && r != '\t' && !unicode.IsPrint(r) || r == utf8.RuneError
}

// Name returns the name of a file, or anything else that was typed, for a message. A
// name that would disturb the message is quoted, as Go quotes it.
func Name(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r == '\n' || r == '\t' || controls(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Shell joins words to a command line that a shell splits into the same words.
func Shell(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		switch {
		case Name(w) != w:
			quoted[i] = ansiQuoted(w)
		case w == "" || strings.ContainsFunc(w, needsQuotes):
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		default:
			quoted[i] = w
		}
	}
	return strings.Join(quoted, " ")
}

func needsQuotes(r rune) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%^\\"
	return r < utf8.RuneSelf && !strings.ContainsRune(plain, r)
}

// ansiQuoted quotes a word with $'...', the only way to type a control character that
// most shells know.
func ansiQuoted(word string) string {
	var quoted strings.Builder
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			quoted.WriteByte('\\')
			quoted.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&quoted, `\%03o`, c)
		default:
			quoted.WriteByte(c)
		}
	}
	return "$'" + quoted.String() + "'"
}

// Count returns a number of things: "1 round", "2 rounds".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "ch") || strings.HasSuffix(thing, "ss") { // as a match, a process
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// IsPlainName reports whether a name from a file is one of something in a folder, and no path.
func IsPlainName(name string) bool {
	return name != "" && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, "/\\:")
}
