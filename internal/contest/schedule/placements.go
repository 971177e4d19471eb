package schedule

import (
	"cmp"
	"slices"
)

// placements returns all ways to share out the seats of a mixture, of two that differ by
// an exchange of new and old only one. A way is followed by those in which everybody has
// moved on, so that all seats have their turn soon; first come those with few neighbours of
// one kind.
func placements(m Mixture) [][]int {
	seen := make(map[string]bool)
	var turns [][][]int
	for _, seats := range arrangements([]int{m.New, m.Old, m.Field}) {
		var turn [][]int
		for by := range seats {
			moved := rotated(seats, by)
			if seen[key(moved)] || seen[key(exchanged(moved))] {
				continue
			}
			seen[key(moved)] = true
			turn = append(turn, moved)
		}
		if turn != nil {
			turns = append(turns, turn)
		}
	}
	slices.SortStableFunc(turns, func(a, b [][]int) int { return cmp.Compare(likeNeighbours(a[0]), likeNeighbours(b[0])) })
	return slices.Concat(turns...)
}

// arrangements returns all different orders of so many things of each kind.
func arrangements(left []int) [][]int {
	var all [][]int
	ended := true
	for kind := range left {
		if left[kind] == 0 {
			continue
		}
		ended = false
		left[kind]--
		for _, rest := range arrangements(left) {
			all = append(all, append([]int{kind}, rest...))
		}
		left[kind]++
	}
	if ended {
		return [][]int{nil}
	}
	return all
}

// exchanged returns seats in which new and old have exchanged theirs.
func exchanged(seats []int) []int {
	other := slices.Clone(seats)
	for seat, role := range seats {
		if role != FirstOfField {
			other[seat] = New + Old - role
		}
	}
	return other
}

func key(seats []int) string {
	text := make([]byte, len(seats))
	for seat, role := range seats {
		text[seat] = byte(role)
	}
	return string(text)
}

// likeNeighbours counts the seats whose next one is of the same kind.
func likeNeighbours(seats []int) int {
	count := 0
	for seat, role := range seats {
		if role == seats[(seat+1)%len(seats)] {
			count++
		}
	}
	return count
}
