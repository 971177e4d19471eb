package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(s *program) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the arena, of Go and of the games' rules",
		Example: "  arena version",
		Args:    wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(s.out, "arena %s, %s %s/%s\n", arenaVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, g := range s.games {
				fmt.Fprintf(s.out, "%s: version %d of the rules\n", g.Info().Name, g.Info().Version)
			}
			return nil
		},
	}
}

// arenaVersion returns the version of this program, as far as Go knows it.
func arenaVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
