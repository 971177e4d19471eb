package search

import (
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/starships"
)

const (
	starshipsTrials  = 250                   // plans that are tried in a round
	starshipsHorizon = 16                    // rounds that a plan is long
	starshipsReserve = 10 * time.Millisecond // CPU time of a round at which trying ends
)

// starShips plays Starships. In every round it takes the plan of the round before,
// changes it at random in one place, plays it, and keeps the change unless it makes
// things worse; and so on, many times. This is hill climbing.
type starShips struct {
	sim      *starships.Sim
	commands []*starships.Commands // by player, for the simulation
	best     starshipsPlan
	trial    starshipsPlan
	trip     trip // the change that is tried, if it is one
}

// starshipsPlan is the moves of each starship in the rounds to come. Only ours count.
type starshipsPlan [][starshipsHorizon]starships.Dir

// shot stands in a plan in place of a move. It is no direction.
const shot starships.Dir = 0

// trip is a change of a plan: some round ahead, a starship leaves for a bonus.
type trip struct {
	ship starships.UnitID // -1 if there is no such change
	from int              // rounds ahead
	to   starships.Pos
}

func (b *starShips) play(s *starships.State, c *starships.Commands) {
	b.begin(s)
	var own []starships.UnitID
	for ship := range s.Starships(s.Me()) {
		own = append(own, ship.ID)
	}
	if len(own) == 0 {
		return
	}
	bonuses := s.Find(starships.PointBonus, starships.MissileBonus)
	// All plans of a round meet the same random draws, so that none is better just
	// because it was lucky.
	seed := uint64(s.Rand().Draw(0, 1<<30))
	most := b.value(s, b.best, seed)
	for range starshipsTrials {
		if s.Budget().Round < starshipsReserve {
			break
		}
		copy(b.trial, b.best)
		b.change(s, own[s.Rand().Draw(0, len(own)-1)], bonuses)
		// A plan that is just as good is taken too: it may lead to a better one.
		if value := b.value(s, b.trial, seed); value >= most {
			b.best, b.trial, most = b.trial, b.best, value
		}
	}
	for _, id := range own {
		starshipsTell(c, id, b.best[id][0])
	}
}

// begin makes the plan of the round before the one to begin with.
func (b *starShips) begin(s *starships.State) {
	if b.sim == nil {
		b.sim = s.Sim()
		for player := range s.Players() {
			b.commands = append(b.commands, b.sim.As(player).Commands())
		}
		b.best = make(starshipsPlan, s.NumUnits())
		b.trial = make(starshipsPlan, s.NumUnits())
	}
	for id := range b.best {
		moves := &b.best[id]
		copy(moves[:], moves[1:])
		moves[len(moves)-1] = starships.Default
		if s.Round() == 0 || !s.Unit(starships.UnitID(id)).Alive {
			for n := range moves {
				moves[n] = starships.Default
			}
		}
	}
	b.trip.ship = -1
}

// change changes the trial plan of a starship: it goes for a bonus, or some moves in a
// row are other ones.
func (b *starShips) change(s *starships.State, id starships.UnitID, bonuses []starships.Pos) {
	r, moves := s.Rand(), &b.trial[id]
	b.trip.ship = -1
	if r.Draw(1, 10) <= 6 && len(bonuses) > 0 {
		from := min(r.Draw(0, starshipsHorizon-1), r.Draw(0, starshipsHorizon-1)) // sooner rather than later
		b.trip = trip{id, from, bonuses[r.Draw(0, len(bonuses)-1)]}
		return // value fills in the moves, as they depend on the things in the way
	}
	first := r.Draw(0, starshipsHorizon-1)
	if r.Draw(0, 1) == 0 {
		first = r.Draw(0, 2) // the next rounds matter most
	}
	last := min(first+r.Draw(0, 3), starshipsHorizon-1)
	for n := first; n <= last; n++ {
		moves[n] = starships.Dir(r.Draw(0, 9)) // 0 is a shot
		if n > 2 && moves[n] == shot {
			moves[n] = starships.Default // too far ahead to aim
		}
	}
}

