package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack"
)

func newBotVerify(s *program) *cobra.Command {
	from, source := &botFlags{}, ""
	c := &cobra.Command{
		Use:   "verify FILE --source BOT",
		Short: "Build a package again from its source and compare",
		Long: `Build a package again from its source, and compare every program and file. It must be
built by the same version of Go. So a package is what its source says, and nothing else.`,
		Example:           "  arena bot verify demo.bot --source examples/demo",
		Args:              wantArgs(1, 1),
		ValidArgsFunction: completePackage,
		RunE: func(c *cobra.Command, args []string) error {
			if source == "" {
				return misused("arena bot verify FILE --source DIR; arena bot info checks a package without its source", "--source: say where the source is")
			}
			err := verifyPackage(c.Context(), s, from.finder(), args[0], source)
			s.err.clear()
			return err
		},
	}
	from.registerDir(c)
	c.Flags().StringVar(&source, "source", "", "the folder or file of the `BOT` that was packed")
	must(c.MarkFlagDirname("source"))
	return c
}

func verifyPackage(ctx context.Context, s *program, finder find.Finder, file, source string) error {
	p, err := openWhole(ctx, file)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	how := find.Packing{Platforms: p.Manifest.Systems(), Building: func(platform string) { s.err.progress("building for %s", platform) }}
	found, err := finder.Pack(ctx, source, p.Manifest.Name, how)
	if err != nil {
		return err
	}
	defer found.Close() //nolint:errcheck // a temporary folder
	parcel, err := pack.NewParcel(found.Contents)
	if err != nil {
		return plainPathError(err)
	}
	again, err := parcel.Fill(p.Manifest)
	if err != nil {
		return fmt.Errorf("%s: %w", safe.Name(source), err)
	}
	s.err.clear()
	if differences := p.Manifest.Differences(again); len(differences) > 0 {
		for _, d := range differences {
			fmt.Fprintln(s.err, differing(d))
		}
		return withHint(fmt.Errorf("%s: not what is made of %s", safe.Name(file), safe.Name(source)), whyDifferent(p.Manifest, found.Build))
	}
	fmt.Fprintf(s.out, "%s: the same as is made of %s\n", safe.Name(file), safe.Name(source))
	return nil
}

// whyDifferent says what else than a change of the source makes another program.
func whyDifferent(m pack.Manifest, now *pack.Build) string {
	switch {
	case m.Build != nil && now != nil && m.Build.Go != now.Go:
		return fmt.Sprintf("it was built by %s, and this is %s: GOTOOLCHAIN=%s arena bot verify …", m.Build.Go, now.Go, safe.Shell(m.Build.Go))
	case m.Build == nil && len(m.Programs) > 0:
		return "only what Go builds is the same each time"
	}
	return "ask the author for the very source, with its go.mod and go.sum; the path in a replace line is part of the program"
}

// differing says what differs.
func differing(d pack.Difference) string {
	switch {
	case d.System != "":
		return "program for " + d.System + ": differs"
	case d.Lacking:
		return d.File + ": not in the package"
	}
	return d.File + ": differs, or is not in the source"
}
