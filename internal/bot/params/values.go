package params

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Number writes a value: in decimals without an exponent, so that every language reads it.
func Number(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// Words writes values as name=value, in the order of the space.
func (s Space) Words(v Values) []string {
	words := make([]string, len(s))
	for i, p := range s {
		words[i] = p.Name + "=" + Number(v[i])
	}
	return words
}

// Environment writes values as a bot finds them in its environment: with spaces between.
func (s Space) Environment(v Values) string { return strings.Join(s.Words(v), " ") }

// Typed writes values as they are typed behind the name of a bot: with commas between.
func (s Space) Typed(v Values) string { return strings.Join(s.Words(v), ",") }

// Read reads values as [Space.Typed] writes them. A parameter that is not named has its default.
func (s Space) Read(typed string) (Values, error) {
	v := s.Defaults()
	seen := make(map[string]bool)
	for word := range strings.SplitSeq(typed, ",") {
		name, text, _ := strings.Cut(word, "=")
		i := s.index(name)
		if i < 0 {
			return nil, fmt.Errorf("%q is not one of its parameters: %s", name, strings.Join(s.names(), ", "))
		}
		if seen[name] {
			return nil, fmt.Errorf("%s: given twice", name)
		}
		seen[name] = true
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a number", name, text)
		}
		if err := s[i].check(value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		v[i] = value
	}
	return v, nil
}

func (s Space) names() []string {
	names := make([]string, len(s))
	for i, p := range s {
		names[i] = p.Name
	}
	return names
}

// Unit is a point for each values of a space: from 0, which is the low end of a range, to 1.
type Unit []float64

// At returns the values nearest to a point. Numbers that are not whole are rounded to four
// digits, as the fifth makes no bot better.
func (s Space) At(at Unit) Values {
	v := make(Values, len(s))
	for i, p := range s {
		x := min(max(at[i], 0), 1)
		value := p.Low + x*(p.High-p.Low)
		if p.Scale == Log {
			value = p.Low * math.Pow(p.High/p.Low, x)
		}
		if p.Integer {
			value = math.Round(value)
		} else {
			value = rounded(value)
		}
		v[i] = min(max(value, p.Low), p.High)
	}
	return v
}

// rounded is a number with four digits.
func rounded(value float64) float64 {
	near, err := strconv.ParseFloat(strconv.FormatFloat(value, 'e', 3, 64), 64)
	if err != nil {
		panic(err) // it was a number before
	}
	return near
}

// Of returns the point of values.
func (s Space) Of(v Values) Unit {
	at := make(Unit, len(s))
	for i, p := range s {
		if p.Scale == Log {
			at[i] = math.Log(v[i]/p.Low) / math.Log(p.High/p.Low)
		} else {
			at[i] = (v[i] - p.Low) / (p.High - p.Low)
		}
	}
	return at
}

// Equal reports whether two are the same values.
func (v Values) Equal(other Values) bool { return slices.Equal(v, other) }
