package bot

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"

	"github.com/botarena/arena/internal/cli/shell"
)

// friends are the systems that most friends have. All six would be too large for a mail.
const friends = "linux/amd64,darwin/arm64,windows/amd64"

type packOptions struct {
	from      shell.BotFlags
	sign      shell.SignFlags
	bot       string // "" if programs are named
	game      string // of a player file of an original program; "" if it says so itself
	manifest  botfile.Manifest
	platforms []string
	programs  []string
	output    string
}

func newBotPack(s *shell.Shell) *cobra.Command {
	o := &packOptions{}
	c := &cobra.Command{
		Use:   "pack BOT",
		Short: "Make a package of a bot, to give it to others",
		Long: `Make a package of a bot: one file, signed with your ssh key.

A bot in Go is built for this system, or for all that --platforms names; the package has
programs and no source. One in C++, or built by its bot.txt, goes in as it is built here;
--program adds a program built elsewhere. A script, a .jar or a .wasm is the same for all
systems. A folder goes in with all its files except hidden ones. Of a compiled bot, only its
params.json, LICENSE and README.md go along. A player file of an original program is
packed by the name of its player, for the only game for which it compiles; else --game
says for which.

If the bot runs here, it is asked which games it plays. The same bot makes the same
package, byte for byte.`,
		Example: `  arena bot pack examples/demo
  arena bot pack mybot --version 1.4.0 --author 'Anna <anna@example.org>'
  arena bot pack mybot --platforms ` + friends + `
  arena bot pack --name zorg --program linux/amd64=zorg --program windows/amd64=zorg.exe`,
		Args:              shell.WantArgs(0, 1),
		ValidArgsFunction: shell.CompleteBotsUpTo(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.bot = args[0]
			}
			return packBot(c, s, o)
		},
	}
	o.from.RegisterDir(c)
	o.from.RegisterSandbox(c)
	o.sign.Register(c)
	flags := c.Flags()
	flags.StringVarP(&o.output, "output", "o", "", "write the package to this `FILE` instead of NAME-VERSION.bot")
	flags.StringVar(&o.manifest.Name, "name", "", "`NAME` of the bot; usually that of its folder or file")
	flags.StringVar(&o.manifest.Version, "version", "", "`VERSION` of the bot; usually what it says itself")
	flags.StringVar(&o.manifest.Author, "author", "", "`WHO` made it, such as 'Anna <anna@example.org>'")
	flags.StringVar(&o.manifest.About, "about", "", "a `LINE` about it")
	flags.StringVar(&o.manifest.Licence, "licence", "", "`LICENCE` that says what others may do with it, such as MIT")
	flags.StringVar(&o.game, "game", "", "the `GAME` of a player file of an original program")
	flags.StringSliceVar(&o.platforms, "platforms", []string{thisSystem()}, "`SYSTEMS` for which a bot in Go is built")
	flags.Lookup("platforms").DefValue = "this one"
	flags.StringArrayVar(&o.programs, "program", nil, "add a program that is built already, as `OS/ARCH=FILE`; repeatable")
	shell.Must(
		c.RegisterFlagCompletionFunc("platforms", cobra.FixedCompletions(allPlatforms, cobra.ShellCompDirectiveNoFileComp)))
	shell.Must(
		c.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(s.Games.Names(), cobra.ShellCompDirectiveNoFileComp)))
	return c
}

func thisSystem() string { return runtime.GOOS + "/" + runtime.GOARCH }

// allPlatforms are the systems on which the arena itself runs.
var allPlatforms = []string{
	"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64",
	"windows/arm64",
}

var platformForm = late.Regexp(`^[a-z0-9]{1,16}/[a-z0-9]{1,16}$`)

// packing checks the flags about programs.
func (o *packOptions) packing(s *shell.Shell) (pack.Options, error) {
	how := pack.Options{Platforms: o.platforms, Programs: map[string]string{}}
	how.Building = s.Err.BuildingFor
	for _, typed := range o.programs {
		platform, path, ok := strings.Cut(typed, "=")
		if !ok || !platformForm().MatchString(platform) {
			return how, shell.Misused("--program linux/amd64=FILE", "--program: %q is not OS/ARCH=FILE", typed)
		}
		if how.Programs[platform] != "" {
			return how, shell.Misused("leave out one of them", "--program: there are two for %s", platform)
		}
		how.Programs[platform] = path
	}
	for i, platform := range o.platforms {
		if !platformForm().MatchString(platform) || slices.Contains(o.platforms[:i], platform) {
			return how, shell.Misused("--platforms "+friends,
				"--platforms: %q is not OS/ARCH, or is given twice", platform)
		}
	}
	if o.bot == "" && len(how.Programs) == 0 {
		return how, shell.Misused("arena bot pack --help", "arena bot pack: name a bot, or its programs by --program")
	}
	return how, nil
}

