package story

import (
	"cmp"
	"slices"

	"github.com/botarena/arena/engine/scene"
)

// Look is what distinguishes a player from the others: a colour and, for readers who
// can't tell the colours apart, the form of the plates under its units.
type Look struct {
	Colour scene.Colour `json:"colour"`
	Shade  scene.Colour `json:"shade"` // darker; on a light page, dark enough for text
	Ink    scene.Colour `json:"ink"`   // of text on the colour
	Plate  string       `json:"plate"` // the D of a scene.Path
}

// Apart is how many looks anybody can tell apart by their colours: the first ones.
const Apart = 4

// LookOf returns a look by its number, which is that of a seat, unless [LooksOf] chose another.
func LookOf(number int) Look {
	look := colours[number%len(colours)]
	look.Plate = plates[number%len(plates)]
	return look
}

// LooksOf gives each of some bots a look, of as many times [Apart] as it takes, and of so many at least: if it can,
// one that follows from the number of the bot, so that it has it wherever it is shown. A bot that is there again, or a
// later one with the same look, gets the next that is free; first those of the same colour, if there are more than
// Apart.
func LooksOf(bots []int, least int) []int {
	times := (max(len(bots), least) + Apart - 1) / Apart
	count := times * Apart
	order := make([]int, len(bots)) // the first bots have the first choice, wherever they sit
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(bots[a], bots[b]) })
	looks, taken := slices.Repeat([]int{-1}, len(bots)), make([]bool, count)
	for try := range count {
		for _, i := range order {
			if look := (bots[i] + Apart*try + try/times) % count; looks[i] < 0 && !taken[look] {
				looks[i], taken[look] = look, true
			}
		}
	}
	return looks
}

// The colours are those of Okabe and Ito, which can be told apart with any kind of
// colour vision. On a dark page, the darker ones are a little lighter. Their purple is a
// deeper one here: readers without green cones take the original for the green.
var colours = []Look{
	{ // orange
		Colour: scene.Colour{Light: "#e69f00", Dark: "#e69f00"},
		Shade:  scene.Colour{Light: "#855900", Dark: "#8f6300"},
		Ink:    scene.Colour{Light: "#1b1403", Dark: "#1b1403"},
	},
	{ // sky blue
		Colour: scene.Colour{Light: "#56b4e9", Dark: "#56b4e9"},
		Shade:  scene.Colour{Light: "#166a9a", Dark: "#236f99"},
		Ink:    scene.Colour{Light: "#04161f", Dark: "#04161f"},
	},
	{ // green
		Colour: scene.Colour{Light: "#009e73", Dark: "#10b486"},
		Shade:  scene.Colour{Light: "#006247", Dark: "#006b4e"},
		Ink:    scene.Colour{Light: "#00120c", Dark: "#00120c"},
	},
	{ // purple
		Colour: scene.Colour{Light: "#8c2f6f", Dark: "#e645b0"},
		Shade:  scene.Colour{Light: "#561844", Dark: "#9c1f74"},
		Ink:    scene.Colour{Light: "#ffffff", Dark: "#1f0416"},
	},
	{ // vermilion
		Colour: scene.Colour{Light: "#d55e00", Dark: "#e8702a"},
		Shade:  scene.Colour{Light: "#8a3c00", Dark: "#8f3f05"},
		Ink:    scene.Colour{Light: "#170900", Dark: "#1c0b00"},
	},
	{ // yellow
		Colour: scene.Colour{Light: "#f0e442", Dark: "#f0e442"},
		Shade:  scene.Colour{Light: "#6f6800", Dark: "#8f8700"},
		Ink:    scene.Colour{Light: "#1a1800", Dark: "#1a1800"},
	},
	{ // blue
		Colour: scene.Colour{Light: "#0072b2", Dark: "#3a95d0"},
		Shade:  scene.Colour{Light: "#00466e", Dark: "#005688"},
		Ink:    scene.Colour{Light: "#ffffff", Dark: "#02121d"},
	},
	{ // grey
		Colour: scene.Colour{Light: "#8d8d8d", Dark: "#b4b4b4"},
		Shade:  scene.Colour{Light: "#4f4f4f", Dark: "#666666"},
		Ink:    scene.Colour{Light: "#0c0c0c", Dark: "#0c0c0c"},
	},
}

// The forms are about the same size, with room for a shape in the middle.
var plates = []string{
	// circle
	"M12 1C18.1 1 23 5.9 23 12C23 18.1 18.1 23 12 23C5.9 23 1 18.1 1 12C1 5.9 5.9 1 12 1Z",
	// square
	"M5 2H19Q22 2 22 5V19Q22 22 19 22H5Q2 22 2 19V5Q2 2 5 2Z",
	// triangle
	"M12 0.5Q14 0.5 15 2.5L23.3 19Q24 20.5 23.3 21.8Q22.6 23 21 23H3Q1.4 23 0.7 21.8Q0 20.5 0.7 19L9 2.5Q10 0.5 12 0.5Z",
	// diamond
	"M10.2 0.9Q12 -0.6 13.8 0.9L23.1 10.2Q24.6 12 23.1 13.8L13.8 23.1Q12 24.6 10.2 23.1L0.9 13.8Q-0.6 12 0.9 10.2Z",
	// hexagon
	"M7 2H17Q18 2 18.5 2.9L23.2 11.1Q23.7 12 23.2 12.9L18.5 21.1Q18 22 17 22H7Q6 22 5.5 21.1L0.8 12.9Q0.3 12 0.8 " +
		"11.1L5.5 2.9Q6 2 7 2Z",
	// pentagon
	"M10.8 0.9Q12 0.1 13.2 0.9L22.6 7.9Q23.7 8.8 23.3 10.1L19.7 21.3Q19.3 22.6 17.9 22.6H6.1Q4.7 22.6 4.3 21.3L0.7 " +
		"10.1Q0.3 8.8 1.4 7.9Z",
	// shield
	"M12 0.5L21.5 3.5Q22.5 3.8 22.5 5V12C22.5 17.5 18 21.5 12 23.5C6 21.5 1.5 17.5 1.5 12V5Q1.5 3.8 2.5 3.5Z",
	// cross
	"M8 1H16Q17 1 17 2V7H22Q23 7 23 8V16Q23 17 22 17H17V22Q17 23 16 23H8Q7 23 7 22V17H2Q1 17 1 16V8Q1 7 2 7H7V2Q7 1 8 1Z",
}
