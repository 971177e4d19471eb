package show

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

// channels returns red, green and blue of a colour, in proportion to the light.
func channels(t *testing.T, colour string) (rgb [3]float64) {
	t.Helper()
	require.Len(t, colour, 7)
	for i := range rgb {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		require.NoError(t, err)
		v := float64(n) / 255
		if v <= 0.04045 {
			rgb[i] = v / 12.92
		} else {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// contrast returns the contrast ratio of WCAG 2, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(colour string) float64 {
		rgb := channels(t, colour)
		return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2] + 0.05
	}
	ratio := light(a) / light(b)
	return max(ratio, 1/ratio)
}

func TestColoursOfPlayersHaveContrast(t *testing.T) {
	const lightPage, darkPage = "#ffffff", "#15181d"
	for seat := range colours {
		look := LookOf(seat)
		for _, c := range []struct {
			what, a, b string
			least      float64
		}{
			{"text upon a light plate", look.Ink.Light, look.Colour.Light, 4.5},
			{"text upon a dark page's plate", look.Ink.Dark, look.Colour.Dark, 4.5},
			{"the shade as text on a light page", look.Shade.Light, lightPage, 4.5},
			{"the colour as text on a dark page", look.Colour.Dark, darkPage, 4.5},
			{"shade and colour", look.Shade.Light, look.Colour.Light, 1.5},
			{"shade and colour on a dark page", look.Shade.Dark, look.Colour.Dark, 1.5},
		} {
			require.GreaterOrEqual(t, contrast(t, c.a, c.b), c.least, "seat %d: %s", seat, c.what)
		}
	}
}

// Readers with any kind of colour vision can tell the first four seats apart, which is
// as many as our games have. The form of the plates tells all of them apart.
func TestPlayersAreToldApart(t *testing.T) {
	// What people see who lack one kind of cones (Viénot, Brettel and Mollon 1999).
	blind := map[string][3][3]float64{
		"all":      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"no red":   {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
		"no green": {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
	}
	seen := func(m [3][3]float64, colour string) (rgb [3]float64) {
		light := channels(t, colour)
		for i := range rgb {
			sum := m[i][0]*light[0] + m[i][1]*light[1] + m[i][2]*light[2]
			rgb[i] = math.Cbrt(max(sum, 0)) // about as the eye does
		}
		return rgb
	}
	forms := make(map[string]bool)
	for a := range colours {
		forms[LookOf(a).Plate] = true
		_, err := scene.ParsePath(LookOf(a).Plate)
		require.NoError(t, err)
		for b := range a {
			if a >= 4 {
				break
			}
			for kind, m := range blind {
				one, other := seen(m, LookOf(a).Colour.Light), seen(m, LookOf(b).Colour.Light)
				distance := math.Hypot(math.Hypot(one[0]-other[0], one[1]-other[1]), one[2]-other[2])
				require.Greater(t, distance, 0.1, "seats %d and %d, %s", a, b, kind)
			}
		}
	}
	require.Len(t, forms, len(colours))
	require.Equal(t, LookOf(0), LookOf(len(colours)), "they begin again")
}
