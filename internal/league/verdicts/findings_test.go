package verdicts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/verdicts"
)

// said are what workers found: who froze which seats, in the order in which they played.
func said(frozen ...[]int) (all []store.Finding) {
	for i, seats := range frozen {
		all = append(all, store.Finding{Worker: string(rune('a' + i)), Frozen: seats})
	}
	return all
}

// lacking makes some of the findings such of an illegal instruction.
func lacking(all []store.Finding, which ...int) []store.Finding {
	for _, i := range which {
		all[i].Lacks = all[i].Frozen
	}
	return all
}

func TestWhatCounts(t *testing.T) {
	none, one, two, both := []int{}, []int{1}, []int{2}, []int{1, 2}
	for name, test := range map[string]struct {
		found   []store.Finding
		freezes int
		others  bool
		counts  bool
	}{
		"a claim":                              {said(one), 2, true, false},
		"a claim, alone":                       {said(one), 2, false, false},
		"found by another":                     {said(one, one), 2, true, true},
		"to be found by three":                 {said(one, one), 3, true, false},
		"to be found by three, if there are":   {said(one, one), 3, false, true},
		"found by three":                       {said(one, one, one), 3, true, true},
		"denied":                               {said(one, none), 2, true, false},
		"denied, and nobody else":              {said(one, none), 2, false, true},
		"denied by two":                        {said(one, none, none), 2, true, true},
		"two friends, denied by one":           {said(one, one, none), 3, true, false},
		"two friends, denied by two":           {said(one, one, none, none), 3, true, true},
		"a third decides":                      {said(one, none, one), 2, true, true},
		"another seat":                         {said(one, two), 2, true, false},
		"another seat, and nobody else":        {said(one, two), 2, false, false},
		"neither seat":                         {said(one, two, none), 2, true, true},
		"one of two seats":                     {said(both, one), 2, true, false},
		"one of two seats, and nobody else":    {said(both, one), 2, false, true},
		"more than was found":                  {said(one, both), 2, false, false},
		"one of two seats, found by the third": {said(both, one, one), 2, true, true},
		"an illegal instruction":               {lacking(said(one), 0), 2, true, false},
		"an illegal instruction, twice":        {lacking(said(one, one), 0, 1), 2, true, true},
		"and too slow, which is another thing": {lacking(said(one, one), 0), 2, true, false},
		"and the other way round":              {lacking(said(one, one), 1), 2, true, false},
		"and denied by two":                    {lacking(said(one, none, none), 0), 2, true, true},
		"the league's own machine":             {append(said(one, one), store.Finding{Frozen: two}), 3, true, true},
	} {
		require.Equal(t, test.counts, verdicts.Counts(test.found, test.freezes, test.others), name)
	}
}

func TestWhoIsRefuted(t *testing.T) {
	none, one, both := []int{}, []int{1}, []int{1, 2}
	for name, test := range map[string]struct {
		found   []store.Finding
		refuted []verdicts.Unfounded
	}{
		"by one": {said(one, none), nil},
		"by two": {said(one, none, none), []verdicts.Unfounded{{Worker: "a", Seat: 1}}},
		"two friends by two": {
			said(one, one, none, none), []verdicts.Unfounded{{Worker: "a", Seat: 1}, {Worker: "b", Seat: 1}},
		},
		"found":              {said(one, one), nil},
		"found, against one": {said(one, none, one), nil},
		"an illegal instruction": {
			lacking(said(one, none, none), 0), []verdicts.Unfounded{{Worker: "a", Seat: 1, Lacks: true}},
		},
		"one of two seats": {said(both, one, one), []verdicts.Unfounded{{Worker: "a", Seat: 2}}},
		"by the league's own machine": {
			append(said(one), store.Finding{}), []verdicts.Unfounded{{Worker: "a", Seat: 1}},
		},
	} {
		require.Equal(t, test.refuted, verdicts.Refuted(test.found), name)
	}
}
