package bot

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

func newBotList(s *shell.Shell) *cobra.Command {
	from := &shell.BotFlags{}
	var asJSON bool
	c := &cobra.Command{
		Use:   "list [DIR]",
		Short: "List the bots that can be typed by their names",
		Long: `List the bots in the bots folder, or in DIR, and after them those that come with the
arena, which play everywhere. A bot in the folder is taken before a built-in one of the
same name. If no folder is named, it is ./bots, then ./examples. Those that are sources
are built, and every one is started and asked which games it plays. Player files of the
original programs are listed one by one, also those in folders.`,
		Example: "  arena bot list examples",
		Args:    shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			return ListBots(c.Context(), s, from, args, asJSON)
		},
	}
	from.RegisterDir(c)
	from.RegisterSandbox(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// ListBots prints the bots in the bots folder, or in the one that was typed.
func ListBots(ctx context.Context, s *shell.Shell, from *shell.BotFlags, typed []string, asJSON bool) error {
	if len(typed) == 1 {
		from.NameDir(typed[0])
	}
	confined, err := from.Confine()
	if err != nil {
		return err
	}
	s.Err.Progress("asking the bots")
	finder := from.Finder()
	asked, err := finder.AskAll(ctx, asks(confined))
	s.Err.Clear()
	list := make([]botJSON, len(asked))
	for i, a := range asked {
		list[i] = newBotJSON(a)
		if a.Bot.Kind == language.Linked {
			list[i].HiddenBy = finder.Hides(a.Listed)
		}
	}
	switch {
	case err != nil:
		return err
	case asJSON:
		return shell.PrintJSON(s.Out, list)
	}
	printBots(s.Out, list)
	return nil
}

// asks returns what asks a bot that is confined what it is.
func asks(confined *sandbox.Sandbox) find.Asks {
	return lineup.Asks(host.Options{Limits: host.DefaultLimits(), Sandbox: confined})
}

// botJSON describes a file or folder in the bots folder.
type botJSON struct {
	Bot     string         `json:"bot"`            // as typed
	Name    string         `json:"name"`           // of the player
	Kind    string         `json:"kind,omitempty"` // its language, if that is known
	Path    string         `json:"path,omitempty"`
	SHA256  string         `json:"sha256,omitempty"`
	Version string         `json:"version"`
	SDK     string         `json:"sdk"`
	Games   map[string]int `json:"games"` // with the versions of their rules
	AnyGame bool           `json:"any_game"`
	Error   string         `json:"error,omitempty"` // why it is not a bot
	// What plays instead of a bot that comes with the arena, as it has its name.
	HiddenBy string `json:"hidden_by,omitempty"`

	playing string
}

// newBotJSON describes a bot that was asked.
func newBotJSON(a find.Asked) botJSON {
	about := botJSON{
		Bot: a.Listed, Name: a.Name(), Kind: string(a.Bot.Kind), Path: a.Bot.Command.Path,
		Version: a.Said.Version, SDK: a.Said.SDK, Games: a.Said.Games, AnyGame: a.Said.AnyGame,
		playing: lineup.GamesOf(a.Said),
	}
	if about.Path != "" {
		about.SHA256 = hex.EncodeToString(a.Bot.SHA256[:])
	}
	if a.Err != nil {
		about.Error = whyNot(a.Err)
	}
	return about
}

// whyNot returns the reason alone, in one line: the table names the file.
func whyNot(err error) string {
	text := err.Error()
	if found := new(unfit.Error); errors.As(err, &found) {
		text = found.Problem
	}
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func printBots(to io.Writer, list []botJSON) {
	t := shell.NewTable("bot", "name", "kind", "games", "version")
	for _, b := range list {
		if b.Error != "" {
			t.Row(b.Bot, "", b.Kind, b.Error, "")
			continue
		}
		if b.HiddenBy != "" {
			b.Kind += ", hidden by " + b.HiddenBy
		}
		t.Row(b.Bot, b.Name, b.Kind, b.playing, b.Version)
	}
	t.Print(to)
}
