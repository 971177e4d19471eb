package build

import (
	"errors"
	"fmt"
	"strings"
)

// SplitWords splits a command as a shell does: at spaces that are not within quotes.
// Nothing is expanded. What a shell would not take for a part of a word is an error, as
// no shell reads the command.
func SplitWords(line string) ([]string, error) {
	var list []string
	var word strings.Builder
	begun := false // there is a word, even if it is empty, as ''
	var quote rune // that the word is within; 0 for none
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ' || r == '\t':
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		case strings.ContainsRune("&|;<>`$", r):
			return nil,
				fmt.Errorf("no shell reads this, so %c has no meaning; quote it, or write a script and start that: sh script.sh", r)
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a %c is not closed", quote)
	}
	if escaped {
		return nil, errors.New(`nothing after \`)
	}
	if begun {
		list = append(list, word.String())
	}
	return list, nil
}
