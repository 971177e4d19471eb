package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/show"
	"github.com/botarena/arena/internal/viewer"
	"github.com/botarena/arena/internal/words"
)

func newView(s *program) *cobra.Command {
	o, round := &watchFlags{}, 0
	c := &cobra.Command{
		Use:   "view FILE",
		Short: "Watch a match in the browser",
		Long: `Watch a match in the browser. FILE is a replay or a match that an original program
wrote (.out, .res, .br), packed with gzip or not. It is recognised by its content,
not by its name. Of a damaged replay, the part that can be read is
shown. It begins before the first round, or with --round before another.

The page is served at the address that is printed, until Ctrl-C, and only to this
machine unless --listen says otherwise. Other files can be dropped on it.`,
		Example: "  arena view match.arena\n  arena view match.arena --round 83\n  arena view match.arena --no-open --listen 127.0.0.1:8080",
		Args:    wantArgs(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			match, err := s.readShow(args[0])
			if err != nil {
				return err
			}
			if last := len(match.Scenes) - 1; round < 0 || round > last {
				return misused(fmt.Sprintf("--round %d is the last", last), "--round: there is no round %d in %s", round, words.Name(args[0]))
			}
			start := ""
			if c.Flags().Changed("round") {
				start = fmt.Sprintf("#r=%d", round) // as the page itself does
			}
			return o.show(c.Context(), s, match, damageError(args[0], match), start)
		},
	}
	o.register(s, c)
	c.Flags().IntVar(&round, "round", 0, "`ROUND` to begin with")
	return c
}

// show serves a match until ctx ends. The fragment is where its page begins.
func (f *watchFlags) show(ctx context.Context, s *program, match *show.Show, damage error, fragment string) error {
	listener, err := f.open()
	if err != nil {
		return err
	}
	if damage != nil {
		report(s.err, damage)
	}
	stage := f.serve(ctx, listener, viewer.NewFeed(match))
	stage.address += fragment
	fmt.Fprintln(s.out, stage.address)
	f.invite(s.err, stage)
	fmt.Fprintln(s.err, "Ctrl-C stops it")
	return stage.wait(ctx)
}
