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
	for first := 0; first < len(s.rows); first += abreast {
		rows := s.rows[first:min(first+abreast, len(s.rows))]
		begun := 0
		if len(rows) == abreast {
			s.begin(rows, first)
			begun = first
		}
		for k := range rows {
			if !s.finish(first+k, begun) {
				return nil
			}
		}
	}
	return &Factor{s.rows}
}

// begin works out the first elements of the factor in some rows.
func (s *Symmetric) begin(rows [][]float64, count int) {
	a, b, c, d := rows[0][:count], rows[1][:count], rows[2][:count], rows[3][:count]
	for j, above := range s.rows[:count] {
		var of [abreast]float64
		for i, v := range above[:j] {
			of[0] += a[i] * v
			of[1] += b[i] * v
			of[2] += c[i] * v
			of[3] += d[i] * v
		}
		a[j] = (a[j] - of[0]) / above[j]
		b[j] = (b[j] - of[1]) / above[j]
		c[j] = (c[j] - of[2]) / above[j]
		d[j] = (d[j] - of[3]) / above[j]
	}
}

// finish works out the other elements in a row. It reports whether the matrix is positive so far.
func (s *Symmetric) finish(i, begun int) bool {
	row := s.rows[i]
	for j := begun; j < i; j++ {
		above := s.rows[j]
		row[j] = (row[j] - dot(row[:j], above[:j])) / above[j]
	}
	square := row[i] - dot(row[:i], row[:i])
	row[i] = math.Sqrt(square)
	return square > 0 // nor is it if it is no number
}

// Solve returns the x for which the symmetric matrix times x is b.
func (f *Factor) Solve(b []float64) []float64 {
	x := make([]float64, len(b))
	for i, row := range f.rows {
		x[i] = (b[i] - dot(row[:i], x[:i])) / row[i]
	}
	return f.solveMirrored(x)
}

// SolveAll is Solve for several b. They stand beside each other, row after row, and there are width of them.
func (f *Factor) SolveAll(b []float64, width int) []float64 {
	x := append([]float64(nil), b...)
	column := 0
	for ; column+abreast <= width; column += abreast {
		f.solveAbreast(x, column, width)
	}
	for ; column < width; column++ {
		one := make([]float64, len(f.rows))
		for i := range one {
			one[i] = b[i*width+column]
		}
		for i, v := range f.Solve(one) {
			x[i*width+column] = v
		}
	}
	return x
}

// abreast is how many sums are made at the same time. A sum alone waits for each of its parts.
const abreast = 4

// solveAbreast writes over some columns of b.
func (f *Factor) solveAbreast(b []float64, column, width int) {
	at := func(i int) *[abreast]float64 { return (*[abreast]float64)(b[i*width+column:]) }
	for i, row := range f.rows {
		var of [abreast]float64
		for j, v := range row[:i] {
			x := at(j)
			of[0] += v * x[0]
			of[1] += v * x[1]
			of[2] += v * x[2]
			of[3] += v * x[3]
		}
		for k, x := 0, at(i); k < abreast; k++ {
			x[k] = (x[k] - of[k]) / row[i]
		}
	}
	for i := len(f.rows) - 1; i >= 0; i-- {
		row, own := f.rows[i], at(i)
		for k := range own {
			own[k] /= row[i]
		}
		of := *own
		for j, v := range row[:i] {
			x := at(j)
			x[0] -= v * of[0]
			x[1] -= v * of[1]
			x[2] -= v * of[2]
			x[3] -= v * of[3]
		}
	}
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
