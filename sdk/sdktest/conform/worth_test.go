package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/integration/storytest"
)

// TestWorthIsThatOfGo compares what areas of Ork Island pay, as bots in all languages find it, with what the
// game's own package finds.
func TestWorthIsThatOfGo(t *testing.T) {
	const rounds = 81
	conquer := orkisland.Bot.Player(conquering)
	setup := storytest.Setup(t, orkisland.Game, rounds)
	setup, err := setup.With("factor_connected_component", 3)
	require.NoError(t, err)
	in := transcriptBy(t, setup, 3, 1, conquer)
	want := notesOf(t, setup, 3, 1, orkisland.Bot.Player(appraise), conquer)
	require.Regexp(t, `\n\d+ \d+\+\d+\+\d+=\d+ \[.*\d \d.*\]`, "\n"+strings.Join(want, "\n"), "nobody has joined cities")
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			require.Equal(t, want, notesBy(t, in, l.command(t, sdkOfAll(t), "worth")))
		})
	}
}

// conquering goes to the nearest area that is not the player's.
func conquering(s *orkisland.State, c *orkisland.Commands) {
	var cells []orkisland.Pos
	for _, a := range areas(s) {
		if a.Owner != s.Me() {
			cells = append(cells, a.Cells()...)
		}
	}
	ways := s.WaysTo(cells...)
	for ork := range s.UnitsOf(s.Me()) {
		c.Move(ork.ID, ways.Step(ork.Pos))
	}
}

func areas(s *orkisland.State) (all []orkisland.Area) {
	for city := range s.Cities() {
		all = append(all, city)
	}
	for path := range s.Paths() {
		all = append(all, path)
	}
	return all
}

// appraise notes now and then what pays each player, and two that do not exist, what areas would, and what units pay to
// enter their cells.
func appraise(s *orkisland.State, _ *orkisland.Commands) {
	if s.Round()%20 != 0 {
		return
	}
	all, d := areas(s), s.Debug()
	for player := -1; player <= s.Players(); player++ {
		income := s.Income(player)
		d.LogUnit(0, "%d+%d+%d=%d %v", income.Cities, income.Paths, income.Groups, income.Total(),
			strings.ReplaceAll(fmt.Sprint(s.Components(player)), "] [", "]["))
		for i, a := range all {
			d.LogUnit(engine.UnitID(i), "%d %d", s.Worth(player, a), s.IncomeWith(player, a, all[0], all[len(all)-1]))
		}
	}
	for u := range s.UnitsOf(s.Me()) {
		cost, _ := s.Cost(u.Pos)
		d.LogUnit(u.ID, "%d", cost)
	}
}
