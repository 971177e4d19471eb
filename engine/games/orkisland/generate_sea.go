package orkisland

import "math"

// seaDistance knows distances from the centre of the board. They depend on an
// exponent: 2 is the Euclidean distance, more makes circles squarer.
//
// Boards must be the same on every machine, but the last bit of math.Pow is not, nor
// is that of x*y + z, which some processors round once and others twice. The last bit
// can only matter where a distance equals the radius or another integer. With an
// exponent of 2 there are such cells, but the computation is exact. With a larger one
// there are only the cells straight away from the centre at the radius itself, for
// which the original's computation sometimes yields a little more than the radius.
// overRadius says for which of them it does.
type seaDistance struct {
	radius int
	powers [maxExponent + 1][]float64 // by exponent in tenths, then by base
}

const minExponent, maxExponent = 20, 40

func newSeaDistance(radius int) *seaDistance {
	s := &seaDistance{radius: radius}
	for e := minExponent; e <= maxExponent; e++ {
		for base := range radius + 1 {
			s.powers[e] = append(s.powers[e], math.Pow(float64(base), float64(e)/10))
		}
	}
	return s
}

// of returns the distance from the centre of a cell with this offset, or 1 if it is
// not more than the radius. The exponent is in tenths. Rules 4.2.
func (s *seaDistance) of(exponent int, offset Pos) float64 {
	row, col := max(offset.Row, -offset.Row), max(offset.Col, -offset.Col)
	if max(row, col) == s.radius && min(row, col) == 0 {
		if isOverRadius(s.radius, exponent) {
			return float64(s.radius)
		}
		return 1
	}
	if exponent == minExponent {
		if square := row*row + col*col; square > s.radius*s.radius {
			return math.Sqrt(float64(square))
		}
		return 1
	}
	powers := s.powers[exponent]
	sum := powers[row] + powers[col]
	if sum <= powers[s.radius] {
		return 1
	}
	return math.Pow(sum, 1/(float64(exponent)/10))
}

// isOverRadius reports whether raising a radius to the power p = exponent/10, and the
// result to the power 1/p, yields more than the radius, when each of the two results
// is rounded to the nearest 64-bit float.
func isOverRadius(radius, exponent int) bool {
	return overRadius[exponent-minExponent][radius/64]>>(radius%64)&1 != 0
}
