package check

import (
	"context"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/process/host"
)

// about is what the check needs of a bot's description.
type about struct {
	name  string // of the player
	of    host.Description
	games []engine.Game

	process *host.Process // after its description; the walk closes it
}

// describe is the first step. It returns nil if the step fails.
func (c *checker) describe(ctx context.Context, games []engine.Game) (*about, error) {
	s := Step{Name: "describe"}
	a, err := c.ask(ctx, games, &s)
	if ok, err := c.done(s, err); !ok || err != nil {
		return nil, err
	}
	return a, nil
}

func (c *checker) ask(ctx context.Context, games []engine.Game, s *Step) (a *about, err error) {
	p, err := c.launch(ctx, c.options.Host.Limits)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	d := p.Description()
	a = &about{name: d.Name, of: d, process: p}
	if a.name == "" {
		a.name = c.options.Name
	}
	s.Seen = append(s.Seen, strings.TrimSpace(a.name+" "+d.Version))
	for _, g := range games {
		info := g.Info()
		if _, listed := d.Games[info.Name]; !listed && !d.AnyGame {
			continue
		}
		if err := p.Plays(info); err != nil {
			return nil, &failure{strings.TrimPrefix(err.Error(), p.Command().Path+": "), host.BuildAgain}
		}
		a.games = append(a.games, g)
		s.Seen = append(s.Seen, info.Title)
	}
	if len(a.games) == 0 {
		return nil, playsNone(d, games)
	}
	if d.Lines {
		s.Seen = append(s.Seen, "speaks lines")
	}
	if d.SDK != "" {
		s.Seen = append(s.Seen, "SDK "+d.SDK)
	}
	return a, nil
}

func playsNone(d host.Description, games []engine.Game) error {
	names := make([]string, 0, len(d.Games))
	for name := range d.Games {
		names = append(names, name)
	}
	slices.Sort(names)
	plays := "it plays no game at all"
	if len(names) > 0 {
		plays = "it plays " + strings.Join(names, ", ")
	}
	if len(games) == 1 {
		return &failure{"not a bot for " + games[0].Info().Title, plays}
	}
	return &failure{"not a bot for a game of this arena", plays + "; arena games lists what can be played"}
}
