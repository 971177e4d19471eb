package shell

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/executable"
)

// WantArgs checks the number of arguments of a command; a negative most means no
// limit. None may be empty, as a variable of a script is that was never set.
func WantArgs(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		help := c.CommandPath() + " --help"
		switch {
		case len(args) < least:
			return Misused(help, "%s: too few arguments; usage: %s", c.CommandPath(), c.UseLine())
		case most >= 0 && len(args) > most:
			return Misused(help, "%s: one argument too many; usage: %s", args[most], c.UseLine())
		}
		if i := slices.Index(args, ""); i >= 0 {
			example, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n")
			return Misused(example, "%s: is empty", argument(c, i))
		}
		return nil
	}
}

// Group makes a command a group of others, which does nothing itself but to show its help.
func Group(c *cobra.Command) {
	c.Args = WantArgs(0, -1)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		return NoSuchCommand(c, args[0])
	}
}

// NoSuchCommand says that a group of commands has none of a name, and which one may be meant.
func NoSuchCommand(group *cobra.Command, typed string) error {
	path, of := group.CommandPath(), ""
	if group.HasParent() {
		of = " of " + path
	}
	fix := path + " --help"
	group.SuggestionsMinimumDistance = 2 // letters
	if similar := group.SuggestionsFor(typed); len(similar) > 0 {
		fix = path + " " + similar[0]
	}
	return Misused(fix, "%s: no such command%s", typed, of)
}

// argument returns what the usage of a command calls one of its arguments.
func argument(c *cobra.Command, number int) string {
	names := strings.Fields(c.Use)
	return strings.Trim(names[min(number+1, len(names)-1)], "[].")
}

// repeatable marks flags that may be given several times though they are of a type of ours.
const repeatable = "repeatable"

// Strict makes a command, and those below it, refuse a flag that is given twice, of which only the last value would
// count, and one that is given no text.
func Strict(c *cobra.Command) {
	for _, sub := range c.Commands() {
		Strict(sub)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		_, list := f.Value.(pflag.SliceValue)
		if _, marked := f.Annotations[repeatable]; !list && !marked && f.Value.Type() != "bool" {
			f.Value = &once{Value: f.Value}
		}
	})
}

// once is the value of a flag that is given once. The same one again changes nothing, and completion reads flags twice.
type once struct {
	pflag.Value
	given *string
}

func (o *once) Set(text string) error {
	switch {
	case o.given != nil && *o.given != text:
		return WrongValue(safe.Sprintf("a second value: it is given twice, and was %q", *o.given))
	case text == "" && o.Type() == "string":
		return errNoText
	}
	o.given = &text
	return o.Value.Set(text)
}

var errNoText = errors.New("no text")

// FindGame finds the game that the user named.
func (s *Shell) FindGame(name string) (engine.Game, error) {
	game, err := s.Games.Find(safe.Name(name))
	if err != nil {
		return nil, Misused(s.gameMeant(name), "%w", err)
	}
	return game, nil
}

// gameMeant is what to type for a game that there is not.
func (s *Shell) gameMeant(typed string) string {
	if first, _, _ := strings.Cut(typed, ","); slices.ContainsFunc(Linked, func(l executable.Linked) bool {
		return l.Name == first
	}) {
		return "the game comes first: arena play " + ExampleGame + " demo demo null null"
	}
	games := &cobra.Command{SuggestionsMinimumDistance: 2} // it knows similar words
	for _, name := range s.Games.Names() {
		games.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if similar := games.SuggestionsFor(strings.NewReplacer("-", "", "_", "", " ", "").Replace(typed)); len(similar) > 0 {
		return "is it " + similar[0] + "?"
	}
	return "arena games"
}

// WorkerArgs are the arguments that make the arena a worker.
var WorkerArgs = []string{"work"}

// ExampleGame is the game that the examples of all commands are written for.
const ExampleGame = "orkisland"

// Alone returns an error if more than one of some flags was given.
func Alone(changed func(flag string) bool, flags ...string) error {
	given := slices.DeleteFunc(flags, func(flag string) bool { return !changed(flag) })
	if len(given) > 1 {
		return Misused("leave out one of them", "--%s: contradicts --%s", given[0], given[1])
	}
	return nil
}
