package orkisland

import "math"

// conquer settles who owns the cities and the paths. Rules 9.
func (r *round) conquer() {
	r.settle(r.cityOwners, &r.board.cities)
	r.settle(r.pathOwners, &r.board.paths)
}

// settle gives each area to the player with the most orks in it. If several players
// share the maximum, or there are no orks, it keeps its owner.
func (r *round) settle(owners []int, a *areas) {
	players := r.setup.settings.Players
	counts := make([]int, len(owners)*players)
	for _, u := range r.units {
		if id := int(a.at.At(u.Pos)); id >= 0 {
			counts[id*players+u.Owner]++
		}
	}
	for id := range owners {
		if player, ok := most(counts[id*players : (id+1)*players]); ok {
			owners[id] = player
		}
	}
}

// most returns the player with the highest count; ok is false if that is 0, or if
// several have it.
func most(counts []int) (player int, ok bool) {
	highest := 0
	for p, n := range counts {
		switch {
		case n > highest:
			highest, player, ok = n, p, true
		case n == highest:
			ok = false
		}
	}
	return player, ok
}

// pay adds the points of a round. Rules 10.
func (m *match) pay() {
	for id, owner := range m.cityOwners {
		m.give(owner, m.setup.settings.BonusPerCityCell*len(m.board.cities.cells[id]))
	}
	for id, owner := range m.pathOwners {
		m.give(owner, m.setup.settings.BonusPerPathCell*len(m.board.paths.cells[id]))
	}
	for city, cities := range m.components() {
		if cities > 0 {
			m.give(m.cityOwners[city], componentPoints(m.setup.settings.FactorConnectedComponent, cities))
		}
	}
}

// give adds points to the score of a player, if there is one. A score stops at the
// largest number of 64 bits.
func (m *match) give(player, points int) {
	if player >= 0 {
		m.scores[player] = min(m.scores[player], math.MaxInt-points) + points
	}
}

// components groups the cities that have an owner by the paths of the same owner.
// It returns the number of cities in each group, at one of its cities; 0 at all
// others. Rules 10.
func (m *match) components() []int {
	leader := make([]int, len(m.cityOwners))
	for city := range leader {
		leader[city] = city
	}
	for path, owner := range m.pathOwners {
		a, b := m.board.ends[path][0], m.board.ends[path][1]
		if owner >= 0 && m.cityOwners[a] == owner && m.cityOwners[b] == owner {
			leader[find(leader, a)] = find(leader, b)
		}
	}
	sizes := make([]int, len(leader))
	for city, owner := range m.cityOwners {
		if owner >= 0 {
			sizes[find(leader, city)]++
		}
	}
	return sizes
}

// find returns the city that stands for the group of a city, and shortens the way
// there for the next time.
func find(leader []int, city int) int {
	for leader[city] != city {
		leader[city] = leader[leader[city]]
		city = leader[city]
	}
	return city
}

// componentPoints returns factor times 2 to the power cities, or the largest number
// of 64 bits.
func componentPoints(factor, cities int) int {
	if cities >= 63 || factor > math.MaxInt>>cities {
		return math.MaxInt
	}
	return factor << cities
}
