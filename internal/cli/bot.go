package cli

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bot/pack"
)

// newBot returns the commands about bots in packages.
func newBot(s *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "bot",
		Short: "Give bots to others, and take theirs",
		Long: `Give bots to others, and take theirs, as packages: one file for all systems, without
source unless the bot is a script. A package plays like any bot. The first time you are
asked whether you trust who signed it. A signature tells who made a bot, not whether it is
safe: bots in packages are confined like all others.`,
		Example: "  arena bot pack examples/demo\n  arena bot info demo.bot\n  arena play orkisland friend.bot demo demo null",
		Args:    wantArgs(0, 0),
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newBotPack(s), newBotInfo(s), newBotVerify(s), newBotAdd(s), newBotTrust(s), newBotKeys(s), newBotForget(s))
	return c
}

// completePackage completes the file of a package as the only argument.
func completePackage(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{pack.Ending[1:]}, cobra.ShellCompDirectiveFilterFileExt
}
