// Code generated of examples/demo by go generate ./sdk/bots; DO NOT EDIT.

package demo

import "github.com/botarena/arena/engine/games/battleroyale"

// playBattleRoyale is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: each farmer walks to the nearest tile that is not ours, which paints it
// when it gets there. A knight attacks an enemy beside it, rests when it is badly
// hurt, and otherwise walks to the nearest enemy.
func playBattleRoyale(s *battleroyale.State, c *battleroyale.Commands) {
	// Our units move in the order of our commands, and a unit can stand in another's
	// way. Knights go first: an enemy that they beat leaves its tile.
	battleRoyaleKnights(s, c)
	battleRoyaleFarmers(s, c)
}

func battleRoyaleFarmers(s *battleroyale.State, c *battleroyale.Commands) {
	// A search visits the whole board and is the slow part of a round, so we make
	// just one, to all the tiles that we want at once. It serves every farmer.
	ways := s.WaysTo(s.Paintable(s.Me())...)
	taken := map[battleroyale.Pos]bool{} // where a farmer of ours goes in this round

	for farmer := range s.Farmers(s.Me()) {
		d := ways.Step(farmer.Pos) // None if every tile is ours
		// Two farmers can't enter the same tile, so the second takes another one
		// beside it that is not ours, if there is any.
		if taken[s.Dest(farmer.Pos, d)] {
			d = battleroyale.None
		}
		for side, p := range s.Neighbours(farmer.Pos) {
			if there := s.Cell(p); s.IsOpen(p) && !taken[p] && there.Owner != s.Me() && there.Unit < 0 {
				d = side
				break
			}
		}
		taken[s.Dest(farmer.Pos, d)] = true
		c.Move(farmer.ID, d)
	}
}

func battleRoyaleKnights(s *battleroyale.State, c *battleroyale.Commands) {
	var enemies []battleroyale.Pos
	for enemy := range s.Enemies(s.Me()) {
		enemies = append(enemies, enemy.Pos)
	}
	ways := s.WaysTo(enemies...)
	for knight := range s.Knights(s.Me()) {
		d := battleRoyaleAttack(s, knight)
		switch {
		case d != battleroyale.None: // it attacks
		case knight.Health > s.Settings().DamageMax:
			d = ways.Step(knight.Pos)
		default: // told to stay, it rests and heals
			s.Debug().LogUnit(knight.ID, "rests, as the next attack may convert it") // the viewer shows it
		}
		c.Move(knight.ID, d)
	}
}

// battleRoyaleAttack returns the direction of the weakest enemy beside a knight, as
// that one changes sides soonest. It returns None if there is no enemy.
func battleRoyaleAttack(s *battleroyale.State, knight battleroyale.Unit) battleroyale.Dir {
	best, weakest := battleroyale.None, 0
	for d, p := range s.Neighbours(knight.Pos) {
		enemy, ok := s.UnitAt(p)
		if ok && enemy.Owner != s.Me() && (best == battleroyale.None || enemy.Health < weakest) {
			best, weakest = d, enemy.Health
		}
	}
	return best
}
