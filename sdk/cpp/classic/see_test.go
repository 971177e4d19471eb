package classic_test

import (
	"fmt"
	"iter"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
)

// kitchen knows what testdata/GAME/AIKitchen.cc prints and does.
type kitchen struct {
	seen func(m engine.Match, text *strings.Builder) // appends what it sees of a match
	said map[int][]string                            // what it does, by round
}

var kitchens = map[string]func() kitchen{
	"orkisland":    orkIslandKitchen,
	"moria":        moriaKitchen,
	"battleroyale": battleRoyaleKitchen,
	"starships":    starshipsKitchen,
}

// seeing returns a player that gives no commands and describes what it sees.
func seeing[S any, C engine.Commands](bot engine.Bot[S, C],
	describe func(s S, text *strings.Builder),
) func(engine.Match, *strings.Builder) {
	return func(m engine.Match, text *strings.Builder) {
		bot.Player(func(s S, _ C) { describe(s, text) }).Play(m, mySeat)
	}
}

func at(p engine.Pos) string { return fmt.Sprintf("(%d, %d)", p.Row, p.Col) }

func places(list []engine.Pos) string {
	var text strings.Builder
	for _, p := range list {
		text.WriteString(" " + at(p))
	}
	return text.String()
}

func numbers[U any](units iter.Seq[U], number func(U) (id engine.UnitID, listed bool)) string {
	var text strings.Builder
	for u := range units {
		if id, listed := number(u); listed {
			fmt.Fprintf(&text, " %d", id)
		}
	}
	return text.String()
}

