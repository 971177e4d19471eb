package shell

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
)

// OpenWhole opens a package and compares all its contents with its manifest.
func OpenWhole(ctx context.Context, path string) (*pack.File, error) {
	p, err := pack.Open(path)
	if err != nil {
		return nil, err
	}
	if err := p.Verify(ctx); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// CompletePackage completes the file of a package as the only argument.
func CompletePackage(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{botfile.Ending[1:]}, cobra.ShellCompDirectiveFilterFileExt
}
