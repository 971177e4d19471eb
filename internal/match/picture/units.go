package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// unitStamp is everything that the picture of a unit depends on.
type unitStamp struct {
	kind, owner int
	frozen      bool
}

func (v *view) paintUnit(u scene.Unit) {
	x, y, ok := v.corner(u.Cell)
	if !ok {
		return
	}
	if v.size < small {
		v.paintSmall(u, image.Rect(x, y, x+v.size, y+v.size))
		return
	}
	stamp := unitStamp{u.Kind, u.Owner, v.isFrozen(u.Owner)}
	img, ok := v.units[stamp]
	if !ok {
		img = v.unit(stamp)
		if stamp.frozen {
			v.freeze(img)
		}
		v.units[stamp] = img
	}
	over := (img.Rect.Dx() - v.size) / 2
	v.stamp(img, x-over, y-over)
	v.paintSigns(u, x, y)
}

// unit paints a unit. It is a little larger than its cell where cells are small.
func (p *painter) unit(s unitStamp) *image.RGBA {
	size := p.size
	switch {
	case size < plainUnits:
		size += 2 * max(size*3/16, 1)
	case size < 24:
		size += 2 * max(size/9, 1)
	}
	c := newCanvas(size, size)
	owner := p.look(s.owner)
	at := place{scale: float64(size) / grain}
	if p.show.Legend.Units[s.kind].Plate {
		if p.size < plainUnits {
			p.plain(c, s, at)
			return c.RGBA
		}
		p.plate(c, owner, at)
		at = place{scale: at.scale * .86, x: float64(size) * .07, y: float64(size) * .07}
	}
	c.draw(p.shapes[s.kind], at, owner)
	return c.RGBA
}

// plain draws a plate with a halo. Of several kinds of units, the later ones have a spot.
func (p *painter) plain(c *canvas, s unitStamp, at place) {
	owner := p.look(s.owner)
	v := view{painter: p, canvas: c}
	v.haloed(owner, place{scale: at.scale * .78, x: at.scale * grain * .11, y: at.scale * grain * .11})
	for kind := range s.kind {
		if p.show.Legend.Units[kind].Plate {
			c.area([][]scene.Point{disc(scene.Point{X: 12 * at.scale, Y: 13 * at.scale}, 3.6*at.scale)}, owner.ink)
			return
		}
	}
}

// plate draws the plate of a player, with a shadow: the colour on a darker rim, which is
// thicker below.
func (p *painter) plate(c *canvas, owner look, at place) {
	within := func(right, down, scale float64) place {
		return place{scale: at.scale * scale, x: at.x + right*at.scale, y: at.y + down*at.scale}
	}
	c.fill(owner.plate, within(1.1, 2.2, .908), p.page.shadow)
	c.fill(owner.plate, within(1.1, 1.1, .908), owner.shade)
	c.fill(owner.plate, within(2.5, 2.1, .79), owner.colour)
}

// paintSmall paints a unit that is too small for a shape, as a square with a shadow that
// separates it from its neighbours.
func (v *view) paintSmall(u scene.Unit, box image.Rectangle) {
	owner := v.look(u.Owner)
	colour, shade := owner.colour, owner.shade
	if kind := v.show.Legend.Units[u.Kind]; !kind.Plate {
		for _, part := range v.shapes[u.Kind] {
			if !part.fill.none {
				colour = part.fill.of(owner)
				shade = blend(colour, opaque(0), .4)
				break
			}
		}
	}
	if v.size > 2 {
		v.rect(box, shade)
		box.Max = box.Max.Sub(image.Pt(1, 1))
	}
	v.rect(box, colour)
}

// middle returns the middle of a cell on the canvas. It reports false if the cell is not
// in the window.
func (v *view) middle(cell int) (scene.Point, bool) {
	x, y, ok := v.corner(cell)
	half := float64(v.size) / 2
	return scene.Point{X: float64(x) + half, Y: float64(y) + half}, ok
}

// paintShot draws the path of a shot, below the units.
func (v *view) paintShot(e scene.Event) {
	if v.show.Legend.Events[e.Kind].Look != scene.Shot {
		return
	}
	v.arrow(e.Cell, e.To, v.look(e.Seat).colour, max(float64(v.size)/9, 1))
}

// arrow draws an arrow between two cells, unless one is Nowhere. Where the board has no
// edge, it goes the shorter way.
func (v *view) arrow(from, to int, col color.RGBA, width float64) {
	if from == scene.Nowhere || to == scene.Nowhere {
		return
	}
	a, here1 := v.middle(from)
	b, here2 := v.middle(to)
	if !here1 && !here2 {
		return
	}
	b.X = nearer(a.X, b.X, v.show.Legend.WrapCols, v.show.Legend.Cols*v.size)
	b.Y = nearer(a.Y, b.Y, v.show.Legend.WrapRows, v.show.Legend.Rows*v.size)
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length < 1 {
		return
	}
	board := image.Rect(0, 0, v.window.Cols*v.size, v.window.Rows*v.size)
	on := &canvas{RGBA: v.SubImage(board).(*image.RGBA)} //nolint:forcetypeassert // a part of one is one
	tip := math.Min(float64(v.size)*.35, length/2)
	x, y := (b.X-a.X)/length, (b.Y-a.Y)/length
	neck := scene.Point{X: b.X - x*tip, Y: b.Y - y*tip}
	shaft := []line{{points: []scene.Point{a, neck}}}
	head := []line{{closed: true, points: []scene.Point{
		b, {X: neck.X - y*tip*.6, Y: neck.Y + x*tip*.6}, {X: neck.X + y*tip*.6, Y: neck.Y - x*tip*.6},
	}}}
	if v.size >= small {
		on.stroke(shaft, here, width*2.2, v.page.halo)
		on.stroke(head, here, width*1.2, v.page.halo)
	}
	on.stroke(shaft, here, width, col)
	on.fill(head, here, col)
}

