package safe

import (
	"fmt"
	"strings"
)

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
