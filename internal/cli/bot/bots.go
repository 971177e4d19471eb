package bot

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewBots returns the command arena bots.
func NewBots(s *shell.Shell) *cobra.Command {
	from := &shell.BotFlags{}
	var asJSON bool
	c := &cobra.Command{
		Use:   "bots [DIR]",
		Short: "List the bots in the bots folder",
		Long: `List the bots in the bots folder, or in DIR. Those that are sources are built, and
every one is started and asked which games it plays. Player files of the original
programs are listed one by one, also those in folders.`,
		Example: "  arena bots examples",
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
		from.Dir = typed[0]
	}
	confined, err := from.Confine()
	if err != nil {
		return err
	}
	s.Err.Progress("asking the bots")
	list, err := askBots(ctx, from.Finder(), confined)
	s.Err.Clear()
	switch {
	case err != nil:
		return err
	case asJSON:
		return shell.PrintJSON(s.Out, list)
	}
	printBots(s.Out, list)
	return nil
}

// botJSON describes a file or folder in the bots folder.
type botJSON struct {
	Bot     string         `json:"bot"`            // as typed
	Name    string         `json:"name"`           // of the player
	Kind    string         `json:"kind,omitempty"` // what it is written in, as far as that is known
	Path    string         `json:"path,omitempty"`
	SHA256  string         `json:"sha256,omitempty"`
	Version string         `json:"version"`
	SDK     string         `json:"sdk"`
	Games   map[string]int `json:"games"` // with the versions of their rules
	AnyGame bool           `json:"any_game"`
	Error   string         `json:"error,omitempty"` // why it is not a bot

	playing string
}

// askBots asks every program in the folder what it is, as many at a time as there
// are processors.
func askBots(ctx context.Context, finder find.Finder, confined *sandbox.Sandbox) ([]botJSON, error) {
	names, err := finder.ListAll()
	if err != nil {
		return nil, err
	}
	list := make([]botJSON, len(names))
	free := make(chan struct{}, runtime.NumCPU())
	var asking sync.WaitGroup
	for i, name := range names {
		asking.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			list[i] = askBot(ctx, finder, name, confined)
		})
	}
	asking.Wait()
	return list, context.Cause(ctx)
}

func askBot(ctx context.Context, finder find.Finder, name string, confined *sandbox.Sandbox) botJSON {
	about := botJSON{Bot: name, Name: find.Name(name)}
	found, err := finder.Find(ctx, filepath.Join(finder.Dir, name))
	if err != nil {
		about.Error = whyNot(err)
		return about
	}
	about.Kind = string(found.Kind)
	about.Path, about.SHA256 = found.Command.Path, hex.EncodeToString(found.SHA256[:])
	p, err := host.Start(ctx, found.Command, host.Options{Limits: host.DefaultLimits(), Sandbox: confined})
	if err != nil {
		about.Error = whyNot(err)
		return about
	}
	defer p.Close()
	d := p.Description()
	if d.Name != "" {
		about.Name = d.Name
	}
	about.Version, about.SDK, about.Games, about.AnyGame = d.Version, d.SDK, d.Games, d.AnyGame
	about.playing = lineup.GamesOf(d)
	return about
}

// whyNot returns the reason alone, in one line: the table names the file.
func whyNot(err error) string {
	text := err.Error()
	if found := new(find.Error); errors.As(err, &found) {
		text = found.Problem
	}
	if started := new(host.NotABotError); errors.As(err, &started) {
		text = started.Problem
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
		t.Row(b.Bot, b.Name, b.Kind, b.playing, b.Version)
	}
	t.Print(to)
}
