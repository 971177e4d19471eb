package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/integration/storytest"
)

// TestWaysAreThoseOfGo compares the ways to some targets, which bots in all languages
// find, with those that the games' own packages find.
func TestWaysAreThoseOfGo(t *testing.T) {
	tier.Long(t, "looks for many ways in each language")
	const rounds = 4
	games := []struct {
		game   engine.Game
		player engine.Player
	}{
		{orkisland.Game, orkisland.Bot.Player(func(s *orkisland.State, _ *orkisland.Commands) {
			ways := s.WaysTo(targets(s.Rows(), s.Cols(), s.Round())...)
			for u := range s.Units() {
				note(s.Debug(), u.ID, u.Pos, ways.Cost, ways.Step(u.Pos), ways.Path(u.Pos))
			}
		})},
		{moria.Game, moria.Bot.Player(func(s *moria.State, _ *moria.Commands) {
			for _, k := range []moria.Kind{moria.Dwarf, moria.Wizard} {
				ways := s.WaysTo(k, targets(s.Rows(), s.Cols(), s.Round())...)
				for u := range s.Units() {
					if s.Has(u.Pos) {
						note(s.Debug(), u.ID, u.Pos, ways.Cost, ways.Step(u.Pos), ways.Path(u.Pos))
					}
				}
			}
		})},
		{battleroyale.Game, battleroyale.Bot.Player(func(s *battleroyale.State, _ *battleroyale.Commands) {
			ways := s.WaysTo(targets(s.Rows(), s.Cols(), s.Round())...)
			for u := range s.Units() {
				note(s.Debug(), u.ID, u.Pos, ways.Cost, ways.Step(u.Pos), ways.Path(u.Pos))
			}
		})},
		{duel.Game, duel.Bot.Player(func(s *duel.State, _ *duel.Commands) { // whose units can't be told to stay
			ways := s.WaysTo(targets(s.Rows(), s.Cols(), s.Round())...)
			for u := range s.Units() {
				if cost, _ := ways.Cost(u.Pos); cost > 0 {
					note(s.Debug(), u.ID, u.Pos, ways.Cost, ways.Step(u.Pos), ways.Path(u.Pos))
				}
			}
		})},
	}
	var in []byte // one process plays all, as some start slowly
	var want []string
	for _, g := range games {
		in = append(in, transcript(t, g.game, 0, rounds, 1)...)
		want = append(want, notesOf(t, storytest.Setup(t, g.game, rounds), 0, 1, g.player, g.game.Random())...)
	}
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			require.Equal(t, want, notesBy(t, in, l.command(t, sdkOfAll(t), "ways")))
		})
	}
}

// notesBy returns what a bot notes about units when it is sent a transcript.
func notesBy(t *testing.T, in []byte, command []string) (notes []string) {
	t.Helper()
	out, errors, err := run(t, in, command...)
	require.NoError(t, err, errors)
	for line := range strings.Lines(out) {
		if text, ok := strings.CutPrefix(line, "logunit "); ok {
			notes = append(notes, strings.ReplaceAll(strings.TrimSpace(text), "_", ""))
		}
	}
	require.NotEmpty(t, notes)
	return notes
}

func targets(rows, cols, round int) (all []engine.Pos) {
	for c := range rows * cols {
		if (c*7919+round)%97 == 0 {
			all = append(all, engine.Pos{Row: c / cols, Col: c % cols})
		}
	}
	return all
}

func note(d *engine.Debug, id engine.UnitID, from engine.Pos, cost func(engine.Pos) (int, bool), step fmt.Stringer,
	path []engine.Pos,
) {
	distance, ok := cost(from)
	steps := len(path)
	if !ok {
		distance, steps = -1, -1
	}
	d.LogUnit(id, "%d %d %v %d", distance, steps, step, len(path))
}

// notesOf returns what a player notes about its units, in a match that another one plays in all seats.
func notesOf(t *testing.T, setup engine.Setup, seed uint64, seat int, player, others engine.Player) (notes []string) {
	t.Helper()
	m, err := setup.New(names[:setup.Seats()], seed, engine.ChaCha8)
	require.NoError(t, err)
	for !m.Over() {
		player.Play(m, seat)
		for _, n := range m.Seat(seat).Debug().Take() {
			notes = append(notes, fmt.Sprintf("%d %s", n.Unit, n.Text))
		}
		step(m, others)
	}
	return notes
}
