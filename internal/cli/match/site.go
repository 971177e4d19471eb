package match

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// maxReader is the largest size of a reader in bytes. That of four games has 10 MB.
const maxReader = 64 << 20

// NewSite returns the command arena site.
func NewSite(s *shell.Shell) *cobra.Command {
	reader := ""
	c := &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write a web site that shows matches without an arena",
		Long: `Write a web site that shows matches without an arena. FOLDER is new, empty, or one
that this command wrote before; any web server can serve it. Whoever opens the site
drops a file on it that arena view would show, and the file stays on their machine.
With ?match=FILE at the end of its address it shows a file that lies on the site.

The page reads files with the arena itself, compiled to WebAssembly. It is part of
every release. An arena built in another way, or of other games, needs --reader.`,
		Example: "  arena site public\n  arena site public --reader reader.wasm",
		Args:    shell.WantArgs(1, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error { return writeSite(s, args[0], reader) },
	}
	c.Flags().StringVar(&reader, "reader", "", "`FILE` with the arena compiled for wasip1 (default: that of the release)")
	shell.Must(c.MarkFlagFilename("reader", "wasm"))
	return c
}

func writeSite(s *shell.Shell, folder, reader string) error {
	files, err := siteFiles(reader)
	if err != nil {
		return err
	}
	if err := makeSiteFolder(folder); err != nil {
		return err
	}
	if err := shell.UnlinkedFolder(folder+string(filepath.Separator), "remove it, or name another folder"); err != nil {
		return err
	}
	for _, f := range files {
		if err := shell.WriteWhole(filepath.Join(folder, f.Name), f.Data); err != nil {
			return err
		}
		safe.Fprintf(s.Out, "%s: %d kB\n", filepath.Join(folder, f.Name), (len(f.Data)+999)/1000)
	}
	return nil
}

func siteFiles(name string) ([]viewer.SiteFile, error) {
	var reader []byte
	if name != "" {
		var err error
		if reader, err = shell.ReadFile(name, maxReader); err != nil {
			return nil, err
		}
	}
	files, err := viewer.StaticSite(reader)
	switch {
	case errors.Is(err, viewer.ErrNoReader):
		return nil, hint.With(err, readerHint())
	case err != nil:
		return nil, hint.New(name, err.Error(), readerHint()).Because(err)
	}
	return files, nil
}

// readerHint tells how to compile this program for browsers.
func readerHint() string {
	const system = "GOOS=wasip1 GOARCH=wasm "
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Sum == "" { // not one that Go has downloaded
		program := "./cmd/arena"
		if ok && info.Path != "" {
			program = info.Path
		}
		return system + "go build -o reader.wasm " + program + ", then --reader reader.wasm"
	}
	return system + "go install " + info.Path + "@" + info.Main.Version +
		`, then --reader "$(go env GOPATH)/bin/wasip1_wasm/` + path.Base(info.Path) + `"`
}

// makeSiteFolder makes a folder, or refuses one that has other files: a site may have its own
// index.html.
func makeSiteFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil { //nolint:gosec // as mkdir does
		return shell.CreateError(folder, err)
	}
	found, err := os.ReadDir(folder)
	if err != nil {
		return shell.FileError(folder, err)
	}
	for _, f := range found {
		if f.Name() == viewer.ReaderName {
			return nil
		}
	}
	if len(found) > 0 {
		return shell.Misused("arena site "+safe.Shell(filepath.Join(folder, "viewer")), "%s: has other files", folder)
	}
	return nil
}
