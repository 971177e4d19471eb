package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// grain is the side of the square on which shapes are drawn; see scene.Shape.
const grain = 24

// small is the size of a cell below which nobody could recognise anything. Smaller cells
// and units are drawn as plain squares. Units on cells below plainUnits are plates without
// shapes, larger than their cells. On cells below signed, bars are their only signs.
const (
	small      = 6
	plainUnits = 14
	signed     = 20
)

// painter paints the scenes of a match. Each picture of a cell or a unit is painted once
// and then copied.
type painter struct {
	show    *story.Story
	names   []string
	options Options
	page    page
	size    int
	looks   []look
	fills   []color.RGBA // by kind of cell
	over    [][][]part   // by kind of cell
	shapes  [][]part     // by kind of unit
	signs   []sign
	cells   map[cellStamp]*image.RGBA
	units   map[unitStamp]*image.RGBA
	label   face
	places  []flagged
	frozen  []int // by seat: the round in which the player was frozen, or never
}

func newPainter(m *story.Story, options Options, size int) (*painter, error) {
	if options.Theme < Light || options.Theme > Dark {
		return nil, refuse("--theme light", "theme %d: there are light and dark", options.Theme)
	}
	p := &painter{
		show: m, names: m.Labels(), options: options, page: pages[options.Theme], size: size,
		cells: map[cellStamp]*image.RGBA{}, units: map[unitStamp]*image.RGBA{},
		label: newFace(max(float64(size)*.55, 9), true),
	}
	p.places = placesOf(m)
	p.frozen = frozenOf(m)
	var err error
	if p.looks, err = options.Theme.looks(m); err != nil {
		return nil, err
	}
	for _, c := range m.Legend.Cells {
		fill, err := options.Theme.parse(c.Fill)
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Name, err)
		}
		p.fills = append(p.fills, fill)
		var shapes [][]part
		for _, s := range c.Over {
			parts, err := options.Theme.shape(s)
			if err != nil {
				return nil, fmt.Errorf("cell %s: %w", c.Name, err)
			}
			shapes = append(shapes, parts)
		}
		p.over = append(p.over, shapes)
	}
	for _, k := range m.Legend.Units {
		parts, err := options.Theme.shape(k.Shape)
		if err != nil {
			return nil, fmt.Errorf("unit %s: %w", k.Name, err)
		}
		p.shapes = append(p.shapes, parts)
	}
	levels := map[scene.SignForm]int{}
	for _, s := range m.Legend.Signs {
		colour, err := options.Theme.ink(s.Colour)
		if err != nil {
			return nil, fmt.Errorf("sign %s: %w", s.Name, err)
		}
		p.signs = append(p.signs, sign{s.Form, colour, levels[s.Form]})
		levels[s.Form]++
	}
	return p, nil
}

// look returns the look of the player in a seat, or of nobody.
func (p *painter) look(seat int) look {
	if seat < 0 || seat+1 >= len(p.looks) {
		return p.looks[0]
	}
	return p.looks[seat+1]
}

// windowOf returns the part of the board that a scene shows.
func windowOf(legend scene.Legend, s scene.Scene) scene.Window {
	if s.Window == (scene.Window{}) {
		return scene.Window{Rows: legend.Rows, Cols: legend.Cols}
	}
	return s.Window
}

// view is a scene that is being painted, from the top left corner of a canvas.
type view struct {
	*painter
	*canvas
	round  int
	scene  scene.Scene
	window scene.Window
}

// paint paints the scene of a round and what happens in the round.
func (p *painter) paint(c *canvas, round int) {
	now := p.show.At(round)
	v := view{p, c, round, now, windowOf(p.show.Legend, now)}
	for row := range v.window.Rows {
		for col := range v.window.Cols {
			v.paintCell(row, col)
		}
	}
	v.paintFlags()
	var events []scene.Event
	var notes [][]engine.Note
	if round < len(p.show.Played) {
		if !p.options.NoEvents {
			events = p.show.Played[round].Events
		}
		if !p.options.NoNotes {
			notes = p.show.Played[round].Notes
		}
	}
	for _, e := range events {
		v.paintShot(e)
	}
	for _, u := range v.scene.Units {
		v.paintUnit(u)
	}
	for _, e := range events {
		v.paintEvent(e)
	}
	for seat, list := range notes {
		for _, n := range list {
			v.paintNote(seat, n)
		}
	}
}

// at returns the cell in a row and a column of the window, or Nowhere.
func (v *view) at(row, col int) int {
	legend := &v.show.Legend
	row, col = row+v.window.Row, col+v.window.Col
	if legend.WrapRows {
		row = (row%legend.Rows + legend.Rows) % legend.Rows
	}
	if legend.WrapCols {
		col = (col%legend.Cols + legend.Cols) % legend.Cols
	}
	return legend.CellAt(row, col)
}

