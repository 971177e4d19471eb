package orkisland

import "math"

// conquer settles who owns the cities and the paths. Rules 9.
func (i *island) conquer() {
	i.settle(i.cityOwners, &i.board.cities)
	i.settle(i.pathOwners, &i.board.paths)
}

// settle gives each area to the player with the most orks in it. If several have
// the most, or nobody has any, it keeps its owner.
func (i *island) settle(owners []int, a *areas) {
	players := i.settings.Players
	counts := make([]int, len(owners)*players)
	for _, u := range i.units {
		if id := int(a.of.At(u.Pos)); id >= 0 {
			counts[id*players+u.Owner]++
		}
	}
	for id := range owners {
		if player, ok := most(counts[id*players : (id+1)*players]); ok {
			owners[id] = player
		}
	}
}

// most says who has the highest count, if it is one player and has any.
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
func (i *island) pay() {
	for id, owner := range i.cityOwners {
		i.give(owner, i.settings.BonusPerCityCell*len(i.board.cities.cells[id]))
	}
	for id, owner := range i.pathOwners {
		i.give(owner, i.settings.BonusPerPathCell*len(i.board.paths.cells[id]))
	}
	for city, cities := range i.components() {
		if cities > 0 {
			i.give(i.cityOwners[city], componentPoints(i.settings.FactorConnectedComponent, cities))
		}
	}
}

// give adds points to the score of a player, if there is one. A score that would
// not fit in 64 bits stays at the most that does.
func (i *island) give(player, points int) {
	if player >= 0 {
		i.scores[player] = min(i.scores[player], math.MaxInt-points) + points
	}
}

// components groups the cities that have an owner by the paths of the same owner.
// It returns the number of cities in each group, at one of its cities; 0 at all
// others. Rules 10.
func (i *island) components() []int {
	leader := make([]int, len(i.cityOwners))
	for city := range leader {
		leader[city] = city
	}
	for path, owner := range i.pathOwners {
		a, b := i.board.ends[path][0], i.board.ends[path][1]
		if owner >= 0 && i.cityOwners[a] == owner && i.cityOwners[b] == owner {
			leader[find(leader, a)] = find(leader, b)
		}
	}
	sizes := make([]int, len(leader))
	for city, owner := range i.cityOwners {
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

// componentPoints is factor times 2 to the power cities, or the most that fits in
// 64 bits.
func componentPoints(factor, cities int) int {
	if cities >= 63 || factor > math.MaxInt>>cities {
		return math.MaxInt
	}
	return factor << cities
}
