package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/botarena/arena/engine/games/starships"
)

// playStarships is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: a starship shoots when an enemy is close ahead. Otherwise it makes the
// move that brings it nearest to a bonus, of those that do not get it killed.
func playStarships(s *starships.State, c *starships.Commands) {
	bonuses := s.Find(starships.PointBonus, starships.MissileBonus)
	taken := map[starships.Pos]bool{} // where our starships will be
	for _, id := range s.Starships(s.Me()) {
		ship := s.Unit(id)
		var err error
		if starshipsTarget(s, ship) {
			err = c.Shoot(id)
			taken[s.Wrap(ship.Pos.Add(starships.Default.Offset()))] = true
		} else {
			d := starshipsMove(s, ship, bonuses, taken)
			err = c.Move(id, d)
			taken[s.Wrap(ship.Pos.Add(d.Offset()))] = true
		}
		// An error is a mistake of ours, such as a command for somebody else's
		// starship. Standard output belongs to the arena, so we print to os.Stderr.
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// starshipsTarget says whether to shoot: the first thing ahead is an enemy, so near
// that it can hardly get away. A missile flies two columns now, and two more before
// anybody can move in the next round; so four is close.
func starshipsTarget(s *starships.State, ship starships.Unit) bool {
	const close = 4
	_, ahead := s.Ahead(ship.Pos, close)
	// Unit(-1) is a starship that nobody owns; it is what there is in cells without.
	enemy := s.Unit(ahead.Unit)
	return ship.Missiles > 0 && enemy.ID >= 0 && enemy.Owner != s.Me()
}

// starshipsMove is the best move of a starship. The default move is what it makes
// if it is told nothing, so if all moves are bad we can as well take that one.
func starshipsMove(s *starships.State, ship starships.Unit, bonuses []starships.Pos, taken map[starships.Pos]bool) starships.Dir {
	bonus, wanted := s.Nearest(ship.Pos, bonuses...)
	best, least := starships.Default, 1<<30
	for _, d := range starships.Dirs() {
		to := s.Wrap(ship.Pos.Add(d.Offset()))
		if s.Refused(ship.Pos, d) || taken[to] || starshipsDeadly(s, ship, d) {
			continue
		}
		// What counts most is the time to the bonus. If that is the same, the
		// starship keeps to the middle of the window, with room on both sides.
		before, behind := s.Room(ship.Pos)
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

// starshipsDeadly says whether a move may get the starship killed: on its way, or
// by a missile before its next move (that is what 2 means), or because there is
// nothing that it could do then.
func starshipsDeadly(s *starships.State, ship starships.Unit, d starships.Dir) bool {
	to := ship.Pos.Add(d.Offset())
	if s.Crashes(ship.Pos, d) || s.HitWithin(to, 2) {
		return true
	}
	for _, next := range starships.Dirs() {
		if s.InWindow(to.Add(next.Offset()), s.Round()+2) && !s.Crashes(to, next) {
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
	way := s.Offset(from.Add(d.Offset()), bonus)
	if way.Col < 0 {
		return s.Cols()
	}
	return max((way.Col+1)/2, way.Row, -way.Row)
}
