// Package bot has the commands about a bot as a program: finding, beginning, checking, packing, trusting and measuring
// it.
package bot

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewBot returns the commands about bots in packages.
func NewBot(s *shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "bot",
		Short: "Give bots to others, and take theirs",
		Long: `Give bots to others, and take theirs, as packages: one file for all systems, without
source unless the bot is a script. A package plays like any bot. The first time you are
asked whether you trust who signed it. A signature tells who made a bot, not whether it is
safe: bots in packages are confined like all others.`,
		Example: "  arena bot pack examples/demo\n  arena bot info demo.bot\n" +
			"  arena play orkisland friend.bot demo demo null",
	}
	shell.Group(c)
	c.AddCommand(newBotList(s), newBotPack(s), newBotInfo(s), newBotRebuild(s), newBotAdd(s), newBotTrust(s),
		newBotKeys(s), shell.RenamedCommand("verify", "bot", "rebuild"),
		shell.RenamedCommand("forget", "bot", "trust", "--remove"))
	return c
}
