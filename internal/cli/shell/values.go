package shell

import (
	"crypto/rand"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// seedFlag is a seed. If none is given, draw draws one.
type seedFlag struct {
	Value uint64
	Given bool
}

var _ pflag.Value = (*seedFlag)(nil)

func (*seedFlag) Type() string { return "seed" }

func (f *seedFlag) String() string {
	if !f.Given {
		return ""
	}
	return strconv.FormatUint(f.Value, 10)
}

func (f *seedFlag) Set(text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return WrongValue(fmt.Sprintf("not a whole number from 0 to %d", uint64(math.MaxUint64)))
	}
	f.Value, f.Given = value, true
	return nil
}

// drawnBelow keeps drawn seeds short enough to read out.
const drawnBelow = 1_000_000_000_000

func (f *seedFlag) Draw() error {
	if f.Given {
		return nil
	}
	n, err := rand.Int(rand.Reader, big.NewInt(drawnBelow))
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	f.Value, f.Given = n.Uint64(), true
	return nil
}

// TimeFormat writes when something was, for people.
const TimeFormat = "2006-01-02 15:04"

// RegisterNumber adds a flag for a number that nobody need give. The variable is -1 without it, which no help shows.
func RegisterNumber(c *cobra.Command, to *int, name, usage string) {
	*to = -1
	c.Flags().Var((*number)(to), name, usage)
}

type number int

func (*number) Type() string { return "int" }

func (n *number) String() string {
	if *n < 0 {
		return ""
	}
	return strconv.Itoa(int(*n))
}

func (n *number) Set(text string) error {
	value, err := strconv.ParseInt(text, 10, 32)
	*n = number(value)
	return err
}

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

// Enum is what a flag takes that has one of several values: its help, its completion and its error are made of
// the one list.
type Enum[T ~string] struct {
	Values []T
	Notes  map[T]string // what help says of a value; most explain themselves
}

// Register adds a flag. The variable has its default. A %s in the usage is the list.
func (e Enum[T]) Register(c *cobra.Command, to *T, name, usage string) {
	c.Flags().Var(&enumFlag[T]{to, e.Values}, name, strings.Replace(usage, "%s", e.help(), 1))
	Must(c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(texts(e.Values), cobra.ShellCompDirectiveNoFileComp)))
}

func (e Enum[T]) help() string {
	all := texts(e.Values)
	for i, value := range e.Values {
		if note := e.Notes[value]; note != "" {
			all[i] += " (" + note + ")"
		}
	}
	return listed(all, "or")
}

// enumFlag is the value of such a flag.
type enumFlag[T ~string] struct {
	value  *T
	values []T
}

func (f *enumFlag[T]) String() string {
	if f.value == nil { // as the parser of flags makes it, to compare with an empty one
		return ""
	}
	return string(*f.value)
}

// Type is shown where the usage has no name for the value.
func (*enumFlag[T]) Type() string { return "value" }

func (f *enumFlag[T]) Set(text string) error {
	for _, value := range f.values {
		if string(value) == text {
			*f.value = value
			return nil
		}
	}
	return notOneOf(texts(f.values))
}

// notOneOf says that a value is not in a list.
func notOneOf(values []string) WrongValue {
	if len(values) < 4 {
		return WrongValue("neither " + listed(values, "nor"))
	}
	return WrongValue("not one of " + listed(values, "and"))
}

// WrongValue is why a flag does not take a value, in words that follow "is".
type WrongValue string

func (w WrongValue) Error() string { return string(w) }

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, value := range values {
		all[i] = string(value)
	}
	return all
}

// listed returns a list as one says it: "a, b and c".
func listed(all []string, last string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	n := len(all) - 1
	return fmt.Sprintf("%s %s %s", strings.Join(all[:n], ", "), last, all[n])
}