// nearer returns a coordinate. Where the board has no edge, it returns the nearest of its
// copies.
func nearer(from, to float64, wraps bool, size int) float64 {
	if !wraps {
		return to
	}
	return from + math.Remainder(to-from, float64(size))
}

// paintEvent marks what happens on a cell.
func (v *view) paintEvent(e scene.Event) {
	kind := v.show.Legend.Events[e.Kind]
	at, ok := v.middle(e.Cell)
	if !ok {
		return
	}
	if v.size < small {
		if kind.Major && kind.Look != scene.Note {
			v.paintSmallEvent(kind.Look, e, at)
		}
		return
	}
	size := float64(v.size)
	owner := v.look(e.Seat)
	lines := func(points ...scene.Point) (all []line) {
		for i := 0; i < len(points); i += 2 {
			all = append(all, line{points: points[i : i+2]})
		}
		return all
	}
	off := func(x, y float64) scene.Point { return scene.Point{X: at.X + x*size, Y: at.Y + y*size} }
	mark := func(l []line, width float64, col color.RGBA) {
		v.stroke(l, here, size*width+max(size*.09, 2), v.page.halo)
		v.stroke(l, here, max(size*width, 1), col)
	}
	switch kind.Look {
	case scene.Death:
		mark(lines(off(-.3, -.3), off(.3, .3), off(.3, -.3), off(-.3, .3)), .13, v.page.death)
	case scene.Hit:
		v.paintStar(at, size*.34, 8, v.page.hit)
	case scene.Heal:
		mark(lines(off(.3, -.42), off(.3, -.1), off(.14, -.26), off(.46, -.26)), .1, v.page.heal)
	case scene.Gain:
		v.paintStar(off(.3, -.3), size*.26, 4, v.page.gain)
	case scene.Birth:
		mark(ring(at, size*.46), .06, owner.colour)
	case scene.Capture:
		mark(ring(at, size*.58), .1, owner.colour)
	case scene.Break:
		mark([]line{{points: []scene.Point{off(-.35, -.1), off(-.12, .08), off(.02, -.16), off(.18, .12), off(.36, -.06)}}},
			.08, v.page.broken)
	}
}

// paintStar draws a star with a number of points.
func (v *view) paintStar(at scene.Point, radius float64, points int, col color.RGBA) {
	var outline []scene.Point
	for i := range points * 2 {
		r := radius
		if i%2 == 1 {
			r *= .42
		}
		sin, cos := math.Sincos(math.Pi*float64(i)/float64(points) - math.Pi/2)
		outline = append(outline, scene.Point{X: at.X + r*cos, Y: at.Y + r*sin})
	}
	star := []line{{points: outline, closed: true}}
	v.stroke(star, here, max(radius*.3, 2), v.page.halo)
	v.fill(star, here, col)
}

// paintSmallEvent draws a box around the cell of an event, where cells are small.
func (v *view) paintSmallEvent(look scene.Look, e scene.Event, at scene.Point) {
	col := v.look(e.Seat).shade
	if look == scene.Death {
		col = v.page.death
	}
	reach := v.size/2 + max(v.size/2, 1)
	box := image.Rect(int(at.X)-reach, int(at.Y)-reach, int(at.X)+reach, int(at.Y)+reach)
	board := image.Rect(0, 0, v.window.Cols*v.size, v.window.Rows*v.size)
	for _, side := range []image.Rectangle{
		{box.Min, image.Pt(box.Max.X, box.Min.Y+1)},
		{image.Pt(box.Min.X, box.Max.Y-1), box.Max},
		{box.Min, image.Pt(box.Min.X+1, box.Max.Y)},
		{image.Pt(box.Max.X-1, box.Min.Y), box.Max},
	} {
		draw.Draw(v.canvas, side.Intersect(board), image.NewUniform(col), image.Point{}, draw.Over)
	}
}

// paintNote draws what a bot noted on the board. Its coordinates may be anything.
func (v *view) paintNote(seat int, n engine.Note) {
	if v.size < small {
		return
	}
	legend := &v.show.Legend
	owner := v.look(seat)
	cell := legend.CellAt(n.At.Row, n.At.Col)
	at, ok := v.middle(cell)
	if !ok {
		return
	}
	size := float64(v.size)
	switch n.Kind {
	case engine.MarkNote:
		box := rounded(at.X-size*.42, at.Y-size*.42, size*.84, size*.84, size*.12)
		v.stroke(box, here, max(size*.16, 2.5), v.page.halo)
		v.stroke(box, here, max(size*.08, 1.2), owner.colour)
	case engine.ArrowNote:
		v.arrow(cell, legend.CellAt(n.To.Row, n.To.Col), owner.shade, max(size/14, 1))
	case engine.LabelNote:
		text := v.label.fit(plain(n.Text), size*4)
		width := v.label.width(text) + size*.3
		v.fill(rounded(at.X-width/2, at.Y-size*.35, width, size*.7, size*.15), here, fade(v.page.bar, .8))
		v.text(v.label, at.X-width/2+size*.15, at.Y+size*.2, text, opaque(0xffffff))
	}
}

// ordinal returns a place in words: 1st, 2nd.
func ordinal(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}
