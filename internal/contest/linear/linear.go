// Package linear solves systems of linear equations with a symmetric, positive matrix, by Cholesky's method.
//
// It is all of linear algebra that the statistics need. A library with the rest makes the arena two megabytes larger.
package linear

import "math"

// Symmetric is a symmetric matrix.
type Symmetric struct{ rows [][]float64 } // up to the diagonal

// NewSymmetric returns a matrix of zeros with n rows.
func NewSymmetric(n int) *Symmetric {
	s := &Symmetric{make([][]float64, n)}
	for i := range s.rows {
		s.rows[i] = make([]float64, i+1)
	}
	return s
}

// Add adds v to the element in row i and column j, and to the one in row j and column i.
func (s *Symmetric) Add(i, j int, v float64) { s.rows[max(i, j)][min(i, j)] += v }

// Diagonal returns the elements whose row is their column.
func (s *Symmetric) Diagonal() []float64 {
	diagonal := make([]float64, len(s.rows))
	for i, row := range s.rows {
		diagonal[i] = row[i]
	}
	return diagonal
}

// Multiply sets what the matrix makes of some columns. They stand beside each other, row after row, and there are width
// of them.
func (s *Symmetric) Multiply(to, of []float64, width int) {
	clear(to)
	for i, row := range s.rows {
		for k := range width {
			own, sum := of[i*width+k], 0.0
			for j, v := range row[:i] {
				sum += v * of[j*width+k]
				to[j*width+k] += v * own
			}
			to[i*width+k] += sum + row[i]*own
		}
	}
}

// AddSquare adds the product of a column with itself, as a row, times v.
func (s *Symmetric) AddSquare(column []float64, v float64) {
	for i, row := range s.rows {
		for j := range row {
			row[j] += v * column[i] * column[j]
		}
	}
}

// Factor is the lower triangular matrix whose product with its mirror image is a symmetric matrix.
type Factor struct{ rows [][]float64 }

// Factorise returns the factor of the matrix, which is not used any more. It is nil if the matrix is not positive, or
// so nearly that rounding makes it so.
func (s *Symmetric) Factorise() *Factor {
	for i, row := range s.rows {
		for j, above := range s.rows[:i] {
			row[j] = (row[j] - dot(row[:j], above[:j])) / above[j]
		}
		square := row[i] - dot(row[:i], row[:i])
		if !(square > 0) { // nor is it if it is no number
			return nil
		}
		row[i] = math.Sqrt(square)
	}
	return &Factor{s.rows}
}

// Solve returns the x for which the symmetric matrix times x is b.
func (f *Factor) Solve(b []float64) []float64 {
	x := make([]float64, len(b))
	for i, row := range f.rows {
		x[i] = (b[i] - dot(row[:i], x[:i])) / row[i]
	}
	return f.solveMirrored(x)
}

// SolveMirrored returns the x for which the mirror image of the factor times x is b. If b has independent draws of the
// standard normal distribution, x is one of that whose covariances are the inverse of the symmetric matrix.
func (f *Factor) SolveMirrored(b []float64) []float64 {
	return f.solveMirrored(append([]float64(nil), b...))
}

// solveMirrored writes over b.
func (f *Factor) solveMirrored(b []float64) []float64 {
	for i := len(f.rows) - 1; i >= 0; i-- {
		row := f.rows[i]
		b[i] /= row[i]
		for j, v := range row[:i] {
			b[j] -= v * b[i]
		}
	}
	return b
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
