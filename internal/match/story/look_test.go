package story

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
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

// What people see who lack one kind of cones (Viénot, Brettel and Mollon 1999).
var visions = map[string][3][3]float64{
	"all":      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no red":   {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
	"no green": {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
}

// lab returns a colour as somebody sees it, in the space CIELAB, in which distances are
// about what the eye makes of them.
func lab(t *testing.T, vision [3][3]float64, colour string) [3]float64 {
	t.Helper()
	multiply := func(m [3][3]float64, v [3]float64) (product [3]float64) {
		for i := range product {
			product[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
		}
		return product
	}
	xyz := multiply([3][3]float64{
		{0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047},
		{0.2126, 0.7152, 0.0722},
		{0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883},
	}, multiply(vision, channels(t, colour)))
	for i, v := range xyz {
		if xyz[i] = math.Cbrt(max(v, 0)); v < 0.008856 {
			xyz[i] = 7.787*max(v, 0) + 16.0/116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// requireApart fails if anybody sees two colours nearer to each other than 25 in CIELAB.
func requireApart(t *testing.T, a, b, what string) {
	t.Helper()
	for kind, vision := range visions {
		one, other := lab(t, vision, a), lab(t, vision, b)
		distance := math.Hypot(math.Hypot(one[0]-other[0], one[1]-other[1]), one[2]-other[2])
		require.GreaterOrEqual(t, distance, 25.0, "%s, vision: %s", what, kind)
	}
}

// Readers with any kind of colour vision can tell the first four seats apart, which is
// as many as our games have. The form of the plates tells all of them apart.
func TestPlayersAreToldApart(t *testing.T) {
	forms := make(map[string]bool)
	for a := range colours {
		forms[LookOf(a).Plate] = true
		_, err := scene.ParsePath(LookOf(a).Plate)
		require.NoError(t, err)
		for b := range min(a, 4) {
			if a < 4 {
				what := fmt.Sprintf("seats %d and %d", a, b)
				requireApart(t, LookOf(a).Colour.Light, LookOf(b).Colour.Light, what)
				requireApart(t, LookOf(a).Colour.Dark, LookOf(b).Colour.Dark, what+" on a dark page")
			}
		}
	}
	require.Len(t, forms, len(colours))
	require.Equal(t, LookOf(0), LookOf(len(colours)), "they begin again")
}

// The line on a road has the colour of its owner. Nobody takes it for a river.
func TestRoadsAreNotTakenForRivers(t *testing.T) {
	setup := orkisland.Game.Default()
	m, err := setup.New([]string{"a", "b", "c", "d"}, 7, engine.ChaCha8)
	require.NoError(t, err)
	legend := m.Legend()
	water := slices.IndexFunc(legend.Cells, func(c scene.Cell) bool { return c.Name == "water" })
	require.GreaterOrEqual(t, water, 0)
	fill := legend.Cells[water].Fill
	for seat := range 4 {
		what := fmt.Sprintf("water and seat %d", seat)
		requireApart(t, LookOf(seat).Colour.Light, fill.Light, what)
		requireApart(t, LookOf(seat).Colour.Dark, fill.Dark, what+" on a dark page")
	}
	road := slices.IndexFunc(legend.Cells, func(c scene.Cell) bool { return c.Use == scene.Road })
	require.GreaterOrEqual(t, road, 0, "there are roads, which have lines")
}

func TestABotHasItsLookWhereverItIsShown(t *testing.T) {
	for _, c := range []struct {
		bots, looks []int
		least       int
	}{
		{[]int{0, 1, 2, 3}, []int{0, 1, 2, 3}, Apart},
		{[]int{3, 1}, []int{3, 1}, Apart},
		{[]int{1, 3}, []int{1, 3}, Apart},
		{[]int{6, 9}, []int{2, 1}, Apart},
		{[]int{1, 5}, []int{1, 2}, Apart}, // of the same look: the later bot gives way, wherever it sits
		{[]int{5, 1}, []int{2, 1}, Apart},
		{[]int{0, 0, 1}, []int{0, 2, 1}, Apart}, // the same twice: the others keep theirs
		{[]int{3, 3, 3, 3}, []int{3, 0, 1, 2}, Apart},
		{nil, []int{}, Apart},
		{[]int{3}, []int{3}, 8},
		{[]int{7, 3, 1}, []int{7, 3, 1}, 8},
		{[]int{11, 3}, []int{7, 3}, 8}, // first another line of the same colour
		{[]int{3, 11, 19}, []int{3, 7, 4}, 8},
		{[]int{0, 0, 0, 0, 0}, []int{0, 4, 1, 5, 2}, Apart}, // more than can be told apart
	} {
		require.Equal(t, c.looks, LooksOf(c.bots, c.least), "bots %v", c.bots)
	}
	for bots := range 20 {
		seen := make(map[int]bool)
		for _, look := range LooksOf(make([]int, bots), Apart) {
			require.GreaterOrEqual(t, look, 0)
			seen[look] = true
		}
		require.Len(t, seen, bots)
	}
}
