package main

import (
	"math"
	"slices"

	"github.com/botarena/arena/engine/games/starships"
)

// playStarships is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: a starship shoots when an enemy is close ahead. Otherwise it makes the
// move that brings it nearest to a bonus, among those that don't get it killed. Then
// we look a round ahead: a starship that would be lost shoots instead, because the
// missile clears the cell to which the starship then goes.
func playStarships(s *starships.State, c *starships.Commands) {
	// Commands that are given can't be taken back, so we only plan them at first. What
	// the others do we have to guess: let's say that they plan as we do.
	plans := make([]*starships.Commands, s.Players())
	for player := range plans {
		plans[player] = starshipsPlan(s.As(player))
	}
	// Next plays the round by the rules of the arena. The order of the players is
	// drawn, so the match may go another way; but what can happen is worth avoiding.
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

// starshipsPlan returns a command for every starship of the player that we think
// for: ourselves, or another one.
func starshipsPlan(s *starships.State) *starships.Commands {
	plan := s.Commands()
	bonuses := s.Find(starships.PointBonus, starships.MissileBonus)
	taken := map[starships.Pos]bool{} // where the player's starships will be
	for ship := range s.Starships(s.Me()) {
		d := starships.Default // this is where a starship goes that shoots
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

// starshipsTarget reports whether to shoot: the first thing ahead is an enemy, so near
// that it can hardly get away. A missile flies two columns now, and two more before
// anybody can move in the next round; so four is close.
func starshipsTarget(s *starships.State, ship starships.Unit) bool {
	const close = 4
	ahead, _ := s.Ahead(ship.Pos, close)
	enemy, found := s.UnitAt(ahead)
	return found && enemy.Owner != s.Me() && ship.Missiles > 0
}

// starshipsMove returns the best move of a starship. The default move is what it makes
// if it is told nothing, so if all moves are bad we can as well take that one.
func starshipsMove(s *starships.State, ship starships.Unit, bonuses []starships.Pos, taken map[starships.Pos]bool) starships.Dir {
	bonus, wanted := s.Nearest(ship.Pos, bonuses...)
	best, least := starships.Default, math.MaxInt
	for _, d := range starships.Dirs() {
		to := s.Dest(ship.Pos, d)
		if !s.CanMove(ship.Pos, d) || taken[to] || starshipsDeadly(s, ship, d) {
			continue
		}
		// What counts most is the time to the bonus. If that is the same, the
		// starship keeps to the middle of the window, with room on both sides.
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

// starshipsDeadly reports whether a move may get the starship killed: on its way, or
// by a missile before its next move (that is what 2 means), or because there is
// nothing that it could do then.
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

// starshipsTime counts the rounds that it takes to the bonus after a move, if there
// is nothing in the way. A starship never goes back, so it must not pass it by.
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
