package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/series"
)

// plan is all that a worker must know, as the first thing on its standard input.
type plan struct {
	Game     string
	Setup    []byte // as a board file
	Random   engine.Randomness
	First    uint64
	Matches  int
	Share    series.Share
	Entrants []planned
	Limits   host.Limits
}

// planned is one place of the line-up.
type planned struct {
	Bot  int
	Name string
	Path string
}

// workerLine is a line of a worker: a match, or why there is none.
type workerLine struct {
	Match *series.Match `json:",omitempty"`
	Error string        `json:",omitempty"`
	Hint  string        `json:",omitempty"`
}

// newWorker is the command by which the arena starts itself, to play a share of a
// series on a processor of its own. It reads a plan and prints a line for every
// match; when its standard input ends, it stops.
func newWorker(s *program) *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Play a share of a series; started by arena series",
		Hidden: true,
		Args:   wantArgs(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			to := json.NewEncoder(s.out)
			err := playPlan(c.Context(), s.games, c.InOrStdin(), func(m series.Match) { _ = to.Encode(workerLine{Match: &m}) })
			if err == nil {
				return nil
			}
			line := workerLine{Error: err.Error()}
			if h := hinter(nil); errors.As(err, &h) {
				line.Hint = h.Hint()
			}
			_ = to.Encode(line)
			return errTold
		},
	}
}

func playPlan(ctx context.Context, games engine.Games, from io.Reader, done func(series.Match)) error {
	// When the arena is killed, its pipe breaks: we still have to clean up.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	var p plan
	if err := json.NewDecoder(from).Decode(&p); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() { // ends with us: nothing can end the reading
		_, _ = io.Copy(io.Discard, from)
		stop(errors.New("told to stop"))
	}()
	if host.CanPin {
		_ = host.Pin(p.Share.Number) // it is only for speed
	}
	return p.play(ctx, games, done)
}

func (p plan) play(ctx context.Context, games engine.Games, done func(series.Match)) error {
	game, err := games.Find(p.Game)
	if err != nil {
		return err
	}
	setup, err := game.ReadSetup(p.Setup)
	if err != nil {
		return err
	}
	options := host.Options{Limits: p.Limits}
	paths := make([]string, len(p.Entrants))
	for i, e := range p.Entrants {
		paths[i] = e.Path
	}
	processes, err := host.StartAll(ctx, paths, options)
	if err != nil {
		return err
	}
	return p.playWith(ctx, setup, processes, options, done)
}

// playWith plays with bots that are running, and closes them.
func (p plan) playWith(ctx context.Context, setup engine.Setup, bots []*host.Process, o host.Options, done func(series.Match)) error {
	s := series.Series{Setup: setup, Random: p.Random, First: p.First, Matches: p.Matches, Share: p.Share}
	for i, e := range p.Entrants {
		kept := series.Keep(bots[i], o)
		defer kept.Close()
		s.Lineup = append(s.Lineup, series.Entrant{Bot: e.Bot, Name: e.Name, Player: kept.Player})
	}
	return s.Play(ctx, done)
}