// value plays a plan and returns what it gains, in thousandths of a point. Moves that
// turn out to be impossible or deadly are replaced in the plan.
func (b *starShips) value(s *starships.State, plan starshipsPlan, seed uint64) int {
	r := engine.NewRand(engine.NewFast(seed))
	b.sim.Set(s)
	gain, before, weight := 0, b.worth(), 1000
	for n := range min(starshipsHorizon, s.Rounds()-s.Round()) {
		for player, c := range b.commands {
			c.Reset()
			view := b.sim.As(player)
			for ship := range view.Starships(player) {
				if player != s.Me() {
					starshipsTell(c, ship.ID, starshipsGuess(view, ship))
					continue
				}
				d := starshipsSteer(view, ship, b.planned(view, ship, plan, n))
				plan[ship.ID][n] = d
				starshipsTell(c, ship.ID, d)
			}
		}
		b.sim.Play(r, b.commands...)
		after := b.worth()
		gain += (after - before) * weight / 1000
		before, weight = after, weight*92/100 // distant rounds are less certain
	}
	return gain
}

// planned returns a starship's move n rounds ahead.
func (b *starShips) planned(s *starships.State, ship starships.Unit, plan starshipsPlan, n int) starships.Dir {
	if b.trip.ship == ship.ID && n >= b.trip.from {
		kind := s.Cell(b.trip.to).Kind
		d, ok := starshipsTowards(s, ship, b.trip.to)
		if ok && (kind == starships.PointBonus || kind == starships.MissileBonus) {
			return d
		}
		b.trip.ship = -1 // the bonus is taken or out of reach: go on as before
	}
	return plan[ship.ID][n]
}

// worth returns what our side of the simulated match is worth, in thousandths of a
// point.
func (b *starShips) worth() int {
	const (
		life    = 40000 // of a starship: what it earns while it would be dead
		missile = 1000
		column  = 400 // of being a column further ahead, where new bonuses appear
		enough  = 20  // missiles, or columns
	)
	s := b.sim.State()
	worth := 1000 * s.Score(s.Me())
	for ship := range s.Starships(s.Me()) {
		before, _, _ := s.Room(ship.Pos)
		worth += life + missile*min(enough, ship.Missiles) + column*min(enough, before)
	}
	return worth
}

// starshipsGuess returns what starships of others do, for all that we know: they shoot
// at things close ahead, and otherwise fly straight on.
func starshipsGuess(s *starships.State, ship starships.Unit) starships.Dir {
	ahead, _ := s.Ahead(ship.Pos, 4)
	if enemy, found := s.UnitAt(ahead); found && enemy.Owner != ship.Owner && ship.Missiles > 0 {
		return shot
	}
	return starshipsSteer(s, ship, starships.Default)
}

// starshipsSteer returns d if it is possible and not deadly, or else another move.
func starshipsSteer(s *starships.State, ship starships.Unit, d starships.Dir) starships.Dir {
	if d == shot && ship.Missiles > 0 || starshipsSafe(s, ship, d) {
		return d
	}
	for d := starships.Default; d <= starships.FastDown; d++ {
		if starshipsSafe(s, ship, d) {
			return d
		}
	}
	for d := starships.Slow; d < starships.Default; d++ {
		if starshipsSafe(s, ship, d) {
			return d
		}
	}
	if ship.Missiles > 0 {
		return shot // it clears the way
	}
	return starships.Default
}

func starshipsSafe(s *starships.State, ship starships.Unit, d starships.Dir) bool {
	return s.CanMove(ship.Pos, d) && !s.Crashes(ship.Pos, d)
}

// starshipsTowards returns the safe move that brings a starship nearest to a cell; ok
// is false if all safe moves pass it.
func starshipsTowards(s *starships.State, ship starships.Unit, to starships.Pos) (best starships.Dir, ok bool) {
	least := s.Cols()
	for _, d := range starships.Dirs() {
		way := s.Offset(s.Dest(ship.Pos, d), to)
		rounds := max((way.Col+1)/2, way.Row, -way.Row)
		if way.Col >= 0 && rounds < least && starshipsSafe(s, ship, d) {
			best, ok, least = d, true, rounds
		}
	}
	return best, ok
}

func starshipsTell(c *starships.Commands, id starships.UnitID, d starships.Dir) {
	if d == shot {
		c.Shoot(id)
	} else {
		c.Move(id, d)
	}
}
