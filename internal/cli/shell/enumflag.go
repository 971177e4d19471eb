package shell

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

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
