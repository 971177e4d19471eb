package picture

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// WritePNG writes a picture of a round, with the players, the scores up to the round,
// and what happens in it.
func WritePNG(w io.Writer, m *story.Story, round int, o Options) error {
	img, err := Paint(m, round, o)
	if err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, img)
}

// boardPixels is the length of the longer side of a board, by default.
const boardPixels = 1200

// Paint returns the picture that WritePNG writes.
func Paint(m *story.Story, round int, o Options) (*image.RGBA, error) {
	round, err := roundOf(m, round)
	if err != nil {
		return nil, err
	}
	window := windowOf(m.Legend, m.Scenes[round])
	size, err := o.cellSize(window.Rows, window.Cols, boardPixels)
	if err != nil {
		return nil, err
	}
	p, err := newPainter(m, o, size)
	if err != nil {
		return nil, err
	}
	s := newSheet(p, round, window.Cols*size, window.Rows*size)
	s.draw()
	return s.RGBA, nil
}

// draw paints all of the sheet.
func (s *sheet) draw() {
	c := s.canvas
	c.rect(c.Rect, s.page.back)
	board := c.SubImage(s.board).(*image.RGBA) //nolint:forcetypeassert // a part of one is one
	board.Rect = board.Rect.Sub(s.board.Min)   // the painter's board begins at 0, 0
	s.paint(&canvas{RGBA: board}, s.round)
	s.frame()
	s.write()
}

// sheet is a picture of a board with text: to its right or, if the board is wide, below.
type sheet struct {
	*painter
	*canvas
	round int
	board image.Rectangle
	unit  float64 // scale of everything except the board
	// side is where the text is; wide means below the board.
	side image.Rectangle
	wide bool
	// card is the height of the box of a player, and lines the number of lines of facts.
	card  float64
	lines int

	title, head, body, note face
}

func newSheet(p *painter, round, width, height int) *sheet {
	s := &sheet{painter: p, round: round, wide: width*2 > height*3}
	s.unit = min(max(float64(max(width, height))/boardPixels, .5), 2.5)
	px := func(n float64) int { return int(math.Round(n * s.unit)) }
	margin := px(28)
	s.setFaces()
	if s.wide {
		board := width
		width = max(width, px(boardPixels))
		s.board = image.Rect(0, 0, board, height).Add(image.Pt(margin, margin+px(headHeight)))
		s.card, s.lines = 152, 3
		rows := (len(p.show.Players) + 3) / 4
		s.side = image.Rect(margin, s.board.Max.Y+margin, margin+width, s.board.Max.Y+margin+px(s.card)*rows)
		s.canvas = newCanvas(width+2*margin, s.side.Max.Y+margin)
		return s
	}
	s.card, s.lines = 128, 2
	least := px(190 + s.card*float64(len(p.show.Players)))
	s.board = image.Rect(margin, margin, margin+width, margin+height)
	s.side = image.Rect(s.board.Max.X+margin, margin, s.board.Max.X+margin+px(470), margin+max(height, least))
	s.canvas = newCanvas(s.side.Max.X+margin, s.side.Max.Y+margin)
	return s
}

// setFaces chooses the letters for the unit.
func (s *sheet) setFaces() {
	s.title, s.head = newFace(38*s.unit, true), newFace(25*s.unit, true)
	s.body, s.note = newFace(20*s.unit, false), newFace(17*s.unit, false)
}

// headHeight is the height of the title above a wide board.
const headHeight = 84

// frame draws a thin line around the board.
func (s *sheet) frame() {
	r := s.board.Inset(-1)
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+1)},
		{image.Pt(r.Min.X, r.Max.Y-1), r.Max},
		{r.Min, image.Pt(r.Min.X+1, r.Max.Y)},
		{image.Pt(r.Max.X-1, r.Min.Y), r.Max},
	} {
		s.rect(side, s.page.line)
	}
}

