// Package late has values that are made when they are first needed. The arena starts its own executable again for each
// of its bots and each worker, and every start makes all that packages make in their initialisation.
package late

import (
	"regexp"
	"sync"
)

// Regexp compiles a regular expression when it is first used. It panics then if the expression is wrong.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
