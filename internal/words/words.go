// Package words holds phrases that several messages use.
package words

import "fmt"

// Count returns a number of things: "1 round", "2 rounds".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