// write writes everything beside the board.
func (s *sheet) write() {
	if s.wide {
		s.writeHead(float64(s.board.Min.X), float64(s.board.Min.Y)-headHeight*s.unit, float64(s.side.Dx()))
		columns := min(len(s.show.Players), 4)
		gap := 16 * s.unit
		for seat := range s.show.Players {
			width := (float64(s.side.Dx()) - gap*float64(columns-1)) / float64(columns)
			x := float64(s.side.Min.X) + float64(seat%columns)*(width+gap)
			s.writePlayer(seat, x, float64(s.side.Min.Y)+float64(seat/columns)*s.card*s.unit, width)
		}
		return
	}
	x, y, width := float64(s.side.Min.X), float64(s.side.Min.Y), float64(s.side.Dx())
	y = s.writeHead(x, y, width)
	for seat := range s.show.Players {
		s.writePlayer(seat, x, y, width)
		y += s.card * s.unit
	}
	y += 18 * s.unit
	left := float64(s.side.Max.Y) - y
	if chart := min(left, 250*s.unit); chart > 110*s.unit {
		s.chart(x, y, width, chart)
		y += chart + 26*s.unit
	}
	s.writeEvents(x, y, width)
}

// writeHead writes the title and the round, and returns the y below them.
func (s *sheet) writeHead(x, y, width float64) float64 {
	u := s.unit
	m := s.show
	round := fmt.Sprintf("round %d of %d", s.round, m.Rounds)
	caption := plain(m.Scenes[s.round].Caption)
	seed := ""
	if m.Seed != "" {
		seed = "seed " + plain(m.Seed)
	}
	left := func(used float64) float64 { return width - used - 20*u }
	s.text(s.title, x, y+34*u, s.title.fit(m.Game.Title, width), s.page.text)
	if s.wide {
		at := x + width - s.head.width(round)
		s.text(s.head, at, y+34*u, round, s.page.text)
		s.progress(at, y+50*u, s.head.width(round))
		if s.note.width(seed) < left(0) {
			s.text(s.note, x+width-s.note.width(seed), y+76*u, seed, s.page.quiet)
		}
		s.text(s.body, x, y+64*u, s.body.fit(caption, left(max(s.note.width(seed), s.head.width(round)))), s.page.quiet)
		return y + headHeight*u
	}
	s.text(s.head, x, y+76*u, round, s.page.text)
	if s.note.width(seed) < left(s.head.width(round)) {
		s.text(s.note, x+width-s.note.width(seed), y+76*u, seed, s.page.quiet)
	}
	s.progress(x, y+92*u, width)
	if caption == "" {
		return y + 118*u
	}
	s.text(s.body, x, y+128*u, s.body.fit(caption, width), s.page.quiet)
	return y + 152*u
}

// progress draws how much of the match is over.
func (s *sheet) progress(x, y, width float64) {
	height := 6 * s.unit
	s.fill(rounded(x, y, width, height, height/2), here, s.page.line)
	if part := float64(s.round) / float64(max(s.show.Rounds, 1)); part > 0 {
		s.fill(rounded(x, y, max(width*min(part, 1), height), height, height/2), here, s.page.text)
	}
}

// writePlayer writes who a player is and how it is doing.
func (s *sheet) writePlayer(seat int, x, y, width float64) {
	u := s.unit
	s.fill(rounded(x, y, width, (s.card-14)*u, 10*u), here, s.page.panel)
	owner := s.look(seat)
	s.fill(rounded(x, y, 8*u, (s.card-14)*u, 4*u), here, owner.colour)
	s.plate(s.canvas, owner, place{scale: 48 * u / grain, x: x + 24*u, y: y + 33*u})
	left, right := x+88*u, x+width-16*u
	end := right
	if score, ok := s.number(0, seat); ok {
		text := fmt.Sprint(score)
		end -= s.title.width(text)
		s.text(s.title, end, y+44*u, text, s.page.text)
		end -= 12 * u
	}
	s.text(s.head, left, y+41*u, s.head.fit(plain(s.names[seat]), end-left), s.page.text)
	base := y + 70*u
	for _, text := range s.note.wrap(s.facts(seat), " · ", right-left, s.lines) {
		s.text(s.note, left, base, text, s.page.quiet)
		base += 24 * u
	}
}

// number returns a number of the legend for a seat, at the start of the round.
func (s *sheet) number(which, seat int) (int, bool) {
	numbers := s.show.Scenes[s.round].Numbers
	if which >= len(numbers) || seat >= len(numbers[which]) {
		return 0, false
	}
	return numbers[which][seat], true
}

