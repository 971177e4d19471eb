package orkisland

// IncomeWith returns what a round would pay to a player that held some more areas as well: the points for all of
// them, of which those for what it holds now are Income. It is 0 if there is no such player. Rules 10.
func (s *State) IncomeWith(player int, also ...Area) int {
	if player < 0 || player >= s.Players() {
		return 0
	}
	h := s.holdings(player)
	for _, a := range also {
		h.set(a, true)
	}
	return h.income()
}

// Worth returns what an area brings a player in each round, while all else stays as it is:
// the points that it would lose without the area if it holds it, and else those that
// it would gain. A city brings its cells and its part in a component; a path brings its
// cells and the cities that it connects.
func (s *State) Worth(player int, a Area) int {
	if player < 0 || player >= s.Players() {
		return 0
	}
	h := s.holdings(player)
	h.set(a, true)
	with := h.income()
	h.set(a, false)
	return with - h.income()
}

// Components returns the cities of a player, by number, in the components that its own
// paths make of them. A city without such a path is a component by itself.
func (s *State) Components(player int) [][]int {
	return s.holdings(player).components()
}

// holdings are the areas that one player holds.
type holdings struct {
	match         *match
	cities, paths []bool
}

func (s *State) holdings(player int) holdings {
	h := holdings{s.match, make([]bool, len(s.match.cityOwners)), make([]bool, len(s.match.pathOwners))}
	for id, owner := range s.match.cityOwners {
		h.cities[id] = owner == player && owner >= 0
	}
	for id, owner := range s.match.pathOwners {
		h.paths[id] = owner == player && owner >= 0
	}
	return h
}

// set changes whether an area is held. It does nothing if there is no such area.
func (h holdings) set(a Area, held bool) {
	list := h.paths
	if a.Ends == noEnds {
		list = h.cities
	}
	if a.ID >= 0 && a.ID < len(list) {
		list[a.ID] = held
	}
}

// income returns what a round pays for the areas. Rules 10.
func (h holdings) income() int {
	v, points := &h.match.setup.settings, 0
	for id, held := range h.cities {
		if held {
			points = sum(points, v.BonusPerCityCell*len(h.match.board.cities.cells[id]))
		}
	}
	for id, held := range h.paths {
		if held {
			points = sum(points, v.BonusPerPathCell*len(h.match.board.paths.cells[id]))
		}
	}
	for _, cities := range h.components() {
		points = sum(points, componentPoints(v.FactorConnectedComponent, len(cities)))
	}
	return points
}

// components lists them by their first cities. Rules 10.
func (h holdings) components() [][]int {
	leaders := make([]int, len(h.cities))
	for city := range leaders {
		leaders[city] = city
	}
	for path, held := range h.paths {
		a, b := h.match.board.ends[path][0], h.match.board.ends[path][1]
		if held && h.cities[a] && h.cities[b] {
			leaders[find(leaders, a)] = find(leaders, b)
		}
	}
	var list [][]int
	at := map[int]int{} // by leader, in the list
	for city, held := range h.cities {
		if !held {
			continue
		}
		leader := find(leaders, city)
		if _, ok := at[leader]; !ok {
			at[leader] = len(list)
			list = append(list, nil)
		}
		list[at[leader]] = append(list[at[leader]], city)
	}
	return list
}
