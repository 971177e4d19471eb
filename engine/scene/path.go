package scene

import (
	"fmt"
	"strconv"
	"strings"
)

// Point is a place on the square of a shape: right and down from its top left corner.
type Point struct{ X, Y float64 }

// Step is one step of a path, with absolute coordinates.
type Step struct {
	Op byte // M, L, Q, C or Z
	// Points are the control points of a curve and, last, the end of the step: one
	// point for M and L, two for Q, three for C, none for Z.
	Points []Point
}

// ParsePath reads the D of a [Path]. H and V become L. A path begins with M. The steps
// after a Z also begin with M, which ParsePath adds if it is missing. An error says where in
// the path it is.
func ParsePath(d string) ([]Step, error) {
	p := pathReader{text: d}
	for p.skip(); p.at < len(p.text); p.skip() {
		if err := p.command(); err != nil {
			return nil, fmt.Errorf("path %.60q: at byte %d: %w", d, p.at, err)
		}
	}
	if len(p.steps) == 0 {
		return nil, fmt.Errorf("path %.60q: it is empty; it begins with M", d)
	}
	return p.steps, nil
}

// pathReader is a path that is being read.
type pathReader struct {
	text  string
	at    int
	steps []Step
	pen   Point // the end of the last step
	start Point // the end of a Z
}

// arguments is how many numbers each command takes.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'Z': 0}

// command reads a command and its numbers. The numbers may repeat, as several steps
// of the same command.
func (p *pathReader) command() error {
	letter := p.text[p.at]
	op := letter &^ ('a' - 'A')
	count, ok := arguments[op]
	switch {
	case !ok || letter < 'A': // a letter above may have come from a digit or a sign
		return fmt.Errorf("%q is not a command; there are M, L, H, V, C, Q and Z", letter)
	case len(p.steps) == 0 && op != 'M':
		return fmt.Errorf("it begins with %q; it must begin with M", letter)
	}
	p.at++
	relative := letter >= 'a'
	if op == 'Z' {
		p.steps = append(p.steps, Step{Op: 'Z'})
		p.pen = p.start
		return nil
	}
	if op != 'M' && p.steps[len(p.steps)-1].Op == 'Z' {
		p.steps = append(p.steps, Step{Op: 'M', Points: []Point{p.start}})
	}
	for first := true; first || p.atNumber(); first = false {
		var numbers [6]float64
		for i := range count {
			n, err := p.number()
			if err != nil {
				return fmt.Errorf("%q takes %d numbers: %w", letter, count, err)
			}
			numbers[i] = n
		}
		p.step(op, relative, numbers[:count])
		if op == 'M' {
			op = 'L' // as SVG has it: more pairs after M are lines
		}
	}
	return nil
}

// step adds a step. It has as many numbers as its command takes.
func (p *pathReader) step(op byte, relative bool, numbers []float64) {
	var origin Point
	if relative {
		origin = p.pen
	}
	var points []Point
	switch op {
	case 'H':
		op, points = 'L', []Point{{origin.X + numbers[0], p.pen.Y}}
	case 'V':
		op, points = 'L', []Point{{p.pen.X, origin.Y + numbers[0]}}
	default:
		for i := 0; i < len(numbers); i += 2 {
			points = append(points, Point{origin.X + numbers[i], origin.Y + numbers[i+1]})
		}
	}
	p.pen = points[len(points)-1]
	if op == 'M' {
		p.start = p.pen
	}
	p.steps = append(p.steps, Step{op, points})
}

// skip skips white space.
func (p *pathReader) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n\f", p.text[p.at]) >= 0 {
		p.at++
	}
}

// atNumber reports whether another number follows, and skips the characters before it.
func (p *pathReader) atNumber() bool {
	p.skip()
	if p.at < len(p.text) && p.text[p.at] == ',' {
		p.at++
		p.skip()
		return true // a comma must be followed by one
	}
	return p.at < len(p.text) && strings.IndexByte("+-.0123456789", p.text[p.at]) >= 0
}

// farthest is the largest number allowed; shapes are on a square of 24.
const farthest = 1000

// number reads a number. It ends where the next one begins: "1-.5.5" is three numbers.
func (p *pathReader) number() (float64, error) {
	p.atNumber()
	from := p.at
	p.sign()
	digits := p.digits()
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		digits += p.digits()
	}
	if digits == 0 {
		p.at = from
		return 0, fmt.Errorf("expected a number")
	}
	if p.at < len(p.text) && p.text[p.at]|0x20 == 'e' {
		p.at++
		p.sign()
		p.digits()
	}
	n, err := strconv.ParseFloat(p.text[from:p.at], 64)
	if err != nil || n < -farthest || n > farthest {
		return 0, fmt.Errorf("%.30s is not a number from -%d to %d", p.text[from:p.at], farthest, farthest)
	}
	return n, nil
}

func (p *pathReader) sign() {
	if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
		p.at++
	}
}

// digits skips digits and returns their number.
func (p *pathReader) digits() int {
	from := p.at
	for p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9' {
		p.at++
	}
	return p.at - from
}
