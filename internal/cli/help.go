package cli

import (
	"github.com/spf13/cobra"
)

// newHelp returns the command that prints the help of others. Unlike cobra's own, it
// fails if there is no such command.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Print the help of a command",
		Example: "  arena help play",
		RunE: func(_ *cobra.Command, args []string) error {
			about, unknown, err := root.Find(args)
			if err != nil || len(unknown) > 0 {
				return noSuchCommand(root, args[len(args)-max(1, len(unknown))])
			}
			about.InitDefaultHelpFlag() // so that it is listed, as with --help
			return about.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, unknown, err := root.Find(args)
			if err != nil || len(unknown) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var all []cobra.Completion
			for _, c := range about.Commands() {
				if c.IsAvailableCommand() {
					all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return all, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
