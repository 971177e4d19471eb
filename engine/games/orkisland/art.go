package orkisland

import "github.com/botarena/arena/engine/scene"

// Terrain is muted, so that the colours of the players stand out, and most cells
// of water, sand and grass are empty, so that orks do.

// fills are the colours of the kinds of cells, drawings what grows, floats or
// stands on them; each by the index in the legend.
var (
	fills = [...]scene.Colour{
		{Light: "#a9c3c4", Dark: "#101b22"}, // water
		{Light: "#eee2c0", Dark: "#4c4530"}, // sand
		{Light: "#d5e0bb", Dark: "#34432e"}, // grass
		{Light: "#bdcfa2", Dark: "#283a28"}, // forest
		{Light: "#cbbda6", Dark: "#665c4e"}, // path
		{Light: "#dcd7d0", Dark: "#4b4a4d"}, // city
	}
	drawings = [...][]scene.Shape{
		{nil, wave, nil, nil, nil, nil, twoWaves, nil, nil, nil, nil, nil},
		{nil, nil, dune, nil, pebbles, nil, nil, nil},
		{nil, nil, nil, tuft, nil, nil, nil, nil, twoTufts, nil, nil, nil, nil, nil},
		{firs, oak, fir, oaks, fir, thicket},
		{nil, stones, nil, nil},
		{house, houses, tower, house, longHouse, yard},
	}
)

var (
	ripple = scene.Colour{Light: "#8fb0b2", Dark: "#22333d"}
	shadow = scene.Colour{Light: "#d9c99f", Dark: "#5b523c"}
	blade  = scene.Colour{Light: "#b4c592", Dark: "#465a3c"}
	leaf   = scene.Colour{Light: "#93b07e", Dark: "#3d5638"}
	needle = scene.Colour{Light: "#84a67f", Dark: "#37523c"}
	trunk  = scene.Colour{Light: "#8f7d63", Dark: "#1c251a"}
	gravel = scene.Colour{Light: "#b3a38a", Dark: "#7a6f5f"}
	wall   = scene.Colour{Light: "#f2eee7", Dark: "#6d6b6c"}
	roof   = scene.Colour{Light: "#b09c90", Dark: "#332f31"}
	slate  = scene.Colour{Light: "#9aa0a6", Dark: "#2c3035"}
	door   = scene.Colour{Light: "#857568", Dark: "#2a2728"}
)

func line(d string, c scene.Colour, width float64) scene.Path {
	return scene.Path{D: d, Stroke: c, Width: width}
}

func area(d string, c scene.Colour) scene.Path { return scene.Path{D: d, Fill: c} }

