package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/engine"

	"github.com/botarena/arena/internal/cli/shell"
)

// group is what arena --help lists together, with the most used command first.
type group struct {
	title    string
	commands []string
}

var groups = []group{
	{"Play", []string{"play", "view", "talk", "replay", "verify", "games", "board"}},
	{"Write", []string{"new", "dev", "check", "lines", "rerun", "branch", "transcript", "profile"}},
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

// helpWidth is how wide a line of help may be.
const helpWidth = 100

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
	for _, g := range groups {
		listed(g.title, g.of(all))
	}
}

// of returns the commands of a group.
func (g group) of(all []*cobra.Command) (commands []*cobra.Command) {
	for _, name := range g.commands {
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
	fmt.Fprintf(to, "\nFlags:\n%s", usual.FlagUsagesWrapped(helpWidth))
	if limits.HasAvailableFlags() {
		fmt.Fprintf(to, "\nLimits of bots:\n%s", limits.FlagUsagesWrapped(helpWidth))
	}
}

// firstSteps is what somebody reads who types arena alone: what to type next, in the order in which it is needed.
func firstSteps(games engine.Games) string {
	return fitted(games).Replace(`arena plays matches of programming-game bots. What next?

  arena play orkisland demo demo null null          play a match
  arena play orkisland demo demo null null --view   watch one in the browser
  arena new mine                                    begin a bot of your own
  arena compare orkisland demo mine                 is yours better than demo?
  arena --help                                      all commands
`)
}
