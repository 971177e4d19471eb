package starships

import "github.com/botarena/arena/engine/scene"

// The colours of the pictures. Space is dark on a light page too, so that the
// players' colours shine on both.
var (
	night    = scene.Colour{Light: "#27314f", Dark: "#131a2c"}
	faint    = scene.Colour{Light: "#66729c", Dark: "#46527c"}
	bright   = scene.Colour{Light: "#9aa6cf", Dark: "#7480ac"}
	stone    = scene.Colour{Light: "#a19c99", Dark: "#807c7a"}
	stoneLit = scene.Colour{Light: "#bdb8b3", Dark: "#9b9693"}
	crater   = scene.Colour{Light: "#7c7775", Dark: "#5f5b5a"}
	gold     = scene.Colour{Light: "#ffe45c", Dark: "#ffe45c"}
	goldDeep = scene.Colour{Light: "#c9a21a", Dark: "#b8921a"}
	crate    = scene.Colour{Light: "#b9a6ff", Dark: "#a893f5"}
	crateRim = scene.Colour{Light: "#efeaff", Dark: "#dcd3ff"}
	metal    = scene.Colour{Light: "#f4f6fb", Dark: "#f4f6fb"}
	flame    = scene.Colour{Light: "#ffd27a", Dark: "#ffd27a"}
)

// skies are most of them empty: a star here and there.
var skies = []scene.Shape{
	{},
	{},
	{},
	{},
	{},
	{{D: "M6 7h1.6v1.6h-1.6z", Fill: faint}},
	{{D: "M17 15h1.6v1.6h-1.6z", Fill: faint}, {D: "M4 19h1.2v1.2h-1.2z", Fill: faint}},
	{{D: "M15 5.4L15.7 7.3L17.6 8L15.7 8.7L15 10.6L14.3 8.7L12.4 8L14.3 7.3Z", Fill: bright}},
	{{D: "M9 17h1.6v1.6h-1.6z", Fill: bright}},
}

var asteroids = []scene.Shape{
	{
		{D: "M6 5L13 2.5L19 5.5L21.5 12L19.5 18L12.5 21.5L6 19.5L2.5 13Z", Fill: stone, Stroke: crater, Width: 1},
		{D: "M6.5 6.5L12.5 4.5L16.5 6L10 8.5L6 13L4.5 12.5Z", Fill: stoneLit},
		{D: "M12 12Q14 10 16 12Q17 14.5 14.5 15.5Q11.5 15.5 12 12Z", Fill: crater},
		{D: "M7.5 15Q9 14 10 15.5Q9.5 17.5 8 17Q7 16.5 7.5 15Z", Fill: crater},
	},
	{
		{D: "M4.5 8L10 3L17 3.5L21 9.5L20 15.5L15 20.5L8 20L3 15Z", Fill: stone, Stroke: crater, Width: 1},
		{D: "M6 8.5L10.5 4.7L15.5 5L9 8.5L6.5 13.5L4.7 14Z", Fill: stoneLit},
		{D: "M14 8Q16 7 17 9Q17 11.5 15 11.5Q13 10.5 14 8Z", Fill: crater},
		{D: "M9 13.5Q11.5 12.5 12.5 15Q12 18 9.5 17.5Q7.5 16 9 13.5Z", Fill: crater},
	},
	{
		{D: "M8 4L15 3L20.5 7.5L21 14L16.5 20L10 21L4 17L3 9.5Z", Fill: stone, Stroke: crater, Width: 1},
		{D: "M8.5 5.7L14.5 4.8L17.5 7L11 8L6.5 12L5 14L4.7 10Z", Fill: stoneLit},
		{D: "M10 10Q12.5 9 13.5 11.5Q13 14 10.5 13.5Q8.5 12 10 10Z", Fill: crater},
		{D: "M15.5 14.5Q17.5 13.5 18 15.5Q17 17.5 15.5 17Q14.5 16 15.5 14.5Z", Fill: crater},
	},
}

// The hulls of the players' starships; all fly to the right.
const (
	fighter = "M23.5 12Q19 8 13.5 8.2L8.5 2H4L6 8.7L2.5 8L1 12L2.5 16L6 15.3L4 22H8.5L13.5 15.8Q19 16 23.5 12Z"
	manta   = "M23.5 12Q18 5.5 11.5 3Q5 3 1.5 6.5L6.5 12L1.5 17.5Q5 21 11.5 21Q18 18.5 23.5 12Z"
	delta   = "M23.5 12L2.5 2.5L5.5 12L2.5 21.5Z"
	cruiser = "M23.5 12L18.5 8.3H12.5L10 2H3.5V8.3H1V15.7H3.5V22H10L12.5 15.7H18.5Z"
)

func starship(hull string) scene.Kind {
	const doc = "takes bonuses and shoots; it dies if it meets anything else, and comes back later"
	return scene.Kind{Name: "starship", Glyph: ">", Doc: doc, Shape: scene.Shape{
		{D: hull, Fill: scene.Owner, Stroke: metal, Width: 1.2},
		{D: "M17 12Q14.5 9.9 11 10V14Q14.5 14.1 17 12Z", Fill: scene.Ink},
		{D: "M8.5 10.2H6.3V13.8H8.5Z", Fill: scene.Shade},
	}}
}

var (
	pointStar = scene.Shape{{
		D:    "M12 2.5L14.7 8.8L21.5 9.4L16.4 13.9L17.9 20.6L12 17.1L6.1 20.6L7.6 13.9L2.5 9.4L9.3 8.8Z",
		Fill: gold, Stroke: goldDeep, Width: 1.2,
	}}
	missileCrate = scene.Shape{
		{D: "M6 3H18Q21 3 21 6V18Q21 21 18 21H6Q3 21 3 18V6Q3 3 6 3Z", Fill: crate, Stroke: crateRim, Width: 1.4},
		{D: "M12 5Q14.4 7.4 14.4 10.5V14L17 17.5H14.2L12 19.5L9.8 17.5H7L9.6 14V10.5Q9.6 7.4 12 5Z", Fill: night},
	}
	missileShape = scene.Shape{
		{D: "M7 9.5L0.5 12L7 14.5Z", Fill: flame},
		{D: "M6 9H15Q20 9.6 23 12Q20 14.4 15 15H6Z", Fill: scene.Owner, Stroke: metal, Width: 1.4},
		{D: "M4 6.5H7L10.5 12L7 17.5H4L6 12Z", Fill: metal},
	}
)
