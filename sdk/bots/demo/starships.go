// Code generated of examples/demo by go generate ./sdk/bots; DO NOT EDIT.

package demo

import (
	"math"
	"slices"

	"github.com/botarena/arena/engine/games/starships"
)

// playStarships is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: a starship shoots when an enemy is close ahead. Otherwise it makes the
// move that brings it nearest to a bonus without getting it killed. Then we look a
// round ahead: a starship that would be lost shoots instead, because the missile
// clears the cell to which the starship goes then.
func playStarships(s *starships.State, c *starships.Commands) {
	// A given command can't be taken back, so we only plan at first. What the others
	// do we have to guess: let's say that they plan as we do.
	plans := make([]*starships.Commands, s.Players())
	for player := range plans {
		plans[player] = starshipsPlan(s.As(player))
	}
	// Next plays the round by the rules of the arena. The order of the players is
	// drawn, so the round may go differently; but a loss that can happen is worth
	// avoiding.
	next := s.Next(s.Rand(), plans...)
	for command := range plans[s.Me()].All() {
		ship := s.Unit(command.Unit)
		if !next.Unit(ship.ID).Alive && ship.Missiles > 0 {
			s.Debug().LogUnit(ship.ID, "would be lost with %v", command) // the viewer shows it
			command.Shoot = true
		}
		if command.Shoot {
			c.Shoot(ship.ID)
		} else {
			c.Move(ship.ID, command.Dir)
		}
	}
}

// starshipsPlan returns a command for every starship of the player whose State it is:
// ourselves or another.
func starshipsPlan(s *starships.State) *starships.Commands {
	plan := s.Commands()
	bonuses := s.Find(starships.PointBonus, starships.MissileBonus)
	taken := map[starships.Pos]bool{} // where the player's starships will be
	for ship := range s.Starships(s.Me()) {
		d := starships.Default // a starship that shoots moves like this
		if starshipsTarget(s, ship) {
			plan.Shoot(ship.ID)
		} else {
			d = starshipsMove(s, ship, bonuses, taken)
			plan.Move(ship.ID, d)
		}
		taken[s.Dest(ship.Pos, d)] = true
	}
	return plan
}

// starshipsTarget reports whether to shoot: the first thing ahead is an enemy so near
// that it can hardly get away. A missile flies two columns now and two more before
// anybody moves in the next round, so four columns are close.
func starshipsTarget(s *starships.State, ship starships.Unit) bool {
	const close = 4
	ahead, _ := s.Ahead(ship.Pos, close)
	enemy, found := s.UnitAt(ahead)
	return found && enemy.Owner != s.Me() && ship.Missiles > 0
}

// starshipsMove returns the best move of a starship. If all moves are bad, that is the
// default one, which a starship without a command makes anyway.
func starshipsMove(s *starships.State, ship starships.Unit, bonuses []starships.Pos,
	taken map[starships.Pos]bool,
) starships.Dir {
	bonus, wanted := s.Nearest(ship.Pos, bonuses...)
	best, least := starships.Default, math.MaxInt
	for _, d := range starships.Dirs() {
		to := s.Dest(ship.Pos, d)
		if !s.CanMove(ship.Pos, d) || taken[to] || starshipsDeadly(s, ship, d) {
			continue
		}
		// The time to the bonus counts most. If it is the same, the starship keeps to
		// the middle of the window, with room on both sides.
		before, behind, _ := s.Room(ship.Pos)
		cost := max(before, behind) * s.Forward(ship.Pos, to)
		if before < behind {
			cost = -cost
		}
		if wanted {
			cost += 1000 * starshipsTime(s, ship.Pos, d, bonus)
		}
		if cost < least {
			best, least = d, cost
		}
	}
	return best
}

// starshipsDeadly reports whether a move may get the starship killed: on its way, by a
// missile before its next move (hence the 2), or because it leaves no move for the
// round after.
func starshipsDeadly(s *starships.State, ship starships.Unit, d starships.Dir) bool {
	to := s.Dest(ship.Pos, d)
	rounds, hit := s.RoundsToHit(to)
	if s.Crashes(ship.Pos, d) || hit && rounds <= 2 {
		return true
	}
	for _, next := range starships.Dirs() {
		if s.InWindow(s.Dest(to, next), s.Round()+2) && !s.Crashes(to, next) {
			return false
		}
	}
	return true
}

// starshipsTime returns the rounds to the bonus after a move, if nothing is in the
// way; -1 if the move takes it. A starship never goes back, so a bonus that it passes
// is at the greatest distance.
func starshipsTime(s *starships.State, from starships.Pos, d starships.Dir, bonus starships.Pos) int {
	if slices.Contains(s.Swept(from, d), bonus) {
		return -1
	}
	way := s.Offset(s.Dest(from, d), bonus)
	if way.Col < 0 {
		return s.Cols()
	}
	return max((way.Col+1)/2, way.Row, -way.Row)
}
