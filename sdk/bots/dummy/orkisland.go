package dummy

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
)

// orkIsland plays Ork Island. In every round it
//
//   - judges the worth of each city and path (orkisland_worth.go),
//   - gives every ork a goal: a city, a path or an enemy (orkisland_plan.go),
//   - lets every ork take a step towards it, unless there is a fight to win or to
//     avoid beside it (orkisland_step.go).
//
// It notes its intentions for the viewer (orkisland_notes.go).
//
// It remembers what does not change in a match, where it sent its orks, and which orks
// moved (orkisland_habits.go). The board and the ways on it are in
// orkisland_ground.go.
type orkIsland struct {
	ground *ground
	wanted []bool // by area: whether an ork was sent there in the round before
	sent   []goal // by unit: its goal in the round before
	habits habits
}

func (o *orkIsland) play(s *orkisland.State, c *orkisland.Commands) {
	if o.ground == nil {
		o.ground = newGround(s)
		o.wanted = make([]bool, len(o.ground.areas))
	}
	t := newTurn(s, o.ground, &o.habits)
	o.habits.learn(t)
	goals := t.plan(t.worth(o.wanted))
	t.note(s.Debug(), goals, o.sent)
	o.sent = goals
	clear(o.wanted)
	for _, g := range goals {
		if g.area >= 0 {
			o.wanted[g.area] = true
		}
	}
	t.walk(goals, c)
}

// turn is the state of a round.
type turn struct {
	*ground
	*habits
	me      int
	players int
	health  int              // of an ork that is reborn
	factor  float64          // of the points for connected cities
	units   []orkisland.Unit // by number
	at      []int            // by unit: where it stands
	ork     []int            // by cell: the unit there, or none
	owner   []int            // by area
	own     []int            // our units
	enemies []int            // all others
}

func newTurn(s *orkisland.State, g *ground, h *habits) *turn {
	t := &turn{
		ground:  g,
		habits:  h,
		me:      s.Me(),
		players: s.Players(),
		health:  s.Settings().InitialHealth,
		factor:  float64(s.Settings().FactorConnectedComponent),
		units:   slices.Collect(s.Units()),
		at:      make([]int, s.NumUnits()),
		ork:     slices.Repeat([]int{none}, len(g.cost)),
		owner:   make([]int, len(g.areas)),
	}
	for id, u := range t.units {
		t.at[id] = g.index(u.Pos)
		t.ork[t.at[id]] = id
		if u.Owner == t.me {
			t.own = append(t.own, id)
		} else {
			t.enemies = append(t.enemies, id)
		}
	}
	for i := range g.areas {
		t.owner[i] = g.areas[i].owner(s)
	}
	return t
}

// note shows the author which orks begin to hunt an enemy, with an arrow to it. There
// is no room to note every goal of every ork in every round.
func (t *turn) note(d *engine.Debug, goals, before []goal) {
	for _, id := range t.own {
		prey := goals[id].enemy
		if prey == none || before != nil && before[id].enemy == prey {
			continue
		}
		d.Arrow(t.units[id].Pos, t.units[prey].Pos)
		d.LogUnit(t.units[id].ID, "hunts ork %d with health %d", prey, t.units[prey].Health)
	}
}
