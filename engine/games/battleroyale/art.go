package battleroyale

import "github.com/botarena/arena/engine/scene"

// The ground is muted and most of it empty: it is there to be painted. Farmers
// have a fork and knights a helmet, which look different even when they are small.

var (
	earth   = scene.Colour{Light: "#ebe6da", Dark: "#2f3136"}
	speck   = scene.Colour{Light: "#d8d0be", Dark: "#3d4047"}
	masonry = scene.Colour{Light: "#8d8a86", Dark: "#15171a"}
	brick   = scene.Colour{Light: "#a19e99", Dark: "#22252a"}
)

func line(d string, c scene.Colour, width float64) scene.Path {
	return scene.Path{D: d, Stroke: c, Width: width}
}

func shape(d string, c scene.Colour) scene.Path { return scene.Path{D: d, Fill: c} }

var grounds = []scene.Shape{
	nil, nil, nil, nil,
	{shape("M6 8h2v1.5h-2zM15 15h2v1.5h-2z", speck)},
	nil, nil, nil,
	{line("M8 16q-.4-2-1.8-3M9 16v-4M10 16q.4-2 1.8-3", speck, 1.2)},
	nil, nil, nil,
}

var walls = []scene.Shape{
	{shape("M2 3h9v7h-9zM13 3h9v7h-9zM2 14h4v7h-4zM8 14h9v7h-9zM19 14h3v7h-3z", brick)},
	{shape("M2 3h5v7h-5zM9 3h8v7h-8zM19 3h3v7h-3zM2 14h9v7h-9zM13 14h9v7h-9z", brick)},
}

// fork is a farmer's: it has three prongs.
var fork = scene.Shape{
	line("M12 10v8", scene.Ink, 1.9),
	line("M8.4 6.5v2.7q0 2.6 3.6 2.6q3.6 0 3.6-2.6v-2.7M12 6.5v5", scene.Ink, 1.7),
}

// helmet is a knight's: closed, with slits to see and to breathe.
var helmet = scene.Shape{
	shape("M12 6.5c3 0 4.6 2 4.6 4.8v2.7l-2.4 3.6h-4.4l-2.4-3.6v-2.7c0-2.8 1.6-4.8 4.6-4.8z", scene.Ink),
	shape("M8.6 10.6h2.9v1.5h-2.9zM12.5 10.6h2.9v1.5h-2.9z", scene.Owner),
	shape("M11.6 13.5h.8v3.2h-.8zM10 14h.8v2h-.8zM13.2 14h.8v2h-.8z", scene.Owner),
}