func times(n int, line string) []string {
	return strings.Split(strings.TrimSuffix(strings.Repeat(line+"\n", n), "\n"), "\n")
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// draws appends what the players of Ork Island and Moria draw in a round.
func draws(r *engine.ClassicSource, permutation int, text *strings.Builder) {
	fmt.Fprintln(text, "random", r.Draw(0, 99), r.Draw(5, 4), r.Draw(1, 1000001), r.Draw(-3, 3))
	order := []int{0, 1, 2, 3, 4, 5}
	for k := range permutation {
		j := r.Draw(k, 5)
		order[k], order[j] = order[j], order[k]
	}
	fmt.Fprintln(text, "permutation", strings.Trim(fmt.Sprint(order), "[]"))
}

func orkIslandKitchen() kitchen {
	types := map[orkisland.Terrain]int{
		orkisland.Water: 0, orkisland.Grass: 1, orkisland.Forest: 2, orkisland.Sand: 3,
		orkisland.City: 4, orkisland.Path: 5,
	}
	var random *engine.ClassicSource
	describe := func(s *orkisland.State, text *strings.Builder) {
		if s.Round() == 0 {
			v := s.Settings()
			fmt.Fprintln(text, "settings", v.Players, v.Size, v.Size, v.Rounds, v.InitialHealth, v.Orks, v.CostGrass,
				v.CostForest, v.CostSand,
				v.CostCity, v.CostPath, v.BonusPerCityCell, v.BonusPerPathCell, v.FactorConnectedComponent)
		}
		fmt.Fprintln(text, "round", s.Round(), "me", mySeat)
		for player := range s.Players() {
			fmt.Fprintln(text, "player", player, s.Score(player), s.Status(player))
			fmt.Fprintln(
				text, "orks"+numbers(s.Units(), func(u orkisland.Unit) (engine.UnitID, bool) { return u.ID, u.Owner == player }))
		}
		for row := range s.Rows() {
			for col := range s.Cols() {
				c := s.Cell(orkisland.Pos{Row: row, Col: col})
				fmt.Fprintf(text, "cell (%d, %d) %d %d %d %d\n", row, col, types[c.Terrain], c.Unit, c.City, c.Path)
			}
		}
		for u := range s.Units() {
			fmt.Fprintln(text, "unit", u.ID, u.Owner, at(u.Pos), u.Health)
		}
		for city := range s.Cities() {
			fmt.Fprintln(text, "city", city.ID, city.Owner)
			fmt.Fprintln(text, "cells"+places(city.Cells()))
		}
		for path := range s.Paths() {
			from, to := path.Ends[0], path.Ends[1]
			fmt.Fprintln(text, "path", path.ID, path.Owner, from, to)
			fmt.Fprintln(text, "cells"+places(path.Cells()))
		}
		draws(random, 6, text)
	}
	return kitchen{
		seen: func(m engine.Match, text *strings.Builder) {
			if m.Round() == 0 {
				random = engine.NewClassic(m.Seat(mySeat).Seed())
			}
			seeing(orkisland.Bot, describe)(m, text)
		},
		said: map[int][]string{
			0: {
				"do 30 south", "do 31 east", "do 32 north", "do 33 west", "do 34 none",
				"do 30 north", "do 30 none", "do -7 east", "do 2147483647 west",
			},
			1:              times(1000, "do 0 south"),
			2:              nil,
			testRounds - 1: times(1001, "do 0 south"), // more would not make it worse
		},
	}
}

func moriaKitchen() kitchen {
	terrains := map[moria.Terrain]int{moria.Outside: 0, moria.Cave: 1, moria.Abyss: 2, moria.Granite: 3, moria.Rock: 4}
	kinds := map[moria.Kind]int{moria.Dwarf: 0, moria.Wizard: 1, moria.Orc: 2, moria.Troll: 3, moria.Balrog: 4}
	of := func(player int, kind moria.Kind) func(moria.Unit) (engine.UnitID, bool) {
		return func(u moria.Unit) (engine.UnitID, bool) { return u.ID, u.Owner == player && u.Kind == kind }
	}
	var random *engine.ClassicSource
	describe := func(s *moria.State, text *strings.Builder) {
		v := s.Settings()
		if s.Round() == 0 {
			fmt.Fprintln(text, "settings", v.Players, v.Rounds, v.Dwarves, v.Wizards, v.Orcs, v.Trolls, v.TreasureValue,
				v.RockResistance, v.Rows, v.Cols)
			fmt.Fprintln(text, "constants", moria.DwarfHealth, moria.WizardHealth, moria.OrcHealth, moria.TrollHealth,
				moria.MinDwarfDamage, moria.MaxDwarfDamage,
				moria.MinOrcDamage, moria.MaxOrcDamage, moria.MinTrollDamage, moria.MaxTrollDamage, 80, 25, 50)
		}
		fmt.Fprintln(text, "round", s.Round(), "me", mySeat)
		for clan := range s.Players() {
			owned := len(s.Owned(clan))
			fmt.Fprintln(text, "clan", clan, owned, (s.Score(clan)-owned)/v.TreasureValue, s.Status(clan))
			fmt.Fprintln(text, "dwarves"+numbers(s.Units(), of(clan, moria.Dwarf)))
			fmt.Fprintln(text, "wizards"+numbers(s.Units(), of(clan, moria.Wizard)))
		}
		alive := func(u moria.Unit) (engine.UnitID, bool) { return u.ID, true }
		fmt.Fprintln(text, "orcs"+numbers(s.Orcs(), alive))
		fmt.Fprintln(text, "trolls"+numbers(s.Trolls(), alive))
		fmt.Fprintln(text, "balrog", s.Balrog().ID)
		for p, c := range s.Cells() {
			fmt.Fprintln(text, "cell", at(p), terrains[c.Terrain], c.Owner, c.Unit, c.Hits, flag(c.Treasure))
		}
		for id := range s.Balrog().ID + 1 {
			u := s.Unit(id)
			if u.Kind == moria.Orc && u.Health == 0 {
				fmt.Fprintln(text, "unit 0 -1 -1 0 (-1, -1)")
				continue
			}
			fmt.Fprintln(text, "unit", kinds[u.Kind], u.ID, u.Owner, u.Health, at(u.Pos))
		}
		draws(random, 5, text)
	}
	return kitchen{
		seen: func(m engine.Match, text *strings.Builder) {
			if m.Round() == 0 {
				random = engine.NewClassic(m.Seat(mySeat).Seed())
			}
			seeing(moria.Bot, describe)(m, text)
		},
		said: map[int][]string{
			0: {
				"do 50 south", "do 51 south_east", "do 52 east", "do 53 north_east", "do 54 north", "do 55 north_west",
				"do 56 west", "do 57 south_west",
				"do 58 none", "do -1 none", "do 59 west", "do 59 north", "do 124 north", "do 2147483647 north",
			},
			1:              nil,
			testRounds - 1: times(1001, "do 0 south"),
		},
	}
}

func battleRoyaleKitchen() kitchen {
	kinds := map[battleroyale.Kind]int{battleroyale.Knight: 0, battleroyale.Farmer: 1}
	of := func(player int, kind battleroyale.Kind) func(battleroyale.Unit) (engine.UnitID, bool) {
		return func(u battleroyale.Unit) (engine.UnitID, bool) { return u.ID, u.Owner == player && u.Kind == kind }
	}
	describe := func(s *battleroyale.State, text *strings.Builder) {
		if s.Round() == 0 {
			v := s.Settings()
			fmt.Fprintln(text, "settings", v.Players, v.Rounds, v.Farmers, v.Knights, v.FarmersHealth, v.KnightsHealth,
				v.FarmersRegen, v.KnightsRegen,
				v.DamageMin, v.DamageMax, v.Rows, v.Cols)
		}
		fmt.Fprintln(text, "round", firstRound+s.Round(), "me", mySeat)
		for player := range s.Players() {
			score := s.Score(player)
			if s.Round() == 0 { // the original counted them for the first time after it
				score = 0
			}
			fmt.Fprintln(text, "player", player, s.Name(player), score, s.Status(player))
			fmt.Fprintln(text, "farmers"+numbers(s.Units(), of(player, battleroyale.Farmer)))
			fmt.Fprintln(text, "knights"+numbers(s.Units(), of(player, battleroyale.Knight)))
		}
		for row := range s.Rows() {
			for col := range s.Cols() {
				c := s.Cell(battleroyale.Pos{Row: row, Col: col})
				fmt.Fprintf(text, "cell (%d, %d) %d %d %d\n", row, col, flag(c.Terrain == battleroyale.Wall), c.Owner, c.Unit)
			}
		}
		for u := range s.Units() {
			fmt.Fprintln(text, "unit", kinds[u.Kind], u.ID, u.Owner, u.Health, at(u.Pos))
		}
	}
	return kitchen{
		seen: seeing(battleroyale.Bot, describe),
		said: map[int][]string{
			0: {"do 60 none", "do 61 north", "do 62 south", "do 63 west", "do 64 east", "do 75 north"},
			1: {"do 60 west", "do 61 south"},
		},
	}
}

func starshipsKitchen() kitchen {
	kinds := map[starships.Kind]string{
		starships.Empty: "EMPTY", starships.Asteroid: "ASTEROID", starships.Starship: "STARSHIP",
		starships.Missile:    "MISSILE",
		starships.PointBonus: "POINT_BONUS", starships.MissileBonus: "MISSILE_BONUS",
	}
	place := func(p starships.Pos) string { return fmt.Sprintf("(%d,%d)", p.Row, p.Col) }
	state := uint64(0)
	draw := func() int {
		state = 48271 * state % 2147483647
		return int(state - 1)
	}
	describe := func(s *starships.State, text *strings.Builder) {
		if s.Round() == 0 {
			v := s.Settings()
			fmt.Fprintln(text, "settings", v.Players, v.Rounds, v.Rows, v.Cols, v.WindowCols, v.Starships, v.RoundsToRegenerate,
				v.MissileBonuses, v.PointBonuses,
				v.BonusMissiles, v.BonusPoints, v.KillPoints)
		}
		fmt.Fprintln(text, "round", s.Round(), "me", mySeat)
		for player := range s.Players() {
			fmt.Fprintln(text, "player", player, s.Score(player), s.Status(player))
		}
		for row := range s.Rows() {
			for col := range s.Cols() {
				p := starships.Pos{Row: row, Col: col}
				c := s.Cell(p)
				fmt.Fprintln(text, "cell", place(p), kinds[c.Kind], c.Unit, c.Missile)
			}
		}
		for u := range s.Units() {
			fmt.Fprintln(text, "starship", u.ID, u.Owner, place(u.Pos), u.Missiles, flag(u.Alive), u.Countdown)
		}
		for shot := range s.Missiles() {
			fmt.Fprintln(text, "missile", shot.ID, shot.ID, shot.Unit, place(shot.Pos))
		}
		draw() // which begins the round
		fmt.Fprintln(text, "random", draw(), draw()%100, draw()%7-3, 7)
		draw() // of the last one, between 7 and 7
	}
	k := kitchen{
		seen: func(m engine.Match, text *strings.Builder) {
			if m.Round() == 0 {
				state = 1 + (matchSeed+mySeat)%2147483646
			}
			seeing(starships.Bot, describe)(m, text)
		},
		said: make(map[int][]string),
	}
	for round, word := range []string{
		"up", "default", "down", "slow_up", "slow", "slow_down", "fast_up", "fast",
		"fast_down",
	} {
		k.said[round] = []string{"do 4 " + word, "do 5 shoot"}
	}
	return k
}