// corner returns the top left corner of a cell on the canvas. It reports false if the
// cell is not in the window.
func (v *view) corner(cell int) (x, y int, ok bool) {
	legend := &v.show.Legend
	if cell < 0 || cell >= legend.Rows*legend.Cols {
		return 0, 0, false
	}
	row, col := cell/legend.Cols-v.window.Row, cell%legend.Cols-v.window.Col
	if legend.WrapRows {
		row = (row + legend.Rows) % legend.Rows
	}
	if legend.WrapCols {
		col = (col + legend.Cols) % legend.Cols
	}
	return col * v.size, row * v.size, row >= 0 && col >= 0 && row < v.window.Rows && col < v.window.Cols
}

func (v *view) owner(cell int) int {
	if len(v.scene.Owners) == 0 {
		return scene.Nobody
	}
	return int(v.scene.Owners[cell])
}

// cellStamp is everything that the picture of a cell depends on.
type cellStamp struct {
	ground
	over    int // index of the shape
	shadow  bool
	corners [4]bend
	borders [4]bool // sides with a cell of another owner: top, right, bottom, left
	inner   [4]bool // corners with a cell of another owner between two cells of this one
}

// ground is a kind of cell and its owner.
type ground struct {
	kind  uint8
	owner int8
}

// bend is a corner that shows the ground of a neighbour, which lies higher or lower.
type bend struct {
	is, higher bool
	ground     ground
}

// corners are the corners of a cell, clockwise from the top left. Each is given by the
// steps to the row and the column of the neighbours that meet there.
var corners = [4]struct{ row, col int }{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}

// variant chooses one of a number of shapes for a cell. The choice looks random, so that
// no pattern is seen. The page chooses in another way, because it draws many cells at
// once.
func variant(cell, of int) int {
	hash := uint32(cell+1) * 0x9e3779b1
	hash = (hash ^ hash>>15) * 0x85ebca6b
	return int((hash ^ hash>>13) % uint32(of))
}

func (v *view) isOf(cell int, owner int8) bool {
	return cell != scene.Nowhere && v.owner(cell) == int(owner)
}

func (v *view) groundOf(cell int) ground {
	return ground{v.scene.Cells[cell], int8(v.owner(cell))}
}

func (v *view) paintCell(row, col int) {
	box := image.Rect(col*v.size, row*v.size, (col+1)*v.size, (row+1)*v.size)
	cell := v.at(row, col)
	if cell == scene.Nowhere {
		v.rect(box, v.page.empty)
		return
	}
	stamp := cellStamp{ground: v.groundOf(cell)}
	if v.size < small {
		v.rect(box, v.groundColour(stamp.ground))
		return
	}
	if shapes := len(v.over[stamp.kind]); shapes > 0 {
		stamp.over = variant(cell, shapes)
	}
	for i, c := range corners {
		stamp.corners[i] = v.bend(stamp.ground, v.at(row, col+c.col), v.at(row+c.row, col), v.at(row+c.row, col+c.col))
	}
	if above := v.at(row-1, col); above != scene.Nowhere {
		stamp.shadow = v.height(above) > v.height(cell)
	}
	if stamp.owner != scene.Nobody {
		for i, next := range []int{v.at(row-1, col), v.at(row, col+1), v.at(row+1, col), v.at(row, col-1)} {
			stamp.borders[i] = !v.isOf(next, stamp.owner)
		}
		for i, c := range corners {
			stamp.inner[i] = !v.isOf(v.at(row+c.row, col+c.col), stamp.owner) &&
				v.isOf(v.at(row, col+c.col), stamp.owner) && v.isOf(v.at(row+c.row, col), stamp.owner)
		}
	}
	img, ok := v.cells[stamp]
	if !ok {
		img = v.cell(stamp)
		v.cells[stamp] = img
	}
	draw.Draw(v.canvas, box, img, image.Point{}, draw.Src)
}

// bend returns what a corner shows, given the cells that meet there. Higher ground is
// rounded where it ends and where it surrounds a corner.
func (v *view) bend(own ground, beside, above, across int) bend {
	if beside == scene.Nowhere || above == scene.Nowhere || across == scene.Nowhere {
		return bend{}
	}
	mine := v.show.Legend.Cells[own.kind].Height
	b, a, d := v.height(beside), v.height(above), v.height(across)
	switch {
	case b < mine && a < mine: // the ground ends here
		if a > b {
			return bend{true, false, v.groundOf(above)}
		}
		return bend{true, false, v.groundOf(beside)}
	// higher ground surrounds the corner
	case b > mine && a > mine && d > mine && v.scene.Cells[beside] == v.scene.Cells[above]:
		return bend{true, true, v.groundOf(beside)}
	}
	return bend{}
}