// name settles the name of the bot.
func (o *packOptions) name(how pack.Options) error {
	if o.manifest.Name == "" {
		o.manifest.Name = o.from.Finder().PackedName(o.bot, how)
	}
	if !botfile.IsName(o.manifest.Name) {
		return shell.Misused("--name zorg", "--name: %q is not 1 to %d small letters, digits and hyphens", o.manifest.Name,
			engine.MaxName)
	}
	if v := o.manifest.Version; v != "" && !botfile.IsVersion(v) {
		return shell.Misused("--version 1.0", "--version: %q is not at most 20 letters, digits, points, pluses and hyphens",
			v)
	}
	return nil
}

func packBot(c *cobra.Command, s *shell.Shell, o *packOptions) error {
	ctx := c.Context()
	how, err := o.packing(s)
	if err == nil {
		err = o.name(how)
	}
	if err == nil && o.game != "" {
		_, err = s.FindGame(o.game)
	}
	if err == nil && o.bot != "" {
		_, err = o.from.Finder().Locate(o.bot)
	}
	if err != nil {
		return err
	}
	key, closing, err := o.sign.Signer(ctx, shell.NewTerminal(c)) // first, as it may ask
	if err != nil {
		return err
	}
	if closing != nil {
		defer closing.Close() //nolint:errcheck // of the ssh agent
	}
	confined, err := o.from.Confine()
	if err != nil {
		return err
	}
	finder := o.from.Finder()
	finder.Game = o.game
	made, err := finder.Pack(ctx, o.bot, o.manifest, how, asks(confined))
	s.Err.Clear()
	if err != nil {
		return packingError(err)
	}
	var sign botfile.Sign
	if key != nil {
		sign = func(text []byte) ([]byte, error) { return trust.Sign(text, key) }
	}
	var packed bytes.Buffer
	if err := made.Write(&packed, sign); err != nil {
		return packingError(err)
	}
	if o.output == "" {
		o.output = made.Manifest.FileName()
		if err := shell.Unlinked(o.output, "-o FILE names another"); err != nil {
			return err
		}
	}
	if err := shell.WriteWhole(o.output, packed.Bytes()); err != nil {
		return err
	}
	return tellPacked(s, o.output)
}

// packingError says which file could not be packed.
func packingError(err error) error {
	cannot := new(pack.Error)
	if !errors.As(err, &cannot) {
		return err
	}
	cannot.Err = shell.PlainPathError(cannot.Err)
	return hint.With(cannot, "arena bot pack --help")
}

// tellPacked reads a package again and lists its files.
func tellPacked(s *shell.Shell, path string) error {
	p, err := pack.Open(path)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	info, err := os.Stat(path)
	if err != nil {
		return shell.FileError(path, err)
	}
	fmt.Fprintf(s.Out, "%s: %s, %s\n", safe.Name(path), p.Manifest.Title(" "), decimalSize(info.Size()))
	printContents(s, p.Manifest)
	if programs := p.Manifest.Programs; len(programs) == 1 && p.Manifest.Build != nil {
		fmt.Fprintf(s.Out, "for %s only; for others, too: --platforms %s\n", programs[0].System(), friends)
	}
	if p.Signer == nil {
		fmt.Fprintln(s.Out, "not signed: nothing shows that it is yours; who plays it types --trust unsigned")
		return nil
	}
	fmt.Fprintf(
		s.Out,
		"signed by %s\nsend your friends this fingerprint, but not together with the package: they will be asked to "+
			"confirm it\n",
		trust.Fingerprint(p.Signer))
	return nil
}

// decimalSize returns a size as mail programs and file managers show it.
func decimalSize(bytes int64) string {
	if bytes < 1e6 {
		return fmt.Sprintf("%d kB", (bytes+999)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}
