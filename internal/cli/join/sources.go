package join

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
)

func newSources(s *shell.Shell) *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "sources INVITATION BOT",
		Short: "Get back the sources of your bot from a league",
		Long: `Write the sources of a bot that you have handed in by a link of your own into a zip file:
those of its newest version, if the league keeps sources (arena league serve --keep-sources).
Nobody else gets them but the organiser, by the link of arena league invite --organiser.
The invitation is as for arena league submit.`,
		Example: `  arena league sources links.txt zorg
  arena league sources 'https://course.school.edu/#submit=…' zorg -o old.zip`,
		Args: shell.WantArgs(2, 2),
		RunE: func(c *cobra.Command, args []string) error {
			page, err := readLink(s, args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			return getSources(c.Context(), s, page, args[1], out)
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "write `FILE` (default: the name of the bot, and .zip)")
	return c
}

func getSources(ctx context.Context, s *shell.Shell, page *submissions.Client, bot, out string) error {
	if out == "" {
		if out = bot + ".zip"; !fs.ValidPath(out) || filepath.Base(out) != out {
			return shell.Misused("-o FILE names it", "%s: no file can have this name", bot)
		}
	}
	archive, err := page.Sources(ctx, bot)
	if err != nil {
		return hint.Wrap(bot, err)
	}
	if _, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive))); err != nil {
		return hint.New(bot, "its sources did not come whole", "try it again")
	}
	if _, err := files.New(out, 0o644, bytes.NewReader(archive)); err != nil {
		return shell.FileError(out, err)
	}
	fmt.Fprintln(s.Out, safe.Sprintf("%s: the sources of %s", out, bot))
	return nil
}
