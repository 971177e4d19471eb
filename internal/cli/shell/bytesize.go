package shell

import (
	"math"
	"strconv"
	"strings"
)

// byteSize is a number of bytes that is typed with its unit, as the value of a flag.
type byteSize int64

// leastMemory is less than any bot needs.
const leastMemory = 16 << 20

// sizeUnits are what may follow a number, the usual ones first. As for Go's own limit of
// memory and for Docker, all are powers of two.
var sizeUnits = []struct {
	name  string
	bytes int64
}{
	{"GB", 1 << 30},
	{"MB", 1 << 20},
	{"KB", 1 << 10},
	{"GiB", 1 << 30},
	{"MiB", 1 << 20},
	{"KiB", 1 << 10},
	{"G", 1 << 30},
	{"M", 1 << 20},
	{"K", 1 << 10},
	{"B", 1},
	{"", 1},
}

// String returns the size in the largest unit in which it is a whole number.
func (b *byteSize) String() string {
	for _, unit := range sizeUnits[:3] {
		if *b != 0 && int64(*b)%unit.bytes == 0 {
			return strconv.FormatInt(int64(*b)/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set reads a size.
func (b *byteSize) Set(text string) error {
	digits := strings.TrimRight(strings.TrimSpace(text), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	typed := strings.TrimSpace(strings.TrimSpace(text)[len(digits):])
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	for _, unit := range sizeUnits {
		if err == nil && strings.EqualFold(unit.name, typed) && n >= 0 && n <= math.MaxInt64/unit.bytes {
			*b = byteSize(n * unit.bytes)
			return nil
		}
	}
	return WrongValue("not a size such as 256MB or 2GB")
}

// Type names the kind of value for the parser of flags.
func (*byteSize) Type() string { return "size" }
