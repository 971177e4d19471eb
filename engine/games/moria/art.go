package moria

import "github.com/botarena/arena/engine/scene"

// The colours of the pictures: muted, so that the players' stand out.
var (
	grass      = scene.Colour{Light: "#dfe6cf", Dark: "#252e26"}
	blade      = scene.Colour{Light: "#bccaa4", Dark: "#3a4a39"}
	sand       = scene.Colour{Light: "#ece2cf", Dark: "#221f1d"}
	pebble     = scene.Colour{Light: "#d5c7ae", Dark: "#35302c"}
	stone      = scene.Colour{Light: "#b3a189", Dark: "#55493c"}
	stoneLit   = scene.Colour{Light: "#bcab94", Dark: "#5f5143"}
	stoneDark  = scene.Colour{Light: "#a3927b", Dark: "#4a3f34"}
	crack      = scene.Colour{Light: "#5f4f3d", Dark: "#1c1814"}
	block      = scene.Colour{Light: "#83838b", Dark: "#6f717a"}
	blockLit   = scene.Colour{Light: "#9a9aa2", Dark: "#868892"}
	blockDark  = scene.Colour{Light: "#6b6b74", Dark: "#575963"}
	chasm      = scene.Colour{Light: "#54465f", Dark: "#2f2639"}
	glow       = scene.Colour{Light: "#352a40", Dark: "#1a1422"}
	deep       = scene.Colour{Light: "#150f1b", Dark: "#050307"}
	ember      = scene.Colour{Light: "#7d2f5a", Dark: "#7d2f5a"}
	chest      = scene.Colour{Light: "#7a4a22", Dark: "#8a5628"}
	chestDark  = scene.Colour{Light: "#4a2a10", Dark: "#4a2a10"}
	coin       = scene.Colour{Light: "#ffd83d", Dark: "#ffdf5a"}
	hide       = scene.Colour{Light: "#6f7a35", Dark: "#8b9745"}
	ink        = scene.Colour{Light: "#16120f", Dark: "#0a0807"}
	bone       = scene.Colour{Light: "#f5efdf", Dark: "#f5efdf"}
	trollSkin  = scene.Colour{Light: "#5d6f7d", Dark: "#8496a4"}
	trollShade = scene.Colour{Light: "#44535f", Dark: "#637481"}
	wood       = scene.Colour{Light: "#6b4426", Dark: "#9a6a40"}
	red        = scene.Colour{Light: "#ff3b1f", Dark: "#ff3b1f"}
	fire       = scene.Colour{Light: "#e4410c", Dark: "#f04d12"}
	fireMid    = scene.Colour{Light: "#ff8a1f", Dark: "#ff9429"}
	fireCore   = scene.Colour{Light: "#ffd257", Dark: "#ffdf6b"}
)

var (
	meadow = []scene.Shape{
		{},
		{},
		{{D: "M6 16L7 11.5L8.2 16M9 16L10.8 12.5", Stroke: blade, Width: 1.1}},
		{{D: "M15 9L16 5L17 9M18 9L19.5 6", Stroke: blade, Width: 1.1}},
		{{D: "M14 20L15.2 16L16.2 20", Stroke: blade, Width: 1.1}},
	}
	ground = []scene.Shape{
		{},
		{},
		{},
		{{D: "M6 8H8V9.6H6Z", Fill: pebble}, {D: "M16 17H17.5V18.2H16Z", Fill: pebble}},
		{{D: "M15 6L17 6.6L16.4 8.4L14.6 8Z", Fill: pebble}},
		{{D: "M7 16L9.4 16.4L9 18.4L6.8 18Z", Fill: pebble}, {D: "M18 9H19.2V10.2H18Z", Fill: pebble}},
	}
	rocks = []scene.Shape{
		{{D: "M3 9L9 4L13 8L8 12Z", Fill: stoneLit}, {D: "M13 17L18 13L22 17L17 21Z", Fill: stoneDark}},
		{{D: "M12 4L19 5L20 10L14 11Z", Fill: stoneLit}, {D: "M3 15L9 13L11 18L5 21Z", Fill: stoneDark}},
		{{D: "M4 14L10 10L14 15L8 19Z", Fill: stoneLit}, {D: "M15 4L20 6L19 11L14 9Z", Fill: stoneDark}},
		{{D: "M9 8L16 6L18 12L11 14Z", Fill: stoneLit}, {D: "M3 18L8 16L10 21L4 22Z", Fill: stoneDark}},
	}
	blocks = []scene.Shape{
		{
			{D: "M4 1H20V2.6H4Z", Fill: blockLit},
			{D: "M0 12H24M8 0V12M17 12V24", Stroke: blockDark, Width: 1.4},
		},
		{
			{D: "M4 1H20V2.6H4Z", Fill: blockLit},
			{D: "M0 12H24M15 0V12M6 12V24", Stroke: blockDark, Width: 1.4},
		},
	}
	// cracks show how near rock is to open: it was hit a bit, more, and most.
	cracks = []scene.Path{
		{D: "M4 7L9 10L12 9L14 13", Stroke: crack, Width: 1.6},
		{D: "M4 6L9 10L13 9L15 14L20 16M9 10L8 16", Stroke: crack, Width: 1.8},
		{D: "M2 5L9 10L14 8L20 3M9 10L7 16L10 22M14 8L16 14L22 18M7 16L2 18", Stroke: crack, Width: 2.2},
	}
	hoard = scene.Shape{
		{D: "M4 11Q4 5 9 5H15Q20 5 20 11Z", Fill: chest, Stroke: chestDark, Width: 1.3},
		{D: "M3.5 11H20.5V19.5H3.5Z", Fill: chest, Stroke: chestDark, Width: 1.3},
		{D: "M3.5 9.6H20.5V12.6H3.5Z", Fill: coin},
		{D: "M9.6 9H14.4V15.4H9.6Z", Fill: coin, Stroke: chestDark, Width: 1.1},
	}
	pit = []scene.Shape{
		{
			{D: "M3 4L9 2.5L13 4.5L19 3L21.5 9L20 14L21.5 20L14 21.5L9 20L3.5 21L2.5 14L4 9Z", Fill: glow},
			{D: "M6 7L11 6L17 6.5L18 12L17.5 17L12 18L6.5 17L6 12Z", Fill: deep},
			{D: "M9.5 14.5L12 9.5L14.5 14L12 16Z", Fill: ember},
		},
		{
			{D: "M4 3L11 4L17 2.5L21 5L20 11L21.5 17L18 21.5L11 20L5 21.5L2.5 16L4 10Z", Fill: glow},
			{D: "M7 6L12 7L17 6L18 11L17 17.5L11 17L6.5 17.5L6 11Z", Fill: deep},
			{D: "M10 15L11.5 10L14.5 13L13 16Z", Fill: ember},
		},
	}
)

