package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// WriteGIF writes a film of the rounds from one to another, which repeats for ever. Two
// lines below the board show the scores. A film up to the end of a match ends with a
// picture of the winners, which stays for two seconds.
func WriteGIF(w io.Writer, m *story.Story, from, to int, o Options) error {
	from, to, err := roundsOf(m, from, to)
	if err != nil {
		return err
	}
	speed, err := o.speed()
	if err != nil {
		return err
	}
	f, err := newFilm(m, from, to, o)
	if err != nil {
		return err
	}
	return gif.EncodeAll(w, f.shoot(from, to, speed))
}

// roundsOf checks the numbers of a first and a last round.
func roundsOf(m *story.Story, from, to int) (first, last int, err error) {
	if first, err = roundOf(m, from); err != nil {
		return 0, 0, err
	}
	if last, err = roundOf(m, to); err != nil {
		return 0, 0, err
	}
	if last < first {
		return 0, 0, refuse(fmt.Sprintf("--round %d-%d", last, first), "rounds %d to %d: the last comes before the first",
			first, last)
	}
	return first, last, nil
}

// The speeds that a GIF can have. Its delays are hundredths of a second, and programs
// take a delay below two for a mistake.
const (
	minSpeed = 0.1
	maxSpeed = 50
)

func (o Options) speed() (float64, error) {
	switch {
	case o.Speed == 0:
		return 10, nil
	case o.Speed < minSpeed || o.Speed > maxSpeed || math.IsNaN(o.Speed):
		return 0, refuse("--speed 10", "speed %v: a GIF shows %v to %v rounds a second", o.Speed, minSpeed, maxSpeed)
	}
	return o.Speed, nil
}

// The sizes of films. A film is kept in memory until it is written.
const (
	filmPixels = 700     // of the longer side of the board, by default
	maxFilm    = 1 << 28 // pixels of all pictures together
)

// How long the last pictures stay, in hundredths of a second: that of the last round and, if
// it is the end of the match, that of the winners.
const (
	hold       = 300
	holdEnd    = 100
	holdPodium = 200
)

// film paints the pictures of a film, all in the same colours.
type film struct {
	*painter
	canvas *canvas
	board  image.Rectangle
	line   int // height of a line of text, of which there are two
	font   face
	small  face

	palette color.Palette // the first is transparent and shows the picture before
	index   map[color.RGBA]uint8
}

func newFilm(m *story.Story, from, to int, o Options) (*film, error) {
	rows, cols := 1, 1
	for _, s := range m.Scenes[from : to+1] {
		window := windowOf(m.Legend, s)
		rows, cols = max(rows, window.Rows), max(cols, window.Cols)
	}
	size, err := o.cellSize(rows, cols, filmPixels)
	if err != nil {
		return nil, err
	}
	if frames := to - from + 1; rows*cols*size*size*frames > maxFilm {
		fits := max(int(math.Sqrt(maxFilm/float64(rows*cols*frames))), 1)
		if o.CellSize == 0 && fits < size {
			o.CellSize = fits
			return newFilm(m, from, to, o)
		}
		return nil, refuse(fmt.Sprintf("--cell %d", fits), "cell size %d: a GIF of %d rounds would take too much memory",
			size, frames)
	}
	p, err := newPainter(m, o, size)
	if err != nil {
		return nil, err
	}
	f := &film{painter: p, board: image.Rect(0, 0, cols*size, rows*size)}
	f.line = min(max(f.board.Dx()/30, 16), 24)
	f.font, f.small = newFace(float64(f.line)*.74, true), newFace(float64(f.line)*.66, false)
	f.canvas = newCanvas(f.board.Dx(), f.board.Dy()+2*f.line)
	f.choose(from, to)
	return f, nil
}

// picture paints a round. The next call paints on the same canvas.
func (f *film) picture(round int) *canvas {
	f.canvas.rect(f.canvas.Rect, f.page.back)
	part := f.canvas.SubImage(f.board).(*image.RGBA) //nolint:forcetypeassert // a part of one is one
	f.paint(&canvas{RGBA: part}, round)
	f.writeScores(round)
	return f.canvas
}

// samples is the number of rounds by which the colours are chosen.
const samples = 12

