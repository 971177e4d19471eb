package shell

import (
	"github.com/spf13/cobra"
)

// CompleteBotsUpTo completes bots and files as so many arguments at most.
func CompleteBotsUpTo(most int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return CompleteBots(c), cobra.ShellCompDirectiveDefault
	}
}

// CompleteFirst completes files or folders, as the directive says, as the only argument.
func CompleteFirst(directive cobra.ShellCompDirective) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, directive
	}
}

// CompleteGame completes the name of a game as the first argument. Further arguments
// are completed by then and as files; with a nil then they are not completed.
func (s *Shell) CompleteGame(then func(*cobra.Command) []string) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			var all []cobra.Completion
			for _, g := range s.Games {
				all = append(all, cobra.CompletionWithDesc(g.Info().Name, g.Info().Summary))
			}
			return all, cobra.ShellCompDirectiveNoFileComp
		}
		if then == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return then(c), cobra.ShellCompDirectiveDefault
	}
}

// CompleteSettings completes the names of the settings of the game that the first
// argument names.
func (s *Shell) CompleteSettings(_ *cobra.Command, args []string,
	_ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	game, err := s.Games.Find(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var all []cobra.Completion
	for _, s := range game.Default().Settings() {
		all = append(all, cobra.CompletionWithDesc(s.Name+"=", s.Doc))
	}
	return all, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
