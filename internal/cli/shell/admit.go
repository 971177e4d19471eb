package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// trustList is the value of --trust: whom the user trusts without being asked.
type trustList []string

func (l *trustList) String() string { return strings.Join(*l, ",") }
func (*trustList) Type() string     { return "who" }

func (l *trustList) Set(who string) error {
	if !trust.IsWho(who) {
		return WrongValue("neither the fingerprint of a key, SHA256:…, nor " + trust.Unsigned)
	}
	*l = append(*l, who)
	return nil
}

// RegisterTrust adds the flags that say whose packages are started.
func (f *BotFlags) RegisterTrust(c *cobra.Command) {
	c.Flags().Var(&f.trust, "trust", "trust packages of `WHOM` from now on: a key, as SHA256:…, or unsigned")
	Must(c.Flags().SetAnnotation("trust", repeatable, nil))
	Must(
		c.RegisterFlagCompletionFunc(
			"trust", cobra.FixedCompletions([]string{trust.Unsigned}, cobra.ShellCompDirectiveNoFileComp)))
	f.asks = func() *terminal { return NewTerminal(c) }
}

// ReadTrusted reads whom the user trusts.
func ReadTrusted() (*trust.Trusted, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return nil, hint.With(errors.New("there is no folder for the keys that you trust"),
			"set the environment variable XDG_CONFIG_HOME to a folder")
	}
	trusted, err := trust.ReadTrusted(filepath.Join(config, "arena"))
	if err != nil {
		return nil, PlainPathError(err)
	}
	return trusted, nil
}

// PlainPathError puts the name of the file first.
func PlainPathError(err error) error {
	if at := new(os.PathError); errors.As(err, &at) {
		return FileError(at.Path, err)
	}
	return err
}

// Admit decides whether a package may play, and asks the user if it can.
func (f *BotFlags) Admit(ctx context.Context, p *pack.File) error {
	trusted, err := ReadTrusted()
	if err != nil {
		return err
	}
	err = trusted.Admit(p.Bot(), f.trust, func() error { return f.ask(ctx, p, trusted) })
	return Changed(p.Path, Unremembered(err))
}

// Unremembered puts the name of the file first, if it can't be kept whom the user trusts.
func Unremembered(err error) error {
	if lost := new(trust.RememberError); errors.As(err, &lost) {
		return &trust.RememberError{Err: PlainPathError(lost.Err)}
	}
	return err
}

// Changed reports a package that comes from somebody else than before.
func Changed(path string, err error) error {
	if other := new(trust.ChangedError); errors.As(err, &other) {
		return unfit.New(path, other.Error(), other.Hint())
	}
	return err
}

// longestQuestion is how long a question on the terminal waits for its answer.
const longestQuestion = 10 * time.Minute

// ask asks on the terminal whether to trust a package, and returns an error unless the answer
// is yes.
func (f *BotFlags) ask(ctx context.Context, p *pack.File, trusted *trust.Trusted) error {
	stranger := unfit.New(p.Path, strange(p), howToTrust(p))
	if f.asks == nil {
		return stranger
	}
	at := f.asks()
	if at == nil {
		return stranger
	}
	ctx, stop := context.WithTimeout(ctx, longestQuestion)
	defer stop()
	answer, err := at.line(ctx, safe.Name(p.Path)+": "+strange(p)+"\n"+f.warnings(p, trusted)+
		"Trust it from now on? [y/N] ")
	if err != nil {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return stranger
	}
	return nil
}

// warnings are what the user should know to answer.
func (f *BotFlags) warnings(p *pack.File, trusted *trust.Trusted) string {
	var text strings.Builder
	for _, other := range trusted.Namesakes(p.Bot()) {
		fmt.Fprintf(&text, "CAREFUL: the key of %s that you know is a different one: %s\n", other.Author,
			trust.Fingerprint(other.Key))
	}
	if p.Signer != nil {
		fmt.Fprintln(
			&text,
			"Compare the fingerprint, SHA256:…, with the one that the author gives you, but not in the mail with the file.")
	}
	switch {
	case f.Level == sandbox.None && language.Kind(p.Manifest.Kind) == language.WASI:
		fmt.Fprintln(&text, "Signed or not, it is a .wasm file, which is confined on every system.")
	case f.Level == sandbox.None:
		fmt.Fprintln(&text, "Nothing confines bots here: this one can do all that you can.")
	default:
		fmt.Fprintln(&text, "Signed or not, it is confined like every bot.")
	}
	return text.String()
}

// strange says in a line who made a package that is not known here.
func strange(p *pack.File) string {
	m := p.Manifest
	text := m.Title(" ")
	if m.Author != "" {
		text += ", by " + m.Author + " as it says"
	}
	if p.Signer == nil {
		return text + ": not signed, so nobody knows who made it"
	}
	return text + ", signed by " + trust.Fingerprint(p.Signer) + ", a key that is not known here"
}

func howToTrust(p *pack.File) string {
	if p.Signer == nil {
		return "ask the author for a signed one, or trust this one: --trust " + trust.Unsigned
	}
	return "ask the author for the key's fingerprint; if it is this one: --trust " + trust.Fingerprint(p.Signer)
}

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
