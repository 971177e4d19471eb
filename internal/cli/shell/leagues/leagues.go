// Package leagues has what the arena shares with arena-league, the program that holds leagues.
package leagues

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/wire"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewGroup returns the command arena league with the commands in it.
func NewGroup(all ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use:   "league",
		Short: "Hold a league that bots join and leave at any time",
		Long: `Hold a league: any number of bots that join and leave at any time, and a table that
goes on. A league is a folder, with the store of its matches, the programs of its bots,
and an inbox into which bots can be put. docs/league.md tells how to hold one.`,
	}
	shell.Group(c)
	c.AddCommand(all...)
	return c
}

// MostKeptBots is how many processes of bots a worker keeps. One takes some 15 MB.
const MostKeptBots = 24

// Note tells the user something.
func Note(s *shell.Shell, sentence string) { safe.Fprintf(s.Err, "note: %s\n", sentence) }

// About returns what this arena is, without games and sandboxes.
func About() remote.About {
	return remote.About{
		Arena: safe.Outside(shell.ArenaVersion()), Protocol: botwire.ProtocolVersion,
		OS: safe.Outside(runtime.GOOS), Arch: safe.Outside(runtime.GOARCH), Processors: runtime.NumCPU(),
	}
}

// ExternalFlags name a server that somebody else runs.
type ExternalFlags wire.External

// Register adds them to a command.
func (f *ExternalFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.URL, "nats", "", "use the NATS server at `URL`, which has JetStream")
	c.Flags().StringVar(&f.Credentials, "creds", "", "with --nats, `FILE` with credentials for it")
	c.Flags().StringVar(
		&f.Prefix, "prefix", "", "with --nats, `WORD` that the league's subjects begin with (default arena)")
	shell.Must(c.MarkFlagFilename("creds"))
	noFile := cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)
	shell.Must(c.RegisterFlagCompletionFunc("nats", noFile))
	shell.Must(c.RegisterFlagCompletionFunc("prefix", noFile))
}

// Check returns an error if they contradict each other, or are none.
func (f *ExternalFlags) Check() error {
	if f.URL == "" && (f.Credentials != "" || f.Prefix != "") {
		return shell.Misused("--nats nats://example.org:4222", "--creds and --prefix: have no effect without --nats")
	}
	if f.Credentials != "" {
		if file, err := os.Open(f.Credentials); err != nil {
			return fmt.Errorf("--creds: %w", shell.FileError(f.Credentials, err))
		} else if err := file.Close(); err != nil {
			return err
		}
	}
	for _, r := range f.Prefix {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' {
			return shell.Misused("--prefix tuesdays", "--prefix: %s: may have letters, digits and dashes", f.Prefix)
		}
	}
	return nil
}

// External returns the server, or nil if none was named.
func (f *ExternalFlags) External() *wire.External {
	if f.URL == "" {
		return nil
	}
	return (*wire.External)(f)
}

// Program is the name of the program that holds leagues.
const Program = "arena-league"

// StartedBy is the variable by which an arena tells arena-league what it is.
const StartedBy = "ARENA_STARTED_BY"

// AsTold returns what an arena tells about itself: its version, and its games with the versions of their rules.
func AsTold(s *shell.Shell) string {
	told := []string{shell.ArenaVersion()}
	for _, game := range s.Games {
		told = append(told, fmt.Sprintf("%s:%d", game.Info().Name, game.Info().Version))
	}
	return strings.Join(told, " ")
}

// TellOther tells if the arena that has started this program is another one, of which leagues and stores may be of
// another form. What this program starts is told nothing.
func TellOther(s *shell.Shell) {
	told := os.Getenv(StartedBy)
	_ = os.Unsetenv(StartedBy) // of such a name it can't fail
	if told == "" || told == AsTold(s) {
		return
	}
	version, rules, _ := strings.Cut(told, " ")
	if own := shell.ArenaVersion(); version != own {
		safe.Fprintf(s.Err, "warning: %s is version %s, and the arena that starts it is version %s\n"+
			"hint: install both from the same release\n", Program, own, version)
	}
	own := strings.Fields(AsTold(s))[1:]
	for _, game := range strings.Fields(rules) {
		if !slices.Contains(own, game) {
			name, number, _ := strings.Cut(game, ":")
			safe.Fprintf(s.Err, "warning: %s does not have version %s of the rules of %s, as the arena that starts it has\n",
				Program, number, name)
		}
	}
}
