package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/botarena/arena/engine/scene"
)

// line is a part of a path whose curves have been replaced by straight lines.
type line struct {
	points []scene.Point
	closed bool
}

// place is where a drawing goes: scaled, then moved.
type place struct{ scale, x, y float64 }

func (p place) of(at scene.Point) scene.Point {
	return scene.Point{X: at.X*p.scale + p.x, Y: at.Y*p.scale + p.y}
}

// here is the place of drawings whose coordinates are pixels.
var here = place{scale: 1}

// canvas is an image to draw on.
type canvas struct {
	*image.RGBA
	raster vector.Rasterizer
}

func newCanvas(width, height int) *canvas {
	return &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height))}
}

// rect fills a rectangle of whole pixels.
func (c *canvas) rect(r image.Rectangle, col color.Color) {
	draw.Draw(c, r, image.NewUniform(col), image.Point{}, draw.Over)
}

// stamp puts a picture on the canvas.
func (c *canvas) stamp(img *image.RGBA, x, y int) {
	draw.Draw(c, img.Rect.Add(image.Pt(x, y)), img, image.Point{}, draw.Over)
}

// fill fills what the lines enclose.
func (c *canvas) fill(lines []line, at place, col color.Color) {
	outlines := make([][]scene.Point, 0, len(lines))
	for _, l := range lines {
		moved := make([]scene.Point, len(l.points))
		for i, p := range l.points {
			moved[i] = at.of(p)
		}
		outlines = append(outlines, moved)
	}
	c.area(outlines, col)
}

// stroke draws lines of a width in pixels, with round ends and corners.
func (c *canvas) stroke(lines []line, at place, width float64, col color.Color) {
	var outlines [][]scene.Point
	for _, l := range lines {
		for i, p := range l.points {
			a := at.of(p)
			outlines = append(outlines, disc(a, width/2))
			next := i + 1
			if next == len(l.points) {
				if !l.closed {
					break
				}
				next = 0
			}
			outlines = append(outlines, bar(a, at.of(l.points[next]), width))
		}
	}
	c.area(outlines, col)
}

// bar returns the outline of a line of a width. Its points turn in the same direction as
// those of disc: where outlines of different directions overlap, nothing is filled.
func bar(a, b scene.Point, width float64) []scene.Point {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length == 0 {
		return nil
	}
	x, y := (b.X-a.X)/length*width/2, (b.Y-a.Y)/length*width/2
	return []scene.Point{
		{X: a.X + y, Y: a.Y - x},
		{X: b.X + y, Y: b.Y - x},
		{X: b.X - y, Y: b.Y + x},
		{X: a.X - y, Y: a.Y + x},
	}
}

// disc returns the outline of a circle.
func disc(at scene.Point, radius float64) []scene.Point {
	n := min(max(int(radius*3), 8), 64)
	points := make([]scene.Point, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = scene.Point{X: at.X + radius*cos, Y: at.Y + radius*sin}
	}
	return points
}

// ring returns a closed line around a centre.
func ring(at scene.Point, radius float64) []line {
	return []line{{points: disc(at, radius), closed: true}}
}

// rounded returns a rectangle with round corners.
func rounded(x, y, width, height, radius float64) []line {
	var points []scene.Point
	for corner := range 4 {
		cx, cy := x+width-radius, y+height-radius
		if corner == 1 || corner == 2 {
			cx = x + radius
		}
		if corner >= 2 {
			cy = y + radius
		}
		for i := range 9 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner) + float64(i)/8))
			points = append(points, scene.Point{X: cx + radius*cos, Y: cy + radius*sin})
		}
	}
	return []line{{points: points, closed: true}}
}

