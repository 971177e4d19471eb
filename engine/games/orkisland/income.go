package orkisland

import "github.com/botarena/arena/engine"

// Income is what a round pays to a player, by source.
type Income struct {
	Cities int // for the cells of its cities
	Paths  int // for the cells of its paths
	Groups int // for the groups of cities that its paths connect
}

// Total returns what a round pays in all. It stops at the largest number of 64 bits.
func (i Income) Total() int { return sum(sum(i.Cities, i.Paths), i.Groups) }

// Income returns what each round pays to a player as long as no city and no path changes
// its owner. It is zero if there is no such player.
func (s *State) Income(player int) Income { return engine.LookUp(s.match.incomes(), player, Income{}) }

// incomes returns what a round pays, by player, if no owner changes.
func (m *match) incomes() []Income {
	r := &round{match: m, room: newRoom(m)}
	r.assess()
	return r.income
}

// What points come from, as indices of Sources.
const (
	fromCities = iota
	fromPaths
	fromGroups
)

// Sources implements [engine.Earner]. Rules 10.
func (m *match) Sources() []string {
	return []string{fromCities: "cities", fromPaths: "paths", fromGroups: "groups"}
}