// choose chooses the colours: first those of which the scenes are made, then the most
// frequent of those between them, at the edges of shapes.
func (f *film) choose(from, to int) {
	p := f.page
	f.palette = color.Palette{color.RGBA{}, p.back, p.text, p.quiet, p.death, p.panel, p.line, p.halo}
	for _, l := range f.looks {
		f.palette = append(f.palette, l.colour, l.shade, l.ink)
	}
	count := map[color.RGBA]int{}
	for _, c := range f.palette {
		count[c.(color.RGBA)] = -1 //nolint:forcetypeassert // only such colours were appended
	}
	for i := range samples {
		img := f.picture(from + (to-from)*i/(samples-1))
		for at := 0; at < len(img.Pix); at += 4 {
			c := color.RGBA{img.Pix[at], img.Pix[at+1], img.Pix[at+2], img.Pix[at+3]}
			if count[c] >= 0 {
				count[c]++
			}
		}
	}
	for kind := range f.fills {
		for owner := scene.Nobody; owner < len(f.show.Players); owner++ {
			if c := f.groundColour(ground{uint8(kind), int8(owner)}); count[c] > 0 && len(f.palette) < 200 {
				f.palette, count[c] = append(f.palette, c), -1
			}
		}
	}
	var others []color.RGBA
	for c, n := range count {
		if n > 0 {
			others = append(others, c)
		}
	}
	slices.SortFunc(others, func(a, b color.RGBA) int { // the order of a map differs every time
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(number(a)) - int(number(b))
	})
	for _, apart := range []int{600, 250, 100, 30, 0} { // first the colours that differ most from the others
		for _, c := range others {
			if len(f.palette) == 256 {
				break
			}
			if count[c] > 0 && distance(c, nearest(f.palette[1:], c)) > apart {
				f.palette, count[c] = append(f.palette, c), -1
			}
		}
	}
	f.index = map[color.RGBA]uint8{}
	for i, c := range f.palette {
		f.index[c.(color.RGBA)] = uint8(i) //nolint:forcetypeassert // see above
	}
}

func number(c color.RGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// distance returns roughly how different two colours look. The eye sees green best.
func distance(a, b color.RGBA) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return (2*red*red + 4*green*green + 3*blue*blue) / 4
}

func nearest(palette color.Palette, c color.RGBA) color.RGBA {
	best, least := color.RGBA{}, math.MaxInt
	for _, other := range palette {
		o := other.(color.RGBA) //nolint:forcetypeassert // see choose
		if d := distance(c, o); d < least {
			best, least = o, d
		}
	}
	return best
}

// frame returns a whole picture in the colours of the film.
func (f *film) frame(round int) *image.Paletted { return f.inColours(f.picture(round)) }

func (f *film) inColours(img *canvas) *image.Paletted {
	frame := image.NewPaletted(img.Rect, f.palette)
	var last color.RGBA // most pixels have the colour of the one before
	var index uint8
	for i := range frame.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}
		if c != last {
			known := false
			if index, known = f.index[c]; !known {
				index = f.index[nearest(f.palette[1:], c)]
				f.index[c] = index
			}
			last = c
		}
		frame.Pix[i] = index
	}
	return frame
}

// shoot paints all rounds. It keeps the part of each picture that is different from the
// one before.
func (f *film) shoot(from, to int, speed float64) *gif.GIF {
	g := &gif.GIF{Config: image.Config{ColorModel: f.palette, Width: f.canvas.Rect.Dx(), Height: f.canvas.Rect.Dy()}}
	var before *image.Paletted
	for round := from; round <= to; round++ {
		delay := int(float64(round-from+1)*100/speed) - int(float64(round-from)*100/speed)
		frame := f.frame(round)
		if round == to {
			delay = hold
		}
		if f.isEnd(round) {
			delay = holdEnd
		}
		switch part := difference(before, frame); {
		case before == nil:
			g.Image, g.Delay = append(g.Image, frame), append(g.Delay, delay)
		case part == nil:
			last := len(g.Delay) - 1
			g.Delay[last] = min(g.Delay[last]+delay, math.MaxUint16)
		default:
			g.Image, g.Delay = append(g.Image, part), append(g.Delay, delay)
		}
		before = frame
	}
	if f.isEnd(to) {
		if part := difference(before, f.inColours(f.podium(to))); part != nil {
			g.Image, g.Delay = append(g.Image, part), append(g.Delay, holdPodium)
		}
	}
	for range g.Image {
		g.Disposal = append(g.Disposal, gif.DisposalNone)
	}
	return g
}

// difference returns the smallest rectangle that contains every pixel that changed.
// Other pixels in it are transparent. It is nil if nothing changed.
func difference(before, after *image.Paletted) *image.Paletted {
	if before == nil {
		return nil
	}
	var box image.Rectangle
	for y := range after.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:before.Stride], after.Pix[y*after.Stride:][:after.Stride]
		if slices.Equal(a, b) {
			continue
		}
		left, right := 0, len(a)
		for a[left] == b[left] {
			left++
		}
		for a[right-1] == b[right-1] {
			right--
		}
		box = box.Union(image.Rect(left, y, right, y+1))
	}
	if box.Empty() {
		return nil
	}
	part := image.NewPaletted(box, after.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if is := after.Pix[y*after.Stride+x]; is != before.Pix[y*before.Stride+x] {
				part.Pix[(y-box.Min.Y)*part.Stride+x-box.Min.X] = is
			}
		}
	}
	return part
}
