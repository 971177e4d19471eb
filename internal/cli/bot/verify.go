package bot

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack/botfile"

	"github.com/botarena/arena/internal/cli/shell"
)

func newBotRebuild(s *shell.Shell) *cobra.Command {
	from, source := &shell.BotFlags{}, ""
	c := &cobra.Command{
		Use:   "rebuild FILE --source BOT",
		Short: "Build a package again from its source and compare",
		Long: `Build a package again from its source, and compare every program and file. It must be
built by the same version of Go. So a package is what its source says, and nothing else.`,
		Example:           "  arena bot rebuild demo.bot --source examples/demo",
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: shell.CompletePackage,
		RunE: func(c *cobra.Command, args []string) error {
			if source == "" {
				return shell.Misused("arena bot rebuild FILE --source DIR; arena bot info checks a package without its source",
					"--source: say where the source is")
			}
			return verifyPackage(c.Context(), s, from.Finder(), args[0], source)
		},
	}
	from.RegisterDir(c)
	c.Flags().StringVar(&source, "source", "", "the folder or file of the `BOT` that was packed")
	shell.Must(c.MarkFlagDirname("source"))
	return c
}

func verifyPackage(ctx context.Context, s *shell.Shell, finder find.Finder, file, source string) error {
	p, err := shell.OpenWhole(ctx, file)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	remade, err := finder.PackAgain(ctx, p.Manifest, source, s.Err.BuildingFor)
	s.Err.Clear()
	if err != nil {
		return shell.PlainPathError(err)
	}
	if len(remade.Differences) > 0 {
		for _, d := range remade.Differences {
			fmt.Fprintln(s.Err, differing(d))
		}
		return hint.New(file, "not what is built from "+safe.Name(source),
			whyDifferent(p.Manifest, remade.Build))
	}
	safe.Fprintf(s.Out, "%s: the same as what is built from %s\n", file, source)
	return nil
}

// whyDifferent says what else than a change of the source makes another program.
func whyDifferent(m botfile.Manifest, now *botfile.Build) string {
	switch {
	case m.Build != nil && now != nil && m.Build.Go != now.Go:
		return fmt.Sprintf("it was built by %s, and this is %s: GOTOOLCHAIN=%s arena bot rebuild …", m.Build.Go, now.Go,
			safe.Shell(m.Build.Go))
	case m.Build == nil && len(m.Programs) > 0:
		return "only programs that Go builds are the same each time"
	}
	return "ask the author for exactly that source, with its go.mod and go.sum; the path in a replace line is part of " +
		"the program"
}

// differing says what differs.
func differing(d botfile.Difference) string {
	switch {
	case d.System != "":
		return "program for " + d.System + ": differs"
	case d.Lacking:
		return d.File + ": not in the package"
	}
	return d.File + ": differs, or is not in the source"
}