// area fills the union of some outlines, which are in pixels.
func (c *canvas) area(outlines [][]scene.Point, col color.Color) {
	box := bounds(outlines).Intersect(c.Rect)
	if box.Empty() {
		return
	}
	c.raster.Reset(box.Dx(), box.Dy())
	for _, points := range outlines {
		if !bounds([][]scene.Point{points}).In(box) {
			points = clip(points, box)
		}
		for i, p := range points {
			x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		if len(points) > 0 {
			c.raster.ClosePath()
		}
	}
	c.raster.Draw(c, box, image.NewUniform(col), image.Point{})
}

// clip cuts off the parts of an outline outside a box, one side after another.
func clip(points []scene.Point, box image.Rectangle) []scene.Point {
	left, top, right, bottom := float64(box.Min.X), float64(box.Min.Y), float64(box.Max.X), float64(box.Max.Y)
	for _, inside := range []func(scene.Point) float64{
		func(p scene.Point) float64 { return p.X - left },
		func(p scene.Point) float64 { return right - p.X },
		func(p scene.Point) float64 { return p.Y - top },
		func(p scene.Point) float64 { return bottom - p.Y },
	} {
		var kept []scene.Point
		for i, p := range points {
			before := points[(i+len(points)-1)%len(points)]
			was, is := inside(before), inside(p)
			if was < 0 != (is < 0) {
				kept = append(kept, mix(before, p, was/(was-is)))
			}
			if is >= 0 {
				kept = append(kept, p)
			}
		}
		points = kept
	}
	return points
}

func bounds(outlines [][]scene.Point) image.Rectangle {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, points := range outlines {
		for _, p := range points {
			minX, maxX = min(minX, p.X), max(maxX, p.X)
			minY, maxY = min(minY, p.Y), max(maxY, p.Y)
		}
	}
	if minX > maxX {
		return image.Rectangle{}
	}
	limit := func(v float64) int { return int(min(max(v, -1e6), 1e6)) }
	return image.Rect(limit(math.Floor(minX)), limit(math.Floor(minY)), limit(math.Ceil(maxX)), limit(math.Ceil(maxY)))
}

// linesOf replaces the curves of a path by straight lines.
func linesOf(steps []scene.Step) []line {
	var lines []line
	var at scene.Point
	for _, s := range steps {
		last := len(lines) - 1
		switch s.Op {
		case 'M':
			lines = append(lines, line{points: []scene.Point{s.Points[0]}})
		case 'L':
			lines[last].points = append(lines[last].points, s.Points[0])
		case 'Z':
			lines[last].closed = true
			continue
		default:
			lines[last].points = curve(lines[last].points, at, s.Points)
		}
		at = s.Points[len(s.Points)-1]
	}
	return lines
}

// curve appends points of a curve that begins at at. Twelve are enough on a square of 24.
func curve(points []scene.Point, at scene.Point, by []scene.Point) []scene.Point {
	const pieces = 12
	if len(by) == 2 { // a quadratic curve as a cubic one
		bend, to := by[0], by[1]
		by = []scene.Point{mix(at, bend, 2.0/3), mix(to, bend, 2.0/3), to}
	}
	for i := 1; i <= pieces; i++ {
		t := float64(i) / pieces
		a, b, c := mix(at, by[0], t), mix(by[0], by[1], t), mix(by[1], by[2], t)
		points = append(points, mix(mix(a, b, t), mix(b, c, t), t))
	}
	return points
}

// mix returns a point between a, for t = 0, and b, for t = 1.
func mix(a, b scene.Point, t float64) scene.Point {
	return scene.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
}

// fonts returns the regular and the bold font. It reads them once.
var fonts = sync.OnceValue(func() (f [2]*opentype.Font) {
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		read, err := opentype.Parse(data)
		if err != nil {
			panic("picture: " + err.Error()) // it is compiled in
		}
		f[i] = read
	}
	return f
})

// face is a font of a size.
type face struct{ font.Face }

func newFace(size float64, bold bool) face {
	which := fonts()[0]
	if bold {
		which = fonts()[1]
	}
	f, err := opentype.NewFace(which, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("picture: " + err.Error()) // the size is wrong
	}
	return face{f}
}

func (f face) width(text string) float64 { return float64(font.MeasureString(f, text)) / 64 }

// fit shortens a text to a width.
func (f face) fit(text string, width float64) string {
	if f.width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && f.width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// wrap breaks words into lines of a width. Words beyond the last line are cut.
func (f face) wrap(words []string, between string, width float64, most int) []string {
	var lines []string
	for _, word := range words {
		last := len(lines) - 1
		switch {
		case last >= 0 && (len(lines) == most || f.width(lines[last]+between+word) <= width):
			lines[last] += between + word
		default:
			lines = append(lines, word)
		}
	}
	for i := range lines {
		lines[i] = f.fit(lines[i], width)
	}
	return lines
}

// text writes a text whose baseline begins at x, y.
func (c *canvas) text(f face, x, y float64, text string, col color.Color) {
	d := font.Drawer{
		Dst: c, Src: image.NewUniform(col), Face: f,
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(math.Round(y) * 64)},
	}
	d.DrawString(text)
}
