package bot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/process/executable"

	"github.com/botarena/arena/internal/cli/shell"
)

// benchBots are the bots of the benchmark in other languages than Go.
type benchBots struct {
	folder    string
	languages []string // those that were found
	commands  map[string]*executable.Command
	missing   []string // why there are no others
}

// findBenchBots writes the bots and builds them.
func findBenchBots(ctx context.Context, s *shell.Shell, o *benchOptions, game engine.Info) (*benchBots, error) {
	b := &benchBots{commands: map[string]*executable.Command{}}
	var err error
	if b.folder, err = os.MkdirTemp("", "arena-bench-"); err != nil {
		return b, err
	}
	for _, language := range bench.Languages() {
		folder := filepath.Join(b.folder, language.Name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			return b, err
		}
		path, err := language.Write(folder, game)
		if err != nil {
			b.missing = append(b.missing, fmt.Sprintf("no bots in %s: %v", language.Name, err))
			continue
		}
		s.Err.Progress("preparing the bot in %s", language.Name)
		finder := o.from.Finder()
		finder.Game = game.Name
		found, err := finder.Find(ctx, path)
		if cannot := new(unfit.Error); errors.As(err, &cannot) {
			b.missing = append(b.missing, fmt.Sprintf("no bots in %s: %s", language.Name, cannot.Problem))
			continue
		}
		if err != nil {
			return b, err
		}
		b.languages = append(b.languages, language.Name)
		b.commands[language.Name] = &found.Command
	}
	return b, nil
}

func (b *benchBots) remove() { _ = os.RemoveAll(b.folder) }

func (b *benchBots) printMissing(s *shell.Shell) {
	for _, why := range b.missing {
		fmt.Fprintln(s.Out, why)
	}
}
