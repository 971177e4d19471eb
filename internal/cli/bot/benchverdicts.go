package bot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
)

type verdictsOptions struct{ matches, busy int }

func newBenchVerdicts(s *shell.Shell) *cobra.Command {
	o := &verdictsOptions{}
	c := &cobra.Command{
		Use:   "verdicts [GAME]",
		Short: "Play on a busy machine and look for undeserved verdicts",
		Long: `Play matches of good bots while other processes keep all processors busy, and
count the verdicts. There must be none: other load on the machine is not the fault
of a bot.`,
		Example: "  arena bench verdicts orkisland -n 1000 --busy 8",
		Args:    shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			game, err := gameOrFirst(s, args)
			if err != nil {
				return err
			}
			return lookForVerdicts(c.Context(), s, o, game.Default())
		},
	}
	c.Flags().IntVarP(&o.matches, "matches", "n", 1000, "play `N` matches")
	c.Flags().IntVar(&o.busy, "busy", 8, "start `N` processes that keep a processor busy")
	c.AddCommand(&cobra.Command{
		Use:    "burn",
		Short:  "Keep a processor busy",
		Hidden: true,
		Run: func(c *cobra.Command, _ []string) {
			for c.Context().Err() == nil {
			}
		},
	})
	return c
}

func lookForVerdicts(ctx context.Context, s *shell.Shell, o *verdictsOptions, setup engine.Setup) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	busy, stop := context.WithCancel(ctx)
	for range o.busy {
		burner := exec.CommandContext(busy, self, "bench", "verdicts", "burn")
		if err := burner.Start(); err != nil {
			stop()
			return err
		}
		defer func() { _ = burner.Wait() }()
	}
	defer stop()
	options := host.Options{Limits: host.DefaultLimits(), Output: s.Err}
	const atOnce = 10
	for played := 0; played < o.matches; {
		s.Err.Progress("%d of %d matches", played, o.matches)
		figures, err := bench.Processes(ctx, setup, executable.Alone(self, benchBotArgs...), options,
			min(atOnce, o.matches-played))
		s.Err.Clear()
		if err != nil {
			return err
		}
		for _, v := range figures.Verdicts {
			fmt.Fprintf(s.Err, "seat %d: %s in round %d: %s\n", v.Seat, v.Kind, v.Round, v.Detail)
		}
		if len(figures.Verdicts) > 0 {
			return errors.New("undeserved verdict")
		}
		played += figures.Matches
	}
	fmt.Fprintf(s.Out, "%s beside %s: no verdicts\n", safe.Count(o.matches, "match"), safe.Count(o.busy, "busy process"))
	return nil
}
