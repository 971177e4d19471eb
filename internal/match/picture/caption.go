package picture

import (
	"fmt"
	"image"
	"slices"

	"github.com/botarena/arena/engine"
)

// writeScores writes the two lines below the board of a film: the round, and for each
// player its plate, its score and its name.
func (f *film) writeScores(round int) {
	line := float64(f.line)
	top := float64(f.board.Dy())
	upper, lower := top+line*.8, top+line*1.72
	gap := line * .4
	widest := f.font.width(fmt.Sprint(f.show.Rounds))
	number := fmt.Sprint(round)
	f.canvas.text(f.font, gap/2+widest-f.font.width(number), upper, number, f.page.text)
	x := widest + gap*2
	seats := len(f.show.Players)
	if seats == 0 {
		return
	}
	width := (float64(f.canvas.Rect.Dx()) - x) / float64(seats)
	for seat, name := range f.names {
		plate := line * .8
		f.plate(f.canvas, f.look(seat), place{scale: plate / grain, x: x, y: top + (line-plate)/2})
		left := x + plate + line*.25
		if score, ok := f.score(round, seat); ok {
			f.canvas.text(f.font, left, upper, f.font.fit(fmt.Sprint(score), width-(left-x)), f.page.text)
		}
		f.canvas.text(f.small, x, lower, fitMiddle(f.small, plain(name), width-gap), f.page.quiet)
		x += width
	}
}

func (f *film) score(round, seat int) (int, bool) {
	numbers := f.show.Scenes[round].Numbers
	if len(numbers) == 0 || seat >= len(numbers[0]) {
		return 0, false
	}
	return numbers[0][seat], true
}

// nameTail is how many letters of a name stay at its end, where the seat or a version is.
const nameTail = 4

// fitMiddle shortens a text in the middle.
func fitMiddle(f face, text string, width float64) string {
	letters := []rune(text)
	if f.width(text) <= width || len(letters) <= nameTail {
		return f.fit(text, width)
	}
	tail := string(letters[len(letters)-nameTail:])
	return f.fit(string(letters[:len(letters)-nameTail]), width-f.width(tail)) + tail
}

// isEnd reports whether a round is the end of a match that was played to its end.
func (f *film) isEnd(round int) bool { return f.show.Ended && round == len(f.show.Scenes)-1 }

// podium paints the end of the match with a card over it: the players by their places.
func (f *film) podium(round int) *canvas {
	c := f.picture(round)
	numbers := f.show.Scenes[round].Numbers
	if len(numbers) == 0 {
		return c
	}
	seats := make([]int, min(len(f.show.Players), len(numbers[0])))
	for seat := range seats {
		seats[seat] = seat
	}
	slices.SortStableFunc(seats, func(a, b int) int { return numbers[0][b] - numbers[0][a] })
	places := engine.Places(numbers[0])
	line := f.line * 3 / 2
	width := min(f.board.Dx()-8, 14*f.line)
	height := line*len(seats) + line/2
	box := image.Rect(0, 0, width, height).Add(image.Pt((f.board.Dx()-width)/2, max((f.board.Dy()-height)/2, 0)))
	c.rect(box.Inset(-2), f.page.line)
	c.rect(box, f.page.back)
	y := float64(box.Min.Y) + float64(line)*.25
	for _, seat := range seats {
		if places[seat] == 1 {
			c.rect(image.Rect(box.Min.X, int(y), box.Max.X, int(y)+line), f.page.panel)
		}
		f.writePlace(box, y, float64(line), seat, places[seat], numbers[0][seat])
		y += float64(line)
	}
	return c
}

// writePlace writes a line of the card.
func (f *film) writePlace(box image.Rectangle, y, line float64, seat, at, score int) {
	base, gap := y+line*.68, line*.35
	x := float64(box.Min.X) + gap
	f.canvas.text(f.font, x, base, ordinal(at), f.page.text)
	x += f.font.width("4th") + gap
	plate := line * .62
	f.plate(f.canvas, f.look(seat), place{scale: plate / grain, x: x, y: y + (line-plate)/2})
	x += plate + gap
	number := fmt.Sprint(score)
	right := float64(box.Max.X) - gap - f.font.width(number)
	f.canvas.text(f.font, x, base, fitMiddle(f.font, plain(f.names[seat]), right-gap-x), f.page.text)
	f.canvas.text(f.font, right, base, number, f.page.text)
}
