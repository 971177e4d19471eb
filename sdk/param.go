package sdk

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// paramsVariable is how the arena tells a bot the values of its parameters, as in
// "spread=3 fear=0.5".
const paramsVariable = "ARENA_PARAMS"

// Param returns the value of a parameter of the bot, which arena tune can search for. It is
// declared with its range in params.json, in the bot's folder; docs/better.md shows how. The
// arena gives it the default of that file, or another value from its range. Where there is
// neither arena nor file, as in a test, it is the second argument:
//
//	var spread = sdk.Param("spread", 3)   // an int
//	var fear   = sdk.Param("fear", 0.5)   // a float64
//
// Param panics if it is asked for an int, and the value is not a whole number.
func Param[T int | float64](name string, otherwise T) T {
	text, given := paramIn(os.Getenv(paramsVariable), name)
	if !given {
		return otherwise
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || float64(T(value)) != value {
		panic(
			fmt.Sprintf(`sdk: parameter %s has the value %s, which is no %T: declare it with "integer": true in params.json`,
				name, text, otherwise))
	}
	return T(value)
}

// paramIn returns the text of a value in a list of name=value.
func paramIn(list, name string) (string, bool) {
	for word := range strings.FieldsSeq(list) {
		if text, found := strings.CutPrefix(word, name+"="); found {
			return text, true
		}
	}
	return "", false
}
