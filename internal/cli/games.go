package cli

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
)

func newGames(s *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "games [NAME]",
		Short:             "List the games, or the settings of one",
		Example:           "  arena games\n  arena games orkisland",
		Args:              wantArgs(0, 1),
		ValidArgsFunction: s.completeGame(nil),
		RunE: func(_ *cobra.Command, args []string) error {
			list := s.games
			if len(args) == 1 {
				game, err := s.findGame(args[0])
				if err != nil {
					return err
				}
				list = []engine.Game{game}
			}
			switch {
			case asJSON && len(args) == 1:
				return printJSON(s.out, newGameJSON(list[0]))
			case asJSON:
				return printJSON(s.out, newGamesJSON(list))
			}
			printGames(s.out, list)
			if len(args) == 1 {
				_, _ = io.WriteString(s.out, "\n")
				printSettings(s.out, list[0])
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON, with all settings")
	return c
}

func printGames(to io.Writer, list []engine.Game) {
	t := newTable("name", "title", ">seats", ">rounds", "summary")
	for _, g := range list {
		info, setup := g.Info(), g.Default()
		t.row(info.Name, info.Title, strconv.Itoa(setup.Seats()), strconv.Itoa(setup.Rounds()), info.Summary)
	}
	t.print(to)
}

func printSettings(to io.Writer, game engine.Game) {
	t := newTable("setting", ">default", ">least", ">most", "meaning")
	for _, s := range game.Default().Settings() {
		t.row(s.Name, strconv.Itoa(*s.Value), strconv.Itoa(s.Min), strconv.Itoa(s.Max), s.Doc)
	}
	t.print(to)
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
