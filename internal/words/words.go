// Package words has the turns of phrase that messages share.
package words

import "fmt"

// Count returns a number of things: "1 round", "2 rounds".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
