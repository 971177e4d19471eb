package schedule

// SeatedLeast returns who sits in each seat, by how often each has sat in each seat so far, so that the sum of the
// squares of these grows least.
func SeatedLeast(sat [][]int) (seats []int) {
	h := &history{sat: sat}
	order := make([]int, len(sat))
	for i := range order {
		order[i] = i
	}
	return h.seat(order)
}
