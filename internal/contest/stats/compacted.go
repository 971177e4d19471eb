package stats

import (
	"context"
	"slices"

	"github.com/botarena/arena/internal/contest/linear"
)

// mostFields is how many fields are kept one by one, if there are more bots than are tested. Tests change it.
//
// There is no end of fields: nearly every match of a thousand bots has new ones. When they become more, the likelihood
// of the matches counted is put down as the parabola that it nearly is around the parameters of that time: they move
// little from there, as many matches have said where they are.
var mostFields = 400_000

// parabola is the likelihood of choices whose fields are gone. At some parameters each is expected to have had a part
// as often as the constant says, plus the product of the curvature and the parameters.
type parabola struct {
	bots      []int // their numbers in the tally; the seats follow
	curvature *linear.Sparse
	blocks    [][]float64 // the constant by block
}

// sealIfMany puts the fields down as a parabola if they have become too many.
func (t *Tally) sealIfMany() {
	if t.fields.count() <= mostFields || t.pairs == nil || t.blocks.pooled == nil {
		return
	}
	blocks := t.blocks.list()
	l := t.league(blocks)
	if !l.model.hasEffects() || l.model.isSmall() {
		return // effects may come later
	}
	at := l.model.climb(context.Background()) // which is never done
	t.sealed = l.seal(at)
	t.fields = fields{}
	for _, block := range blocks {
		block.choices = ledger[choice, *choice]{}
	}
}

// seal returns the parabola around some parameters.
func (l *league) seal(at []float64) *parabola {
	p := &parabola{bots: l.bots, curvature: l.model.ofMatches(at)}
	turned := make([]float64, len(at))
	p.curvature.Multiply(turned, at, 1)
	slope := l.slopes(at)
	for block := range l.choices {
		constant := slope(block)
		for i, s := range constant {
			constant[i] = l.times[i][block] - s - turned[i]/float64(len(l.choices))
		}
		p.blocks = append(p.blocks, constant)
	}
	return p
}

// base is a parabola in a league that may have more bots than when it was made.
type base struct {
	curvature *linear.Sparse
	constant  []float64
	blocks    [][]float64
}

// unseal brings the parabola into the numbers of the league. Those of bots keep their order.
func (l *league) unseal(p *parabola) {
	number := make([]int32, len(p.curvature.Diagonal))
	for i := range number {
		if i < len(p.bots) {
			number[i] = int32(l.index[p.bots[i]]) //nolint:gosec // as many as there are bots
		} else {
			number[i] = int32(l.model.bots + i - len(p.bots)) //nolint:gosec // small
		}
	}
	parameters := len(l.model.times)
	b := &base{curvature: p.curvature.Renumbered(number, parameters), constant: make([]float64, parameters)}
	for _, of := range p.blocks {
		constant := make([]float64, parameters)
		for i, v := range of {
			constant[number[i]] = v
			b.constant[number[i]] += v
		}
		b.blocks = append(b.blocks, constant)
	}
	l.model.base = b
}

// turned returns what the curvature makes of the parameters.
func (b *base) turned(at []float64) []float64 {
	turned := make([]float64, len(at))
	b.curvature.Multiply(turned, at, 1)
	return turned
}

// sortedOnce returns the numbers in order, each once.
func sortedOnce(numbers []int32) []int32 {
	slices.Sort(numbers)
	return slices.Compact(numbers)
}
