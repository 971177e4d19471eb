package picture

import (
	"image"
	"math"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// flagged is a place that has a flag: the middle of its cells, and one of them, whose
// owner is that of all.
type flagged struct {
	row, col float64
	cell     int
}

// placesOf returns the places of a match: cells beside each other of a kind that is one.
func placesOf(m *story.Story) []flagged {
	if len(m.Scenes) == 0 {
		return nil
	}
	legend, cells := &m.Legend, m.Scenes[0].Cells
	isPlace := func(cell int) bool { return legend.Cells[cells[cell]].Use == scene.Place }
	var places []flagged
	seen := make([]bool, len(cells))
	for cell := range cells {
		if seen[cell] || !isPlace(cell) {
			continue
		}
		seen[cell] = true
		open := []int{cell}
		sum := scene.Point{}
		for at := 0; at < len(open); at++ {
			row, col := open[at]/legend.Cols, open[at]%legend.Cols
			sum.X, sum.Y = sum.X+float64(col), sum.Y+float64(row)
			for _, next := range []int{
				legend.CellAt(row-1, col), legend.CellAt(row+1, col), legend.CellAt(row, col-1), legend.CellAt(row, col+1),
			} {
				if next != scene.Nowhere && !seen[next] && isPlace(next) {
					seen[next] = true
					open = append(open, next)
				}
			}
		}
		count := float64(len(open))
		places = append(places, flagged{row: sum.Y / count, col: sum.X / count, cell: cell})
	}
	return places
}

// paintFlags shows whose the places are: the owner's plate on a pole.
func (v *view) paintFlags() {
	if v.size < small {
		return
	}
	for _, at := range v.places {
		owner := v.owner(at.cell)
		if owner == scene.Nobody {
			continue
		}
		size := max(float64(v.size), 14)
		x := (at.col - float64(v.window.Col) + .5) * float64(v.size)
		y := (at.row - float64(v.window.Row) + .5) * float64(v.size)
		pole := []line{{points: []scene.Point{{X: x, Y: y + size*.2}, {X: x, Y: y - size}}}}
		v.stroke(pole, here, size*.22, v.page.halo)
		v.stroke(pole, here, size*.1, v.page.text)
		v.haloed(v.look(owner), place{scale: size / grain, x: x, y: y - size*1.15})
	}
}

// haloed draws a plate with a line around it that separates it from anything.
func (v *view) haloed(owner look, at place) {
	v.stroke(owner.plate, at, 5*at.scale, v.page.halo)
	v.stroke(owner.plate, at, 2.5*at.scale, owner.shade)
	v.fill(owner.plate, at, owner.colour)
}

func (p *painter) isRoad(g ground) bool {
	return g.owner != scene.Nobody && p.show.Legend.Cells[g.kind].Use == scene.Road
}

// roadLine is how much of a cell the line on a road takes.
const roadLine = .5

// road paints a road: a line of its owner's colour that leads to the cells beside it which
// are the owner's, too, and pale kerbs.
func (p *painter) road(c *canvas, s cellStamp) {
	c.rect(c.Rect, blend(p.fills[s.kind], p.page.halo, .6))
	width := max(int(math.Round(float64(p.size)*roadLine)), 1)
	from := (p.size - width) / 2
	to := from + width
	colour := p.look(int(s.owner)).colour
	c.rect(image.Rect(from, from, to, to), colour)
	for side, arm := range [4]image.Rectangle{
		image.Rect(from, 0, to, from), image.Rect(to, from, p.size, to), image.Rect(from, to, to, p.size),
		image.Rect(0, from, from, to),
	} {
		if !s.borders[side] {
			c.rect(arm, colour)
		}
	}
}

// never is the round in which a player is frozen that is not.
const never = math.MaxInt

// frozenOf returns in which rounds players are frozen.
func frozenOf(m *story.Story) []int {
	frozen := make([]int, len(m.Players))
	for seat := range frozen {
		frozen[seat] = never
	}
	for round, h := range m.Played {
		for _, v := range h.Verdicts {
			if v.Seat >= 0 && v.Seat < len(frozen) {
				frozen[v.Seat] = min(frozen[v.Seat], round)
			}
		}
	}
	return frozen
}

// isFrozen reports whether the units of a player stand still.
func (v *view) isFrozen(seat int) bool {
	return seat >= 0 && seat < len(v.frozen) && v.frozen[seat] <= v.round
}

// freeze covers a picture of a unit with ice.
func (p *painter) freeze(img *image.RGBA) {
	ice := opaque(0xdceef7)
	for at := 0; at < len(img.Pix); at += 4 {
		alpha := float64(img.Pix[at+3]) / 255
		for i, c := range [3]uint8{ice.R, ice.G, ice.B} {
			img.Pix[at+i] = uint8(float64(img.Pix[at+i])*.36 + float64(c)*alpha*.64)
		}
	}
}
