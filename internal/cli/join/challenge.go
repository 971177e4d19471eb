package join

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"

	"github.com/botarena/arena/internal/cli/shell"
)

func newChallenge(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "challenge LINK BOT...",
		Short: "Have bots of a league play ten matches that count for no table",
		Long: `Have bots of a league play ten matches, each with another seed, which count for no table and no
grade: as many bots as a match has seats, by their names. The link is the one of your own that
the organiser sent you, a file with it, or - to paste it. The page whose address is printed has
the result, and the matches to watch.

The league plays challenges beside its own matches, one after the other. You may have one at a
time, and five within 24 hours. It takes none while its table stands still, nor after its
deadline.`,
		Example: `  arena league challenge 'https://course.school.edu/#submit=…' zorg yeti dummy demo`,
		Args:    shell.WantArgs(2, -1),
		RunE: func(c *cobra.Command, args []string) error {
			return challenge(c.Context(), s, c, args[0], args[1:])
		},
	}
}

func challenge(ctx context.Context, s *shell.Shell, c *cobra.Command, link string, bots []string) error {
	page, err := readLink(s, link, c.InOrStdin())
	if err != nil {
		return err
	}
	address, err := page.Challenge(ctx, bots)
	if err != nil {
		return err
	}
	safe.Fprintf(s.Out, "the result will be at %s\n", address)
	return nil
}