func (v *view) height(cell int) int { return v.show.Legend.Cells[v.scene.Cells[cell]].Height }

// groundColour returns the colour of a cell with nothing on it.
func (p *painter) groundColour(g ground) color.RGBA {
	fill := p.fills[g.kind]
	if g.owner == scene.Nobody {
		return fill
	}
	tint := p.page.tint
	if p.isRoad(g) {
		tint = .8 // where a road is too small for a line
	}
	return blend(fill, p.look(int(g.owner)).colour, tint)
}

// cell paints a cell.
func (p *painter) cell(s cellStamp) *image.RGBA {
	c := newCanvas(p.size, p.size)
	own := p.look(int(s.owner))
	size := float64(p.size)
	switch {
	case p.isRoad(s.ground):
		p.road(c, s)
		return c.RGBA
	case s.owner != scene.Nobody:
		c.rect(c.Rect, p.groundColour(s.ground))
		p.hatch(c, own.number, fade(own.colour, .32))
	default:
		c.rect(c.Rect, p.groundColour(s.ground))
	}
	if s.shadow { // cast by the higher cell above
		depth := max(p.size/14, 1)
		c.rect(image.Rect(0, 0, p.size, 2*depth), p.page.shadow)
		c.rect(image.Rect(0, 0, p.size, depth), p.page.shadow)
	}
	for i, b := range s.corners {
		if b.is {
			c.area([][]scene.Point{cornerOf(i, size, b.higher)}, p.groundColour(b.ground))
		}
	}
	if p.page.grid.A > 0 {
		c.rect(image.Rect(0, 0, p.size, 1), p.page.grid)
		c.rect(image.Rect(0, 1, 1, p.size), p.page.grid)
	}
	width := max((p.size+4)/10, 1)
	for i, b := range s.borders {
		if b {
			side := [4]image.Rectangle{
				image.Rect(0, 0, p.size, width), image.Rect(p.size-width, 0, p.size, p.size),
				image.Rect(0, p.size-width, p.size, p.size), image.Rect(0, 0, width, p.size),
			}[i]
			c.rect(side, own.colour)
		}
	}
	for i, is := range s.inner {
		if is {
			x, y := 0, 0
			if corners[i].col > 0 {
				x = p.size - width
			}
			if corners[i].row > 0 {
				y = p.size - width
			}
			c.rect(image.Rect(x, y, x+width, y+width), own.colour)
		}
	}
	if shapes := p.over[s.kind]; len(shapes) > 0 {
		c.draw(shapes[s.over], place{scale: size / grain}, own)
	}
	return c.RGBA
}

// cornerOf returns the area outside the curve of a corner. It is smaller where higher
// ground surrounds the corner than where the cell's own ground ends.
func cornerOf(corner int, size float64, higher bool) []scene.Point {
	radius := size * .46
	if higher {
		radius = size * .34
	}
	x, y := 0.0, 0.0 // the corner
	right, down := 1.0, 1.0
	if corners[corner].col > 0 {
		x, right = size, -1
	}
	if corners[corner].row > 0 {
		y, down = size, -1
	}
	points := []scene.Point{{X: x, Y: y}, {X: x + right*radius, Y: y}}
	from, bend, to := points[1], scene.Point{X: x, Y: y}, scene.Point{X: x, Y: y + down*radius}
	// With control points 0.45 of the radius from the corner, the curve is nearly a
	// quarter of a circle.
	return curve(points, from, []scene.Point{mix(bend, from, .45), mix(bend, to, .45), to})
}

// hatch draws the lines of an owner. Their direction depends on the look, so that owners
// can be told apart without the colour.
func (p *painter) hatch(c *canvas, look int, col color.RGBA) {
	size := float64(p.size)
	step := size / 2
	var lines []line
	for k := -2.0; k <= 4; k++ {
		at := k*step + step/2
		var from, to scene.Point
		switch look % story.Apart {
		case 0:
			from, to = scene.Point{X: at + step, Y: -step}, scene.Point{X: at - size - step, Y: size + step}
		case 1:
			from, to = scene.Point{X: at - size - step, Y: -step}, scene.Point{X: at + step, Y: size + step}
		case 2:
			from, to = scene.Point{X: -step, Y: at}, scene.Point{X: size + step, Y: at}
		default:
			from, to = scene.Point{X: at, Y: -step}, scene.Point{X: at, Y: size + step}
		}
		lines = append(lines, line{points: []scene.Point{from, to}})
	}
	c.stroke(lines, here, max(size/16, .8), col)
}
