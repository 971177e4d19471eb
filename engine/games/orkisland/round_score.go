package orkisland

import "math"

// conquer settles who owns the cities and the paths. Rules 9.
func (r *round) conquer() {
	clear(r.counts)
	players := r.setup.settings.Players
	for k := range r.units {
		u := &r.units[k]
		if area := r.ground.at(u.Pos).area(); area >= 0 {
			r.counts[area*players+u.Owner]++
		}
	}
	inCities := len(r.cityOwners) * players
	r.settle(r.cityOwners, r.counts[:inCities])
	r.settle(r.pathOwners, r.counts[inCities:])
}

// settle gives each area to the player with the most orks in it. If several players
// share the maximum, or there are no orks, it keeps its owner.
func (r *round) settle(owners, counts []int) {
	players := r.setup.settings.Players
	for id, owner := range owners {
		if player, ok := most(counts[id*players : (id+1)*players]); ok && player != owner {
			owners[id] = player
			r.isSettled = false
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

// pay adds the points of a round. A score stops at the largest number of 64 bits.
// Rules 10.
func (r *round) pay() {
	r.assess()
	for player, points := range r.income {
		r.earn(player, fromCities, points.Cities)
		r.earn(player, fromPaths, points.Paths)
		r.earn(player, fromGroups, points.Groups)
	}
}

// earn adds points to the score of a player.
func (r *round) earn(player, source, points int) {
	before := r.scores[player]
	r.scores[player] = sum(before, points)
	r.log.Pay(player, source, r.scores[player]-before)
}

// assess finds out what a round pays to each player, unless that is known. Rules 10.
func (r *round) assess() {
	if r.isSettled {
		return
	}
	r.isSettled = true
	clear(r.income)
	v := &r.setup.settings
	for id, owner := range r.cityOwners {
		if owner >= 0 {
			r.income[owner].Cities += v.BonusPerCityCell * len(r.board.cities.cells[id])
		}
	}
	for id, owner := range r.pathOwners {
		if owner >= 0 {
			r.income[owner].Paths += v.BonusPerPathCell * len(r.board.paths.cells[id])
		}
	}
	r.connect()
	for city, cities := range r.sizes {
		if cities > 0 {
			mine := &r.income[r.cityOwners[city]]
			mine.Groups = sum(mine.Groups, componentPoints(v.FactorConnectedComponent, cities))
		}
	}
}

// sum returns a plus b, or the largest number of 64 bits.
func sum(a, b int) int { return min(a, math.MaxInt-b) + b }

// connect groups the cities that have an owner by the paths of the same owner. It sets
// sizes to the number of cities in each group, at one of its cities; to 0 at all
// others. Rules 10.
func (r *round) connect() {
	for city := range r.leaders {
		r.leaders[city] = city
	}
	for path, owner := range r.pathOwners {
		a, b := r.board.ends[path][0], r.board.ends[path][1]
		if owner >= 0 && r.cityOwners[a] == owner && r.cityOwners[b] == owner {
			r.leaders[find(r.leaders, a)] = find(r.leaders, b)
		}
	}
	clear(r.sizes)
	for city, owner := range r.cityOwners {
		if owner >= 0 {
			r.sizes[find(r.leaders, city)]++
		}
	}
}

// find returns the city that stands for the group of a city, and shortens the way
// there for the next time.
func find(leaders []int, city int) int {
	for leaders[city] != city {
		leaders[city] = leaders[leaders[city]]
		city = leaders[city]
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
