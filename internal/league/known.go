package league

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/botarena/arena/internal/contest/store"
)

// Findings has the facts about the machines that play a league, and the consequences.
type Findings struct {
	Workers []store.Worker
	Doubted []store.VoidedMatch // also those that were played again since
	// Aside is how many matches are set aside now.
	Aside int
	// Due is how many matches wait for a check, at most [MostDue].
	Due int
	// Varying are the numbers of the entrants that play otherwise when they play again, and Why says of
	// each how that is known.
	Varying    []int
	Why        map[int]string
	Suspicions []Nondeterminism
}

// MostDue is how many checks are counted that are still to be made.
const MostDue = 1000

// Known reads the findings about the workers of the league.
func (l *League) Known(ctx context.Context) (*Findings, error) {
	k := &Findings{Why: make(map[int]string)}
	var err error
	if k.Workers, err = l.Store.Workers(ctx); err != nil {
		return nil, err
	}
	if k.Doubted, err = l.Store.Doubted(ctx, l.ID); err != nil {
		return nil, err
	}
	vacant, err := l.Store.Vacant(ctx, l.ID)
	if err != nil {
		return nil, err
	}
	k.Aside = len(slices.CompactFunc(vacant, func(a, b store.VoidedMatch) bool { return a.Number == b.Number }))
	due, err := l.Store.Due(ctx, l.ID, MostDue)
	if err != nil {
		return nil, err
	}
	k.Due = len(due)
	varying, err := l.Store.Varying(ctx)
	if err != nil {
		return nil, err
	}
	for number, e := range l.Entrants {
		if why := varying[e.Program]; why != "" {
			k.Varying, k.Why[number] = append(k.Varying, number), why
		}
	}
	if len(k.Workers) > 0 && len(k.Varying) > 0 {
		k.Suspicions, err = l.suspicions(ctx, varying)
	}
	return k, err
}

func (l *League) suspicions(ctx context.Context, varying map[[32]byte]string) ([]Nondeterminism, error) {
	var all []store.Line
	for m, err := range l.Store.Lines(ctx, l.ID, 0) {
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	random := rand.New(rand.NewPCG(l.First, uint64(len(all))))
	return Suspicions(l.Entrants, varying, all, random), nil
}
