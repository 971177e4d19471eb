package picture

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"github.com/botarena/arena/engine/scene"
)

// sign is a sign of the legend.
type sign struct {
	form   scene.SignForm
	colour ink
	level  int // how many signs of the form come before
}

// paintSigns draws the signs of the unit whose cell has its corner there.
func (v *view) paintSigns(u scene.Unit, x, y int) {
	owner := v.look(u.Owner)
	size := float64(v.size)
	for i, s := range v.signs {
		has, level := u.Signs[i], float64(s.level)
		if s.form == scene.Bar {
			if has.Value < has.Most {
				v.paintBar(s.colourOr(v.page.health(has.Part()), owner), has.Part(), x, y-s.level*v.barHeight())
			}
			continue
		}
		if has.Value <= 0 || v.size < signed {
			continue
		}
		at := scene.Point{X: float64(x) + size/2, Y: float64(y) + size/2}
		switch s.form {
		case scene.Dots:
			at.Y += size * (.36 - .3*level)
			v.paintDots(s.colourOr(owner.colour, owner), int(has.Value), at)
		case scene.Number:
			at.Y -= size * (.36 + .5*level)
			v.paintNumber(s.colourOr(opaque(0xffffff), owner), int(has.Value), at)
		case scene.Ring:
			v.paintArc(s.colourOr(owner.colour, owner), has.Part(), at, size*(.46+.1*level))
		}
	}
}

// colourOr returns the sign's own colour, or else the usual one.
func (s sign) colourOr(usual color.RGBA, owner look) color.RGBA {
	if s.colour.none {
		return usual
	}
	return s.colour.of(owner)
}

// health returns the colour of a bar: green, yellow or red.
func (p page) health(part float64) color.RGBA {
	switch {
	case part > .6:
		return opaque(0x3fc05c)
	case part > .3:
		return opaque(0xf2b705)
	}
	return p.death
}

func (v *view) barHeight() int { return max(v.size/8, 2) }

func (v *view) paintBar(colour color.RGBA, part float64, x, y int) {
	height := v.barHeight()
	box := image.Rect(x+v.size/10, y+v.size-height, x+v.size-v.size/10, y+v.size)
	v.rect(box, v.page.bar)
	inner := box.Inset(height / 4)
	inner.Max.X = inner.Min.X + int(math.Round(float64(inner.Dx())*part))
	v.rect(inner, colour)
}

// paintDots draws a dot for each of a few, as one looks up no more than two rows, or else a number.
func (v *view) paintDots(colour color.RGBA, count int, at scene.Point) {
	const inRow = 5
	if count > 2*inRow {
		v.paintNumber(opaque(0xffffff), count, at)
		return
	}
	size := float64(v.size)
	for i := range count {
		row := i / inRow
		wide := min(inRow, count-row*inRow)
		right := (float64(i%inRow) - float64(wide-1)/2) * size * .17
		dot := ring(scene.Point{X: at.X + right, Y: at.Y + float64(row)*size*.14}, size*.065)
		v.stroke(dot, here, size*.07, v.page.halo)
		v.fill(dot, here, colour)
	}
}

func (v *view) paintNumber(colour color.RGBA, number int, at scene.Point) {
	size := float64(v.size)
	text := strconv.Itoa(number)
	width := v.label.width(text) + size*.2
	v.fill(rounded(at.X-width/2, at.Y-size*.25, width, size*.5, size*.12), here, fade(v.page.bar, .8))
	v.text(v.label, at.X-width/2+size*.1, at.Y+size*.16, text, colour)
}

// paintArc draws part of a ring, from the top to the right.
func (v *view) paintArc(colour color.RGBA, part float64, at scene.Point, radius float64) {
	const steps = 48 // of a whole ring
	var arc line
	for i := range int(math.Ceil(part*steps)) + 1 {
		sin, cos := math.Sincos(2 * math.Pi * min(part, float64(i)/steps))
		arc.points = append(arc.points, scene.Point{X: at.X + radius*sin, Y: at.Y - radius*cos})
	}
	width := max(float64(v.size)*.07, 1.2)
	v.stroke([]line{arc}, here, width*2.1, v.page.halo)
	v.stroke([]line{arc}, here, width, colour)
}
