package picture

import (
	"fmt"
	"image/color"
	"strconv"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// page has the colours of everything that the game doesn't describe.
type page struct {
	back, panel, line, text, quiet, empty     color.RGBA
	death, hit, heal, gain, broken, halo, bar color.RGBA
	nobody, nobodysShade, nobodysInk          color.RGBA
	grid, shadow                              color.RGBA // over cells
	tint                                      float64    // of the owner's colour on a cell
}

var pages = [...]page{
	Light: {
		back: opaque(0xffffff), panel: opaque(0xf3f4f6), line: opaque(0xd5d9df), text: opaque(0x1b2027),
		quiet: opaque(0x57606b),
		empty: opaque(0xe4e7eb), death: opaque(0xb3122b), hit: opaque(0xe2470f), heal: opaque(0x1a7f37),
		gain:   opaque(0xf2b705),
		broken: opaque(0x6b4f2a), halo: opaque(0xffffff), bar: opaque(0x20242a),
		nobody: opaque(0xa9b0b9), nobodysShade: opaque(0x616973), nobodysInk: opaque(0x14181d),
		grid: faint(0x1e2832, .055), shadow: faint(0x141e2d, .11), tint: .5,
	},
	Dark: {
		back: opaque(0x12151a), panel: opaque(0x1b1f26), line: opaque(0x343b45), text: opaque(0xe8ebef),
		quiet: opaque(0x9ea8b4),
		empty: opaque(0x262c34), death: opaque(0xff5468), hit: opaque(0xff8a4c), heal: opaque(0x57d27a),
		gain:   opaque(0xffd54a),
		broken: opaque(0xc49a63), halo: opaque(0x0b0d10), bar: opaque(0x0b0d10),
		nobody: opaque(0x8b939d), nobodysShade: opaque(0x525a64), nobodysInk: opaque(0x0c0f13),
		grid: faint(0xffffff, .04), shadow: faint(0, .22), tint: .5,
	},
}

func opaque(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

func faint(rgb uint32, part float64) color.RGBA { return fade(opaque(rgb), part) }

// fade makes a colour translucent.
func fade(c color.RGBA, part float64) color.RGBA {
	of := func(v uint8) uint8 { return uint8(float64(v)*part + .5) }
	return color.RGBA{of(c.R), of(c.G), of(c.B), of(c.A)}
}

// blend mixes a part of one opaque colour into another.
func blend(below, above color.RGBA, part float64) color.RGBA {
	of := func(b, a uint8) uint8 { return uint8(float64(b)*(1-part) + float64(a)*part + .5) }
	return color.RGBA{of(below.R, above.R), of(below.G, above.G), of(below.B, above.B), 255}
}

// look is the look of a player, or of nobody.
type look struct {
	number             int
	colour, shade, ink color.RGBA
	plate              []line
}

// parse reads a colour on this page.
func (t Theme) parse(c scene.Colour) (color.RGBA, error) {
	text := c.Light
	if t == Dark {
		text = c.Dark
	}
	if len(text) == 7 && text[0] == '#' {
		if rgb, err := strconv.ParseUint(text[1:], 16, 32); err == nil {
			return opaque(uint32(rgb)), nil
		}
	}
	return color.RGBA{}, fmt.Errorf("colour %q is not #rrggbb", text)
}

// looks returns the looks of nobody and then of all seats.
func (t Theme) looks(m *story.Story) ([]look, error) {
	p := pages[t]
	looks := []look{{colour: p.nobody, shade: p.nobodysShade, ink: p.nobodysInk}}
	var err error
	read := func(c scene.Colour) color.RGBA {
		col, problem := t.parse(c)
		if problem != nil {
			err = problem
		}
		return col
	}
	for seat := range m.Players {
		number := m.Look(seat)
		of := story.LookOf(number)
		steps, problem := scene.ParsePath(of.Plate)
		if problem != nil {
			return nil, problem
		}
		looks = append(looks, look{number, read(of.Colour), read(of.Shade), read(of.Ink), linesOf(steps)})
	}
	looks[0].plate = looks[min(len(m.Players), 1)].plate
	return looks, err
}

// ink is a colour of a shape: a fixed one, or one of its owner.
type ink struct {
	none bool
	of   func(look) color.RGBA
}

func (t Theme) ink(c scene.Colour) (ink, error) {
	switch c {
	case scene.Colour{}:
		return ink{none: true}, nil
	case scene.Owner:
		return ink{of: func(l look) color.RGBA { return l.colour }}, nil
	case scene.Shade:
		return ink{of: func(l look) color.RGBA { return l.shade }}, nil
	case scene.Ink:
		return ink{of: func(l look) color.RGBA { return l.ink }}, nil
	}
	col, err := t.parse(c)
	return ink{of: func(look) color.RGBA { return col }}, err
}

// part is a path of a shape, ready to draw.
type part struct {
	lines        []line
	fill, stroke ink
	width        float64
}

func (t Theme) shape(s scene.Shape) ([]part, error) {
	var parts []part
	for _, path := range s {
		steps, err := scene.ParsePath(path.D)
		if err != nil {
			return nil, err
		}
		one := part{lines: linesOf(steps), width: path.Width}
		if one.fill, err = t.ink(path.Fill); err != nil {
			return nil, err
		}
		if one.stroke, err = t.ink(path.Stroke); err != nil {
			return nil, err
		}
		parts = append(parts, one)
	}
	return parts, nil
}

// draw draws a shape for an owner.
func (c *canvas) draw(parts []part, at place, owner look) {
	for _, p := range parts {
		if !p.fill.none {
			c.fill(p.lines, at, p.fill.of(owner))
		}
		if !p.stroke.none && p.width > 0 {
			c.stroke(p.lines, at, p.width*at.scale, p.stroke.of(owner))
		}
	}
}
