package scene_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func step(op byte, numbers ...float64) scene.Step {
	s := scene.Step{Op: op}
	for i := 0; i < len(numbers); i += 2 {
		s.Points = append(s.Points, scene.Point{X: numbers[i], Y: numbers[i+1]})
	}
	return s
}

func TestPathsAreReadAsSVGHasThem(t *testing.T) {
	for d, want := range map[string][]scene.Step{
		"M7 15l2-6 6-1z":     {step('M', 7, 15), step('L', 9, 9), step('L', 15, 8), step('Z')},
		"M8 6h8v12H8z":       {step('M', 8, 6), step('L', 16, 6), step('L', 16, 18), step('L', 8, 18), step('Z')},
		" M 1,2 , 3 4\n5 6 ": {step('M', 1, 2), step('L', 3, 4), step('L', 5, 6)},
		"m1 2 3 4":           {step('M', 1, 2), step('L', 4, 6)},
		"M1 2c1 0 1 1 2 1 0 0 1 1 1 2": {
			step('M', 1, 2), step('C', 2, 2, 2, 3, 3, 3), step('C', 3, 3, 4, 4, 4, 5),
		},
		"M0 0Q1-.5.5.25":   {step('M', 0, 0), step('Q', 1, -.5, .5, .25)},
		"M1 1q1 1 2 0V5":   {step('M', 1, 1), step('Q', 2, 2, 3, 1), step('L', 3, 5)},
		"M1e1 2E-1 +3.-4.": {step('M', 10, .2), step('L', 3, -4)},
		"M2 2h4v4zl1 1":    {step('M', 2, 2), step('L', 6, 2), step('L', 6, 6), step('Z'), step('M', 2, 2), step('L', 3, 3)},
		"M2 2h4v4zm1 1h1":  {step('M', 2, 2), step('L', 6, 2), step('L', 6, 6), step('Z'), step('M', 3, 3), step('L', 4, 3)},
	} {
		got, err := scene.ParsePath(d)
		require.NoError(t, err, d)
		require.Equal(t, want, got, d)
	}
}

func TestBadPathIsRefusedWithItsPlace(t *testing.T) {
	for d, want := range map[string]string{
		"":           `path "": it is empty; it begins with M`,
		"L1 2":       `path "L1 2": at byte 0: it begins with 'L'; it must begin with M`,
		"M1 2A1 1":   `path "M1 2A1 1": at byte 4: 'A' is not a command; there are M, L, H, V, C, Q and Z`,
		"M1 2 3":     `path "M1 2 3": at byte 6: 'M' takes 2 numbers: expected a number`,
		"M1 2,":      `path "M1 2,": at byte 5: 'M' takes 2 numbers: expected a number`,
		"M1 x":       `path "M1 x": at byte 3: 'M' takes 2 numbers: expected a number`,
		"M1 2H":      `path "M1 2H": at byte 5: 'H' takes 1 numbers: expected a number`,
		"M1 1e999":   `path "M1 1e999": at byte 8: 'M' takes 2 numbers: 1e999 is not a number from -1000 to 1000`,
		"M1 2000":    `path "M1 2000": at byte 7: 'M' takes 2 numbers: 2000 is not a number from -1000 to 1000`,
		"M1 1 Z 3":   `path "M1 1 Z 3": at byte 7: '3' is not a command; there are M, L, H, V, C, Q and Z`,
		"M1 1-":      `path "M1 1-": at byte 4: 'M' takes 2 numbers: expected a number`,
		"M1 1e":      `path "M1 1e": at byte 5: 'M' takes 2 numbers: 1e is not a number from -1000 to 1000`,
		"\rM1 1\x00": `path "\rM1 1\x00": at byte 5: '\x00' is not a command; there are M, L, H, V, C, Q and Z`,
	} {
		_, err := scene.ParsePath(d)
		require.EqualError(t, err, want, d)
	}
}

func FuzzParsePath(f *testing.F) {
	for _, d := range []string{"M7 15l2-6 6-1 3 5-3 4H9z", "M0 0C1 2 3 4 5 6q.5.5-1-1v3z h2", "m1e1,2ZL3 4", "-"} {
		f.Add(d)
	}
	takes := map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'C': 3, 'Z': 0}
	f.Fuzz(func(t *testing.T, d string) {
		steps, err := scene.ParsePath(d)
		if err != nil {
			require.Nil(t, steps)
			return
		}
		require.Equal(t, byte('M'), steps[0].Op)
		for i, s := range steps {
			require.Contains(t, takes, s.Op)
			require.Len(t, s.Points, takes[s.Op])
			if i > 0 && steps[i-1].Op == 'Z' {
				require.Contains(t, []byte("MZ"), s.Op)
			}
			for _, p := range s.Points {
				require.False(t, math.IsInf(p.X, 0) || math.IsNaN(p.X) || math.IsInf(p.Y, 0) || math.IsNaN(p.Y))
			}
		}
	})
}