// The units. What they carry tells dwarves and wizards apart on the smallest
// plates.
var (
	pickaxe = scene.Shape{
		{D: "M10.6 9.5L13.4 9.5L13.2 19.5H10.8Z", Fill: scene.Ink},
		{
			D: "M5 12.2Q6.5 6.2 12 6Q17.5 6.2 19 12.2Q15.5 8.9 12 9Q8.5 8.9 5 12.2Z", Fill: scene.Ink, Stroke: scene.Ink,
			Width: 0.8,
		},
	}
	hat = scene.Shape{
		{D: "M8.3 15.2L11 7Q12 4.8 14.5 5.2Q13.2 6.4 13.8 8L15.7 15.2Z", Fill: scene.Ink},
		{D: "M4.8 17Q7 15.2 12 15.6Q17 15.2 19.2 17Q17 19.2 12 19.2Q7 19.2 4.8 17Z", Fill: scene.Ink},
	}
	orcHead = scene.Shape{
		{
			D:    "M5.5 9L1 5.5Q1.5 11 5 13.5Q5.5 19.5 12 22Q18.5 19.5 19 13.5Q22.5 11 23 5.5L18.5 9Q16.5 4 12 4Q7.5 4 5.5 9Z",
			Fill: hide, Stroke: ink, Width: 1.6,
		},
		{D: "M6.8 10.5L11 12.3L10 14L7.4 13Z", Fill: red},
		{D: "M17.2 10.5L13 12.3L14 14L16.6 13Z", Fill: red},
		{D: "M8 17.6H16L14.8 19H9.2Z", Fill: ink},
		{D: "M8.2 18.2L9 15.2L10 18.2ZM15.8 18.2L15 15.2L14 18.2Z", Fill: bone},
	}
	trollBody = scene.Shape{
		{D: "M18.5 12.5L20 1.5Q22.5 0.8 23.2 3L21 13.5Z", Fill: wood, Stroke: ink, Width: 1.2},
		{D: "M8 7Q8 2 12 2Q16 2 16 7Q20 7.5 21.5 12L20.5 16.5L17.5 15.5V22.5H13V19H11V22.5H6.5V15.5L3.5 17.5L1.5 16.5Q1.5 " +
			"8 8 7Z", Fill: trollSkin, Stroke: ink, Width: 1.6},
		{D: "M8.5 11H15.5V13Q12 15 8.5 13Z", Fill: trollShade},
		{D: "M9.6 5.4H11.3V7H9.6ZM12.7 5.4H14.4V7H12.7Z", Fill: red},
	}
	demon = scene.Shape{
		{D: "M12 0Q14 3 16.5 1Q17 4 20.5 3.5Q20 7 24 8Q21.5 11 24 14Q21 15.5 22 19.5Q18.5 19.5 17.5 23.5Q14.5 21.5 12 " +
			"24Q9.5 21.5 6.5 23.5Q5.5 19.5 2 19.5Q3 15.5 0 14Q2.5 11 0 8Q4 7 3.5 3.5Q7 4 7.5 1Q10 3 12 0Z", Fill: fire},
		{D: "M12 3Q14 6 17.5 4.5Q18 8 21 10Q19 12.5 20.5 16Q17 16.5 16 20.5Q13.5 19 12 21Q10.5 19 8 20.5Q7 16.5 3.5 16Q5 " +
			"12.5 3 10Q6 8 6.5 4.5Q10 6 12 3Z", Fill: fireMid},
		{D: "M8.2 9L3.5 3.5Q3 9 6 12Q6.5 18.5 12 20.5Q17.5 18.5 18 12Q21 9 20.5 3.5L15.8 9Q12 7.5 8.2 9Z", Fill: ink},
		{D: "M7.4 11.4L11 13.4L9.8 15.2L7.6 14Z", Fill: fireCore},
		{D: "M16.6 11.4L13 13.4L14.2 15.2L16.4 14Z", Fill: fireCore},
		{D: "M9.5 17.4L10.8 16.8L12 17.6L13.2 16.8L14.5 17.4L12 19Z", Fill: fireMid},
	}
)
