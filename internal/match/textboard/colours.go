package textboard

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine/scene"
)

// Colours is how many colours a terminal shows.
type Colours int

// The kinds of terminals.
const (
	NoColours  Colours = iota
	FewColours         // the 256 that nearly every terminal knows
	AllColours         // any red, green and blue
)

type rgb [3]uint8

// parse reads a colour such as "#e69f00".
func parse(colour string) (c rgb, ok bool) {
	digits, found := strings.CutPrefix(colour, "#")
	n, err := strconv.ParseUint(digits, 16, 32)
	if !found || err != nil || len(digits) != 6 {
		return c, false
	}
	return rgb{uint8(n >> 16), uint8(n >> 8 & 0xff), uint8(n & 0xff)}, true //nolint:gosec // each has eight bits
}

// mix returns a colour with parts of another one, out of ten.
func (c rgb) mix(other rgb, parts int) rgb {
	for i := range c {
		c[i] = uint8((int(c[i])*(10-parts) + int(other[i])*parts) / 10) //nolint:gosec // between the two
	}
	return c
}

// contrast returns black or white, whichever can be read on the colour.
func (c rgb) contrast() rgb {
	if 3*int(c[0])+6*int(c[1])+int(c[2]) > 10*140 { // about as bright as the eye sees it
		return rgb{}
	}
	return rgb{255, 255, 255}
}

// paint is how characters look in a terminal.
type paint struct {
	ground, ink rgb
	bold, line  bool // line: underlined
}

// sequence returns what turns these colours on. reset undoes it.
func (p paint) sequence(colours Colours) string {
	if colours == NoColours {
		return ""
	}
	style := "\x1b[0"
	if p.bold {
		style += ";1"
	}
	if p.line {
		style += ";4"
	}
	return style + ";38;" + p.ink.numbers(colours) + ";48;" + p.ground.numbers(colours) + "m"
}

const reset = "\x1b[0m"

// numbers returns a colour as terminals take it.
func (c rgb) numbers(colours Colours) string {
	if colours == AllColours {
		return fmt.Sprintf("2;%d;%d;%d", c[0], c[1], c[2])
	}
	return fmt.Sprintf("5;%d", c.nearest())
}

// nearest returns the number of the most similar of the 256 colours: numbers 16 to 231
// are a cube of six levels of each channel, 232 to 255 are greys.
func (c rgb) nearest() int {
	levels := [6]int{0, 95, 135, 175, 215, 255}
	cube, off := 0, 0
	for _, v := range c {
		best := 0
		for i, level := range levels {
			if square(level-int(v)) < square(levels[best]-int(v)) {
				best = i
			}
		}
		cube = 6*cube + best
		off += square(levels[best] - int(v))
	}
	grey := min(max((int(c[0])+int(c[1])+int(c[2]))/3-3, 0)/10, 23)
	greyOff := 0
	for _, v := range c {
		greyOff += square(8 + 10*grey - int(v))
	}
	if greyOff < off {
		return 232 + grey
	}
	return 16 + cube
}

func square(n int) int { return n * n }

// ground returns the colour of a kind of cell on a dark page, which is what most
// terminals are.
func ground(fill scene.Colour) rgb {
	if c, ok := parse(fill.Dark); ok {
		return c
	}
	c, _ := parse(fill.Light)
	return c
}
