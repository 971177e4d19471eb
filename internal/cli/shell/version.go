package shell

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/sdk"
)

// release is the version as tools/release sets it by -X, or "". The arena of a game in a
// module of its own has the version of that module.
var release string

// NewVersion returns the command arena version.
func NewVersion(s *Shell) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the arena, its formats and the games' rules",
		Example: "  arena version",
		Args:    WantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprint(s.Out, s.Versions())
			return nil
		},
	}
}

// Versions returns the versions as text.
func (s *Shell) Versions() string {
	var text strings.Builder
	fmt.Fprintf(&text, "arena %s, %s %s/%s\n", ArenaVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(&text, "sdk: version %s\n", sdk.Version)
	fmt.Fprintf(&text, "plugins: version %d of the protocol\n", botwire.ProtocolVersion)
	fmt.Fprintf(&text, "lines: version %d of the protocol\n", lines.Version)
	fmt.Fprintf(&text, "stores: version %d of the format\n", store.Format())
	for _, g := range s.Games {
		fmt.Fprintf(&text, "%s: version %d of the rules\n", g.Info().Name, g.Info().Version)
	}
	return text.String()
}

// ArenaVersion returns the version of this program, if its build or Go knows it.
func ArenaVersion() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
