package dummy

import "github.com/botarena/arena/engine/games/starships"

// starShips plays Starships. In every round it
//
//   - works out which cells missiles will fly through (starships_sky.go),
//   - judges where enemies may shoot or be in the way, and the worth of a shot of ours
//     (starships_enemies.go),
//   - searches the best course of each starship some rounds ahead, and takes its first
//     step (starships_course.go).
//
// It remembers how straight the players fly, and keeps its tables from round to
// round. All worths are in thousandths of a point.
type starShips struct {
	sky    sky
	flight course // the best course without a shot
	volley course // the best course after a shot
	habits flyingHabits
}

func (b *starShips) play(s *starships.State, c *starships.Commands) {
	b.habits.learn(s)
	b.sky.look(s)
	b.sky.fear(s)
	for ship := range s.Starships(s.Me()) {
		chosen := &b.flight
		value := b.flight.search(&b.sky, ship, false)
		if hope := b.sky.aim(s, ship, &b.habits); hope > 0 && hope+b.volley.search(&b.sky, ship, true) > value {
			chosen = &b.volley
			c.Shoot(ship.ID)
		} else {
			c.Move(ship.ID, b.flight.first())
		}
		b.sky.claim(chosen)
	}
}

// flyingHabits is how often the starships of each player have kept to their row. Those
// that do are easily shot.
type flyingHabits struct {
	was              []starships.Unit
	straight, rounds []int // by player
}

func (h *flyingHabits) learn(s *starships.State) {
	if h.was == nil {
		h.was = make([]starships.Unit, s.NumUnits())
		h.straight = make([]int, s.Players())
		h.rounds = make([]int, s.Players())
	}
	for ship := range s.Units() {
		if was := h.was[ship.ID]; was.Alive && ship.Alive {
			h.rounds[ship.Owner]++
			if was.Pos.Row == ship.Pos.Row {
				h.straight[ship.Owner]++
			}
		}
		h.was[ship.ID] = ship
	}
}

// keeps returns the probability, in thousandths, that a starship of a player keeps to
// its row.
func (h *flyingHabits) keeps(player int) int {
	const doubt = 10 // imaginary rounds before the first, half of them straight
	return 1000 * (h.straight[player] + doubt/2) / (h.rounds[player] + doubt)
}
