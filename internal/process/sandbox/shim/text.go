package shim

import (
	"errors"
	"math"
)

// The packages strings and strconv would have the shim initialised after half of the
// others: of those that are ready, the one whose path comes first in the alphabet is
// initialised first. The few functions that it needs are here.

// cut splits a text at the first separator.
func cut(text string, separator byte) (before, after string) {
	for i := range len(text) {
		if text[i] == separator {
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

// folderOf returns a path without its last part and without the slash before that.
func folderOf(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return ""
}

func decimal(n int64) string {
	if n < 0 {
		return "-" + digits(-uint64(n))
	}
	return digits(uint64(n))
}

func digits(n uint64) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + string(rune('0'+n%10))
}

var errNoNumber = errors.New("not a number")

// parseDecimal reads what decimal returns.
func parseDecimal(text string) (int64, error) {
	rest, negative := text, false
	if text != "" && text[0] == '-' {
		rest, negative = text[1:], true
	}
	if rest == "" {
		return 0, errNoNumber
	}
	n := int64(0)
	for i := range len(rest) {
		digit := int64(rest[i]) - '0'
		if digit < 0 || digit > 9 || n < (math.MinInt64+digit)/10 {
			return 0, errNoNumber
		}
		n = n*10 - digit // negative numbers reach further
	}
	if negative {
		return n, nil
	}
	if n == math.MinInt64 {
		return 0, errNoNumber
	}
	return -n, nil
}
