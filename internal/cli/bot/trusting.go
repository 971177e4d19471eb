package bot

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

func newBotAdd(s *shell.Shell) *cobra.Command {
	from := &shell.BotFlags{}
	c := &cobra.Command{
		Use:   "add FILE",
		Short: "Put a package into the bots folder",
		Long: `Put a package into the bots folder, where its bot is found by its name. It is checked,
and if it is from somebody new, you are asked. A package of the same bot that is there is
replaced.

` + sandbox.StrangersRule + `
Without that, the package is not even taken.`,
		Example:           "  arena bot add friend.bot --bots examples",
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: shell.CompletePackage,
		RunE: func(c *cobra.Command, args []string) error {
			return addPackage(c.Context(), s, from, args[0])
		},
	}
	from.RegisterDir(c)
	from.RegisterSandbox(c)
	from.RegisterTrust(c)
	return c
}

func addPackage(ctx context.Context, s *shell.Shell, from *shell.BotFlags, file string) error {
	p, err := shell.OpenWhole(ctx, file)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	if err := p.MayStart(from.Terms()); err != nil {
		return err
	}
	if err := from.Admit(ctx, p); err != nil {
		return err
	}
	if !from.DirIsNamed() {
		if err := shell.Unlinked(from.Dir, "--bots DIR names another"); err != nil {
			return err
		}
	}
	m := p.Manifest
	to := filepath.Join(from.Dir, m.Name+botfile.Ending)
	before := ""
	if old, err := pack.Open(to); err == nil {
		before = ", instead of " + old.Manifest.Title(" ")
		_ = old.Close()
	}
	if err := copyPackage(file, to); err != nil {
		return err
	}
	safe.Fprintf(s.Out, "%s: %s%s\n", to, m.Title(" "), before)
	if path, err := (find.Finder{Dir: from.Dir}).Locate(m.Name); err == nil && filepath.Base(path) != filepath.Base(to) {
		safe.Fprintf(s.Err, "note: %s is found first by the name %s; type %s\n", path, m.Name, to)
	}
	return nil
}

func copyPackage(file, to string) error {
	from, err := os.Open(file)
	if err != nil {
		return shell.FileError(file, err)
	}
	defer from.Close() //nolint:errcheck // only read
	return shell.ReplaceFile(to, io.LimitReader(from, botfile.MaxPackage))
}

func newBotTrust(s *shell.Shell) *cobra.Command {
	remove := false
	c := &cobra.Command{
		Use:   "trust FILE | --remove BOT|KEY",
		Short: "Trust who signed a package, or trust them no more",
		Long: `Trust who signed a package, without a question: all bots by this key will play, and no
bot of this name by another key. If a package is not signed, only this very file is
trusted. The key's fingerprint is printed: compare it with the one that the author names.

With --remove, trust a key no more, by its fingerprint: its bots don't play until you are
asked again. Or forget who signed a bot, by its name: then anybody whom you trust may sign
it.

The keys are in the file trusted_signers in the arena's folder for settings. ssh-keygen
can read it: docs/packages.md.`,
		Example: "  arena bot trust friend.bot\n  arena bot trust --remove saruman\n  arena bot trust --remove SHA256:…",
		Args:    shell.WantArgs(1, 1),
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]cobra.Completion,
			cobra.ShellCompDirective,
		) {
			if remove && len(args) == 0 {
				return completeTrusted()
			}
			return shell.CompletePackage(c, args, typed)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if remove {
				return removeTrust(s, args[0])
			}
			return trustPackage(s, args[0])
		},
	}
	c.Flags().BoolVar(&remove, "remove", false, "trust it no more")
	return c
}

func trustPackage(s *shell.Shell, file string) error {
	p, err := pack.Open(file)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	trusted, err := shell.ReadTrusted()
	if err != nil {
		return err
	}
	ask := func() error { return nil } // the user has typed that answer
	if err := trusted.Admit(p.Bot(), nil, ask); err != nil {
		return shell.Changed(file, shell.Unremembered(err))
	}
	fmt.Fprintln(s.Out, p.Manifest.Title(" ")+of(", by ", p.Manifest.Author)+": "+signedLine(p, trusted))
	return nil
}

func newBotKeys(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:               "keys",
		Short:             "List whom you trust",
		Example:           "  arena bot keys",
		Args:              shell.WantArgs(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			trusted, err := shell.ReadTrusted()
			if err != nil {
				return err
			}
			t := shell.NewTable("author", "key", "bots")
			for _, signer := range trusted.Signers() {
				t.Row(signer.Author, trust.Fingerprint(signer.Key), strings.Join(signer.Bots, ", "))
			}
			if names := trusted.UnsignedBots(); len(names) > 0 {
				t.Row("nobody knows", "not signed", strings.Join(names, ", "))
			}
			t.Print(s.Out)
			return nil
		},
	}
}

// removeTrust forgets a key, or who signed a bot.
func removeTrust(s *shell.Shell, typed string) error {
	trusted, err := shell.ReadTrusted()
	if err != nil {
		return err
	}
	names, found, err := trusted.Forget(typed)
	switch {
	case err != nil:
		return shell.PlainPathError(err)
	case !found:
		return hint.New(typed, "neither a bot nor a key that is known here", "arena bot keys lists them")
	}
	fmt.Fprintf(s.Out, "forgotten: %s\n", strings.Join(append(names, onlyKey(typed)...), " "))
	return nil
}

// completeTrusted completes the keys and bots that are trusted.
func completeTrusted() ([]cobra.Completion, cobra.ShellCompDirective) {
	trusted, err := shell.ReadTrusted()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all := trusted.UnsignedBots()
	for _, signer := range trusted.Signers() {
		all = append(append(all, signer.Bots...), cobra.CompletionWithDesc(trust.Fingerprint(signer.Key), signer.Author))
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// onlyKey returns the typed word if it is a key.
func onlyKey(typed string) []string {
	if trust.IsFingerprint(typed) {
		return []string{typed}
	}
	return nil
}
