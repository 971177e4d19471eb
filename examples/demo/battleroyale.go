package main

import (
	"fmt"
	"os"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
)

// playBattleRoyale is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: each farmer walks to the nearest tile that is not ours, which paints it
// when it gets there. A knight attacks who stands beside it, rests when it is badly
// hurt, and otherwise walks to the nearest enemy.
func playBattleRoyale(s *battleroyale.State, c *battleroyale.Commands) {
	// Our units are moved in the order of our commands, and one that stands in the
	// way stops another. Knights go first: an enemy that they beat leaves its tile.
	battleRoyaleKnights(s, c)
	battleRoyaleFarmers(s, c)
}

func battleRoyaleFarmers(s *battleroyale.State, c *battleroyale.Commands) {
	// A search looks at the whole board and is the slow part of a round, so we
	// make just one, from all the tiles that we want at once. It serves every
	// farmer: from wherever one stands, its way to the nearest leads downhill.
	ways := s.DistancesTo(s.OtherTiles(s.Me())...)
	taken := map[battleroyale.Pos]bool{} // where a farmer of ours goes in this round

	for _, id := range s.Farmers(s.Me()) {
		farmer := s.Unit(id)
		d := s.Follow(ways, farmer.Pos) // None when all is ours
		// Two farmers can't enter the same tile, so the second looks for another
		// one beside it that is not ours.
		if taken[s.Dest(farmer.Pos, d)] {
			d = battleroyale.None
		}
		for side, p := range s.Neighbors(farmer.Pos) {
			if there := s.Cell(p); s.IsOpen(p) && !taken[p] && there.Owner != s.Me() && there.Unit < 0 {
				d = side
				break
			}
		}
		taken[s.Dest(farmer.Pos, d)] = true
		battleRoyaleMove(c, id, d)
	}
}

func battleRoyaleKnights(s *battleroyale.State, c *battleroyale.Commands) {
	var enemies []battleroyale.Pos
	for _, id := range s.Others(s.Me()) {
		enemies = append(enemies, s.Unit(id).Pos)
	}
	ways := s.DistancesTo(enemies...)
	for _, id := range s.Knights(s.Me()) {
		battleRoyaleMove(c, id, battleRoyaleKnight(s, s.Unit(id), ways))
	}
}

func battleRoyaleKnight(s *battleroyale.State, knight battleroyale.Unit, ways engine.Distances) battleroyale.Dir {
	// Of the enemies beside us we take the weakest: it changes sides the soonest.
	best, weakest := battleroyale.None, 0
	for d, p := range s.Neighbors(knight.Pos) {
		enemy := s.Unit(s.Cell(p).Unit) // Unit(-1) has no owner, so empty tiles need no test
		if enemy.ID < 0 || enemy.Owner == s.Me() {
			continue
		}
		if best == battleroyale.None || enemy.Health < weakest {
			best, weakest = d, enemy.Health
		}
	}
	// A knight that the next attack may convert does not go and look for one. It is
	// told to stay, so it rests and heals.
	if best == battleroyale.None && knight.Health > s.Settings().DamageMax {
		best = s.Follow(ways, knight.Pos)
	}
	return best
}

// battleRoyaleMove gives a command. An error is a mistake of ours, such as a
// command for somebody else's unit. Standard output belongs to the arena, so we
// print to os.Stderr.
func battleRoyaleMove(c *battleroyale.Commands, id int, d battleroyale.Dir) {
	if err := c.Move(id, d); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