var (
	wave     = scene.Shape{line("M5 13q2.5-3 5 0q2.5 3 5 0", ripple, 1.4)}
	twoWaves = scene.Shape{
		line("M3 9q2.5-3 5 0q2.5 3 5 0", ripple, 1.4),
		line("M11 17q2.5-3 5 0q2.5 3 5 0", ripple, 1.4),
	}

	dune    = scene.Shape{line("M5 15q5-6 10-1q2 1.5 4 1", shadow, 1.4)}
	pebbles = scene.Shape{area("M6 9h2v1.6h-2zM15 15h2.2v1.6h-2.2zM17 7h1.6v1.4h-1.6z", shadow)}

	tuft     = scene.Shape{line("M10 16q-.5-3-2.5-4.5M11 16v-5.5M12 16q.5-3 2.5-4.5", blade, 1.3)}
	twoTufts = scene.Shape{
		line("M6 11q-.4-2-1.8-3.2M7 11v-4M8 11q.4-2 1.8-3.2", blade, 1.2),
		line("M15 19q-.4-2-1.8-3.2M16 19v-4M17 19q.4-2 1.8-3.2", blade, 1.2),
	}

	fir = scene.Shape{
		area("M11 18h2v3h-2z", trunk),
		area("M12 3l4 6h-2l3.5 5h-2l3 4.5h-13l3-4.5h-2l3.5-5h-2z", needle),
	}
	firs = scene.Shape{
		area("M7 14h1.8v2.5h-1.8zM16 19h1.8v2.5h-1.8z", trunk),
		area("M8 3l3 5h-1.5l3 6.5h-9l3-6.5h-1.5z", needle),
		area("M17 8l3 5h-1.5l3 6.5h-9l3-6.5h-1.5z", needle),
	}
	oak = scene.Shape{
		area("M11 15h2.2v6h-2.2z", trunk),
		area(
			"M12 4c3 0 4.5 1.8 4.5 3.8c2 .4 3 2 3 3.8c0 2.6-2 4.4-4.5 4.4h-6c-2.5 0-4.5-1.8-4.5-4.4c0-1.8 1-3.4 3-3.8c0-2 "+
				"1.5-3.8 4.5-3.8z", leaf),
	}
	oaks = scene.Shape{
		area("M7 11h1.8v4.5h-1.8zM16 17h1.8v4.5h-1.8z", trunk),
		area("M8 3C10.48 3 12.5 5.02 12.5 7.5C12.5 9.98 10.48 12 8 12C5.52 12 3.5 9.98 3.5 7.5C3.5 5.02 5.52 3 8 3Z", leaf),
		area("M17 9C19.48 9 21.5 11.02 21.5 13.5C21.5 15.98 19.48 18 17 18C14.52 18 12.5 15.98 12.5 13.5"+
			"C12.5 11.02 14.52 9 17 9Z", leaf),
	}
	thicket = scene.Shape{
		area("M3 17c0-2.5 1.5-4 3.5-4c.4-2 2-3 3.5-3c1.5 0 3.1 1 3.5 3c2 0 3.5 1.5 3.5 4z", leaf),
	}

	stones = scene.Shape{area("M6 7h2.5v2h-2.5zM14 10h2v1.8h-2zM9 15h2.2v2h-2.2zM17 17h2v1.8h-2z", gravel)}

	house = scene.Shape{
		area("M6 11h12v8h-12z", wall),
		area("M4 12l8-7l8 7z", roof),
		area("M10.5 14h3v5h-3z", door),
	}
	houses = scene.Shape{
		area("M3 8h8v5h-8zM13 15h8v5.5h-8z", wall),
		area("M2 8.5l5-5l5 5z", roof),
		area("M12 15.5l5-5l5 5z", slate),
	}
	tower = scene.Shape{
		area("M8 8h8v12h-8z", wall),
		area("M7 4h2.5v2h1.7v-2h1.6v2h1.7v-2h2.5v5h-10z", slate),
		area("M10.5 15h3v5h-3z", door),
	}
	longHouse = scene.Shape{
		area("M3 12h18v7h-18z", wall),
		area("M2 13l3-6h14l3 6z", slate),
		area("M6 15h2.5v2.5h-2.5zM15.5 15h2.5v2.5h-2.5z", door),
	}
	yard = scene.Shape{
		area("M11.2 14h1.6v4h-1.6z", trunk),
		area(
			"M12 6.8C14.31 6.8 16.2 8.69 16.2 11C16.2 13.31 14.31 15.2 12 15.2C9.69 15.2 7.8 13.31 7.8 11C7.8 8.69 9.69 6.8 "+
				"12 6.8Z", leaf),
	}
)

// ork is a head with long ears, narrow eyes and tusks.
var ork = scene.Shape{
	area(
		"M5.6 9.6l3.4 1.3c.4-2.7 1.5-3.9 3-3.9c1.5 0 2.6 1.2 3 3.9l3.4-1.3l-2.6 4.2c0 2.6-1.3 4.7-3.8 4.7c-2.5 "+
			"0-3.8-2.1-3.8-4.7z", scene.Ink),
	area("M9.4 11.7l2.1 1l-1.8 .8zM14.6 11.7l-2.1 1l1.8 .8z", scene.Owner),
	area("M10 16.9v-2.3l1.1 1.6h1.8l1.1-1.6v2.3h-1v-.3h-2v.3z", scene.Owner),
}
