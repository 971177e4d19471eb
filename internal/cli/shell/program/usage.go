package program

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/cli/shell"
)

// Group is what arena --help lists together, with the most used command first.
type Group struct {
	Title    string
	Commands []string
}

// Groups are those of the arena.
var Groups = []Group{
	{"Play", []string{"play", "view", "talk", "replay", "verify", "games", "board"}},
	{"Write", []string{"new", "new-game", "dev", "check", "lines", "rerun", "branch", "transcript", "profile"}},
	{"Compare", []string{"compare", "series", "tune", "results"}},
	{"Share", []string{"bot", "league", "worker", "export", "site"}},
	{"Machine", []string{"doctor", "bench", "version", "completion", "help"}},
}

// alsoTyped has the commands that people mean who do not know their names yet.
var alsoTyped = map[string]string{
	"run": "play", "start": "play", "match": "play", "fight": "play", "watch": "view", "open": "view", "show": "view",
	"init": "new", "create": "new", "test": "check", "lint": "check", "diff": "compare", "versus": "compare",
	"vs": "compare", "save": "export", "list": "bot list", "ls": "bot list", "sandbox": "doctor",
}

// HelpWidth is how wide a line of help may be.
const HelpWidth = 100

// Dress gives a root command the help, the usage and the errors that all commands have.
func Dress(root *cobra.Command, s *shell.Shell) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = shell.ArenaVersion() // adds the flag
	root.SetVersionTemplate(s.Versions())
	root.InitDefaultVersionFlag() // so that help lists it
	root.SetHelpCommand(newHelp(root))
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetUsageFunc(usage)
	root.SetFlagErrorFunc(shell.FlagError)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		shell.Group(completion) // cobra's own shows its help for a shell that it has nothing for
	}
	fitExamples(root, s.Games)
	shell.Strict(root)
}

// usage prints how a command is typed. The flags that somebody seldom needs come last.
func usage(c *cobra.Command) error {
	to := c.OutOrStderr()
	fmt.Fprint(to, "Usage:\n")
	if !c.HasAvailableSubCommands() || strings.Contains(c.Use, " ") ||
		c.LocalFlags().HasAvailableFlags() && c.HasParent() {
		fmt.Fprintf(to, "  %s\n", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(to, "  %s COMMAND\n", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(to, "\nExamples:\n%s\n", c.Example)
	}
	printCommands(to, c)
	printFlags(to, c)
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(to, "\n%s COMMAND --help says more about a command.\n", c.CommandPath())
	}
	return nil
}

// printCommands lists the commands of a command, and those of the arena in groups.
func printCommands(to io.Writer, c *cobra.Command) {
	listed := func(title string, commands []*cobra.Command) {
		if len(commands) == 0 {
			return
		}
		fmt.Fprintf(to, "\n%s:\n", title)
		for _, sub := range commands {
			fmt.Fprintf(to, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	all := slices.DeleteFunc(slices.Clone(c.Commands()), func(sub *cobra.Command) bool { return sub.Hidden })
	if c.HasParent() {
		listed("Commands", all)
		return
	}
	for _, g := range Groups {
		listed(g.Title, g.of(all))
	}
}

// of returns the commands of a group.
func (g Group) of(all []*cobra.Command) (commands []*cobra.Command) {
	for _, name := range g.Commands {
		if i := slices.IndexFunc(all, func(c *cobra.Command) bool { return c.Name() == name }); i >= 0 {
			commands = append(commands, all[i])
		}
	}
	return commands
}

func printFlags(to io.Writer, c *cobra.Command) {
	usual, limits := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if shell.IsLimit(f) {
			limits.AddFlag(f)
		} else {
			usual.AddFlag(f)
		}
	})
	fmt.Fprintf(to, "\nFlags:\n%s", usual.FlagUsagesWrapped(HelpWidth))
	if limits.HasAvailableFlags() {
		fmt.Fprintf(to, "\nLimits of bots:\n%s", limits.FlagUsagesWrapped(HelpWidth))
	}
}
