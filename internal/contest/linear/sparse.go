package linear

import "slices"

// Sparse is a symmetric matrix most of whose elements are zero, without the elements below its diagonal.
type Sparse struct {
	Diagonal []float64
	starts   []int // by row, where its elements begin; and where the last one's end
	columns  []int32
	values   []float64
}

// NewSparse returns a matrix of zeros. The elements that need not stay so are those of the diagonal and, row by row, in
// the given columns, which are in order and after the row's own.
func NewSparse(rows [][]int32) *Sparse {
	s := &Sparse{Diagonal: make([]float64, len(rows)), starts: make([]int, len(rows)+1)}
	for i, row := range rows {
		s.starts[i+1] = s.starts[i] + len(row)
	}
	s.columns = slices.Concat(rows...)
	s.values = make([]float64, len(s.columns))
	return s
}

// At returns where the element in row i and column j is kept, of which i is the less.
func (s *Sparse) At(i, j int) int {
	row := s.columns[s.starts[i]:s.starts[i+1]]
	at, _ := slices.BinarySearch(row, int32(j)) //nolint:gosec // as many as there are rows
	return s.starts[i] + at
}

// FromEnd returns where the element is kept that is so many before the end of row i.
func (s *Sparse) FromEnd(i, before int) int { return s.starts[i+1] - before }

// Add adds v to the element that is kept there.
func (s *Sparse) Add(at int, v float64) { s.values[at] += v }

// AddAll adds another matrix, whose elements are zero wherever those of this one must stay so.
func (s *Sparse) AddAll(other *Sparse) {
	for i, v := range other.Diagonal {
		s.Diagonal[i] += v
		for at := other.starts[i]; at < other.starts[i+1]; at++ {
			s.values[s.At(i, int(other.columns[at]))] += other.values[at]
		}
	}
}

// Row returns the columns of a row, of those below a number, whose elements need not be zero.
func (s *Sparse) Row(i, below int) []int32 {
	row := s.columns[s.starts[i]:s.starts[i+1]]
	end, _ := slices.BinarySearch(row, int32(below)) //nolint:gosec // as many as there are rows
	return row[:end]
}

// Clone returns a copy.
func (s *Sparse) Clone() *Sparse {
	return &Sparse{slices.Clone(s.Diagonal), s.starts, s.columns, slices.Clone(s.values)}
}

// Renumbered returns the matrix with other numbers for its rows and columns, which keep their order, among so many.
func (s *Sparse) Renumbered(number []int32, size int) *Sparse {
	rows := make([][]int32, size)
	for i, n := range number {
		for _, j := range s.columns[s.starts[i]:s.starts[i+1]] {
			rows[n] = append(rows[n], number[j])
		}
	}
	r := NewSparse(rows)
	for i, n := range number {
		r.Diagonal[n] = s.Diagonal[i]
	}
	copy(r.values, s.values)
	return r
}

// Dense returns the matrix with all of its zeros.
func (s *Sparse) Dense() *Symmetric {
	d := NewSymmetric(len(s.Diagonal))
	for i, v := range s.Diagonal {
		d.Add(i, i, v)
		for at := s.starts[i]; at < s.starts[i+1]; at++ {
			d.Add(i, int(s.columns[at]), s.values[at])
		}
	}
	return d
}

// Multiply sets what the matrix makes of some columns. They stand beside each other, row after row, and there are width
// of them.
func (s *Sparse) Multiply(to, of []float64, width int) {
	if width == 1 {
		s.multiplyOne(to, of)
		return
	}
	for i, v := range s.Diagonal {
		for k := i * width; k < (i+1)*width; k++ {
			to[k] = v * of[k]
		}
	}
	for i := range s.Diagonal {
		own, sum := of[i*width:(i+1)*width], to[i*width:(i+1)*width]
		for at := s.starts[i]; at < s.starts[i+1]; at++ {
			v, j := s.values[at], int(s.columns[at])*width
			other, back := of[j:j+width], to[j:j+width]
			for k, one := range own {
				sum[k] += v * other[k]
				back[k] += v * one
			}
		}
	}
}

func (s *Sparse) multiplyOne(to, of []float64) {
	for i, v := range s.Diagonal {
		to[i] = v * of[i]
	}
	for i, own := range of {
		sum := 0.0
		columns, values := s.columns[s.starts[i]:s.starts[i+1]], s.values[s.starts[i]:s.starts[i+1]]
		for at, j := range columns {
			sum += values[at] * of[j]
			to[j] += values[at] * own
		}
		to[i] += sum
	}
}
