package picture

import (
	"image"
	"image/png"
	"io"

	"github.com/botarena/arena/internal/match/story"
)

// The size of a card in pixels, which is what chats and other sites show of a link.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// The room on a card.
const (
	cardMargin = 28
	cardSide   = 470 // least pixels for the text
	cardUnit   = .8
)

// CardRound returns the round of a match that a card shows: enough has happened, and it is open who wins.
func CardRound(m *story.Story) int { return len(m.Scenes) * 3 / 5 }

// WriteCard writes a picture of a round that is a card for a link: the board as large as there is room, and beside it
// who plays and how they are doing. Options ask for all but the size of the cells.
func WriteCard(w io.Writer, m *story.Story, round int, o Options) error {
	round, err := roundOf(m, round)
	if err != nil {
		return err
	}
	window := windowOf(m.Legend, m.Scenes[round])
	most := image.Pt(CardWidth-cardSide-3*cardMargin, CardHeight-2*cardMargin)
	size := min(most.X/max(window.Cols, 1), most.Y/max(window.Rows, 1))
	if size < 1 {
		return refuse("without --at", "a board of %d by %d cells has no room on a card", window.Rows, window.Cols)
	}
	p, err := newPainter(m, o, size)
	if err != nil {
		return err
	}
	s := newCard(p, round, image.Pt(window.Cols*size, window.Rows*size))
	s.draw()
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, s.canvas)
}

// newCard returns a sheet of the size of a card, with a board of so many pixels.
func newCard(p *painter, round int, board image.Point) *sheet {
	s := &sheet{painter: p, round: round, unit: cardUnit, card: 128, lines: 2}
	s.setFaces()
	s.canvas = newCanvas(CardWidth, CardHeight)
	s.board = image.Rectangle{Max: board}.Add(image.Pt(cardMargin, (CardHeight-board.Y)/2))
	s.side = image.Rect(s.board.Max.X+cardMargin, cardMargin, CardWidth-cardMargin, CardHeight-cardMargin)
	return s
}
