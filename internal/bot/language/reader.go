package language

import (
	"regexp"
	"slices"
	"strings"
)

// Reader is a program that reads bots, such as an interpreter.
type Reader struct {
	Program string                   // its name in PATH
	Chosen  func(file string) string // the same, by what a file says; nil: it is always Program
	Args    []string                 // what comes before the bot
	ByHand  string                   // what people type before the bot
	Windows [][]string               // commands to try in turn on Windows; nil: Program

	Environment *Environment // nil: there is none beside bots
	Asked       *Question    // nil: only Program itself is called so

	// Lend returns how it finds the SDK for a bot that has none beside it, in the folder of the language, with what the
	// environment has for that; nil: bots have it, or find it by [Language.Environment].
	Lend func(sdk string) (args, environment []string)

	// Profiled reports whether the profiler of the language is for a program of a name; nil: it is for none.
	Profiled func(program string) bool

	// Unbuffered is the one of Args that sends prints at once, Flushed how a bot does that itself.
	Unbuffered, Flushed string
}

// Environment is a folder beside a bot with a reader of its own and what the bot imports.
type Environment struct {
	Folder  string
	Program func() string // the reader, in the folder, on this system
	Make    string        // the command that makes it, without its last word, which is the folder
}

// Question is what a program is asked to learn where the program is for which it stands.
type Question struct {
	Names  func() *regexp.Regexp // those of programs that understand it
	Args   []string
	Answer func(said string) string // finds the path in what it said, or ""
}

// For returns the name of the program that reads a file.
func (r *Reader) For(file string) string {
	if r.Chosen != nil {
		return r.Chosen(file)
	}
	return r.Program
}

// Unbuffered returns the language of a bot that was started with what has the things that it prints sent at once, and
// which of its arguments that is.
func Unbuffered(args []string) (l *Language, at int) {
	l = find(func(l *Language) bool {
		return l.Reader != nil && l.Reader.Unbuffered != "" && slices.Contains(args, l.Reader.Unbuffered)
	})
	if l != nil {
		at = slices.Index(args, l.Reader.Unbuffered)
	}
	return l, at
}

// theLine takes all that was said for a path.
func theLine(said string) string { return strings.TrimSpace(said) }

// Questions returns those of all languages.
func Questions() (asked []*Question) {
	for _, l := range all {
		if l.Reader != nil && l.Reader.Asked != nil {
			asked = append(asked, l.Reader.Asked)
		}
	}
	return asked
}
