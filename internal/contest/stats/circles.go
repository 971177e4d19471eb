package stats

import "slices"

// search finds the circles of a directed graph by Tarjan's algorithm: the nodes are entered
// in depth, and each looks for the earliest one that it can get back to.
type search struct {
	arrows  [][]int // by node, where to
	order   []int   // by node, when it was entered, from 1; 0 if it was not
	entered int     // so many nodes
	path    []int   // the bots entered that are in no circle yet
	found   []bool  // by node, whether it is in a circle
	circles [][]int
}

// circles returns the largest sets of nodes in which each can be reached from each. A node
// from which no way leads back to it is a set of its own.
func circles(arrows [][]int) [][]int {
	s := search{arrows: arrows, order: make([]int, len(arrows)), found: make([]bool, len(arrows))}
	for node := range arrows {
		if s.order[node] == 0 {
			s.enter(node)
		}
	}
	return s.circles
}

// enter returns when the earliest node was entered that can be reached and is in no circle yet.
func (s *search) enter(node int) (earliest int) {
	s.entered++
	s.order[node] = s.entered
	earliest, first := s.entered, len(s.path)
	s.path = append(s.path, node)
	for _, next := range s.arrows[node] {
		switch {
		case s.order[next] == 0:
			earliest = min(earliest, s.enter(next))
		case !s.found[next]:
			earliest = min(earliest, s.order[next])
		}
	}
	if earliest == s.order[node] {
		circle := slices.Clone(s.path[first:])
		s.path = s.path[:first]
		for _, n := range circle {
			s.found[n] = true
		}
		s.circles = append(s.circles, circle)
	}
	return earliest
}
