package bot

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"

	"github.com/botarena/arena/internal/cli/shell"
)

func newBotInfo(s *shell.Shell) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "info FILE",
		Short: "Show the files of a package and who signed it",
		Long: `Show the files of a package and who signed it. Nothing of it is run. All files are
compared with the manifest, and the manifest with its signature.`,
		Example:           "  arena bot info friend.bot",
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: shell.CompletePackage,
		RunE: func(c *cobra.Command, args []string) error {
			return packageInfo(c.Context(), s, args[0], asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func packageInfo(ctx context.Context, s *shell.Shell, file string, asJSON bool) error {
	p, err := shell.OpenWhole(ctx, file)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	trusted, err := shell.ReadTrusted()
	if err != nil {
		return err
	}
	if asJSON {
		return shell.PrintJSON(s.Out, newPackageJSON(p, trusted))
	}
	m := p.Manifest
	fmt.Fprintln(s.Out, m.Title(" ")+of(", by ", m.Author)+of(": ", m.About))
	fmt.Fprintln(s.Out, signedLine(p, trusted))
	fmt.Fprintf(s.Out, "plays %s; licence: %s\n", gamesIn(m), otherwise(m.Licence, "none given"))
	if b := m.Build; b != nil {
		fmt.Fprintf(s.Out, "built by %s: %s\n", b.Go, b.Flags)
	}
	printContents(s, m)
	if !m.RunsOn(runtime.GOOS, runtime.GOARCH) {
		fmt.Fprintf(s.Out, "does not run here: this is %s/%s\n", runtime.GOOS, runtime.GOARCH)
	}
	fmt.Fprintf(s.Out, "whole: all is as the manifest says, %x\n", p.Digest)
	return nil
}

func of(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

func otherwise(text, none string) string {
	if text == "" {
		return none
	}
	return text
}

// signedLine says who signed a package, and whether that key is trusted here.
func signedLine(p *pack.File, trusted *trust.Trusted) string {
	bot := p.Bot()
	known, err := trusted.Knows(bot)
	who := "not signed"
	if p.Signer != nil {
		who = "signed by " + trust.Fingerprint(p.Signer)
	}
	switch {
	case err != nil:
		return who + ": REFUSED, " + err.Error()
	case known && p.Signer == nil:
		return who + ", but you trust this very file"
	case known:
		signer, _ := trusted.ByKey(p.Signer)
		return who + ", whom you know as " + otherwise(signer.Author, signer.Principal)
	case p.Signer == nil:
		return who + ", so nobody knows who made it"
	}
	return who + ": not known here. Ask " + otherwise(bot.Author, "the author") + " for this fingerprint"
}

func gamesIn(m botfile.Manifest) string {
	switch {
	case m.AnyGame:
		return "any game"
	case len(m.Games) == 0:
		return "games that it does not name"
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(m.Games)) {
		all = append(all, fmt.Sprintf("%s (rules %d)", name, m.Games[name].Rules))
	}
	return strings.Join(all, ", ")
}

// shownFiles is how many files of a package are listed one by one.
const shownFiles = 12

func printContents(s *shell.Shell, m botfile.Manifest) {
	t := shell.NewTable("  for", ">bytes", "file")
	for _, p := range m.Programs {
		t.Row("  "+p.System(), fmt.Sprint(p.Size), path.Base(m.Start))
	}
	for i, f := range m.Files {
		if i == shownFiles && len(m.Files) > shownFiles+1 {
			t.Row("  ", "", "and "+safe.Count(len(m.Files)-i, "file")+" more; --json lists all")
			break
		}
		name, inFolder := f.Path()
		where := "  all systems"
		if !inFolder {
			where = "  people"
		}
		t.Row(where, fmt.Sprint(f.Size), name)
	}
	t.Print(s.Out)
}

// packageJSON describes a package.
type packageJSON struct {
	Package  string          `json:"package"` // as typed
	SHA256   string          `json:"sha256"`  // of the manifest
	Signer   string          `json:"signer"`  // "" if it is not signed
	Trusted  bool            `json:"trusted"`
	Refused  string          `json:"refused,omitempty"` // why it will play for nobody
	RunsHere bool            `json:"runs_here"`
	Manifest json.RawMessage `json:"manifest"`
}

func newPackageJSON(p *pack.File, trusted *trust.Trusted) packageJSON {
	known, err := trusted.Knows(p.Bot())
	about := packageJSON{
		Package: p.Path, SHA256: hex.EncodeToString(p.Digest[:]), Trusted: known,
		RunsHere: p.Manifest.RunsOn(runtime.GOOS, runtime.GOARCH), Manifest: p.Text, Signer: p.Fingerprint(),
	}
	if err != nil {
		about.Refused = err.Error()
	}
	return about
}
