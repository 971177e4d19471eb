package dummy

import "github.com/botarena/arena/engine/games/starships"

const (
	income  = 1000 // what a starship earns in a round
	revenge = 8000 // cost of an enemy getting the points for killing us
	trigger = 350  // probability that an enemy that can shoot does, in thousandths
	denial  = 8000 // worth of a killed enemy's absence
	missile = 2500 // worth of a missile
	scarce  = 4    // with this many missiles or fewer, each is worth more
	reach   = 10   // columns; enemies further ahead are not shot at
)

// life returns the cost of losing a starship.
func (k *sky) life() int { return income * min(k.settings.RoundsToRegenerate, k.left) }

// fear judges where enemies may go or shoot.
func (k *sky) fear(s *starships.State) {
	for ship := range s.Units() {
		if !ship.Alive || ship.Owner == s.Me() {
			continue
		}
		here := k.cell(ship.Pos)
		k.block[here] += k.life() / 2 // it may have moved by then
		for _, d := range starships.Dirs() {
			if !s.CanMove(ship.Pos, d) || s.Crashes(ship.Pos, d) {
				continue
			}
			likely := 70
			if d == starships.Default {
				likely = 400
			}
			k.danger[1][k.cell(s.Dest(ship.Pos, d))] += k.life() * likely / 1000
		}
		if ship.Missiles > 0 {
			k.fearShot(here)
		}
	}
}

// fearShot judges the cells where we could not evade a missile. It flies two columns
// when it is shot, and two more before we can move again.
func (k *sky) fearShot(from int) {
	cost := (k.life() + revenge) * trigger / 1000
	for cols := 1; cols <= 5; cols++ {
		c := k.ahead(from, cols)
		if k.isSolid(c) {
			return
		}
		if cols <= 4 {
			k.danger[1][c] += cost
		}
		if cols >= 2 {
			k.danger[2][c] += cost / 4
		}
	}
}

// aim returns the worth of shooting now, apart from where the starship goes; 0 if there
// is no target or no missile.
func (k *sky) aim(s *starships.State, ship starships.Unit, h *flyingHabits) int {
	ahead, _ := s.Ahead(ship.Pos, reach)
	enemy, found := s.UnitAt(ahead)
	if ship.Missiles == 0 || !found || enemy.Owner == s.Me() {
		return 0
	}
	hit := k.chance(s.Forward(ship.Pos, enemy.Pos), h.keeps(enemy.Owner))
	cost := missile
	if ship.Missiles <= scarce {
		cost += missile * (scarce - ship.Missiles) / scarce
	}
	return hit*(1000*k.settings.KillPoints+denial)/1000 - cost
}

// chance returns the probability, in thousandths, that a shot hits a starship cols
// columns ahead that keeps to its row in keeps of 1000 rounds.
func (k *sky) chance(cols, keeps int) int {
	chance := keeps
	if cols <= 2 { // it is hit at once if we move first
		return (1000 + chance) / 2
	}
	// The missile gains one column each round.
	for range cols - 3 {
		chance = chance * keeps / 1000
	}
	return chance
}