// facts returns the facts about a player other than the score.
func (s *sheet) facts(seat int) []string {
	var facts []string
	if _, ok := s.number(0, seat); ok {
		facts = append(facts, ordinal(engine.Places(s.show.Scenes[s.round].Numbers[0])[seat]))
	}
	for _, h := range s.show.Played[:min(s.round, len(s.show.Played))] {
		for _, v := range h.Verdicts {
			if v.Seat == seat {
				facts = append(facts, plain(string(v.Kind)))
			}
		}
	}
	for i, name := range s.show.Legend.Numbers[min(1, len(s.show.Legend.Numbers)):] {
		if n, ok := s.number(i+1, seat); ok {
			facts = append(facts, fmt.Sprintf("%s %d", name, n))
		}
	}
	return facts
}

// chart draws the scores of all rounds, and marks this one.
func (s *sheet) chart(x, y, width, height float64) {
	u := s.unit
	scores := func(round int) []int {
		if n := s.show.Scenes[round].Numbers; len(n) > 0 {
			return n[0]
		}
		return nil
	}
	least, most := 0, 1
	for round := range s.show.Scenes {
		for _, score := range scores(round) {
			least, most = min(least, score), max(most, score)
		}
	}
	name := "score"
	if len(s.show.Legend.Numbers) > 0 {
		name = s.show.Legend.Numbers[0]
	}
	s.text(s.note, x, y+14*u, name, s.page.quiet)
	top := fmt.Sprint(most)
	s.text(s.note, x+width-s.note.width(top), y+14*u, top, s.page.quiet)
	y, height = y+26*u, height-26*u
	at := func(round, score int) scene.Point {
		return scene.Point{
			X: x + width*float64(round)/float64(max(s.show.Rounds, 1)),
			Y: y + height*(1-float64(score-least)/float64(most-least)),
		}
	}
	for i := range 5 {
		level := int(y + height*float64(i)/4)
		s.rect(image.Rect(int(x), level, int(x+width), level+max(int(u), 1)), s.page.line)
	}
	now := at(s.round, 0).X
	s.rect(image.Rect(int(now), int(y), int(now)+max(int(1.5*u), 1), int(y+height)), s.page.quiet)
	for seat := range s.show.Players {
		var past, future []scene.Point
		for round := range s.show.Scenes {
			if list := scores(round); seat < len(list) {
				p := at(round, list[seat])
				if round <= s.round {
					past = append(past, p)
				}
				if round >= s.round {
					future = append(future, p)
				}
			}
		}
		s.stroke([]line{{points: future}}, here, 1.6*u, fade(s.look(seat).colour, .45))
		s.stroke([]line{{points: past}}, here, 3.4*u, s.look(seat).colour)
	}
	for seat := range s.show.Players {
		if list := scores(s.round); seat < len(list) {
			p := at(s.round, list[seat])
			s.plate(s.canvas, s.look(seat), place{scale: 17 * u / grain, x: p.X - 8.5*u, y: p.Y - 8.5*u})
		}
	}
}

// writeEvents writes as much of what happens in the round as there is room for.
func (s *sheet) writeEvents(x, y, width float64) {
	if s.round >= len(s.show.Played) || s.options.NoEvents {
		return
	}
	u := s.unit
	step := 26 * u
	var lines []scene.Event
	for _, e := range s.show.Played[s.round].Events {
		if e.Text != "" {
			lines = append(lines, e)
		}
	}
	room := int((float64(s.side.Max.Y) - y + 6*u) / step)
	if len(lines) == 0 || room < 1 {
		return
	}
	for i, e := range lines {
		if i == room-1 && len(lines) > room {
			s.text(s.note, x+18*u, y+16*u, fmt.Sprintf("and %d more", len(lines)-i), s.page.quiet)
			return
		}
		s.fill([]line{{points: disc(scene.Point{X: x + 6*u, Y: y + 10*u}, 4.5*u), closed: true}}, here, s.look(e.Seat).colour)
		s.text(s.note, x+18*u, y+16*u, s.note.fit(plain(e.Text), width-18*u), s.page.text)
		y += step
	}
}
