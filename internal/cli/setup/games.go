// Package setup has the commands that tell about games, boards, the line protocol and this machine.
package setup

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewGames returns the command arena games.
func NewGames(s *shell.Shell) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "games [NAME]",
		Short:             "List the games, or the settings of one",
		Example:           "  arena games\n  arena games orkisland",
		Args:              shell.WantArgs(0, 1),
		ValidArgsFunction: s.CompleteGame(nil),
		RunE: func(_ *cobra.Command, args []string) error {
			list := s.Games
			if len(args) == 1 {
				game, err := s.FindGame(args[0])
				if err != nil {
					return err
				}
				list = []engine.Game{game}
			}
			switch {
			case asJSON && len(args) == 1:
				return shell.PrintJSON(s.Out, newGameJSON(list[0]))
			case asJSON:
				return shell.PrintJSON(s.Out, newGamesJSON(list))
			}
			printGames(s.Out, list)
			if len(args) == 1 {
				_, _ = io.WriteString(s.Out, "\n")
				printSettings(s.Out, list[0])
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON, with all settings")
	return c
}

func printGames(to io.Writer, list []engine.Game) {
	t := shell.NewTable("name", "title", ">seats", ">rounds", "summary")
	for _, g := range list {
		info, setup := g.Info(), g.Default()
		t.Row(info.Name, info.Title, strconv.Itoa(setup.Seats()), strconv.Itoa(setup.Rounds()), info.Summary)
	}
	t.Print(to)
}

func printSettings(to io.Writer, game engine.Game) {
	t := shell.NewTable("setting", ">default", ">least", ">most", "meaning")
	for _, s := range game.Default().Settings() {
		t.Row(s.Name, strconv.Itoa(*s.Value), strconv.Itoa(s.Min), strconv.Itoa(s.Max), s.Doc)
	}
	t.Print(to)
}

type gameJSON struct {
	Name         string        `json:"name"`
	Title        string        `json:"title"`
	RulesVersion int           `json:"rules_version"`
	Summary      string        `json:"summary"`
	Seats        int           `json:"seats"`
	Rounds       int           `json:"rounds"`
	Settings     []settingJSON `json:"settings"`
}

type settingJSON struct {
	Name    string `json:"name"`
	Default int    `json:"default"`
	Min     int    `json:"min"`
	Max     int    `json:"max"`
	Doc     string `json:"doc"`
}

func newGameJSON(game engine.Game) gameJSON {
	info, setup := game.Info(), game.Default()
	g := gameJSON{
		Name: info.Name, Title: info.Title, RulesVersion: info.Version, Summary: info.Summary,
		Seats: setup.Seats(), Rounds: setup.Rounds(), Settings: []settingJSON{},
	}
	for _, s := range setup.Settings() {
		g.Settings = append(g.Settings, settingJSON{s.Name, *s.Value, s.Min, s.Max, s.Doc})
	}
	return g
}

func newGamesJSON(list []engine.Game) []gameJSON {
	all := make([]gameJSON, len(list))
	for i, g := range list {
		all[i] = newGameJSON(g)
	}
	return all
}
