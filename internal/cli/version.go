package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersion(s *program) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the arena, of Go and of the games' rules",
		Example: "  arena version",
		Args:    wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprint(s.out, s.versions())
			return nil
		},
	}
}

// versions returns the versions as text.
func (s *program) versions() string {
	var text strings.Builder
	fmt.Fprintf(&text, "arena %s, %s %s/%s\n", arenaVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, g := range s.games {
		fmt.Fprintf(&text, "%s: version %d of the rules\n", g.Info().Name, g.Info().Version)
	}
	return text.String()
}

// arenaVersion returns the version of this program, as far as Go knows it.
func arenaVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
